import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, expect, test, type Browser, type Page } from '@playwright/test'
import type { Network } from '#contract/network.ts'
import { chromiumPath } from '#test/support/chromium.ts'
import { reservedPort } from '#test/support/reserved-port.ts'
import { callWeb, startWeb } from '#test/support/web-process.ts'
import { expectAccessible } from './axe.ts'

const executablePath = chromiumPath()

/** A kitchen computer that serves the practice store to the network. */
async function openHost() {
  const dataDir = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
  const uiPort = String(await reservedPort())
  const networkPort = String(await reservedPort())
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
  const { waiting } = await host.ask<Network>('network.read')
  const waitingId = waiting.at(-1)?.id ?? ''
  await host.ask('network.approve', { waitingId, code, name, role })
}

test('a tablet shows a code, is let in, survives a restart, and is closed at once when it is removed', async ({
  browser,
}) => {
  const host = await openHost()
  const tablet = await openTablet(browser)
  await tablet.goto(host.plainUrl)
  await expectAccessible(tablet, 'network-trust')
  await tablet.goto(host.url())
  await expect(codeOn(tablet)).toBeVisible()
  await expectAccessible(tablet, 'network-code')
  const { waiting } = await host.ask<Network>('network.read')
  // The pages that were left no longer wait.
  expect(waiting).toHaveLength(1)
  await host.ask('network.refuse', { waitingId: waiting[0]?.id })
  await expect(tablet.getByRole('alert')).toHaveText('This screen was not let in. Ask a manager.')
  await tablet.getByRole('button', { name: 'Get a new code' }).click()
  await expect(codeOn(tablet)).toBeVisible()
  await letIn(host, tablet, 'Grill')
  await expect(tablet.getByRole('article').first()).toBeVisible()
  await host.stop()
  await host.start()
  await expect(tablet.getByRole('article').first()).toBeVisible()
  const { all } = await host.ask<{ all: { id: string; name: string }[] }>('screens.read')
  const screenId = all.find(({ name }) => name === 'Grill')?.id ?? ''
  await expect
    .poll(async () => JSON.stringify(await host.ask('screens.read')))
    .toContain('"isConnected":true')
  await host.ask('screens.forget', { screenId })
  await expect(codeOn(tablet)).toBeVisible()
  await tablet.context().close()
  await host.close()
})

test('a tablet without Wi-Fi says so within five seconds, refuses taps, and one on its way counts once', async ({
  browser,
}) => {
  const host = await openHost()
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
  await host.close()
})

/** What the service worker of a page has stored, as paths. */
const storedBy = (page: Page) =>
  page.evaluate<string[]>(`caches.open('kitchen-pass-shell').then((cache) => cache.keys())
    .then((all) => all.map(({ url }) => new URL(url).pathname))`)

test('a tablet that is opened while the kitchen computer is away says so, and comes back by itself', async () => {
  const host = await openHost()
  // It trusts the certificate for its service worker too.
  const trusting = await chromium.launch({
    args: ['--no-sandbox', '--ignore-certificate-errors'],
    ...(executablePath === null ? {} : { executablePath }),
  })
  const tablet = await openTablet(trusting)
  await tablet.goto(host.url())
  await letIn(host, tablet, 'Grill')
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
  await host.close()
})

const screenCount = process.env['KITCHEN_PASS_LONG'] === '1' ? 12 : 3

test('all screens are back by themselves after a restart of the kitchen computer', async ({
  browser,
}) => {
  const host = await openHost()
  const tablets: Page[] = []
  for (let nth = 1; nth <= screenCount; nth++) {
    const tablet = await openTablet(browser)
    await tablet.goto(host.url())
    await letIn(host, tablet, `Screen ${String(nth)}`)
    await expect(tablet.getByRole('article').first()).toBeVisible()
    tablets.push(tablet)
  }
  const lost = (tablet: Page) => tablet.getByText('Connection to the kitchen computer lost').first()
  await host.stop()
  for (const tablet of tablets) await expect(lost(tablet)).toBeVisible()
  await host.start()
  const startedAt = Date.now()
  await Promise.all(tablets.map((tablet) => expect(lost(tablet)).toBeHidden()))
  const description = `${String(screenCount)} screens after ${String(Date.now() - startedAt)} ms`
  test.info().annotations.push({ type: 'back', description })
  for (const tablet of tablets) await expect(tablet.getByRole('article').first()).toBeVisible()
  for (const tablet of tablets) await tablet.context().close()
  await host.close()
})
