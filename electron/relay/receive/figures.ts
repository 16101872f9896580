import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer } from '#host/core/servers.ts'
import type { Metrics } from './metrics.ts'

type ShownMetrics = Pick<Metrics, 'text' | 'contentType'>

function answer(
  { url = '' }: IncomingMessage,
  response: ServerResponse,
  metrics: ShownMetrics,
  isReady: boolean,
): void {
  const path = url.split('?')[0]
  if (path === '/health') {
    response.writeHead(isReady ? 200 : 503, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ ok: isReady }))
    return
  }
  if (path !== '/metrics') {
    response.writeHead(404).end()
    return
  }
  void metrics.text().then((text) => {
    response.writeHead(200, { 'content-type': metrics.contentType })
    response.end(text)
  })
}

/** `/metrics` for Prometheus and `/health` for load balancers: 200 while events can be stored, else 503. */
export class Figures {
  readonly url: string
  readonly #server: Server

  private constructor(url: string, server: Server) {
    this.url = url
    this.#server = server
  }

  /** Rejects if the port is taken. */
  static async serve(
    place: { figuresAddress: string; figuresPort: number },
    metrics: ShownMetrics,
    isReady: () => boolean,
  ): Promise<Figures> {
    const server = createServer((request, response) => {
      answer(request, response, metrics, isReady())
    })
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ port: place.figuresPort, host: place.figuresAddress }, resolve)
    })
    const { port } = server.address() as AddressInfo
    return new Figures(`http://${place.figuresAddress}:${String(port)}/`, server)
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
  }
}
