import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { createServer } from '#host/core/servers.ts'
import { hostNames } from '#host/feeds/request-guard.ts'
import type { Obstacle } from '#host/start/obstacle.ts'
import { acceptedLanguage, troublePage } from '#host/page/trouble.ts'
import { Connections, patience } from '#receiver/connections.ts'

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
export class Standby {
  readonly port: number
  readonly #deps: StandbyDeps
  readonly #server: Server
  readonly #hosts: ReadonlySet<string>
  readonly #trying: NodeJS.Timeout

  private constructor(deps: StandbyDeps, server: Server) {
    this.#deps = deps
    this.#server = server
    this.port = (server.address() as AddressInfo).port
    this.#hosts = hostNames('127.0.0.1', this.port, [])
    this.#trying = setInterval(() => void deps.again(), tryEveryMs)
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      response.setHeader('connection', 'close')
      this.#answer(request, response).catch(() => response.destroy())
    })
  }

  /** Rejects if the port is taken. */
  static async start(deps: StandbyDeps): Promise<Standby> {
    const server = createServer(patience)
    new Connections(server)
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(deps.port, '127.0.0.1', resolve)
    })
    return new Standby(deps, server)
  }

  get url(): string {
    return `http://127.0.0.1:${String(this.port)}/`
  }

  /** Releases the address for the screens. Waiting browsers are sent to them. */
  async leave(): Promise<void> {
    clearInterval(this.#trying)
    // Browsers that came meanwhile have no access yet, and the door would reject them.
    await nextTurn()
    await nextTurn()
    this.#server.close()
  }

  async #answer({ method, headers }: IncomingMessage, response: ServerResponse): Promise<void> {
    if (!this.#hosts.has((headers.host ?? '').toLowerCase())) {
      response.writeHead(421).end('not a host of this kitchen')
      return
    }
    if (method !== 'GET' || headers.accept?.includes('text/html') !== true) {
      response.writeHead(503, { 'retry-after': '15' }).end('no kitchen')
      return
    }
    const obstacle = await this.#deps.again()
    if (obstacle === null) {
      response.writeHead(303, { location: '/', 'cache-control': 'no-store' }).end()
      return
    }
    const language = acceptedLanguage(headers['accept-language'])
    const place = this.#deps.dataDir
    const page = troublePage({ trouble: obstacle, language, theme: 'system', place })
    response.writeHead(page.status, page.headers).end(page.html)
  }
}
