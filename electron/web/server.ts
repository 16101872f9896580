import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Kitchen } from '#host/kitchen.ts'
import { securityHeaders } from '#host/page/asset.ts'
import { createServer } from '#host/servers.ts'
import {
  bodyBytes,
  createAsking,
  closeAfterAnswer,
  limitConnections,
  mostAtOnce,
  patience,
} from './connections.ts'
import { createDoor } from './door/door.ts'
import { createStreams } from './streams.ts'

/**
 * The screens' only host name: another program may have the same port of `localhost`, which is
 * `::1` too.
 */
const hostName = '127.0.0.1'

/**
 * The server for browsers: the page, its first view, `POST /call`, exports, and `GET /events` as an
 * event stream.
 */
export interface WebServer {
  /** `http://127.0.0.1:port/` */
  readonly url: string
  /** The same with a key that gives one browser access (door/keys.ts). */
  readonly invitation: string
  readonly keyFile: string
  close(): Promise<void>
}

/** Nothing else has a body. */
const isCall = ({ method, url, headers }: IncomingMessage, authority: string): boolean =>
  method === 'POST' &&
  url === '/call' &&
  headers.host?.toLowerCase() === authority &&
  headers['service-worker'] === undefined

/**
 * Serves the screens of a kitchen on the loopback address. The caller is checked before any body is
 * read. Rejects if the port isn't available.
 */
export async function serveScreens(
  kitchen: Kitchen,
  place: { port: number; pageDir: string; dataDir: string },
): Promise<WebServer> {
  const asking = createAsking()
  const server = createServer({ ...patience, IncomingMessage: asking.Request })
  const connections = limitConnections(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: place.port, host: hostName, backlog: mostAtOnce }, resolve)
  })
  const { port } = server.address() as AddressInfo
  const url = `http://${hostName}:${String(port)}/`
  // Without the port if it is the default one.
  const authority = new URL(url).host
  const door = createDoor(place.dataDir, port)
  const streams = createStreams(kitchen)
  const { pageDir } = place
  // Later: it loads Node's fetch (host/servers.ts), and callers wait meanwhile.
  const serving = import('./app.ts').then(({ createApp }) =>
    createApp(authority, { kitchen, door, connections, streams, pageDir }),
  )
  server.on('request', (request, response) => {
    asking.begin(request, response)
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
    if (bodyBytes(request) > 0 && !isCall(request, authority)) closeAfterAnswer(request, response)
    void serving.then((serve) => serve(request, response))
  })
  return {
    url,
    invitation: `${url}#key=${door.key.invitation}`,
    keyFile: door.key.file,
    async close() {
      door.key.close()
      streams.close()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
