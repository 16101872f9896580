import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { startPractice, type Practice } from '#practice/platform.ts'
import { sampleText } from '#test/support/samples.ts'
import { startWeb } from '#test/support/web-process.ts'
import { launchDesktop } from '../desktop/launch.ts'
import { expectAccessible } from './axe.ts'
import { connectStore, goOn, openKeyStep, typeKey } from './connect-store.ts'
import { openAlerts } from './house.ts'
import { secretsIn } from './secrets.ts'

test('a store is connected on the desktop, and still is after a restart; its token is nowhere to be read', async () => {
  const platform = await startPractice()
  const order = await platform.placeOrder(
    { deliveryType: 'go', isScheduled: false },
    { wait: false },
  )
  const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
  const token = platform.token
  let { app, page } = await launchDesktop({ userDataDir: folder })
  await openKeyStep(page)
  await typeKey(page, platform.v3, 'not-the-token')
  await expect(page.locator('form').getByRole('alert')).toBeVisible()
  await typeKey(page, platform.v3, token)
  await page.getByRole('radio', { name: /Colón/ }).check()
  await page.getByRole('button', { name: 'Connect Colón' }).click()
  await page.getByRole('button', { name: 'Go to the orders' }).click()
  await expect(page.getByRole('article', { name: order.code })).toBeVisible()
  await expect(page.getByText('Practice store')).toBeHidden()
  await app.close()

  ;({ app, page } = await launchDesktop({ userDataDir: folder }))
  await expect(page.getByRole('article', { name: order.code })).toBeVisible()
  await app.close()
  expect(secretsIn(folder, [token])).toEqual([])
  await platform.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

interface WebShell {
  folder: string
  platform: Practice
  restart(): Promise<void>
}

/**
 * A web shell that stores tokens only until it ends, in the practice store, and the platform of
 * another store.
 */
const webTest = test.extend<{ web: WebShell }>({
  async web({ page }, use) {
    const platform = await startPractice()
    const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
    const begin = () => startWeb({ dataDir: folder, connected: null })
    let running = begin()
    /** Waits for the screen behind the door: Chromium can lose a close that comes before. */
    async function enter(): Promise<void> {
      await page.goto((await running.ready).invitation)
      await expect(page.locator('main').first()).toBeVisible()
    }
    await enter()
    await use({
      folder,
      platform,
      async restart() {
        await running.end('SIGTERM')
        running = begin()
        // At another port it has to be let in again.
        await enter()
      },
    })
    await page.close()
    await running.end('SIGTERM')
    expect(secretsIn(folder, [platform.token])).toEqual([])
    await platform.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  },
})

webTest('a wrong address is said in a sentence that says what to do', async ({ page, web }) => {
  const { platform } = web
  await openKeyStep(page)
  await typeKey(page, 'nowhere.invalid/api/v3', platform.token)
  const alert = page.locator('form').getByRole('alert')
  await expect(alert).toContainText('This address can’t be found. Check the spelling')
  const raw = alert.getByText('https://nowhere.invalid/api/v3: ')
  await expect(raw).toBeHidden()
  await alert.getByText('Details').click()
  await expect(raw).toBeVisible()
  await expect(alert).not.toContainText('It says')

  await page.getByLabel('Platform address').fill(`${new URL(platform.v3).origin}/elsewhere`)
  await goOn(page)
  await expect(alert).toContainText('There is a server at this address, but it isn’t the platform.')

  await page.getByLabel('Platform address').fill(new URL(platform.v3).host)
  await page.getByLabel('Access key').fill('not-the-token')
  await goOn(page)
  await expect(alert).toContainText('The platform doesn’t accept the access key.')
})

/** What people paste instead of a token, around a word that occurs nowhere else. */
const core = 'zq7kw2xvb9-secret'
const pasted = [`my ${core}`, `${core}🍕`, `${core}é "x"`, core.padEnd(10_000, 'a')]

webTest(
  'what is no token is refused by a sentence, and is nowhere to be read',
  async ({ page, web }) => {
    const { platform, folder } = web
    const received: string[] = []
    page.on('console', (message) => received.push(message.text()))
    page.on('response', (response) => {
      // A stream of events doesn't end.
      if (!response.url().endsWith('/call')) return
      void response.text().then(
        (text) => received.push(text),
        () => undefined,
      )
    })
    await openKeyStep(page)
    await page.getByLabel('Platform address').fill(platform.v3)
    const alert = page.locator('form').getByRole('alert')
    for (const token of pasted) {
      await page.getByLabel('Access key').fill(token)
      await goOn(page)
      await expect(alert).toContainText('This isn’t an access key: it has a space')
    }
    await page.getByLabel('Platform address').fill(`https://me:${core}@platform.example`)
    await page.getByLabel('Access key').fill(`${core}"%00%0a<b>`)
    await goOn(page)
    await expect(alert).toContainText('This isn’t a valid address.')
    await page.getByLabel('Platform address').fill(platform.v3)
    await goOn(page)
    await expect(alert).toContainText('The platform doesn’t accept the access key.')
    expect(await page.content()).not.toContain(core)
    expect(received.join('\n')).not.toContain(core)
    expect(received.length).toBeGreaterThan(pasted.length)
    await page.goto('about:blank')
    await web.restart()
    expect(secretsIn(folder, [core])).toEqual([])
  },
)

webTest(
  'an address with http is asked nothing before a switch is turned that says what it risks',
  async ({ page, web }) => {
    const { platform } = web
    // By its name it is another machine.
    const far = platform.v3.replace('127.0.0.1', '0.0.0.0')
    await openKeyStep(page)
    await typeKey(page, far, platform.token)
    const alert = page.locator('form').getByRole('alert')
    await expect(alert).toContainText('This address isn’t encrypted (http)')
    const allow = page.getByRole('switch', { name: 'Allow an unencrypted address (http)' })
    await expect(allow).not.toBeChecked()
    await allow.click()
    await goOn(page)
    await expect(page.getByRole('radio', { name: /Colón/ })).toBeVisible()
  },
)

webTest(
  'an address without scheme and path is found, and connects',
  { tag: '@quick' },
  async ({ page, web }) => {
    const { platform } = web
    const order = await platform.placeOrder(
      { deliveryType: 'go', isScheduled: false },
      { wait: false },
    )
    await connectStore(page, new URL(platform.v3).host, platform.token)
    await expect(page.getByRole('article', { name: order.code })).toBeVisible()
  },
)

webTest(
  'a restart without the token asks for it on the wall, and all goes on',
  async ({ page, web }) => {
    const { platform } = web
    const order = await platform.placeOrder(
      { deliveryType: 'go', isScheduled: false },
      { wait: false },
    )
    await connectStore(page, platform.v3, platform.token)
    await expect(page.getByRole('article', { name: order.code })).toBeVisible()

    await web.restart()
    const alerts = page.getByRole('region', { name: 'Alerts' })
    await expect(alerts).toContainText('Access key missing')
    await expect(page.getByRole('button', { name: /Try again/ })).toHaveCount(0)
    const missed = await platform.placeOrder(
      { deliveryType: 'go', isScheduled: false },
      { wait: false },
    )
    await page
      .getByRole('article', { name: order.code })
      .getByRole('button', { name: `Ready ${order.code}` })
      .click()

    const list = await openAlerts({ page })
    await expect(list.getByRole('button', { name: /Try again/ })).toHaveCount(0)
    await list.getByRole('button', { name: 'Enter access key' }).click()
    const dialog = page.getByRole('dialog', { name: 'Access key for Colón' })
    await dialog.getByLabel('Access key', { exact: true }).fill('not-the-token')
    await page.keyboard.press('Enter')
    await expect(dialog.getByRole('alert')).toContainText('doesn’t accept the access key')
    await dialog.getByLabel('Access key', { exact: true }).fill(platform.token)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await page.keyboard.press('Escape')
    await expect(alerts).not.toContainText('Access key missing')
    await expect(page.getByRole('article', { name: missed.code })).toBeVisible()
    await expect
      .poll(() => platform.effects())
      .toMatchObject([{ operation: 'preparation-ready', subject: order._id, count: 1 }])
  },
)

/** A server that answers everything in one way. */
async function serve(answer: RequestListener): Promise<{ place: string; close(): void }> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    place: `127.0.0.1:${String(port)}`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

const inText = (type: string, status: number, text: string): RequestListener =>
  function answer(_request, response) {
    response.writeHead(status, { 'content-type': type }).end(text)
  }

const wrongPlaces: [string, RequestListener, string, string][] = [
  [
    'a web page',
    inText('text/html', 200, '<!doctype html><title>Our shop</title>'),
    'Platform address',
    'A web page answered instead of the platform.',
  ],
  [
    'another server',
    inText('application/json', 404, '{}'),
    'Platform address',
    'There is a server at this address, but it isn’t the platform.',
  ],
  [
    'a key without permissions',
    inText('application/json', 403, '{"success":false,"error":{"message":"No."}}'),
    'Access key',
    'The access key is valid, but isn’t allowed to do this.',
  ],
]

webTest('each wrong place is said at its own field', async ({ page, web }) => {
  await openKeyStep(page)
  for (const [what, answer, field, sentence] of wrongPlaces)
    await test.step(what, async () => {
      const { place, close } = await serve(answer)
      await typeKey(page, place, web.platform.token)
      await expect(page.locator('form').getByRole('alert')).toContainText(sentence)
      await expect(page.getByLabel(field, { exact: true })).toHaveAttribute('aria-invalid', 'true')
      await expect(page.getByLabel(field, { exact: true })).toBeFocused()
      close()
    })
  await test.step('an address that wants encryption where there is none', async () => {
    const { place, close } = await serve(inText('application/json', 200, '{}'))
    await typeKey(page, `https://${place}`, web.platform.token)
    await expect(page.locator('form').getByRole('alert')).toContainText(
      'Couldn’t make a secure connection. Check the address, and the date and time',
    )
    close()
  })
  await test.step('the sign-in page of a Wi-Fi in front of the platform', async () => {
    web.platform.misbehave({ path: '/api/me', kind: 'html' })
    await typeKey(page, new URL(web.platform.v3).host, web.platform.token)
    await expect(page.locator('form').getByRole('alert')).toContainText(
      'whether the Wi-Fi asks you to sign in',
    )
  })
})

webTest(
  'a key with spaces around it connects, and a test ticket is only on the screen',
  async ({ page, web }) => {
    await connectStore(page, `${new URL(web.platform.v3).host}/api`, `  ${web.platform.token} `)
    await expect(page.getByText('Practice store')).toBeHidden()
    await page.getByRole('button', { name: 'Show a test ticket' }).click()
    const ticket = page.getByRole('article', { name: 'Test – not an order' })
    await expect(ticket).toBeVisible()
    await expectAccessible(page, 'test-ticket')
    await ticket.getByRole('button', { name: 'Ready' }).click()
    await expect(ticket).toBeHidden()
    await page.goto(new URL('#/connection', page.url()).href)
    await page.getByRole('radio', { name: 'It has a public address' }).check()
    await expectAccessible(page, 'events')
    expect(web.platform.effects()).toEqual([])
  },
)

webTest(
  'a token for events is made and copied, the test event comes back, and an event with the token arrives',
  async ({ page, web }) => {
    await connectStore(page, web.platform.v3, web.platform.token)
    await expect(page.getByRole('button', { name: 'Show a test ticket' })).toBeVisible()
    await page.goto(new URL('#/connection', page.url()).href)
    await page.getByRole('radio', { name: 'It has a public address' }).check()
    const details = page.getByRole('region', { name: 'Technical details' })
    const listener = await details.getByText(/^http:\/\/127/).innerText()
    await page.getByLabel('Public address', { exact: true }).fill(listener)
    await page.getByRole('button', { name: 'Save address' }).click()
    await details.getByRole('button', { name: 'Make a token' }).click()
    const newToken = details.getByRole('region', { name: 'New token' })
    const token = newToken.getByRole('group', { name: 'Token' })
    await token.getByRole('button', { name: 'Copy' }).click()
    await expect(token.getByRole('button', { name: 'Copied' })).toBeVisible()
    const bearer = await token.locator('code').innerText()
    await token.getByRole('button', { name: 'Show QR code' }).click()
    await expect(newToken.getByRole('img', { name: 'QR code: Token' })).toBeVisible()
    await newToken.scrollIntoViewIfNeeded()
    await expectAccessible(page, 'token')
    await newToken.getByRole('button', { name: 'I’ve copied it' }).click()
    await expect(page.getByText(bearer)).toHaveCount(0)
    await page.getByRole('button', { name: 'Send a test event' }).click()
    await expect(page.getByText('The test event came back')).toBeVisible()
    await page.getByRole('button', { name: 'Wait for an event' }).click()
    const send = (authorization: string) =>
      fetch(`${listener}ecommerce.order.created`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: sampleText('order-created-pickup'),
      })
    expect((await send('Bearer another-token')).status).toBe(401)
    expect((await send(`Bearer ${bearer}`)).status).toBe(200)
    await expect(page.getByText(/An event from the platform came at/)).toBeVisible()
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page, 'narrow')
    expect(secretsIn(web.folder, [bearer])).toEqual([])
  },
)

webTest(
  'a room that the platform refuses to the key says so until it works again',
  async ({ page, web }) => {
    await connectStore(page, web.platform.v3, web.platform.token)
    await expect(page.getByRole('button', { name: 'Show a test ticket' })).toBeVisible()
    web.platform.misbehave({ path: '/ecommerce/coupons', kind: 'status', status: 403, times: 1 })
    await page.goto(new URL('#/coupons', page.url()).href)
    const note = page.getByText('isn’t allowed to use: Coupons (read)')
    await expect(note).toBeVisible()
    await expectAccessible(page, 'refused')
    await page.getByRole('link', { name: 'Open Connection' }).click()
    await expect(note).toContainText('Ask whoever manages')
    await page.goto(new URL('#/coupons', page.url()).href)
    await expect(note).toBeHidden()
  },
)

webTest('a clock that is hours off is said, with by how much', async ({ page, web }) => {
  const platform = await startPractice({ now: () => Date.now() + 3 * 3_600_000 })
  await openKeyStep(page)
  await typeKey(page, new URL(platform.v3).host, web.platform.token)
  await expect(page.getByRole('radio', { name: /Colón/ })).toBeVisible()
  await expect(page.getByText('clock is 3 hours behind')).toBeVisible()
  await platform.close()
})
