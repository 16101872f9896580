import type { AddressInfo } from 'node:net'
import { createServer } from '#host/servers.ts'
import type { Metrics } from './metrics.ts'

/**
 * Serves `/metrics` for Prometheus and `/health` for load balancers: 200 while events can be
 * stored, else 503. Rejects if the port is taken.
 */
export async function serveFigures(
  place: { figuresAddress: string; figuresPort: number },
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  isReady: () => boolean,
) {
  const server = createServer((request, response) => {
    const path = (request.url ?? '').split('?')[0]
    if (path === '/health') {
      response.writeHead(isReady() ? 200 : 503, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ ok: isReady() }))
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
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: place.figuresPort, host: place.figuresAddress }, resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${place.figuresAddress}:${String(port)}/`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
