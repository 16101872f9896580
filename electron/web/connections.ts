import type { IncomingMessage, ServerOptions, ServerResponse } from 'node:http'
import type { Server, Socket } from 'node:net'
import { BodyRoom, type BodyBudget } from '#host/feeds/body-room.ts'
import { stopsAt } from '#host/servers.ts'

/**
 * How many connections may wait to be accepted. The system drops further ones, and a browser tries
 * again after a second.
 */
export const mostAtOnce = 2_048

/**
 * Above this, the oldest connection without access makes room for a new one. More than the system
 * hands over at once, so that a new one is heard before it is replaced.
 */
const mostStrangers = 2 * mostAtOnce

/** More than one browser's open pages with six connections each. */
const mostOfScreen = 128

/** How long a server waits for the parts of a request, in ms. */
export const patience: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 30_000,
}

/**
 * Makes a server close a connection that sends a request before the last one was answered. Browsers
 * don't do that; an attacker could send a thousand at once (host/servers.ts).
 */
export function createAsking(): {
  Request: typeof IncomingMessage
  begin(request: IncomingMessage, response: ServerResponse): void
} {
  const asking = new WeakSet<Socket>()
  return {
    Request: stopsAt((socket) => asking.has(socket)),
    begin({ socket }, response) {
      asking.add(socket)
      response.once('close', () => asking.delete(socket))
    },
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

/**
 * Limits the connections of a server: callers without access never block those with access, and no
 * screen blocks another. A loading page has no access until it shows its token.
 */
export function limitConnections(server: Server) {
  const strangers = new Set<Socket>()
  const screens = new Map<string, Set<Socket>>()
  /** By `endOf`: an encrypted connection is another object than the one that carries it. */
  const open = new Map<string, { socket: Socket; group: Set<Socket> }>()
  const endOf = ({ remoteAddress = '', remotePort = 0 }: Socket): string =>
    `${remoteAddress} ${String(remotePort)}`

  function add(end: string, socket: Socket, group: Set<Socket>, most: number): void {
    open.get(end)?.group.delete(socket)
    open.set(end, { socket, group })
    group.add(socket)
    if (group.size <= most) return
    const [oldest] = group
    oldest?.destroy()
    if (oldest !== undefined) group.delete(oldest)
  }

  server.on('connection', (socket: Socket) => {
    const end = endOf(socket)
    add(end, socket, strangers, mostStrangers)
    socket.once('close', () => {
      const known = open.get(end)
      if (known?.socket !== socket) return
      known.group.delete(socket)
      open.delete(end)
    })
  })
  return {
    /** Marks a connection as this screen's. */
    vouch(socket: Socket, screenId: string): void {
      const known = open.get(endOf(socket))
      if (socket.destroyed || known === undefined) return
      const group = screens.get(screenId) ?? new Set()
      screens.set(screenId, group)
      add(endOf(socket), known.socket, group, mostOfScreen)
    },
    /** Closes all connections of a screen. */
    drop(screenId: string): void {
      for (const socket of screens.get(screenId) ?? []) socket.destroy()
      screens.delete(screenId)
    },
    /** Closes every connection, also one whose request has not begun. */
    dropAll(): void {
      for (const { socket } of open.values()) socket.destroy()
    },
  }
}

export type Connections = ReturnType<typeof limitConnections>

/** The maximum of bodies being read, for one screen and for all, in bytes. */
const mostBytesOfScreen = 4 * 1024 * 1024
const mostBytesOfAll = 64 * 1024 * 1024

/** Reserves space for a screen's bodies: others can't use it up. */
export function createBodyBudgets(): (screenId: string) => BodyBudget {
  const all = new BodyRoom(mostBytesOfAll)
  const rooms = new Map<string, BodyBudget>()
  return (screenId) => {
    const own = rooms.get(screenId) ?? new BodyRoom(mostBytesOfScreen)
    rooms.set(screenId, own)
    return {
      enter(dropBody) {
        const places = [own, all].map((room) =>
          room.enter(() => {
            leave()
            dropBody()
          }),
        )
        function leave(): void {
          for (const place of places) place.leave()
        }
        return {
          take: (bytes) => places.every((place) => place.take(bytes)),
          settle() {
            for (const place of places) place.settle()
          },
          leave,
        }
      },
    }
  }
}
