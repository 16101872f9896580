import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hono } from 'hono'
import { colours } from '#host/page/colours.ts'
import { refuse, send, type Env } from '#web/app.ts'

/** How a tablet shows Kitchen Pass that was added to its home screen. */
const manifest = {
  name: 'Kitchen Pass',
  short_name: 'Kitchen Pass',
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'fullscreen',
  background_color: colours.ground[0],
  theme_color: colours.ground[0],
  icons: [{ src: '/icon.png', sizes: '512x512', type: 'image/png', purpose: 'any' }],
}

/** Goes into the head of the page: it can be added to the home screen. */
export const installedHead = [
  '<link rel="manifest" href="/manifest.webmanifest">',
  '<meta name="mobile-web-app-capable" content="yes">',
  '<link rel="apple-touch-icon" href="/icon.png">',
].join('')

export const workerPath = '/worker.js'

/**
 * Keeps the page's own files, so that it opens and says why when the kitchen computer is away, and
 * nothing else: orders never pass through it. A page comes from the host if that answers in time.
 * The files of another start of the host have other addresses, and the old ones are removed.
 */
export const worker = `const shell = 'kitchen-pass-shell'
const patience = 4000
addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))

async function keepPage(page) {
  const cache = await caches.open(shell)
  const start = /assets\\/[\\w-]{16}\\//.exec(await page.clone().text())?.[0]
  await cache.put('/', page)
  for (const { url } of await cache.keys())
    if (start !== undefined && url.includes('/assets/') && !url.includes(start)) await cache.delete(url)
}
async function openPage(event) {
  const kept = await (await caches.open(shell)).match('/')
  const asked = fetch(event.request).then((page) => {
    if (page.ok && page.type === 'basic') event.waitUntil(keepPage(page.clone()))
    return page
  })
  if (kept === undefined) return asked
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), patience))
  return Promise.race([asked.catch(() => kept), late])
}
async function openFile(event) {
  const cache = await caches.open(shell)
  const kept = await cache.match(event.request)
  if (kept !== undefined) return kept
  const file = await fetch(event.request)
  if (file.ok) event.waitUntil(cache.put(event.request, file.clone()))
  return file
}
addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url)
  if (origin !== location.origin || event.request.method !== 'GET') return
  if (event.request.mode === 'navigate' && pathname === '/') event.respondWith(openPage(event))
  else if (pathname.startsWith('/assets/')) event.respondWith(openFile(event))
})
`

/** The icon among the files of the page; null if there is none. */
async function readIcon(pageDir: string): Promise<Buffer<ArrayBuffer> | null> {
  const folder = join(pageDir, 'assets')
  const names = await readdir(folder).catch(() => [])
  const name = names.find((each) => /^512x512-[\w-]+\.png$/.test(each))
  return name === undefined ? null : readFile(join(folder, name))
}

/** What makes the page an app of a tablet. */
export function serveInstalled(app: Hono<Env>, pageDir: string): void {
  const icon = readIcon(pageDir)
  app.get('/manifest.webmanifest', () =>
    send('application/manifest+json', JSON.stringify(manifest)),
  )
  app.get(workerPath, () => send('text/javascript', worker))
  app.get('/icon.png', async (context) => {
    const content = await icon
    return content === null
      ? refuse(context, 404, 'no icon')
      : new Response(content, { headers: { 'content-type': 'image/png' } })
  })
}
