import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'
import { BodyRoom, type BodyBudget } from '#host/feeds/body.ts'
import { stopsAt } from '#host/core/servers.ts'

/**
 * How many connections may wait to be accepted. The system drops further ones, and a browser tries
 * again after a second.
 */
export const maxAtOnce = 2_048

/**
 * Above this, the oldest connection without access makes room for a new one. More than the system
 * hands over at once, so that a new one is heard before it is replaced.
 */
const maxStrangers = 2 * maxAtOnce

/** More than one browser's open pages with six connections each. */
const maxOfScreen = 128

/** How long a server waits for the parts of a request, in ms. */
export const patience: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 30_000,
}

/**
 * Makes a server close a connection that sends a request before the last one was answered. Browsers
 * don't do that; an attacker could send a thousand at once (host/core/servers.ts).
 */
export class OneAtATime {
  readonly #asking = new WeakSet<Socket>()
  /** The server's class of requests. */
  readonly Request: typeof IncomingMessage = stopsAt((socket) => this.#asking.has(socket))

  begin({ socket }: IncomingMessage, response: ServerResponse): void {
    this.#asking.add(socket)
    response.once('close', () => this.#asking.delete(socket))
  }
}

/** The size of a request's body from its headers; infinite if missing. */
export const bodyBytes = ({ headers }: IncomingMessage): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity

/** Closes the connection after the answer. Otherwise Node would read the rest of the body. */
export function closeAfterAnswer(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('connection', 'close')
  response.once('finish', () => request.destroy())
}

type Group = Set<Socket>

/** An encrypted connection is another object than the one that carries it, but has the same end. */
const endOf = ({ remoteAddress = '', remotePort = 0 }: Socket): string =>
  `${remoteAddress} ${String(remotePort)}`

/**
 * Limits the connections of a server: callers without access never block those with access, and no
 * screen blocks another. A loading page has no access until it shows its token.
 */
export class Connections {
  readonly #strangers: Group = new Set()
  readonly #screens = new Map<string, Group>()
  /** By `endOf`. */
  readonly #open = new Map<string, { socket: Socket; group: Group }>()

  constructor(server: Pick<Server, 'on'>) {
    server.on('connection', (socket: Socket) => this.#begin(socket))
  }

  /** Marks a connection as this screen's. */
  vouch(socket: Socket, screenId: string): void {
    const connection = this.#open.get(endOf(socket))
    if (socket.destroyed || connection === undefined) return
    const group = this.#screens.get(screenId) ?? new Set()
    this.#screens.set(screenId, group)
    this.#add(endOf(socket), connection.socket, group, maxOfScreen)
  }

  /** Closes all connections of a screen. */
  drop(screenId: string): void {
    for (const socket of this.#screens.get(screenId) ?? []) socket.destroy()
    this.#screens.delete(screenId)
  }

  /** Closes every connection, also one whose request has not begun. */
  dropAll(): void {
    for (const { socket } of this.#open.values()) socket.destroy()
  }

  #begin(socket: Socket): void {
    const end = endOf(socket)
    this.#add(end, socket, this.#strangers, maxStrangers)
    socket.once('close', () => {
      const connection = this.#open.get(end)
      if (connection?.socket !== socket) return
      connection.group.delete(socket)
      this.#open.delete(end)
    })
  }

  #add(end: string, socket: Socket, group: Group, max: number): void {
    this.#open.get(end)?.group.delete(socket)
    this.#open.set(end, { socket, group })
    group.add(socket)
    if (group.size <= max) return
    const [oldest] = group
    oldest?.destroy()
    if (oldest !== undefined) group.delete(oldest)
  }
}

/** The maximum of bodies being read, for one screen and for all, in bytes. */
const maxBytesOfScreen = 4 * 1024 * 1024
const maxBytesOfAll = 64 * 1024 * 1024

/** One body in the rooms of its screen and of all. */
class SharedPlace {
  readonly #places: ReturnType<BodyBudget['enter']>[]

  constructor(rooms: readonly BodyBudget[], dropBody: () => void) {
    this.#places = rooms.map((room) =>
      room.enter(() => {
        this.leave()
        dropBody()
      }),
    )
  }

  take(bytes: number): boolean {
    return this.#places.every((place) => place.take(bytes))
  }

  settle(): void {
    for (const place of this.#places) place.settle()
  }

  leave(): void {
    for (const place of this.#places) place.leave()
  }
}

/** Reserves space for a screen's bodies: others can't use it up. */
export class BodyBudgets {
  readonly #all = new BodyRoom(maxBytesOfAll)
  readonly #own = new Map<string, BodyBudget>()

  of(screenId: string): BodyBudget {
    const own = this.#own.get(screenId) ?? new BodyRoom(maxBytesOfScreen)
    this.#own.set(screenId, own)
    return { enter: (dropBody) => new SharedPlace([own, this.#all], dropBody) }
  }
}
