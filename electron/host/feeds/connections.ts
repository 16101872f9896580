import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../clock.ts'

/**
 * The limit of long-waiting connections of each kind. Above it, the ones that have waited longest
 * are closed.
 */
const mostWaiting = 512
/** A newer connection is not closed: an honest sender needs at most this long to send something. */
const graceMs = 250
/** The grace applies up to this many connections. */
const mostInGrace = 4 * mostWaiting

/** Connections of one kind and their start times, the longest waiting first. */
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
 * Limits the cost of waiting connections. Three kinds have separate limits, so that none crowds out
 * another: strangers, authorized senders with an incomplete body, and connections that are idle
 * after an answer.
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
    /** The request has a valid bearer token; its body is still to come. */
    accepted: ({ socket }: IncomingMessage): void => move(socket, sending),
    /** All of the request has arrived. */
    complete: ({ socket }: IncomingMessage): void => leave(socket),
  }
}
