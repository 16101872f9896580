import { fetchBytes } from '#platform/call/transport.ts'
import {
  cursorHeader,
  eventsPath,
  maxWaitMs,
  moreHeader,
  maxAnswerBytes,
  placeOfCursor,
  statusPath,
  unpackEvents,
  type DeliveredEvent,
} from '#contract/relay/delivery.ts'
import type { RelayFile } from '#contract/relay/relay-file.ts'
import { maxEventBytes } from '../body.ts'
import { RelayFailure, toFailure } from './relay-failure.ts'

/** How long an answer may take after a request has waited, in ms. */
const patienceMs = 10_000

/** The last event of an answer may be of the longest, and each has a short head. */
const maxAnswer = maxAnswerBytes + maxEventBytes + 4_096

/** What a relay answers. */
export interface RelayAnswer {
  events: DeliveredEvent[]
  /** The place behind the last of them. */
  cursor: string
  hasMore: boolean
}

const decoder = new TextDecoder()

/** Asks one address of a relay, as the store of a file. */
export class RelayLink {
  readonly #server: string
  readonly #authorization: string

  constructor(server: string, { token }: Pick<RelayFile, 'token'>) {
    this.#server = server
    this.#authorization = `Bearer ${token}`
  }

  /**
   * The events behind a cursor, or all for an empty one; without any, those that come while the relay
   * waits, if it should. Throws a `RelayFailure`.
   */
  async fetchEvents(
    { cursor, waits }: { cursor: string; waits: boolean },
    signal: AbortSignal,
  ): Promise<RelayAnswer> {
    const path = `${eventsPath}?after=${cursor}${waits ? '' : '&wait=0'}`
    const { headers, bytes } = await this.#ask(path, { method: 'GET' }, signal, maxAnswer)
    const next = headers.get(cursorHeader) ?? ''
    const events = unpackEvents(bytes ?? new Uint8Array())
    if (!events.ok || placeOfCursor(next) === null)
      throw new RelayFailure('broken-off', 'an answer that is no relay’s')
    return { events: events.value, cursor: next, hasMore: headers.get(moreHeader) === 'true' }
  }

  /** Sends the store's status. Throws a `RelayFailure`. */
  async sendStatus(status: string, signal: AbortSignal): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    await this.#ask(statusPath, { method: 'POST', body: status, headers }, signal, 4_096)
  }

  async #ask(
    path: string,
    request: { method: 'GET' | 'POST'; body?: string; headers?: Record<string, string> },
    signal: AbortSignal,
    max: number,
  ) {
    const deadline = AbortSignal.timeout(maxWaitMs + patienceMs)
    try {
      const answer = await fetchBytes(
        new URL(path, this.#server).href,
        {
          ...request,
          headers: { ...request.headers, authorization: this.#authorization },
          signal: AbortSignal.any([signal, deadline]),
          // A redirect would send the token elsewhere.
          redirect: 'manual',
        },
        max,
      )
      if (answer.status < 200 || answer.status >= 300)
        throw failureOf(answer.status, answer.bytes ?? new Uint8Array())
      return answer
    } catch (cause) {
      throw toFailure(cause)
    }
  }
}

/** What an answer that isn't the expected one means. */
function failureOf(status: number, bytes: Uint8Array): RelayFailure {
  const details = `${String(status)} ${decoder.decode(bytes.subarray(0, 200))}`.trim()
  if (status === 401 || status === 403) return new RelayFailure('refused', details)
  if (status === 429 || status >= 500) return new RelayFailure('not-ready', details)
  return new RelayFailure('broken-off', details)
}
