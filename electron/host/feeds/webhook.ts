import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { inTurns } from '#platform/tolerant/turns.ts'
import type { InboxMessage } from '../inbox/inbox.ts'
import { isoNow } from '../clock.ts'
import { createServer } from '../servers.ts'
import type { Context } from '../noun.ts'
import { stopsAt } from '../servers.ts'
import { answerSending, createBodyRoom, inspectBody, mostBytes, withBody } from './body.ts'
import { limitConnections } from './connections.ts'
import { hostNames, refuse } from './request-guard.ts'

/** What the bodies of all requests under way may take together. */
const mostInFlight = 64 * 1024 * 1024

/** So many connections may wait until we take them. The system drops whoever comes then, and a sender tries again after a second. */
const mostAtOnce = 2_048

/** So many requests may wait on one connection, the one that is being answered among them. */
const mostOfConnection = 16

/** Requests of one connection are taken one after the other. */
function createTurns() {
  /** The last request on each connection, until it is answered, and how many wait with it. */
  const turns = new WeakMap<Socket, { last: Promise<void>; waiting: number }>()
  const ending = new WeakSet<Socket>()
  return {
    /** The connection ends with a refusal. No request behind that is taken: its sender would never hear the answer. */
    end: (socket: Socket): void => void ending.add(socket),
    isFull: (socket: Socket): boolean =>
      ending.has(socket) || (turns.get(socket)?.waiting ?? 0) >= mostOfConnection,
    take(socket: Socket, work: () => Promise<void>): void {
      const run = async (): Promise<void> => {
        if (!ending.has(socket)) await work()
      }
      const turn = turns.get(socket) ?? { last: Promise.resolve(), waiting: 0 }
      turns.set(socket, turn)
      // The first begins at once: nobody may come between a refusal and what is behind it.
      turn.last = (turn.waiting++ === 0 ? run() : turn.last.then(run))
        .catch(() => {
          // The sender went away in the middle: there is nobody to answer.
          ending.add(socket)
          socket.destroy()
        })
        .finally(() => {
          turn.waiting--
        })
    },
  }
}

/** The local receiver of the platform's events (platform/README.md, Events). */
export type Webhook = Awaited<ReturnType<typeof listenForEvents>>

/**
 * Listens at `address` and `port` (0 for any free one). Answers 200 only once an event is on disk, a repeat as
 * well; 503 where it cannot be written; limits and refusals are those of inbox/README.md. Rejects with the
 * system's error where the port cannot be had.
 */
export async function listenForEvents(
  { clock, log, webhookTokens: tokens }: Pick<Context, 'clock' | 'log' | 'webhookTokens'>,
  place: { address: string; port: number; hosts: readonly string[] },
  hooks: {
    /** Resolves after the commit, rejects where it could not be written. */
    receive(inboxMessage: InboxMessage): Promise<unknown>
    onEvent(): void
  },
) {
  let hosts = new Set<string>()
  const turns = createTurns()
  const room = createBodyRoom(mostInFlight, () => clock.monotonic())

  /** A refused sender is not read any further; its connection ends with the answer. */
  function turnAway(response: ServerResponse, status: number, why: string): void {
    turns.end(response.req.socket)
    response.writeHead(status, { connection: 'close' })
    response.end(asBody(why), () => void response.req.destroy())
  }

  /** The same for one with a good bearer that is still sending: it gets to read why. */
  function turnAwaySending(
    response: ServerResponse,
    status: 413 | 503,
    why: string,
  ): Promise<void> {
    turns.end(response.req.socket)
    if (status === 503) response.setHeader('retry-after', '1')
    return answerSending(response, status, asBody(why))
  }

  async function keep(body: Buffer, response: ServerResponse): Promise<void> {
    const inspected = await inTurns(inspectBody(body))
    if (!inspected.ok) {
      turnAway(response, 400, inspected.error.detail ?? '')
      return
    }
    const { key, type, text, json } = inspected.value
    try {
      await hooks.receive({
        key,
        type,
        source: 'webhook',
        receivedAt: isoNow(clock),
        reportedAt: null,
        body: text,
        json,
      })
    } catch (cause) {
      log.error('webhook not kept', { cause: String(cause) })
      turnAway(response, 503, 'cannot be kept now')
      return
    }
    hooks.onEvent()
    response.end('{"ok":true}')
  }

  /** `waits` is a sender that sends its body once it is asked to (Expect: 100-continue). */
  async function take(
    request: IncomingMessage,
    response: ServerResponse,
    waits: boolean,
  ): Promise<void> {
    const { method = '', url = '', headers } = request
    const refusal = refuse(method, url, headers, { hosts, tokens })
    if (refusal !== null) {
      log.warn('webhook refused', { status: refusal.status })
      // Whoever may send hears why, also while it is still sending; anybody else is not read any further.
      if (refusal.status === 413 && !waits) await turnAwaySending(response, 413, refusal.why)
      else turnAway(response, refusal.status, refusal.why)
      return
    }
    connections.accepted(request)
    if (waits) response.writeContinue()
    await withBody(request, { most: mostBytes, room }, async (body) => {
      if (typeof body !== 'string') {
        connections.complete(request)
        return keep(body, response)
      }
      const status = body === 'too-large' ? 413 : 503
      log.warn('webhook refused', { status })
      return turnAwaySending(response, status, status === 413 ? 'too large' : 'too much at once')
    })
  }

  function serve(request: IncomingMessage, response: ServerResponse, waits: boolean): void {
    response.setHeader('content-type', 'application/json')
    turns.take(request.socket, () => take(request, response, waits))
  }
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      connectionsCheckingInterval: 1_000,
      keepAliveTimeout: 30_000,
      maxHeaderSize: 8 * 1024,
      IncomingMessage: stopsAt(turns.isFull),
    },
    (request, response) => serve(request, response, false),
  )
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    serve(request, response, true)
  })
  const connections = limitConnections(server, clock)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: place.port, host: place.address, backlog: mostAtOnce }, resolve)
  })
  const { port } = server.address() as AddressInfo
  hosts = hostNames(place.address, port, place.hosts)
  const name = place.address.includes(':') ? `[${place.address}]` : place.address
  return {
    /** `http://address:port/` */
    url: `http://${name}:${String(port)}/`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const asBody = (why: string): string => JSON.stringify({ ok: false, why })
