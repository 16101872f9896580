import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { testEventType } from '#contract/connection/connection.ts'
import type { NewInboxMessage } from '../inbox/inbox.ts'
import { isoNow } from '../clock/clock.ts'
import type { Context } from '../noun.ts'
import { createServer, stopsAt } from '../core/servers.ts'
import { answerSending, inspectEvent, maxEventBytes, withBody, BodyRoom } from './body.ts'
import { ConnectionLimits, Turns } from './connections.ts'
import { hostNames, refuse, type AcceptedTokens } from './request-guard.ts'

/** The memory limit for the bodies of all requests together. */
const maxBytesInFlight = 64 * 1024 * 1024

/**
 * The limit of connections waiting to be accepted. The system drops more, and their senders retry
 * after a second.
 */
const maxPending = 2_048

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

interface ReceiverHooks {
  /**
   * Resolves once the event is stored; rejects if it can't be. `authorization` is the sender's
   * header, which was accepted.
   */
  receive(inboxMessage: NewInboxMessage, authorization: string): Promise<unknown>
  onEvent(): void
  /** A chain's relay answers its stores too; a store has none. */
  others?: readonly OtherServer[]
}

/**
 * Listens for events, in a store and in a chain's relay. Answers 200 only after the event is
 * stored, also for a repeat; 503 if it can't be. inbox/README.md lists the limits and refusals.
 * Rejects with the system's error if the port isn't available.
 */
export async function listenForEvents(
  parts: ReceiverParts,
  place: ReceiverPlace,
  hooks: ReceiverHooks,
): Promise<Webhook> {
  const webhook = new Webhook(parts, place, hooks)
  await webhook.listen()
  return webhook
}

const accepted = '{"ok":true}'
const asBody = (why: string): string => JSON.stringify({ ok: false, why })

const serverOptions = {
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  connectionsCheckingInterval: 1_000,
  // Longer than load balancers keep an idle connection, so that they never use one that ends.
  keepAliveTimeout: 75_000,
  maxHeaderSize: 8 * 1024,
}

/** The receiver of the platform's events (platform/README.md, Events). */
export class Webhook {
  readonly #parts: ReceiverParts
  readonly #place: ReceiverPlace
  readonly #hooks: ReceiverHooks
  readonly #turns = new Turns()
  readonly #room: BodyRoom
  readonly #server: Server
  readonly #connections: ConnectionLimits
  /** Null accepts any. */
  #hosts: ReadonlySet<string> | null = null
  #port = 0

  constructor(parts: ReceiverParts, place: ReceiverPlace, hooks: ReceiverHooks) {
    this.#parts = parts
    this.#place = place
    this.#hooks = hooks
    this.#room = new BodyRoom(maxBytesInFlight, () => parts.clock.monotonic())
    this.#server = createServer(
      { ...serverOptions, IncomingMessage: stopsAt((socket) => this.#turns.isFull(socket)) },
      (request, response) => this.#serve(request, response, false),
    )
    this.#server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) =>
      this.#serve(request, response, true),
    )
    this.#connections = new ConnectionLimits(this.#server, parts.clock)
    for (const other of hooks.others ?? []) other.attach?.(this.#server)
  }

  async listen(): Promise<void> {
    const { address, port, names } = this.#place
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject)
      this.#server.listen({ port, host: address, backlog: maxPending }, resolve)
    })
    this.#port = (this.#server.address() as AddressInfo).port
    if (names !== null) this.acceptNames(names)
  }

  /** `http://address:port/` */
  get url(): string {
    const { address } = this.#place
    const host = address.includes(':') ? `[${address}]` : address
    return `http://${host}:${String(this.#port)}/`
  }

  /** The names from the settings, from now on. */
  acceptNames(names: readonly string[]): void {
    this.#hosts = hostNames(this.#place.address, this.#port, names)
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.#server.close(() => resolve())
      this.#server.closeAllConnections()
    })
  }

  /** `waits`: the sender sends its body only after a 100-continue. */
  #serve(request: IncomingMessage, response: ServerResponse, waits: boolean): void {
    const other = this.#hooks.others?.find((each) => each.handles(request))
    if (other !== undefined) {
      if (waits) response.writeContinue()
      other.serve(request, response, () => this.#connections.complete(request))
      return
    }
    response.setHeader('content-type', 'application/json')
    this.#turns.take(request.socket, () => this.#take(request, response, waits))
  }

  async #take(request: IncomingMessage, response: ServerResponse, waits: boolean): Promise<void> {
    const { method = '', url = '', headers } = request
    const rules = { hosts: this.#hosts, tokens: this.#parts.webhookTokens }
    const refusal = refuse(method, url, headers, rules)
    if (refusal !== null) {
      this.#logRefusal(refusal.status)
      // An authorized sender can read the reason while it is still sending. Any other isn't read
      // further.
      if (refusal.status === 413 && !waits) await this.#refuseSending(response, 413, refusal.why)
      else this.#refuse(response, refusal.status, refusal.why)
      return
    }
    this.#connections.accept(request)
    if (waits) response.writeContinue()
    await withBody(request, { max: maxEventBytes, room: this.#room }, async (body) => {
      if (typeof body !== 'string') {
        this.#connections.complete(request)
        return this.#store(body, response)
      }
      const status = body === 'too-large' ? 413 : 503
      this.#logRefusal(status)
      const why = status === 413 ? 'too large' : 'too much at once'
      return this.#refuseSending(response, status, why)
    })
  }

  async #store(body: Buffer, response: ServerResponse): Promise<void> {
    const inspected = await inspectEvent(body)
    if (!inspected.ok) {
      this.#refuse(response, 400, inspected.error.detail ?? '')
      return
    }
    const { key, type, text, json } = inspected.value
    if (type !== testEventType) {
      const inboxMessage: NewInboxMessage = {
        ...{ key, type, receivedAt: isoNow(this.#parts.clock), json },
        source: 'webhook',
        reportedAt: null,
        body: text,
      }
      try {
        await this.#hooks.receive(inboxMessage, response.req.headers.authorization ?? '')
      } catch (cause) {
        this.#parts.log.error('webhook not kept', { cause: String(cause) })
        this.#refuse(response, 503, 'cannot be kept now')
        return
      }
    }
    this.#hooks.onEvent()
    response.end(accepted)
  }

  #logRefusal(status: number): void {
    this.#parts.log.warn('webhook refused', { status })
  }

  /** Refuses a sender without reading further; the connection ends with the answer. */
  #refuse(response: ServerResponse, status: number, why: string): void {
    this.#turns.end(response.req.socket)
    response.writeHead(status, { connection: 'close' })
    response.end(asBody(why), () => void response.req.destroy())
  }

  /** Refuses an authorized sender that is still sending, and lets it read the reason. */
  #refuseSending(response: ServerResponse, status: 413 | 503, why: string): Promise<void> {
    this.#turns.end(response.req.socket)
    if (status === 503) response.setHeader('retry-after', '1')
    return answerSending(response, status, asBody(why))
  }
}
