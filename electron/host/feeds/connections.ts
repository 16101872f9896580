import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** As many of each kind wait at once; above that the one that has waited longest is hung up on. */
const mostWaiting = 512

/** Which connections wait for their other side. */
export interface Connections {
  /** The bearer of this request is good; its body is still to come. */
  accepted(request: IncomingMessage): void
  /** All of this request is here: we wait for nothing. */
  complete(request: IncomingMessage): void
}

/**
 * Bounds what waiting connections cost. Strangers, senders with a good bearer that have not sent all of a body, and
 * senders that rest after an answer each have a limit of their own, so none of them crowds out another.
 */
export function limitConnections(server: Server): Connections {
  const strangers = new Set<Socket>()
  const sending = new Set<Socket>()
  const resting = new Set<Socket>()

  function leave(socket: Socket): void {
    for (const waiting of [strangers, sending, resting]) waiting.delete(socket)
  }
  function move(socket: Socket, waiting: Set<Socket>): void {
    leave(socket)
    if (socket.destroyed) return
    waiting.add(socket)
    if (waiting.size <= mostWaiting) return
    const [longest] = waiting
    longest?.destroy()
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
    accepted: ({ socket }) => move(socket, sending),
    complete: ({ socket }) => leave(socket),
  }
}
