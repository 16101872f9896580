import type { z } from 'zod'
import type { DeliveryChoice, DeliveryKind, DeliveryReason } from '#contract/deliveries/delivery.ts'
import type { Role } from '#contract/caller.ts'
import type { Connection } from '#platform/connection.ts'
import type { CallResult } from '#platform/call/failure.ts'
import type { OutboxEntry } from './entry.ts'

/** What a reading of the platform says of an entry whose answer was lost. */
export type Reconciled = 'happened' | 'did-not-happen'

/** What a person can decide about an entry. One that can't be read can only be dismissed. */
export const choicesOf = (kinds: OutboxKinds, entry: OutboxEntry): readonly DeliveryChoice[] =>
  entry.reason === 'unreadable-payload' ? ['dismiss'] : kinds[entry.kind].choices(entry)

/** What became of an entry: what the receiver answered, or what its kind knows without an answer. */
export type SendOutcome =
  | CallResult<unknown>
  | { state: 'queued' | 'unknown' | 'refused' | 'withdrawn'; reason: DeliveryReason | null }

/** What every kind says of its entries. */
interface KindRules<Payload> {
  /** What an entry says: all that is needed to send it. */
  readonly payload: z.ZodType<Payload>
  /** Whether it may be sent again by itself once its answer was lost. Where not, a person decides, or `reconcile` does. */
  mayRepeat(payload: Payload): boolean
  /** The receiver takes it first and confirms it later, by an event: then it is `accepted` until its noun moves it. Default not. */
  readonly confirmsLater?: boolean
  /** It goes with a token of its own: where that is refused, the answer is a no, and everything else goes on. Default not. */
  readonly ownAuthorization?: boolean
  /** How many entries may share a request. Default each goes alone. */
  readonly together?: number
  /**
   * Whether its time is over at `now` (epoch milliseconds), so that it must not be sent. It then waits for its noun, which
   * takes it out once the clocks agree. Default not.
   */
  isPast?(entry: OutboxEntry<Payload>, now: number): boolean
  /**
   * An entry has come to another state, by the worker or by a person's decision. Within that transaction: has the screens
   * hear of it, and keeps what `answer`, the receiver's where it said yes, tells the noun.
   */
  changed(entry: OutboxEntry<Payload>, answer?: unknown): void
  /** What a person can decide about an entry (`whenUndecided` for most kinds). */
  choices(entry: OutboxEntry<Payload>): readonly DeliveryChoice[]
  /** What it is about, for people; empty where nobody knows any more. */
  title(entry: OutboxEntry<Payload>): string
  /** Who sees and decides it; default `deliveryRoles` of the contract. */
  roles?(entry: OutboxEntry<Payload>): readonly Role[]
  /** What a retry sends, where that is not what was sent before; null where nothing is left to send. */
  retried?(entry: OutboxEntry<Payload>): Payload | null
  /** Settles by reading what was lost, in place of a repeat; of kinds that go alone. Its failures are tried again, as a repeat would be. */
  reconcile?(connection: Connection, entry: OutboxEntry<Payload>): Promise<CallResult<Reconciled>>
  /** After a loss (db/loss.ts): writes the noun's own row again from an entry that came through, where the row is gone. */
  restore?(entry: OutboxEntry<Payload>): void
}

/** How the entries of one kind are sent to the platform, and what becomes of them. */
export interface OutboxRules<Payload = unknown> extends KindRules<Payload> {
  readonly lane?: undefined
  /** Sends entries in one request; answers what the platform did with each, in their order. Never throws. */
  send(connection: Connection, entries: readonly OutboxEntry<Payload>[]): Promise<SendOutcome[]>
}

/** The same of a kind that goes to somebody else: without a token and without the platform's pauses. */
export interface LaneRules<Payload = unknown> extends KindRules<Payload> {
  /**
   * Entries of one lane go one at a time, in the order in which they were enqueued; the first that waits holds up the
   * others. They are not counted among the platform's requests.
   */
  lane(payload: Payload): string
  /** How long a lane at most waits after an attempt of which nothing left; the first wait is a second, and each doubles. */
  readonly longestWaitMs: number
  /** Sends one entry. Never throws. */
  send(entry: OutboxEntry<Payload>): Promise<SendOutcome>
}

/** Every choice while a person has to decide, and none before. */
export const whenUndecided =
  (...choices: readonly DeliveryChoice[]) =>
  ({ needsDecision }: OutboxEntry): readonly DeliveryChoice[] =>
    needsDecision ? choices : []

export type OutboxKinds = { readonly [Kind in DeliveryKind]: OutboxRules | LaneRules }
