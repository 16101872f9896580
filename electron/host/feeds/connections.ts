import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Clock } from '../clock/clock.ts'

/**
 * The limit of long-waiting connections of each kind. Above it, the ones that have waited longest
 * are closed.
 */
const maxWaiting = 512
/** A newer connection is not closed: an honest sender needs at most this long to send something. */
const graceMs = 250
/** The grace applies up to this many connections. */
const maxInGrace = 4 * maxWaiting

/** The limit of requests on one connection, including the one being answered. */
const maxOfConnection = 16

/** Connections of one kind and their start times, the longest waiting first. */
class WaitingConnections {
  readonly #clock: Clock
  readonly #since = new Map<Socket, number>()
  #isPlanned = false

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(socket: Socket): void {
    this.#since.set(socket, this.#clock.monotonic())
    if (this.#since.size > maxInGrace) this.#trim()
    else if (this.#since.size > maxWaiting) this.#plan()
  }

  remove(socket: Socket): void {
    this.#since.delete(socket)
  }

  #trim(): void {
    this.#isPlanned = false
    const late = this.#clock.monotonic() - graceMs
    for (const [socket, at] of this.#since) {
      const count = this.#since.size
      if (count <= maxWaiting || (at > late && count <= maxInGrace)) break
      this.#since.delete(socket)
      socket.destroy()
    }
    if (this.#since.size > maxWaiting) this.#plan()
  }

  #plan(): void {
    if (this.#isPlanned) return
    this.#isPlanned = true
    this.#clock.after(graceMs, () => this.#trim())
  }
}

/**
 * Limits the cost of waiting connections. Three kinds have separate limits, so that none crowds out
 * another: strangers, authorized senders with an incomplete body, and connections that are idle
 * after an answer.
 */
export class ConnectionLimits {
  readonly #strangers: WaitingConnections
  readonly #sending: WaitingConnections
  readonly #resting: WaitingConnections

  constructor(server: Server, clock: Clock) {
    this.#strangers = new WaitingConnections(clock)
    this.#sending = new WaitingConnections(clock)
    this.#resting = new WaitingConnections(clock)
    server.on('connection', (socket: Socket) => {
      this.#move(socket, this.#strangers)
      socket.once('close', () => this.#leave(socket))
    })
    for (const event of ['request', 'checkContinue'])
      server.on(event, (request: IncomingMessage, response: ServerResponse) =>
        this.#restAfter(request, response),
      )
  }

  /** The request has a valid bearer token; its body is still to come. */
  accept({ socket }: IncomingMessage): void {
    this.#move(socket, this.#sending)
  }

  /** All of the request has arrived. */
  complete({ socket }: IncomingMessage): void {
    this.#leave(socket)
  }

  #restAfter({ socket }: IncomingMessage, response: ServerResponse): void {
    response.once('finish', () => {
      if (response.statusCode === 200) this.#move(socket, this.#resting)
    })
  }

  #leave(socket: Socket): void {
    for (const waiting of [this.#strangers, this.#sending, this.#resting]) waiting.remove(socket)
  }

  #move(socket: Socket, to: WaitingConnections): void {
    this.#leave(socket)
    if (!socket.destroyed) to.add(socket)
  }
}

/** The last unanswered request of a connection, and how many wait. */
interface Turn {
  last: Promise<void>
  waiting: number
}

/** Handles the requests of one connection in order. */
export class Turns {
  readonly #turns = new WeakMap<Socket, Turn>()
  readonly #ending = new WeakSet<Socket>()

  /**
   * The connection ends with a refusal. Later requests on it are ignored, since their sender
   * can't receive the answer.
   */
  end(socket: Socket): void {
    this.#ending.add(socket)
  }

  isFull(socket: Socket): boolean {
    const waiting = this.#turns.get(socket)?.waiting ?? 0
    return this.#ending.has(socket) || waiting >= maxOfConnection
  }

  take(socket: Socket, work: () => Promise<void>): void {
    const turn = this.#turns.get(socket) ?? { last: Promise.resolve(), waiting: 0 }
    this.#turns.set(socket, turn)
    // The first starts synchronously, so that nothing runs between a refusal and the requests
    // behind it.
    const isFirst = turn.waiting++ === 0
    turn.last = (isFirst ? this.#run(socket, work) : turn.last.then(() => this.#run(socket, work)))
      .catch(() => {
        // The sender disconnected, so there is no answer to send.
        this.#ending.add(socket)
        socket.destroy()
      })
      .finally(() => {
        turn.waiting--
      })
  }

  async #run(socket: Socket, work: () => Promise<void>): Promise<void> {
    if (!this.#ending.has(socket)) await work()
  }
}
