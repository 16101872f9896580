import { once } from 'node:events'
import type { IncomingMessage, Server as PlainServer, ServerResponse } from 'node:http'
import type { Server as SecureServer } from 'node:https'
import type { AddressInfo, Server, Socket } from 'node:net'
import type { Kitchen } from '#host/kitchen.ts'
import { securityHeaders } from '#host/page/asset.ts'
import { createServer } from '#host/core/servers.ts'
import type { createApp as CreateAppFunction } from '#web/app.ts'
import { Connections, OneAtATime, patience } from '#receiver/connections.ts'
import { Rates } from '#receiver/rates.ts'
import { answerWith } from '#web/server.ts'
import { Streams } from '#web/streams.ts'
import { plainAddress } from '#receiver/addresses.ts'
import { listenAt, openGate } from './gate.ts'
import type { Paired } from './paired.ts'
import type { Pairing } from '#host/network/pairing.ts'

const { createServer: createSecureServer } = process.getBuiltinModule('node:https')

type CreateApp = typeof CreateAppFunction

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

/** Also remembers where each screen was last, for the list of a manager. */
class NetworkConnections extends Connections {
  readonly addresses = new Map<string, string>()
  readonly #onScreens: () => void

  constructor(server: Server, onScreens: () => void) {
    super(server)
    this.#onScreens = onScreens
  }

  override vouch(socket: Socket, screenId: string): void {
    super.vouch(socket, screenId)
    const address = plainAddress(socket.remoteAddress ?? '')
    if (this.addresses.get(screenId) === address) return
    this.addresses.set(screenId, address)
    this.#onScreens()
  }

  override drop(screenId: string): void {
    super.drop(screenId)
    this.addresses.delete(screenId)
  }
}

/** The server of the screens for the local network. */
export class NetworkServer {
  readonly #parts: NetworkParts
  readonly #oneAtATime = new OneAtATime()
  readonly #secure: SecureServer
  readonly #plain: PlainServer
  readonly #gate: Server
  readonly #connections: NetworkConnections
  readonly #streams: Streams
  #port = 0

  private constructor(parts: NetworkParts) {
    this.#parts = parts
    this.#secure = createSecureServer({
      ...patience,
      ...parts.certificate,
      handshakeTimeout: handshakeMs,
      IncomingMessage: this.#oneAtATime.Request,
    })
    // A connection that breaks in its handshake has no request to answer.
    this.#secure.on('tlsClientError', (_cause, socket) => socket.destroy())
    this.#plain = createServer(patience)
    this.#gate = openGate({
      secure: this.#secure,
      plain: this.#plain,
      mayConnect: (address) => parts.mayConnect(address),
    })
    this.#connections = new NetworkConnections(this.#gate, () => parts.onScreens())
    this.#streams = new Streams(parts.kitchen, () => parts.onScreens())
  }

  /** Rejects if the port is taken. */
  static async start(parts: NetworkParts): Promise<NetworkServer> {
    const server = new NetworkServer(parts)
    try {
      await listenAt(server.#gate, parts.port)
    } catch (cause) {
      server.#streams.close()
      throw cause
    }
    server.#port = (server.#gate.address() as AddressInfo).port
    server.#serve()
    return server
  }

  get port(): number {
    return this.#port
  }

  /** Where each screen was last. */
  get addresses(): ReadonlyMap<string, string> {
    return this.#connections.addresses
  }

  /** Ends everything that a screen has open. */
  drop(screenId: string): void {
    this.#connections.drop(screenId)
  }

  /** New connections see it; open ones stay. */
  show(certificate: ShownCertificate): void {
    this.#secure.setSecureContext({ ...certificate })
  }

  async close(): Promise<void> {
    this.#streams.close()
    const closed = once(this.#gate, 'close')
    for (const server of [this.#gate, this.#secure, this.#plain]) server.close()
    this.#connections.dropAll()
    await closed
  }

  #serve(): void {
    // They never listen themselves, and Node starts to check their time limits when they do.
    for (const server of [this.#secure, this.#plain]) server.emit('listening')
    this.#secure.on(
      'request',
      answerWith(this.#loadApp(), this.#oneAtATime, (host) => this.#isHost(host)),
    )
    this.#plain.on('request', (request: IncomingMessage, response: ServerResponse) =>
      this.#answerPlain(request, response),
    )
  }

  async #loadApp(): Promise<ReturnType<CreateApp>> {
    const loading = [
      import('#web/app.ts'),
      import('./routes.ts'),
      import('./installed.ts'),
    ] as const
    const [{ createApp, rateOfGuesses }, routes, installed] = await Promise.all(loading)
    const { kitchen, pageDir, paired, pairing, now } = this.#parts
    const isHost = (host: string): boolean => this.#isHost(host)
    const [calls, guesses] = [new Rates(routes.rateOfScreen, now), new Rates(rateOfGuesses, now)]
    return createApp({
      ...{ kitchen, pageDir, connections: this.#connections, streams: this.#streams },
      screenOf: (authorization) => paired.admit(authorization)?.id ?? null,
      head: installed.installedHead,
      guard: routes.networkGuard(isHost, now),
      serveDoor(app) {
        routes.serveNetworkDoor(app, { pairing, now, isHost })
        installed.serveInstalled(app, pageDir)
      },
      mayAsk: (screenId) => calls.take(screenId),
      mayGuess: (address) => guesses.take(address),
    })
  }

  #isHost(host: string): boolean {
    const name = host.replace(/:\d+$/, '')
    const own = new URL(`https://${name}:${String(this.#port)}`).host
    return own === host && this.#parts.isName(name)
  }

  #answerPlain(request: IncomingMessage, response: ServerResponse): void {
    for (const [name, value] of Object.entries(securityHeaders)) response.setHeader(name, value)
    response.setHeader('connection', 'close')
    const host = (request.headers.host ?? '').toLowerCase()
    if (this.#isHost(host) && request.method === 'GET')
      this.#parts.answerPlain(request, response, `https://${host}`)
    else response.writeHead(421).end('not a host of this kitchen')
  }
}
