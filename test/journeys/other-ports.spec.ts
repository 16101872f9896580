import { createServer, type IncomingMessage, type Server } from 'node:http'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { tokenPlace } from '#contract/network/device-token.ts'
import { reservedPort } from '#test/support/reserved-port.ts'
import { startWeb } from '#test/support/web-process.ts'
import { leaveFirstSteps } from './connect-store.ts'
import { secretsIn } from './secrets.ts'

/** Stays between the browser and the screens after its program has ended. */
const worker = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate')
    event.respondWith(new Response('<title>caught</title>', { headers: { 'content-type': 'text/html' } }))
})`

/** Another program of the machine at a port, and what it received. */
async function startOther(port: number): Promise<{ server: Server; received: IncomingMessage[] }> {
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

function stop({ server }: { server: Server }): void {
  server.closeAllConnections()
  server.close()
}

/** The page's requests, without its own files. */
const isData = (url: string): boolean => !/\/assets\/|\/$|\.(?:js|css|png|webmanifest)$/.test(url)

test('a page at another port finds no token, gets no cookie and no answer; the first request of a page brings its data', async ({
  browser,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
  const web = startWeb({ dataDir: folder, connected: null })
  const { ui, invitation } = await web.ready
  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  await page.goto(invitation)
  await leaveFirstSteps(page)
  await expect(page.getByRole('article').first()).toBeVisible()
  const token = await page.evaluate<string>(`localStorage['${tokenPlace}']`)
  expect(token).toMatch(/^[\w-]{43}$/)
  expect(await page.evaluate<string>('document.cookie')).toBe('')
  expect(await context.cookies()).toEqual([])

  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  expect(asked.filter(isData)[0]).toBe('/first')

  const neighbour = await startOther(0)
  const { port } = neighbour.server.address() as { port: number }
  const away = await context.newPage()
  await away.goto(`http://127.0.0.1:${String(port)}/`)
  const storages = await away.evaluate<string[]>(
    '[document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)]',
  )
  expect(storages).toEqual(['', '{}', '{}'])
  for (const path of ['first', 'key', 'call']) {
    const refused = await away.evaluate<string>(
      `fetch('${ui}${path}', { credentials: 'include' }).then(() => 'answered', () => 'refused')`,
    )
    expect(refused).toBe('refused')
  }
  for (const { headers } of neighbour.received) {
    expect(headers.cookie).toBeUndefined()
    expect(headers.authorization).toBeUndefined()
  }
  stop(neighbour)
  await context.close()
  await web.end('SIGTERM')
  expect(secretsIn(folder, [token])).toEqual([])
  expect(web.output()).not.toContain(token)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

test('an open page finds its host again after a restart, and a service worker that another program left is removed', async ({
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
  await web.end('SIGKILL')
  const other = await startOther(port)
  await expect(open.getByText('Connection to the kitchen computer lost')).toBeVisible()
  const visited = await context.newPage()
  await visited.goto(ui)
  await visited.evaluate(
    `navigator.serviceWorker.register('/worker.js').then(() => navigator.serviceWorker.ready)`,
  )
  await visited.close()
  stop(other)

  web = start()
  await web.ready
  await expect(open.getByText('Connection to the kitchen computer lost')).toHaveCount(0)
  await expect(open.getByRole('article').first()).toBeVisible()
  const next = await context.newPage()
  await next.goto(ui)
  expect(await next.title()).toBe('caught')
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
  await context.close()
  await web.end('SIGTERM')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})
