import type { Dialect } from '#platform/dialect.ts'
import { platformOperations } from '#platform/operations.ts'
import { operationNames, type createExamination } from './examination.ts'
import { whatCameOf } from './finding.ts'
import type { createProbeClient, ProbeAnswer, ReadOperation } from './probe-client.ts'

interface Subject {
  dialect: Dialect
  /** The store that is examined; null where none is known. */
  storeId: string | null
  /** Two stores that the token sees, or fewer. */
  stores: readonly string[]
  /** Epoch milliseconds. */
  now: number
}

const tenYearsMs = 10 * 365 * 24 * 3_600_000

/** Throws for an operation that is not in the list of them all. */
function nameOf({ spec }: { spec: unknown }) {
  const name = operationNames.find((each) => platformOperations[each].spec === spec)
  if (name === undefined) throw new Error('no operation of the platform')
  return name
}

/** What an area of the platform is examined with: it asks, and notes what it saw. */
export function createProbe(
  client: ReturnType<typeof createProbeClient>,
  examination: ReturnType<typeof createExamination>,
  { now, ...subject }: Subject,
) {
  const { note, prove, look, noteMenu } = examination
  return {
    ...subject,
    /** Beyond everything that has happened, and before it; ISO. */
    farFuture: new Date(now + tenYearsMs).toISOString(),
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
