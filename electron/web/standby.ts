import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createServer } from '#host/servers.ts'
import { hostNames } from '#host/feeds/request-guard.ts'
import type { Obstacle } from '#host/obstacle.ts'
import { acceptedLanguage, troublePage } from '#host/page/trouble.ts'
import { limitConnections, patience } from './connections.ts'

/** How often it tries again while nobody requests the page. */
const tryEveryMs = 15_000

interface StandbyDeps {
  port: number
  dataDir: string
  /**
   * Tries to open the kitchen; returns what is still wrong, null once it is open. Never rejects.
   */
  again(): Promise<Obstacle | null>
}

/**
 * Serves the screens' address while the kitchen can't open: shows the reason to every browser, and
 * tries again each time.
 */
export async function standBy({ port, dataDir, again }: StandbyDeps) {
  let hosts = new Set<string>()
  const server = createServer(patience, (request, response) => {
    response.setHeader('connection', 'close')
    answer(request, response).catch(() => {
      response.destroy()
    })
  })

  limitConnections(server)

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!hosts.has((request.headers.host ?? '').toLowerCase())) {
      response.writeHead(421).end('not a host of this kitchen')
      return
    }
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (isPage !== true) {
      response.writeHead(503, { 'retry-after': '15' }).end('no kitchen')
      return
    }
    const obstacle = await again()
    if (obstacle === null) {
      response.writeHead(303, { location: '/', 'cache-control': 'no-store' }).end()
      return
    }
    const language = acceptedLanguage(request.headers['accept-language'])
    const page = troublePage({ trouble: obstacle, language, theme: 'system', place: dataDir })
    response.writeHead(page.status, page.headers).end(page.html)
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const timer = setInterval(() => void again(), tryEveryMs)
  const taken = (server.address() as AddressInfo).port
  hosts = hostNames('127.0.0.1', taken, [])
  return {
    url: `http://127.0.0.1:${String(taken)}/`,
    port: taken,
    /** Releases the address for the screens. Waiting browsers are sent to them. */
    async leave() {
      clearInterval(timer)
      // Browsers that came meanwhile have no access yet, and the door would reject them.
      await nextTurn()
      await nextTurn()
      server.close()
    },
  }
}

export type Standby = Awaited<ReturnType<typeof standBy>>
