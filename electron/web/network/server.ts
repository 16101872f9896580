import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Kitchen } from '#host/kitchen.ts'
import { securityHeaders } from '#host/page/asset.ts'
import { createServer } from '#host/servers.ts'
import { createAsking, limitConnections, patience, type Connections } from '../connections.ts'
import { createRates } from '../rates.ts'
import { answerWith } from '../server.ts'
import { createStreams } from '../streams.ts'
import { plainAddress } from './addresses.ts'
import { listenAt, openGate } from './gate.ts'
import type { Paired } from './paired.ts'
import type { Pairing } from '#host/network/pairing.ts'

const { createServer: createSecureServer } = process.getBuiltinModule('node:https')

/** A handshake takes a moment; who takes longer wants something else. */
const handshakeMs = 5_000

/** What a server shows at its encrypted connections. PEM. */
export interface ShownCertificate {
  cert: string
  key: string
}

interface NetworkParts {
  kitchen: Kitchen
  pageDir: string
  paired: Paired
  pairing: Pairing
  certificate: ShownCertificate
  /** 0 for any free port. */
  port: number
  /** Whether connections from this address are served. */
  mayConnect(address: string): boolean
  /** A monotonic clock in ms. */
  now(): number
  /** Whether a Host header without its port is a name of the certificate. */
  isName(name: string): boolean
  /** Answers what comes unencrypted. `origin` is the encrypted one of the same host. */
  answerPlain(request: IncomingMessage, response: ServerResponse, origin: string): void
  /** A screen came, went, or has another address. */
  onScreens(): void
}

/** Remembers where each screen was last, for the list of a manager. */
function watchAddresses(connections: Connections, onScreens: () => void) {
  const addresses = new Map<string, string>()
  return {
    addresses,
    connections: {
      ...connections,
      vouch(...[socket, screenId]: Parameters<Connections['vouch']>) {
        connections.vouch(socket, screenId)
        const address = plainAddress(socket.remoteAddress ?? '')
        if (addresses.get(screenId) === address) return
        addresses.set(screenId, address)
        onScreens()
      },
    },
  }
}

/** Serves the screens to the local network. Rejects if the port is taken. */
export async function serveNetwork(parts: NetworkParts) {
  const { kitchen, pageDir, paired, pairing, onScreens, now } = parts
  const asking = createAsking()
  const secure = createSecureServer({
    ...patience,
    ...parts.certificate,
    handshakeTimeout: handshakeMs,
    IncomingMessage: asking.Request,
  })
  // A connection that breaks in its handshake has no request to answer.
  secure.on('tlsClientError', (_cause, socket) => {
    socket.destroy()
  })
  const plain = createServer(patience)
  const gate = openGate({ secure, plain, mayConnect: parts.mayConnect })
  const { connections, addresses } = watchAddresses(limitConnections(gate), onScreens)
  await listenAt(gate, parts.port)
  const { port } = gate.address() as AddressInfo
  const withPort = (name: string): string => new URL(`https://${name}:${String(port)}`).host
  const isHost = (given: string): boolean => {
    const name = given.replace(/:\d+$/, '')
    return withPort(name) === given && parts.isName(name)
  }

  const streams = createStreams(kitchen, onScreens)
  const loading = [import('../app.ts'), import('./routes.ts'), import('./installed.ts')] as const
  const serving = Promise.all(loading).then(([{ createApp, rateOfGuesses }, routes, installed]) =>
    createApp({
      ...{ kitchen, connections, streams, pageDir },
      screenOf: (authorization) => paired.admit(authorization)?.id ?? null,
      head: installed.installedHead,
      guard: routes.networkGuard(isHost, now),
      serveDoor: (app) => {
        routes.serveNetworkDoor(app, { pairing, now, isHost })
        installed.serveInstalled(app, pageDir)
      },
      mayAsk: createRates(routes.rateOfScreen, now),
      mayGuess: createRates(rateOfGuesses, now),
    }),
  )
  // They never listen themselves, and Node starts to check their time limits when they do.
  for (const server of [secure, plain]) server.emit('listening')
  secure.on('request', answerWith(serving, asking, isHost))
  plain.on('request', (request, response) => {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
    response.setHeader('connection', 'close')
    const given = (request.headers.host ?? '').toLowerCase()
    if (isHost(given) && request.method === 'GET')
      parts.answerPlain(request, response, `https://${given}`)
    else response.writeHead(421).end('not a host of this kitchen')
  })

  return {
    port,
    /** Where each screen was last. */
    addresses: (): ReadonlyMap<string, string> => addresses,
    /** Ends everything that a screen has open. */
    drop(screenId: string): void {
      connections.drop(screenId)
      addresses.delete(screenId)
    },
    /** New connections see it; open ones stay. */
    show(certificate: ShownCertificate): void {
      secure.setSecureContext({ ...certificate })
    },
    async close() {
      streams.close()
      const closed = once(gate, 'close')
      for (const server of [gate, secure, plain]) server.close()
      connections.dropAll()
      await closed
    },
  }
}

export type NetworkServer = Awaited<ReturnType<typeof serveNetwork>>
