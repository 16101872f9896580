import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../clock.ts'

/** As many of each kind may wait for long; above that those that have waited longest are hung up on. */
const mostWaiting = 512
/** Nobody is, who came so short a time ago: an honest sender has said something by then. */
const graceMs = 250
/** As long as there are not more than this. */
const mostInGrace = 4 * mostWaiting

/** Connections of one kind, the longest waiting first, and since when. */
function createWaiting(clock: Clock) {
  const since = new Map<Socket, number>()
  let isPlanned = false

  function trim(): void {
    isPlanned = false
    const late = clock.monotonic() - graceMs
    for (const [socket, at] of since) {
      if (since.size <= mostWaiting || (at > late && since.size <= mostInGrace)) break
      since.delete(socket)
      socket.destroy()
    }
    if (since.size > mostWaiting) plan()
  }
  function plan(): void {
    if (isPlanned) return
    isPlanned = true
    clock.after(graceMs, trim)
  }
  return {
    add(socket: Socket): void {
      since.set(socket, clock.monotonic())
      if (since.size > mostInGrace) trim()
      else if (since.size > mostWaiting) plan()
    },
    remove: (socket: Socket): void => void since.delete(socket),
  }
}

/**
 * Bounds what waiting connections cost. Strangers, senders with a good bearer that have not sent all of a body, and
 * senders that rest after an answer each have a limit of their own, so none of them crowds out another.
 */
export function limitConnections(server: Server, clock: Clock) {
  const strangers = createWaiting(clock)
  const sending = createWaiting(clock)
  const resting = createWaiting(clock)

  function leave(socket: Socket): void {
    for (const waiting of [strangers, sending, resting]) waiting.remove(socket)
  }
  function move(socket: Socket, to: typeof strangers): void {
    leave(socket)
    if (!socket.destroyed) to.add(socket)
  }

  server.on('connection', (socket) => {
    move(socket, strangers)
    socket.once('close', () => leave(socket))
  })
  const rests = ({ socket }: IncomingMessage, response: ServerResponse): void => {
    response.once('finish', () => {
      if (response.statusCode === 200) move(socket, resting)
    })
  }
  server.on('request', rests)
  server.on('checkContinue', rests)
  return {
    /** The bearer of this request is good. Its body is still to come. */
    accepted: ({ socket }: IncomingMessage): void => move(socket, sending),
    /** All of this request is here: we wait for nothing. */
    complete: ({ socket }: IncomingMessage): void => leave(socket),
  }
}
