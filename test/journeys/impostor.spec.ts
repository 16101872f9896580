import { createServer, type IncomingMessage, type Server } from 'node:http'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { browserMessages, keyPlace } from '#contract/web-door.ts'
import { reservedPort } from '#test/support/reserved-port.ts'
import { startWeb } from '#test/support/web-process.ts'
import { leaveFirstSteps } from './connect-store.ts'

/**
 * Stays between the browser and the screens after its program has ended, and shows what it caught
 * of a loaded page.
 */
const worker = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => {
  if (event.request.mode !== 'navigate') return
  event.respondWith((async () => {
    const html = await (await fetch(event.request)).text()
    const caught = /content="([^" ]+) /.exec(html)?.[1] ?? 'nothing'
    return new Response('<title>caught ' + caught + '</title>', { headers: { 'content-type': 'text/html' } })
  })())
})`

/**
 * Another program of the machine at a port: an empty page, a service worker, and what it received.
 */
async function startImpostor(
  port: number,
): Promise<{ server: Server; received: IncomingMessage[] }> {
  const received: IncomingMessage[] = []
  const server = createServer((request, response) => {
    received.push(request)
    request.resume()
    const isWorker = request.url === '/worker.js'
    response.setHeader('content-type', isWorker ? 'text/javascript' : 'text/html')
    response.end(isWorker ? worker : '<!doctype html><title>Not the kitchen</title>')
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return { server, received }
}

/** Any script at the screens' address can use the browser's key. */
const ownKey = `
    const database = await new Promise((resolve) => {
      const opening = indexedDB.open('${keyPlace.database}', 1)
      opening.onsuccess = () => resolve(opening.result)
    })
    const pair = await new Promise((resolve) => {
      const asked = database.transaction('${keyPlace.store}').objectStore('${keyPlace.store}').get('${keyPlace.name}')
      asked.onsuccess = () => resolve(asked.result)
    })
    const base64 = (bytes) => new Uint8Array(bytes).toBase64({ alphabet: 'base64url', omitPadding: true })
    const key = base64(await crypto.subtle.exportKey('raw', pair.publicKey))
    const sign = async (challenge) => {
      const words = new TextEncoder().encode(${JSON.stringify(browserMessages(''))} + challenge)
      const signature = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, words)
      return 'Signed ' + key + '.' + challenge + '.' + base64(signature)
    }`

/** What a script at the screens' own address finds in the browser and can sign there. */
const loot = (page: Page, challenge: string): Promise<string[]> =>
  page.evaluate(`(async () => {
    const found = [document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
    ${ownKey}
    const extracted = await Promise.all(['pkcs8', 'jwk'].map((format) =>
      crypto.subtle.exportKey(format, pair.privateKey).then(() => 'extracted', () => 'kept')))
    return [...found, ...extracted, await sign('${challenge}')]
  })()`)

/**
 * What a page left open by such a program tries once the screens are back: it has their address and
 * can use the browser's key.
 */
const attack = (page: Page): Promise<{ session: number; found: string[] }> =>
  page.evaluate(`(async () => {
    ${ownKey}
    const { challenge } = await (await fetch('/challenge')).json()
    const headers = { authorization: await sign(challenge) }
    const session = (await fetch('/session', { headers })).status
    const inHead = (html) => /content="([^" ]+) /.exec(html)?.[1] ?? 'no page'
    const fetched = inHead(await (await fetch('/')).text())
    const asDocument = await fetch('/', { headers: { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' } })
    const forged = inHead(await asDocument.text())
    const frame = document.createElement('iframe')
    frame.src = '/'
    document.body.append(frame)
    const other = window.open('/', '', 'width=200')
    await new Promise((resolve) => setTimeout(resolve, 2_000))
    const read = (view) => {
      try { return view.document.querySelector('meta')?.content ?? 'nothing' } catch { return 'refused' }
    }
    return { session, found: [fetched, forged, read(frame.contentWindow), other === null ? 'no window' : read(other)] }
  })()`)

test('a program at another port, or at the screens’ own while these are gone, gets no session', async ({
  browser,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
  const port = await reservedPort()
  const start = () => startWeb({ dataDir: folder, connected: null, uiPort: String(port) })
  let web = start()
  const { ui, invitation } = await web.ready
  const context = await browser.newContext({ locale: 'en-GB' })
  const open = await context.newPage()
  await open.goto(invitation)
  await leaveFirstSteps(open)
  await expect(open.getByRole('article').first()).toBeVisible()
  const { challenge } = (await (await fetch(`${ui}challenge`)).json()) as { challenge: string }

  const neighbour = await startImpostor(0)
  const { port: other } = neighbour.server.address() as { port: number }
  const away = await context.newPage()
  await away.goto(`http://127.0.0.1:${String(other)}/`)
  const refused = await away.evaluate<string>(
    `fetch('${ui}first', { credentials: 'include' }).then(() => 'answered', () => 'refused')`,
  )
  expect(refused).toBe('refused')

  await web.end('SIGKILL')
  const impostor = await startImpostor(port)
  // The open page looks for its host and finds another program.
  await expect(open.getByText('Connection to the kitchen computer lost')).toBeVisible()
  await expect.poll(() => impostor.received.length).toBeGreaterThan(2)
  const paths = new Set(impostor.received.map(({ url = '' }) => url.split('?')[0] ?? ''))
  // It may still load the page's own files, which are not secret.
  expect([...paths].filter((path) => !path.startsWith('/assets/'))).toEqual(['/challenge'])
  const visited = await context.newPage()
  await visited.goto(ui)
  const [cookie, local = '', session, pkcs8, jwk, signed = ''] = await loot(visited, challenge)
  expect([cookie, session, pkcs8, jwk]).toEqual(['', '{}', 'kept', 'kept'])
  // The keyboard of the wall is a preference.
  expect(local.replaceAll('wallKeys', '')).not.toMatch(/key|session|token/i)
  await visited.evaluate(
    `navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)`,
  )
  for (const { headers } of [...impostor.received, ...neighbour.received]) {
    expect(headers.cookie).toBeUndefined()
    expect(headers.authorization).toBeUndefined()
  }
  impostor.server.closeAllConnections()
  impostor.server.close()
  neighbour.server.closeAllConnections()
  neighbour.server.close()

  web = start()
  await web.ready
  for (const authorization of [signed, signed.replace('Signed', 'Bearer')])
    for (const path of ['first', 'session', 'events'])
      expect((await fetch(`${ui}${path}`, { headers: { authorization } })).status).toBe(401)
  // Its worker is in front of the next page, which removes it.
  const next = await context.newPage()
  await next.goto(ui)
  expect(await next.title()).toBe('caught none')
  // Its page is still open.
  const { session: answered, found } = await attack(visited)
  expect(answered).toBe(401)
  expect(found.slice(0, 2)).toEqual(['none', 'none'])
  expect(found.filter((text) => /[\w-]{75}/.test(text))).toEqual([])
  // Chromium asks for the worker's script a second after a load; a load before that puts it off.
  await expect
    .poll(
      async () => {
        await next.goto(ui)
        return next.title()
      },
      { intervals: [3_000] },
    )
    .toBe('Kitchen Pass')
  await next.close()
  await visited.close()
  // The open page finds its host again and is let in as before.
  await expect(open.getByText('Connection to the kitchen computer lost')).toHaveCount(0)
  await expect(open.getByRole('article').first()).toBeVisible()
  expect(readdirSync(folder)).toContain('web-identity.pem')
  await context.close()
  await web.end('SIGTERM')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})
