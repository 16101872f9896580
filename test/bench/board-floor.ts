import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'

const page = readFileSync(join(import.meta.dirname, 'board-floor-page.html'), 'utf8')

const bare = (name: string): string => name.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')

/** Serves the bare page with this many rows. The names also come without accents. */
export async function startBoardFloor(
  items: readonly { name: string }[],
  rows: number,
): Promise<{ ui: string; end(): void }> {
  const body = JSON.stringify(items.map(({ name }) => ({ name, bare: bare(name) })))
  const html = page.replace('data-rows=""', `data-rows="${String(rows)}"`)
  const server = createServer(({ url }, response) => {
    const isItems = url === '/items.json'
    const isPage = url === '/'
    response.setHeader('content-type', isItems ? 'application/json' : 'text/html; charset=utf-8')
    response.statusCode = isItems || isPage ? 200 : 404
    response.end(isItems ? body : isPage ? html : 'not found')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    ui: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`,
    end() {
      server.closeAllConnections()
      server.close()
    },
  }
}
