import type { Connection } from '#platform/connection.ts'
import { failed, type CallFailure, type CallResult } from '#platform/call/failure.ts'
import { operation, type OperationSpec } from '#platform/operation.ts'
import type { CallOptions } from '#platform/call/retry.ts'
import { systemClock, createWait } from '../clock.ts'
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
const mostPatienceMs = 10_000

const isSilent = ({ kind }: CallFailure): boolean => kind === 'not-sent' || kind === 'lost'

function requestedWaitMs(result: CallResult<unknown>): number | null {
  if (result.ok || result.failure.status !== 429) return null
  const { retryAfterMs } = result.failure
  return retryAfterMs !== null && retryAfterMs <= mostPatienceMs ? retryAfterMs : null
}

/**
 * Asks one thing after the other, only reading. `onAsk` gets what is asked about: ids, and the name
 * of a client.
 */
export function createProbeClient(
  connection: Connection,
  options: ExamineOptions,
  onAsk: (about: readonly string[]) => void,
) {
  const { answerWithinMs = 15_000, clock = systemClock, signal } = options
  // It examines an outage, too.
  const parsed: Connection = { ...connection, reach: undefined, readOnly: true, answerWithinMs }
  let silent = 0
  let lastSilence: CallFailure | null = null

  async function once(spec: OperationSpec, input: ProbeInput): Promise<ProbeAnswer> {
    signal?.throwIfAborted()
    onAsk(askedAbout(input))
    let raw: unknown
    const ask: Ask = operation(spec)
    const onRaw = (data: unknown): void => void (raw = data)
    const result = await ask(parsed, input, { onRaw })
    signal?.throwIfAborted()
    return { result, raw }
  }

  return {
    /** Whether the platform is unreachable; then nothing more is sent. */
    get down() {
      return silent >= silentCallsUntilDown
    },
    /** Rejects only with an AbortError, after the examination was cancelled. */
    async ask(spec: OperationSpec, input: ProbeInput): Promise<ProbeAnswer> {
      if (lastSilence !== null && silent >= silentCallsUntilDown)
        return { result: { ok: false, failure: lastSilence }, raw: undefined }
      if (spec.method !== 'GET') return { result: failed('invalid', 'it writes'), raw: undefined }
      let asked = await once(spec, input)
      const patience = requestedWaitMs(asked.result)
      if (patience !== null) {
        await createWait(clock)(patience, signal)
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
