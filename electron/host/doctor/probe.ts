import type { MenuGaps } from '#contract/stock.ts'
import type { Dialect } from '#platform/dialect.ts'
import type { PlatformOperationName } from '#platform/operations.ts'
import type { ReadOperation, ProbeAnswer, ProbeClient } from './probe-client.ts'
import { whatCameOf, type What } from './finding.ts'
import { observedFields, unclaimedFields, type Wire } from './observed-names.ts'
import type { Verdicts } from './proof.ts'

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
  /** Looks for the names of a thing's fields in some objects; `specified` are fields that need no name. */
  look(thing: string, objects: readonly Wire[], specified?: readonly string[]): void
  /** What of the store's menus stands in no place. */
  noteMenu(gaps: MenuGaps): void
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
  /** Fields of a thing that no name is known for. */
  saw(thing: string, fields: readonly string[]): void
  noteMenu(gaps: MenuGaps): void
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
  saw,
  noteMenu,
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
    look(thing, objects, specified = []) {
      prove(observedFields(dialect, thing, objects))
      saw(thing, unclaimedFields(dialect, thing, objects, specified))
    },
    noteMenu,
  }
}
