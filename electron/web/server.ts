import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Kitchen } from '#host/kitchen.ts'
import { securityHeaders } from '#host/page/asset.ts'
import { createServer } from '#host/core/servers.ts'
import {
  bodyBytes,
  closeAfterAnswer,
  Connections,
  maxAtOnce,
  OneAtATime,
  patience,
} from '#receiver/connections.ts'
import { LocalDoor } from './door/local-door.ts'
import { Rates } from '#receiver/rates.ts'
import { Streams } from './streams.ts'

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
  /** The same with a key that gives one browser access (door/door-key.ts). */
  readonly invitation: string
  readonly keyFile: string
  close(): Promise<void>
}

type IsHost = (host: string) => boolean

/** Nothing else has a body. */
const isCall = ({ method, url, headers }: IncomingMessage, isHost: IsHost): boolean =>
  method === 'POST' &&
  url === '/call' &&
  isHost((headers.host ?? '').toLowerCase()) &&
  headers['service-worker'] === undefined

/** Passes a server's requests to an app that may still be loading. */
export const answerWith =
  (
    serving: Promise<(request: IncomingMessage, response: ServerResponse) => Promise<void>>,
    asking: Pick<OneAtATime, 'begin'>,
    isHost: IsHost,
  ) =>
  (request: IncomingMessage, response: ServerResponse): void => {
    asking.begin(request, response)
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
    if (bodyBytes(request) > 0 && !isCall(request, isHost)) closeAfterAnswer(request, response)
    void serving.then((serve) => serve(request, response))
  }

/**
 * Serves the screens of a kitchen on the loopback address. The caller is checked before any body is
 * read. Rejects if the port isn't available.
 */
export async function serveScreens(
  kitchen: Kitchen,
  place: { port: number; pageDir: string; dataDir: string },
): Promise<WebServer> {
  const asking = new OneAtATime()
  const server = createServer({ ...patience, IncomingMessage: asking.Request })
  const connections = new Connections(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: place.port, host: hostName, backlog: maxAtOnce }, resolve)
  })
  const { port } = server.address() as AddressInfo
  const url = `http://${hostName}:${String(port)}/`
  // Without the port if it is the default one.
  const authority = new URL(url).host
  const door = new LocalDoor(place.dataDir, port, (screenId) => connections.drop(screenId))
  kitchen.onRemoved((screenId) => door.remove(screenId))
  const streams = new Streams(kitchen, () => kitchen.reportScreens())
  const { pageDir } = place
  // Later: it loads Node's fetch (host/core/servers.ts), and callers wait meanwhile.
  const serving = Promise.all([import('./app.ts'), import('./door/local-routes.ts')]).then(
    ([{ createApp, rateOfGuesses }, { localGuard, serveLocalDoor }]) => {
      const guesses = new Rates(rateOfGuesses, () => performance.now())
      const mayGuess = (address: string) => guesses.take(address)
      return createApp({
        ...{ kitchen, connections, streams, pageDir, mayGuess },
        screenOf: (authorization) => door.screenOf(authorization),
        guard: localGuard(authority),
        serveDoor: (app) => {
          serveLocalDoor(app, door, mayGuess)
        },
        mayAsk: () => true,
      })
    },
  )
  server.on(
    'request',
    answerWith(serving, asking, (host) => host === authority),
  )
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
