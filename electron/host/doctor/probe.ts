import type { Connection } from '#platform/connection.ts'
import { failed, type CallFailure, type CallResult } from '#platform/call/failure.ts'
import { createDialect, type Dialect } from '#platform/dialect.ts'
import { operation, type OperationSpec } from '#platform/operation.ts'
import { platformOperations } from '#platform/operations.ts'
import { fromVendor } from '#platform/vendor.ts'
import { systemClock, waitBy } from '../clock.ts'
import { operationNames, type createExamination, type ExamineOptions } from './examination.ts'
import { whatCameOf } from './finding.ts'
import { objectsAt } from './observed-names.ts'

/** An operation as the doctor sees it. */
export interface ReadOperation<Input extends unknown[], Value> {
  (connection: Connection, ...input: Input): Promise<CallResult<Value>>
  readonly spec: OperationSpec
}

/** An answer, and `data` as it came, in the platform's own names; undefined where there was none. */
export interface ProbeAnswer<Value> {
  result: CallResult<Value>
  raw: unknown
}

/** Parameters that name somebody or something. */
const telling = ['clientId', 'serviceUserId', 'storesIds', 'search', 'cursor']

function askedAbout([parts]: unknown[]): string[] {
  const params = objectsAt(parts, 'params').flatMap((each) => Object.values(each))
  const query = objectsAt(parts, 'query').flatMap((each) => telling.map((name) => each[name]))
  return [...params, ...query].flat().filter((value) => typeof value === 'string')
}

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
const watch = <Input extends unknown[], Value>(
  { spec }: ReadOperation<Input, Value>,
  dialect: Dialect,
  onData: (data: unknown) => void,
) =>
  operation({
    ...spec,
    *fromWire(data) {
      onData(data)
      const named = yield* fromVendor(data, dialect)
      return spec.fromWire ? yield* spec.fromWire(named, dialect) : named
    },
  }) as unknown as ReadOperation<Input, Value>

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
  const reading: Connection = { ...connection, readOnly: true, answerWithinMs }
  /** In the specification's own prefix nothing is renamed on the way in, so that what came can be looked at. */
  const { vendorPrefix } = createDialect()
  const untouched: Connection = { ...reading, dialect: { ...dialect, vendorPrefix } }
  let silent = 0
  let lastSilence: CallFailure | null = null

  async function once<Input extends unknown[], Value>(
    target: ReadOperation<Input, Value>,
    input: Input,
  ): Promise<ProbeAnswer<Value>> {
    signal?.throwIfAborted()
    onAsk(askedAbout(input))
    let raw: unknown
    const watched = watch(target, dialect, (data) => (raw = data))
    // Only this parameter carries the prefix on the way out.
    const asksWithPrefix = JSON.stringify(input).includes('serviceUserId')
    const result = await watched(asksWithPrefix ? reading : untouched, ...input)
    signal?.throwIfAborted()
    return { result, raw }
  }

  return {
    /** Whether the platform is out of reach: then nothing is sent any more. */
    get down() {
      return silent >= silentCallsUntilDown
    },
    /** Never rejects but with an AbortError, once the examination was called off. */
    async ask<Input extends unknown[], Value>(
      target: ReadOperation<Input, Value>,
      ...input: Input
    ): Promise<ProbeAnswer<Value>> {
      if (lastSilence !== null && silent >= silentCallsUntilDown)
        return { result: { ok: false, failure: lastSilence }, raw: undefined }
      if (target.spec.method !== 'GET')
        return { result: failed('invalid', 'it writes'), raw: undefined }
      let asked = await once(target, input)
      const patience = patienceAskedFor(asked.result)
      if (patience !== null) {
        await waitBy(clock)(patience, signal)
        asked = await once(target, input)
      }
      if (!asked.result.ok && isSilent(asked.result.failure)) {
        silent += 1
        lastSilence = asked.result.failure
      } else silent = 0
      return asked
    },
  }
}

/** Throws for an operation that is not in the list of them all. */
function nameOf({ spec }: { spec: unknown }) {
  const name = operationNames.find((each) => platformOperations[each].spec === spec)
  if (name === undefined) throw new Error('no operation of the platform')
  return name
}

/** What is examined. */
interface Subject {
  dialect: Dialect
  /** The store; null where none is known. */
  storeId: string | null
  /** Two stores that the token sees, or fewer. */
  stores: readonly string[]
  /** Later than everything that has happened; ISO. */
  farFuture: string
}

/** What an area of the platform is examined with: it asks, and notes what it saw. */
export function createProbe(
  client: ReturnType<typeof createProbeClient>,
  { note, prove, look, noteMenu }: ReturnType<typeof createExamination>,
  subject: Subject,
) {
  return {
    ...subject,
    /** Earlier than everything that has happened; ISO. */
    longAgo: '2000-01-01T00:00:00.000Z',
    prove,
    look,
    noteMenu,
    /** Asks once more, for a proof. */
    ask: client.ask,
    /** Tries an operation as plainly as can be, and notes its finding. */
    async attempt<Input extends unknown[], Value>(
      target: ReadOperation<Input, Value>,
      ...input: Input
    ): Promise<ProbeAnswer<Value>> {
      const asked = await client.ask(target, ...input)
      note(nameOf(target), whatCameOf(asked.result))
      return asked
    },
    /** Notes that an operation cannot be tried; `missing` says what it lacks. */
    skip(target: { spec: unknown }, missing: string): void {
      const finding = client.down ? 'unreachable' : 'nothing-to-ask'
      note(nameOf(target), { finding, status: null, words: client.down ? null : missing })
    },
  }
}
export type Probe = ReturnType<typeof createProbe>
