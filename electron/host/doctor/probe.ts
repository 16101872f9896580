import type { OperationFinding } from '#contract/doctor.ts'
import type { Dialect } from '#platform/dialect.ts'
import type { PlatformOperationName } from '#platform/operations.ts'
import type { ReadOperation, ProbeAnswer, ProbeClient } from './probe-client.ts'
import { whatCameOf } from './finding.ts'
import type { Verdicts } from './proof.ts'

export type What = Pick<OperationFinding, 'finding' | 'status' | 'words'>

/** What an area of the platform is examined with: how it asks, and where it notes what it saw. */
export interface Probe {
  readonly dialect: Dialect
  /** The store that is examined; null where none is known. */
  readonly storeId: string | null
  /** Two stores that the token sees, or fewer. */
  readonly stores: readonly string[]
  /** Beyond everything that has happened, and before it; ISO. */
  readonly farFuture: string
  readonly longAgo: string
  /** Tries an operation as plainly as can be, and notes its finding. */
  attempt<Input extends unknown[], Value>(
    name: PlatformOperationName,
    target: ReadOperation<Input, Value>,
    ...input: Input
  ): Promise<ProbeAnswer<Value>>
  /** The operation cannot be tried; `words` say what is missing. */
  skip(name: PlatformOperationName, words: string): void
  /** Asks once more, for a proof. */
  readonly ask: ProbeClient['ask']
  /** Notes what was seen of names; a verdict that is clear is not taken back by one that is not. */
  prove(verdicts: Verdicts): void
}

interface ProbeDeps {
  client: ProbeClient
  dialect: Dialect
  storeId: string | null
  stores: readonly string[]
  /** Epoch milliseconds. */
  now: number
  note(name: PlatformOperationName, what: What): void
  prove(verdicts: Verdicts): void
}

const tenYearsMs = 10 * 365 * 24 * 3_600_000

export function createProbe({
  client,
  dialect,
  storeId,
  stores,
  now,
  note,
  prove,
}: ProbeDeps): Probe {
  return {
    dialect,
    storeId,
    stores,
    farFuture: new Date(now + tenYearsMs).toISOString(),
    longAgo: '2000-01-01T00:00:00.000Z',
    async attempt(name, target, ...input) {
      const asked = await client.ask(target, ...input)
      note(name, whatCameOf(asked.result))
      return asked
    },
    skip(name, words) {
      note(
        name,
        client.down
          ? { finding: 'unreachable', status: null, words: null }
          : { finding: 'nothing-to-ask', status: null, words },
      )
    },
    ask: client.ask,
    prove,
  }
}
