import type { IncomingMessage, Server, ServerOptions, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { createBodyRoom, type BodyRoom } from '#host/feeds/body.ts'
import { stopsAt } from '#host/servers.ts'

/**
 * So many connections may wait until we take them. The system drops whoever comes then, and a browser tries again after a
 * second.
 */
export const mostAtOnce = 2_048

/**
 * Above it the oldest stranger makes room for a new one. More than the system hands over at once, so that whoever is new is
 * heard before anybody takes its room.
 */
const mostStrangers = 2 * mostAtOnce

/** More than the pages that one browser has open, each with six connections at most. */
const mostOfScreen = 128

/** How long a server of this machine waits for what a request is made of, in milliseconds. */
export const patience: ServerOptions = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1_000,
  keepAliveTimeout: 30_000,
}

/**
 * Has a server hang up on a connection that asks before its last question was answered. No browser does that; of a stranger
 * it would be a thousand questions at once (host/servers.ts).
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

/** The size of a request's body as its head says it; infinite where it does not say. */
export const bodyBytes = ({ headers }: IncomingMessage): number =>
  headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Infinity

/** Ends the connection after the answer. Node would take the rest of the body off the line, whoever sends it. */
export function hangUp(request: IncomingMessage, response: ServerResponse): void {
  response.setHeader('connection', 'close')
  response.once('finish', () => request.destroy())
}

/**
 * Limits the connections of a server: strangers never keep out who was let in, and no screen keeps out another. A page that
 * is being loaded is a stranger until it opens its session.
 */
export function limitConnections(server: Server) {
  const strangers = new Set<Socket>()
  const screens = new Map<string, Set<Socket>>()
  /** Whose each connection is. */
  const groups = new WeakMap<Socket, Set<Socket>>()

  function add(socket: Socket, group: Set<Socket>, most: number): void {
    groups.get(socket)?.delete(socket)
    groups.set(socket, group)
    group.add(socket)
    if (group.size <= most) return
    const [oldest] = group
    oldest?.destroy()
    if (oldest !== undefined) group.delete(oldest)
  }

  server.on('connection', (socket) => {
    add(socket, strangers, mostStrangers)
    socket.once('close', () => groups.get(socket)?.delete(socket))
  })
  return {
    /** Says of a connection that it is this screen's; it is no stranger's any more. */
    vouch(socket: Socket, screenId: string): void {
      if (socket.destroyed) return
      const group = screens.get(screenId) ?? new Set()
      screens.set(screenId, group)
      add(socket, group, mostOfScreen)
    },
  }
}

export type Connections = ReturnType<typeof limitConnections>

/** What the bodies under way may take of one screen, and of all of them together, in bytes. */
const mostBytesOfScreen = 4 * 1024 * 1024
const mostBytesOfAll = 64 * 1024 * 1024

/** Finds the room for the bodies of a screen: what others send takes none of it. */
export function createBodyRooms(): (screenId: string) => BodyRoom {
  const all = createBodyRoom(mostBytesOfAll)
  const rooms = new Map<string, BodyRoom>()
  return (screenId) => {
    const own = rooms.get(screenId) ?? createBodyRoom(mostBytesOfScreen)
    rooms.set(screenId, own)
    return {
      enter(giveWay) {
        const places = [own, all].map((room) =>
          room.enter(() => {
            leave()
            giveWay()
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
