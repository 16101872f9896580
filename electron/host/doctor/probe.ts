import type { Connection } from '#platform/connection.ts'
import { failed, type CallFailure, type CallResult } from '#platform/call/failure.ts'
import { createDialect, fromVendor, type Dialect } from '#platform/dialect.ts'
import { operation, type OperationSpec } from '#platform/operation.ts'
import { systemClock, waitBy } from '../clock.ts'
import type { ExamineOptions } from './examination.ts'

/** An answer, and `data` as it came, in the platform's own names; undefined where there was none. */
export interface ProbeAnswer {
  result: CallResult<unknown>
  raw: unknown
}

/** What an operation is asked with. */
export type ProbeInput = Partial<Record<'params' | 'query', Readonly<Record<string, unknown>>>>

type Ask = (connection: Connection, input: ProbeInput) => Promise<CallResult<unknown>>

/** Parameters that name somebody or something. */
const notification = ['clientId', 'serviceUserId', 'storesIds', 'search', 'cursor']

const askedAbout = ({ params = {}, query = {} }: ProbeInput): string[] =>
  [...Object.values(params), ...notification.map((name) => query[name])]
    .flat()
    .filter((value) => typeof value === 'string')

/** So many calls in a row without an answer, and the platform counts as out of reach. */
const silentCallsUntilDown = 2
/** A platform that asks for more patience than this (`Retry-After`) is taken at its word: no. */
const mostPatienceMs = 10_000

const isSilent = ({ kind }: CallFailure): boolean => kind === 'not-sent' || kind === 'lost'

function patienceAskedFor(result: CallResult<unknown>): number | null {
  if (result.ok || result.failure.status !== 429) return null
  const { retryAfterMs } = result.failure
  return retryAfterMs !== null && retryAfterMs <= mostPatienceMs ? retryAfterMs : null
}

/** The same operation, read by the same schema; `onData` hears the data as it came. */
const watch = (spec: OperationSpec, dialect: Dialect, onData: (data: unknown) => void): Ask =>
  operation({
    ...spec,
    *fromWire(data: unknown) {
      onData(data)
      const named = yield* fromVendor(data, dialect)
      return spec.fromWire ? yield* spec.fromWire(named, dialect) : named
    },
  })

/**
 * Asks one thing after the other, and only what reads. `onAsk` hears whom and what is asked about: ids, and the name of a
 * client.
 */
export function createProbeClient(
  connection: Connection,
  options: ExamineOptions,
  onAsk: (about: readonly string[]) => void,
) {
  const { answerWithinMs = 15_000, clock = systemClock, signal } = options
  const { dialect } = connection
  const parsed: Connection = { ...connection, readOnly: true, answerWithinMs }
  /** In the specification's own prefix nothing is renamed on the way in, so that what came can be looked at. */
  const { vendorPrefix } = createDialect()
  const untouched: Connection = { ...parsed, dialect: { ...dialect, vendorPrefix } }
  let silent = 0
  let lastSilence: CallFailure | null = null

  async function once(spec: OperationSpec, input: ProbeInput): Promise<ProbeAnswer> {
    signal?.throwIfAborted()
    onAsk(askedAbout(input))
    let raw: unknown
    const watched = watch(spec, dialect, (data) => (raw = data))
    // Only this parameter carries the prefix on the way out.
    const asksWithPrefix = JSON.stringify(input).includes('serviceUserId')
    const result = await watched(asksWithPrefix ? parsed : untouched, input)
    signal?.throwIfAborted()
    return { result, raw }
  }

  return {
    /** Whether the platform is out of reach: then nothing is sent any more. */
    get down() {
      return silent >= silentCallsUntilDown
    },
    /** Never rejects but with an AbortError, once the examination was called off. */
    async ask(spec: OperationSpec, input: ProbeInput): Promise<ProbeAnswer> {
      if (lastSilence !== null && silent >= silentCallsUntilDown)
        return { result: { ok: false, failure: lastSilence }, raw: undefined }
      if (spec.method !== 'GET') return { result: failed('invalid', 'it writes'), raw: undefined }
      let asked = await once(spec, input)
      const patience = patienceAskedFor(asked.result)
      if (patience !== null) {
        await waitBy(clock)(patience, signal)
        asked = await once(spec, input)
      }
      if (!asked.result.ok && isSilent(asked.result.failure)) {
        silent += 1
        lastSilence = asked.result.failure
      } else silent = 0
      return asked
    },
  }
}
