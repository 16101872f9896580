import type { z } from 'zod'
import type { Connection } from '#platform/connection.ts'
import type { CallResult } from '#platform/call/failure.ts'
import type { OutboxEntry } from './entry.ts'
import type { OutboxKind } from './kinds.ts'

/** What a reading of the platform says of an entry whose answer was lost. */
export type Reconciled = 'happened' | 'did-not-happen'

/** How the entries of one kind are sent, and what becomes of them. */
export interface OutboxRules<Payload = unknown> {
  /** What an entry says: all that is needed to send it. */
  readonly payload: z.ZodType<Payload>
  /** Whether it may be sent again by itself once its answer was lost. Where not, a person decides, or `reconcile` does. */
  readonly repeatable: boolean
  /** It goes with a token of its own: where that is refused, the answer is a no, and everything else goes on. Default not. */
  readonly ownAuthorization?: boolean
  /** Entries of one batch share a request, at most so many; null where each goes alone. */
  readonly together: { readonly batch: string; readonly most: number } | null
  /**
   * Whether its time is over at `now` (epoch milliseconds), so that it must not be sent. It then waits for its noun, which
   * takes it out once the clocks agree. Default not.
   */
  isPast?(entry: OutboxEntry<Payload>, now: number): boolean
  /** Sends entries in one request; answers what the platform did with each, in their order. Never throws. */
  send(
    connection: Connection,
    entries: readonly OutboxEntry<Payload>[],
  ): Promise<CallResult<unknown>[]>
  /** Within the transaction of each step of an entry: what that means for the noun. `answer` is the platform's, where it said yes. */
  settle(entry: OutboxEntry<Payload>, answer?: unknown): void
  /** Settles by reading what was lost, in place of a repeat; of kinds that go alone. Its failures are tried again, as a repeat would be. */
  reconcile?(connection: Connection, entry: OutboxEntry<Payload>): Promise<CallResult<Reconciled>>
  /** After the database was damaged: whether an entry that came through is still to be sent, and what the noun learns from it. */
  salvage(entry: OutboxEntry<Payload>): 'keep' | 'drop'
}

export type OutboxKinds = { readonly [Kind in OutboxKind]: OutboxRules }
