import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { testEventType } from '#contract/connection.ts'
import type { InboxMessage } from '../inbox/inbox.ts'
import { isoNow } from '../clock.ts'
import { createServer } from '../servers.ts'
import type { Context } from '../noun.ts'
import { stopsAt } from '../servers.ts'
import { answerSending, createBodyBudget, inspectEvent, mostBytes, withBody } from './body.ts'
import { limitConnections } from './connections.ts'
import { hostNames, refuse, type AcceptedTokens } from './request-guard.ts'

/** The memory limit for the bodies of all requests together. */
const mostInFlight = 64 * 1024 * 1024

/**
 * The limit of connections waiting to be accepted. The system drops more, and their senders retry
 * after a second.
 */
const mostAtOnce = 2_048

/** The limit of requests on one connection, including the one being answered. */
const mostOfConnection = 16

/** Handles the requests of one connection in order. */
function createTurns() {
  /** The last unanswered request of each connection, and the number waiting. */
  const turns = new WeakMap<Socket, { last: Promise<void>; waiting: number }>()
  const ending = new WeakSet<Socket>()
  return {
    /**
     * The connection ends with a refusal. Later requests on it are ignored, since their sender
     * can't receive the answer.
     */
    end: (socket: Socket): void => void ending.add(socket),
    isFull: (socket: Socket): boolean =>
      ending.has(socket) || (turns.get(socket)?.waiting ?? 0) >= mostOfConnection,
    take(socket: Socket, work: () => Promise<void>): void {
      const run = async (): Promise<void> => {
        if (!ending.has(socket)) await work()
      }
      const turn = turns.get(socket) ?? { last: Promise.resolve(), waiting: 0 }
      turns.set(socket, turn)
      // The first starts synchronously, so that nothing runs between a refusal and the requests
      // behind it.
      turn.last = (turn.waiting++ === 0 ? run() : turn.last.then(run))
        .catch(() => {
          // The sender disconnected, so there is no answer to send.
          ending.add(socket)
          socket.destroy()
        })
        .finally(() => {
          turn.waiting--
        })
    },
  }
}

/** The receiver of the platform's events (platform/README.md, Events). */
export type Webhook = Awaited<ReturnType<typeof listenForEvents>>

/** Where it listens. */
interface ReceiverPlace {
  address: string
  /** 0 for any free one. */
  port: number
  /** The host names that senders use, besides the address; null if any is accepted. */
  names: readonly string[] | null
}

/** A server of other requests at the same address. */
export interface OtherServer {
  handles(request: IncomingMessage): boolean
  /** Called once, before it listens. */
  attach?(server: Server): void
  /** `accept`: the caller is known, so its connection may stay while it waits. */
  serve(request: IncomingMessage, response: ServerResponse, accept: () => void): unknown
}

interface ReceiverParts extends Pick<Context, 'clock' | 'log'> {
  webhookTokens: AcceptedTokens
}

/**
 * Listens for events, in a store and in a chain's relay. Answers 200 only after the event is
 * stored, also for a repeat; 503 if it can't be. inbox/README.md lists the limits and refusals.
 * Rejects with the system's error if the port isn't available.
 */
export async function listenForEvents(
  { clock, log, webhookTokens: tokens }: ReceiverParts,
  place: ReceiverPlace,
  hooks: {
    /**
     * Resolves once the event is stored; rejects if it can't be. `authorization` is the sender's
     * header, which was accepted.
     */
    receive(inboxMessage: InboxMessage, authorization: string): Promise<unknown>
    onEvent(): void
    /** A chain's relay answers its stores too; a store has none. */
    others?: readonly OtherServer[]
  },
) {
  let hosts: Set<string> | null = null
  const turns = createTurns()
  const room = createBodyBudget(mostInFlight, () => clock.monotonic())

  /** Refuses a sender without reading further; the connection ends with the answer. */
  function turnAway(response: ServerResponse, status: number, why: string): void {
    turns.end(response.req.socket)
    response.writeHead(status, { connection: 'close' })
    response.end(asBody(why), () => void response.req.destroy())
  }

  /** Refuses an authorized sender that is still sending, and lets it read the reason. */
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
    const inspected = await inspectEvent(body)
    if (!inspected.ok) {
      turnAway(response, 400, inspected.error.detail ?? '')
      return
    }
    const { key, type, text, json } = inspected.value
    if (type === testEventType) {
      hooks.onEvent()
      response.end(accepted)
      return
    }
    try {
      await hooks.receive(
        {
          key,
          type,
          source: 'webhook',
          receivedAt: isoNow(clock),
          reportedAt: null,
          body: text,
          json,
        },
        response.req.headers.authorization ?? '',
      )
    } catch (cause) {
      log.error('webhook not kept', { cause: String(cause) })
      turnAway(response, 503, 'cannot be kept now')
      return
    }
    hooks.onEvent()
    response.end(accepted)
  }

  /** `waits`: the sender sends its body only after a 100-continue. */
  async function take(
    request: IncomingMessage,
    response: ServerResponse,
    waits: boolean,
  ): Promise<void> {
    const { method = '', url = '', headers } = request
    const refusal = refuse(method, url, headers, { hosts, tokens })
    if (refusal !== null) {
      log.warn('webhook refused', { status: refusal.status })
      // An authorized sender can read the reason while it is still sending. Any other isn't read
      // further.
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
    const other = hooks.others?.find((each) => each.handles(request))
    if (other !== undefined) {
      if (waits) response.writeContinue()
      other.serve(request, response, () => connections.complete(request))
      return
    }
    response.setHeader('content-type', 'application/json')
    turns.take(request.socket, () => take(request, response, waits))
  }
  const server = createServer(
    {
      headersTimeout: 10_000,
      requestTimeout: 15_000,
      connectionsCheckingInterval: 1_000,
      // Longer than load balancers keep an idle connection, so that they never use one that ends.
      keepAliveTimeout: 75_000,
      maxHeaderSize: 8 * 1024,
      IncomingMessage: stopsAt(turns.isFull),
    },
    (request, response) => serve(request, response, false),
  )
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    serve(request, response, true)
  })
  const connections = limitConnections(server, clock)
  for (const other of hooks.others ?? []) other.attach?.(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: place.port, host: place.address, backlog: mostAtOnce }, resolve)
  })
  const { port } = server.address() as AddressInfo
  const acceptNames = (names: readonly string[]): void => {
    hosts = hostNames(place.address, port, names)
  }
  if (place.names !== null) acceptNames(place.names)
  const name = place.address.includes(':') ? `[${place.address}]` : place.address
  return {
    /** `http://address:port/` */
    url: `http://${name}:${String(port)}/`,
    /** The names from the settings, from now on. */
    acceptNames,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const accepted = '{"ok":true}'
const asBody = (why: string): string => JSON.stringify({ ok: false, why })
