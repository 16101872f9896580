import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createDialect } from '#platform/dialect.ts'
import type { Practice } from '#practice/platform.ts'

const page = readFileSync(join(import.meta.dirname, 'guests-floor-page.html'), 'utf8')

/** Serves the bare page of guests, and forwards its requests to the platform. */
export async function startGuestsFloor({
  v3,
  token,
}: Practice): Promise<{ ui: string; end(): void }> {
  const names = createDialect()

  async function listed(text: string): Promise<string> {
    const query = new URLSearchParams({
      [names.clientsPageSizeParameter]: '50',
      orderByCreatedAt: 'true',
      [names.clientsSearchParameter]: text,
    })
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(`${v3}/royalty/clients?${query.toString()}`, { headers })).text()
  }

  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://floor')
    if (pathname !== '/guests.json') {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(page)
      return
    }
    response.setHeader('content-type', 'application/json')
    listed(searchParams.get('words') ?? '')
      .then((body) => response.end(body))
      .catch(() => response.destroy())
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
