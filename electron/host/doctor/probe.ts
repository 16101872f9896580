import type { Connection } from '#platform/connection.ts'
import { failed, type CallFailure, type CallResult } from '#platform/call/failure.ts'
import { operation, type OperationSpec } from '#platform/operation.ts'
import type { CallOptions } from '#platform/call/retry.ts'
import { systemClock, createWait, type Clock } from '../clock/clock.ts'
import type { ExamineOptions } from './examination.ts'

/** An answer, and its raw `data` with the platform's names; undefined if there was none. */
export interface ProbeAnswer {
  result: CallResult<unknown>
  raw: unknown
}

/** The input of an operation. */
export type ProbeInput = Partial<Record<'params' | 'query', Readonly<Record<string, unknown>>>>

type Ask = (
  connection: Connection,
  input: ProbeInput,
  options: CallOptions,
) => Promise<CallResult<unknown>>

/** Parameters that name a person or thing. */
const identifyingParameters = ['clientId', 'serviceUserId', 'storesIds', 'search', 'cursor']

const askedAbout = ({ params = {}, query = {} }: ProbeInput): string[] =>
  [...Object.values(params), ...identifyingParameters.map((name) => query[name])]
    .flat()
    .filter((value) => typeof value === 'string')

/** After this many silent calls in a row, the platform counts as unreachable. */
const silentCallsUntilDown = 2
/** A platform that asks for a longer wait than this (`Retry-After`) counts as refusing. */
const maxPatienceMs = 10_000

const isSilent = ({ kind }: CallFailure): boolean => kind === 'not-sent' || kind === 'lost'

function requestedWaitMs(result: CallResult<unknown>): number | null {
  if (result.ok || result.failure.status !== 429) return null
  const { retryAfterMs } = result.failure
  return retryAfterMs !== null && retryAfterMs <= maxPatienceMs ? retryAfterMs : null
}

/** Asks one thing after the other, only reading. */
export class ProbeClient {
  readonly #connection: Connection
  readonly #clock: Clock
  readonly #signal: AbortSignal | undefined
  readonly #onAsk: (about: readonly string[]) => void
  #silentCalls = 0
  #lastSilence: CallFailure | null = null

  /** `onAsk` gets what is asked about: ids, and the name of a client. */
  constructor(
    connection: Connection,
    options: ExamineOptions,
    onAsk: (about: readonly string[]) => void,
  ) {
    const { answerWithinMs = 15_000, clock = systemClock, signal } = options
    // It examines an outage, too.
    this.#connection = { ...connection, reach: undefined, readOnly: true, answerWithinMs }
    this.#clock = clock
    this.#signal = signal
    this.#onAsk = onAsk
  }

  /** Whether the platform is unreachable; then nothing more is sent. */
  get down(): boolean {
    return this.#silentCalls >= silentCallsUntilDown
  }

  /** Rejects only with an AbortError, after the examination was cancelled. */
  async ask(spec: OperationSpec, input: ProbeInput): Promise<ProbeAnswer> {
    if (this.#lastSilence !== null && this.down)
      return { result: { ok: false, failure: this.#lastSilence }, raw: undefined }
    if (spec.method !== 'GET') return { result: failed('invalid', 'it writes'), raw: undefined }
    let answer = await this.#askOnce(spec, input)
    const patience = requestedWaitMs(answer.result)
    if (patience !== null) {
      await createWait(this.#clock)(patience, this.#signal)
      answer = await this.#askOnce(spec, input)
    }
    if (!answer.result.ok && isSilent(answer.result.failure)) {
      this.#silentCalls += 1
      this.#lastSilence = answer.result.failure
    } else this.#silentCalls = 0
    return answer
  }

  async #askOnce(spec: OperationSpec, input: ProbeInput): Promise<ProbeAnswer> {
    this.#signal?.throwIfAborted()
    this.#onAsk(askedAbout(input))
    let raw: unknown
    const ask: Ask = operation(spec)
    const result = await ask(this.#connection, input, { onRaw: (data) => void (raw = data) })
    this.#signal?.throwIfAborted()
    return { result, raw }
  }
}
