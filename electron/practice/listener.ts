import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener, type HttpBindings } from '@hono/node-server'

/** A server on loopback. */
interface Listener {
  /** `http://127.0.0.1:port`. */
  readonly origin: string
  /** Ends it and cuts every line. */
  close(): Promise<void>
}

type Serve = (request: Request, bindings: HttpBindings) => Response | Promise<Response>

/**
 * Listens on 127.0.0.1, dates its answers by `now` and tells `onRequest` of each; port 0 is any free one. Rejects where the
 * port is taken.
 */
export async function listen(
  port: number,
  serve: Serve,
  now: () => number,
  onRequest: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Listener> {
  const answer = getRequestListener((request, bindings) => serve(request, bindings as HttpBindings))
  const server = createServer((incoming, outgoing) => {
    onRequest(incoming, outgoing)
    outgoing.setHeader('date', new Date(now()).toUTCString())
    void answer(incoming, outgoing)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const ended = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await ended
    },
  }
}
