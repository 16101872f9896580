import type { IncomingMessage, ServerResponse } from 'node:http'
import {
  cursorHeader,
  cursorOf,
  eventsPath,
  maxWaitMs,
  moreHeader,
  packEvents,
  placeOfCursor,
  statusPath,
} from '#contract/relay/delivery.ts'
import { maxStatusBytes, readStoreStatus } from '#contract/relay/store-status.ts'
import { eventSubject, fleetKey, type StoreInChain } from '#contract/relay/subjects.ts'
import type { Clock } from '#host/clock/clock.ts'
import { withBody, BodyRoom } from '#host/feeds/body.ts'
import type { Log } from '#host/core/log.ts'
import { closeAfterAnswer } from '#receiver/connections.ts'
import type { Bearers } from './bearers.ts'
import type { EventsAnswer } from './event-reader.ts'
import type { Metrics } from './metrics.ts'

/** How many requests of one store wait at once: its computer, and one that takes its place. */
const maxWaits = 4
/** How many requests of one store are answered in a second. Real ones ask a few times. */
const maxPerSecond = 50
/** How long a store may take to read an answer, in ms. */
const readWithinMs = 60_000
/** The memory of answers that stores are reading. */
const maxAnswersBytes = 256 * 1024 * 1024

/** What the relay has for stores once it is connected. */
export interface StoreSource {
  /** Rejects if NATS can't give them. */
  read(
    subject: string,
    after: ReturnType<typeof placeOfCursor>,
    signal: AbortSignal,
  ): Promise<EventsAnswer>
  /** Publishes a store's status. */
  publishStatus(store: StoreInChain, text: string): void
}

interface StoreServerParts {
  clock: Clock
  log: Log
  bearers: Bearers
  metrics: Pick<Metrics, 'countDelivered' | 'countRequest' | 'setWaiting'>
  /** Null while NATS is away. */
  source(): StoreSource | null
}

interface Refusal {
  status: 400 | 401 | 403 | 404 | 413 | 429 | 503
  why: string
}

/** A request of a store that is known. */
interface Asked {
  request: IncomingMessage
  response: ServerResponse
  store: StoreInChain
  caller: Caller
  source: StoreSource
}

/** A request that waits for events. */
interface Wait {
  authorization: string | undefined
  end(): void
}

/** What is known of a store that asks. */
interface Caller {
  waits: Set<Wait>
  /** The second of the count, monotonic. */
  second: number
  count: number
}

/** Answers the requests of stores (contract/relay/delivery.ts). */
export class StoreServer {
  readonly #parts: StoreServerParts
  readonly #callers = new Map<string, Caller>()
  readonly #room = new BodyRoom(64 * maxStatusBytes)
  #bytesSending = 0
  #isClosed = false

  constructor(parts: StoreServerParts) {
    this.#parts = parts
  }

  /** Whether a request is for this server. */
  handles = ({ url = '' }: IncomingMessage): boolean => url.startsWith('/store/')

  /** Answers a request; `accept` is called once its store is known. Never rejects. */
  serve = async (
    request: IncomingMessage,
    response: ServerResponse,
    accept: () => void,
  ): Promise<void> => {
    try {
      await this.#answer(request, response, accept)
    } catch (cause) {
      this.#parts.log.warn('store not answered', { cause: String(cause) })
      if (response.headersSent) response.destroy()
      else this.#refuse(response, { status: 503, why: 'not ready' })
    }
    this.#parts.metrics.countRequest(response.statusCode)
  }

  /** Ends the waits of stores whose token counts no longer. */
  dropRevoked(): void {
    for (const { waits } of this.#callers.values())
      for (const wait of waits)
        if (this.#parts.bearers.storeOf(wait.authorization) === null) wait.end()
  }

  /** Ends all waits: the stores ask again, elsewhere. */
  close(): void {
    this.#isClosed = true
    for (const { waits } of this.#callers.values()) for (const wait of [...waits]) wait.end()
  }

  async #answer(
    request: IncomingMessage,
    response: ServerResponse,
    accept: () => void,
  ): Promise<void> {
    const checked = this.#check(request)
    if ('status' in checked) {
      this.#turnAway(request, response, checked)
      return
    }
    accept()
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://relay')
    const asked = { request, response, ...checked }
    if (pathname === eventsPath && request.method === 'GET')
      await this.#sendEvents(asked, searchParams)
    else if (pathname === statusPath && request.method === 'POST') await this.#takeStatus(asked)
    else this.#turnAway(request, response, { status: 404, why: 'no such path' })
  }

  /** Whose request it is, or why it isn't answered. */
  #check({ headers }: IncomingMessage): Refusal | Pick<Asked, 'store' | 'caller' | 'source'> {
    const { bearers, source: find } = this.#parts
    if (headers.origin !== undefined) return { status: 403, why: 'no browser is a store' }
    if (!bearers.areKnown) return { status: 503, why: 'not ready' }
    const store = bearers.storeOf(headers.authorization)
    if (store === null) return { status: 401, why: 'unknown token' }
    const caller = this.#callerOf(store)
    if (this.#isTooOften(caller)) return { status: 429, why: 'too often' }
    const source = find()
    return source === null ? { status: 503, why: 'not ready' } : { store, caller, source }
  }

  #callerOf(store: StoreInChain): Caller {
    const key = fleetKey(store)
    const caller = this.#callers.get(key) ?? { waits: new Set(), second: 0, count: 0 }
    this.#callers.set(key, caller)
    return caller
  }

  #isTooOften(caller: Caller): boolean {
    const second = Math.floor(this.#parts.clock.monotonic() / 1_000)
    if (caller.second !== second) Object.assign(caller, { second, count: 0 })
    caller.count += 1
    return caller.count > maxPerSecond
  }

  async #sendEvents(asked: Asked, query: URLSearchParams): Promise<void> {
    const { request, response, store, caller, source } = asked
    const { authorization } = request.headers
    const after = placeOfCursor(query.get('after') ?? '')
    const waitMs = query.get('wait') === '0' ? 0 : maxWaitMs
    const ending = new AbortController()
    const wait: Wait = {
      authorization,
      end: () => {
        ending.abort()
      },
    }
    this.#beginWait(caller, wait)
    response.once('close', wait.end)
    if (waitMs === 0) wait.end()
    const cancelTimer = this.#parts.clock.after(waitMs, wait.end)
    const subject = eventSubject(store.websiteId, store.storeId)
    const answer = await source.read(subject, after, ending.signal).finally(() => {
      cancelTimer()
      this.#endWait(caller, wait)
    })
    if (response.destroyed) return
    if (this.#parts.bearers.storeOf(authorization) === null)
      this.#turnAway(request, response, { status: 401, why: 'unknown token' })
    else this.#send(response, answer)
  }

  #beginWait(caller: Caller, wait: Wait): void {
    caller.waits.add(wait)
    this.#countWaits(1)
    const [oldest] = caller.waits
    if (caller.waits.size > maxWaits || this.#isClosed) oldest?.end()
  }
  #endWait(caller: Caller, wait: Wait): void {
    caller.waits.delete(wait)
    this.#countWaits(-1)
  }
  #waitCount = 0
  #countWaits(change: number): void {
    this.#waitCount += change
    this.#parts.metrics.setWaiting(this.#waitCount)
  }

  #send(response: ServerResponse, { events, place, hasMore }: EventsAnswer): void {
    const body = Buffer.concat(packEvents(events))
    const { length } = body
    if (this.#bytesSending + length > maxAnswersBytes) {
      this.#refuse(response, { status: 503, why: 'too much at once' })
      return
    }
    this.#bytesSending += length
    const cancelTimer = this.#parts.clock.after(readWithinMs, () => {
      response.destroy()
    })
    response.once('close', () => {
      cancelTimer()
      this.#bytesSending -= length
    })
    response.writeHead(200, {
      'content-type': 'application/octet-stream',
      'content-length': length,
      'cache-control': 'no-store',
      [cursorHeader]: cursorOf(place),
      [moreHeader]: String(hasMore),
    })
    response.end(body)
    this.#parts.metrics.countDelivered(events.length)
  }

  async #takeStatus({ request, response, store, source }: Asked): Promise<void> {
    const text = await withBody(request, { max: maxStatusBytes, room: this.#room }, (body) =>
      Promise.resolve(typeof body === 'string' ? null : body.toString('utf8')),
    )
    const status = text === null ? null : readStoreStatus(text)
    if (text === null || status === null) {
      this.#turnAway(request, response, { status: 413, why: 'too large' })
    } else if (status.ok) {
      source.publishStatus(store, text)
      response.writeHead(204)
      response.end()
    } else this.#refuse(response, { status: 400, why: `${status.error.detail ?? ''} is wrong` })
  }

  /** Refuses. Of a stranger nothing more is read. */
  #turnAway(request: IncomingMessage, response: ServerResponse, refusal: Refusal): void {
    if (refusal.status < 429) closeAfterAnswer(request, response)
    this.#refuse(response, refusal)
  }

  #refuse(response: ServerResponse, { status, why }: Refusal): void {
    if (status >= 429) response.setHeader('retry-after', '1')
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ ok: false, why }))
  }
}
