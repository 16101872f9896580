import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { chromium, expect, test, type Browser, type Page } from '@playwright/test'
import type { Network } from '#contract/network/network.ts'
import { chromiumPath } from '#test/support/chromium.ts'
import { reservedPort } from '#test/support/reserved-port.ts'
import { callWeb, startWeb } from '#test/support/web-process.ts'
import { expectAccessible } from './axe.ts'
import { isRenewingPictures, takePictures } from './picture.ts'

const executablePath = chromiumPath()

/** A kitchen computer that serves the practice store to the network. */
async function openHost(port?: string) {
  const dataDir = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
  const uiPort = String(await reservedPort())
  const networkPort = port ?? String(await reservedPort())
  const start = () =>
    startWeb({
      ...{ dataDir, connected: null, uiPort },
      env: { KITCHEN_PASS_NETWORK_PORT: networkPort, KITCHEN_PASS_NETWORK_NAME: '127.0.0.2' },
    })
  let web = start()
  const { ui } = await web.ready
  const ask = <Value>(name: string, input: unknown = {}) =>
    callWeb(ui, name, input) as Promise<Value>
  await ask('network.allow', { isAllowed: true })
  return {
    ask,
    /** The address of the screens as another machine would open it. */
    url: (machine = '127.0.0.1') => `https://${machine}:${networkPort}/`,
    plainUrl: `http://127.0.0.1:${networkPort}/`,
    /** It answers nothing, as behind Wi-Fi that is gone, until `speak`. */
    silence: () => process.kill(web.pid, 'SIGSTOP'),
    speak: () => process.kill(web.pid, 'SIGCONT'),
    stop: () => web.end('SIGKILL'),
    /** The certificate that new connections see. */
    async shownCertificate(): Promise<string> {
      const port = Number(networkPort)
      const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false })
      await once(socket, 'secureConnect')
      const { fingerprint256 } = socket.getPeerCertificate()
      socket.destroy()
      return fingerprint256
    },
    /** Its certificate can't be used any more, so the host makes another. */
    spoilCertificate: () => {
      rmSync(join(dataDir, 'network/server.pem'))
    },
    async start() {
      web = start()
      await web.ready
    },
    async close() {
      await web.end('SIGTERM')
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

type Host = Awaited<ReturnType<typeof openHost>>

/** A tablet that trusts the kitchen's certificate. */
async function openTablet(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    ...{ ignoreHTTPSErrors: true, locale: 'en-GB', viewport: { width: 1024, height: 768 } },
  })
  return context.newPage()
}

const codeOn = (page: Page) => page.getByRole('status').filter({ hasText: /^\w{4}-\w{4}$/ })

async function letIn(host: Host, page: Page, name: string, role = 'kitchen'): Promise<void> {
  const code = await codeOn(page).textContent()
  const { waiting } = await host.ask<Network>('network.get')
  const waitingId = waiting.at(-1)?.id ?? ''
  await host.ask('network.approve', { waitingId, code, name, role })
}

/** A person types codes on a manager's screen; returns what the dialog says to each. */
async function typeCodes(manager: Page, codes: readonly string[]): Promise<string[]> {
  await manager.getByRole('button', { name: /^Let / }).click()
  const dialog = manager.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Pass')
  const alerts: string[] = []
  for (const code of codes) {
    await dialog.getByLabel('Code on the new screen').fill(code)
    await dialog.getByRole('button', { name: 'Let in' }).click()
    await expect(dialog.getByRole('alert')).not.toHaveText(alerts.at(-1) ?? '')
    alerts.push((await dialog.getByRole('alert').textContent()) ?? '')
  }
  return alerts
}

test('two kitchens side by side: the code of one lets nobody into the other, wrong codes end, and old ones too', async ({
  browser,
}) => {
  const [ours, theirs] = [await openHost(), await openHost()]
  const manager = await openTablet(browser)
  await manager.goto(ours.url())
  await letIn(ours, manager, 'Office', 'manager')
  await manager.getByRole('link', { name: 'Settings' }).click()
  await manager.getByRole('link', { name: 'Network screens' }).click()
  const [tablet, stranger] = [await openTablet(browser), await openTablet(browser)]
  await tablet.goto(ours.url('127.0.0.2'))
  await stranger.goto(theirs.url('127.0.0.2'))
  await expect(codeOn(tablet)).toBeVisible()
  const foreign = (await codeOn(stranger).textContent()) ?? ''
  const wrong = [foreign, 'AAAA-2222', 'AAAA-3333', 'AAAA-4444', 'AAAA-5555']
  const alerts = await typeCodes(manager, wrong)
  expect(alerts[0]).toContain('4 more tries')
  expect(alerts[4]).toContain('Too many wrong codes')
  await expect(tablet.getByRole('alert')).toHaveText('This screen was not let in. Ask a manager.')
  // The other kitchen counts for itself.
  await letIn(theirs, stranger, 'Bar')
  await expect(stranger.getByRole('article').first()).toBeVisible()
  expect(JSON.stringify(await ours.ask('screens.get'))).not.toContain('Bar')

  const late = await openTablet(browser)
  await late.clock.install()
  await late.goto(theirs.url())
  await expect(codeOn(late)).toBeVisible()
  await late.clock.fastForward('02:01')
  await expect(late.getByRole('alert')).toHaveText('This code is no longer valid.')
  await late.getByRole('button', { name: 'Get a new code' }).click()
  await expect(codeOn(late)).toBeVisible()
  for (const page of [manager, tablet, stranger, late]) await page.context().close()
  await Promise.all([ours.close(), theirs.close()])
})

test(
  'a certificate is renewed while tablets are connected, and new ones see the next',
  { tag: '@picture' },
  async ({ browser }) => {
    // The picture shows the port that everybody has.
    const host = await openHost(isRenewingPictures() ? '8440' : undefined)
    const tablet = await openTablet(browser)
    await tablet.goto(host.url())
    await letIn(host, tablet, 'Office', 'manager')
    const cards = tablet.getByRole('article')
    await expect(cards.first()).toBeVisible()
    const before = await host.shownCertificate()
    let lostCount = 0
    await tablet.exposeFunction('countLoss', () => (lostCount += 1))
    await tablet.evaluate(`new MutationObserver(() => {
    if (document.body.textContent.includes('Connection to the kitchen computer lost')) void countLoss()
  }).observe(document.body, { childList: true, subtree: true, characterData: true })`)
    host.spoilCertificate()
    await expect.poll(host.shownCertificate, { timeout: 60_000 }).not.toBe(before)
    const bumped = async () => (await host.ask<unknown[]>('tickets.recent')).length
    const bumpedBefore = await bumped()
    await cards.first().getByRole('button', { name: /Ready/ }).click()
    await expect.poll(bumped).toBe(bumpedBefore + 1)
    expect(lostCount).toBe(0)
    const next = await openTablet(browser)
    await next.goto(host.url())
    await tablet.getByRole('link', { name: 'Settings' }).click()
    await tablet.getByRole('link', { name: 'Network screens' }).click()
    await expect(tablet.getByRole('button', { name: /^Let / })).toBeVisible()
    await tablet.setViewportSize({ width: 1280, height: 1000 })
    await takePictures(tablet, 'network')
    await letIn(host, next, 'Bar')
    await expect(next.getByRole('article').first()).toBeVisible()
    for (const page of [tablet, next]) await page.context().close()
    await host.close()
  },
)

/** What the service worker of a page has stored, as paths. */
const storedBy = (page: Page) =>
  page.evaluate<string[]>(`caches.open('kitchen-pass-shell').then((cache) => cache.keys())
    .then((all) => all.map(({ url }) => new URL(url).pathname))`)

const screenCount = process.env['KITCHEN_PASS_LONG'] === '1' ? 12 : 3

test.describe('with one kitchen computer', () => {
  let host: Host
  test.beforeAll(async () => {
    host = await openHost()
  })
  test.afterAll(() => host.close())

  test(
    'a tablet without Wi-Fi says so within five seconds, refuses taps, and one on its way counts once',
    { tag: '@quick' },
    async ({ browser }) => {
      const tablet = await openTablet(browser)
      await tablet.goto(host.url())
      await letIn(host, tablet, 'Grill')
      const card = tablet.getByRole('article').first()
      await expect(card).toBeVisible()
      const lost = tablet.getByText('Connection to the kitchen computer lost').first()
      const bumped = async () => (await host.ask<unknown[]>('tickets.recent')).length
      const before = await bumped()
      host.silence()
      const ready = card.getByRole('button', { name: /Ready/ })
      await ready.click()
      const silentSince = Date.now()
      await expect(lost).toBeVisible()
      const noticedAfter = Date.now() - silentSince
      test.info().annotations.push({ type: 'noticed after ms', description: String(noticedAfter) })
      // Refused in words: nothing is sent later.
      const other = tablet.getByRole('article').filter({ hasText: '1006' })
      await other.getByRole('button', { name: /Ready/ }).click()
      await expect(tablet.getByText(/No answer/).first()).toBeVisible()
      host.speak()
      await expect(lost).toBeHidden()
      await expect.poll(bumped).toBe(before + 1)
      await expect(other).toBeVisible()
      await tablet.context().close()
    },
  )

  test('a tablet shows a code, is let in, survives a restart, and is closed at once when it is removed', async ({
    browser,
  }) => {
    const tablet = await openTablet(browser)
    await tablet.goto(host.plainUrl)
    await expectAccessible(tablet, 'network-trust')
    await tablet.goto(host.url())
    await expect(codeOn(tablet)).toBeVisible()
    await expectAccessible(tablet, 'network-code')
    const { waiting } = await host.ask<Network>('network.get')
    // The pages that were left no longer wait.
    expect(waiting).toHaveLength(1)
    await host.ask('network.refuse', { waitingId: waiting[0]?.id })
    await expect(tablet.getByRole('alert')).toHaveText('This screen was not let in. Ask a manager.')
    await tablet.getByRole('button', { name: 'Get a new code' }).click()
    await expect(codeOn(tablet)).toBeVisible()
    await letIn(host, tablet, 'Pass')
    await expect(tablet.getByRole('article').first()).toBeVisible()
    await host.stop()
    await host.start()
    await expect(tablet.getByRole('article').first()).toBeVisible()
    const { all } = await host.ask<{ all: { id: string; name: string }[] }>('screens.get')
    const screenId = all.find(({ name }) => name === 'Pass')?.id ?? ''
    await expect
      .poll(async () => JSON.stringify(await host.ask('screens.get')))
      .toMatch(/"isConnected":true,.*"device":\{"version":"/)
    await host.ask('screens.forget', { screenId })
    await expect(codeOn(tablet)).toBeVisible()
    await tablet.context().close()
  })

  test('a tablet that is opened at an address with numbers goes to the name, and stays in when the address changes', async () => {
    const profile = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
    /** The same tablet, in a network where the name leads to this address. */
    const openAt = (address: string) =>
      chromium.launchPersistentContext(profile, {
        ...{ ignoreHTTPSErrors: true, locale: 'en-GB' },
        args: ['--no-sandbox', `--host-resolver-rules=MAP kitchen-pass.local ${address}`],
        ...(executablePath === null ? {} : { executablePath }),
      })
    const before = await openAt('127.0.0.3')
    const tablet = await before.newPage()
    await tablet.goto(host.url('127.0.0.2'))
    await tablet.waitForURL(/^https:\/\/kitchen-pass\.local:/)
    await letIn(host, tablet, 'Fryer')
    await expect(tablet.getByRole('article').first()).toBeVisible()
    const address = tablet.url()
    await before.close()

    const after = await openAt('127.0.0.4')
    const again = await after.newPage()
    await again.goto(address)
    await expect(again.getByRole('article').first()).toBeVisible()
    const { all } = await host.ask<{ all: { name: string }[] }>('screens.get')
    expect(all.filter(({ name }) => name === 'Fryer')).toHaveLength(1)
    await after.close()
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
  })

  test('a tablet that is opened while the kitchen computer is away says so, and comes back by itself', async () => {
    // It trusts the certificate for its service worker too.
    const trusting = await chromium.launch({
      args: ['--no-sandbox', '--ignore-certificate-errors'],
      ...(executablePath === null ? {} : { executablePath }),
    })
    const tablet = await openTablet(trusting)
    await tablet.goto(host.url())
    await letIn(host, tablet, 'Bar')
    await expect(tablet.getByRole('article').first()).toBeVisible()
    await tablet.evaluate(`navigator.serviceWorker.ready.then(() => null)`)
    // The first page was not loaded through the worker.
    await tablet.reload()
    await expect(tablet.getByRole('article').first()).toBeVisible()
    await expect.poll(() => storedBy(tablet)).toContain('/')
    const others = (await storedBy(tablet)).filter((path) => !/^\/(?:assets\/|$)/.test(path))
    expect(others).toEqual([])
    await host.stop()
    await tablet.reload()
    await expect(tablet.getByText('Connection to the kitchen computer lost').first()).toBeVisible()
    await host.start()
    await expect(tablet.getByRole('article').first()).toBeVisible()
    await expect(tablet.getByText('Connection to the kitchen computer lost')).toBeHidden()
    await trusting.close()
  })

  test('all screens are back by themselves after a restart of the kitchen computer', async ({
    browser,
  }) => {
    const tablets: Page[] = []
    for (let nth = 1; nth <= screenCount; nth++) {
      const tablet = await openTablet(browser)
      await tablet.goto(host.url())
      await letIn(host, tablet, `Screen ${String(nth)}`)
      await expect(tablet.getByRole('article').first()).toBeVisible()
      tablets.push(tablet)
    }
    const lost = (tablet: Page) =>
      tablet.getByText('Connection to the kitchen computer lost').first()
    await host.stop()
    for (const tablet of tablets) await expect(lost(tablet)).toBeVisible()
    await host.start()
    const startedAt = Date.now()
    await Promise.all(tablets.map((tablet) => expect(lost(tablet)).toBeHidden()))
    const description = `${String(screenCount)} screens after ${String(Date.now() - startedAt)} ms`
    test.info().annotations.push({ type: 'back', description })
    for (const tablet of tablets) await expect(tablet.getByRole('article').first()).toBeVisible()
    for (const tablet of tablets) await tablet.context().close()
  })
})
