import type { z } from 'zod'
import type {
  AboutEntry,
  Delivery,
  DeliveryChoice,
  DeliveryKind,
  DeliveryReason,
  DeliveryState,
} from '#contract/deliveries/delivery.ts'
import type { AppError } from '#contract/result.ts'
import type { Status } from '#contract/status/status.ts'
import type { Role } from '#contract/caller.ts'
import type { Connection } from '#platform/connection.ts'
import type { CallResult } from '#platform/call/failure.ts'

/** Something that the restaurant wants the platform, or a printer, to receive. Instants are ISO. */
export interface OutboxEntry<Payload = unknown> {
  /** The tap that made it, or an id of its own. */
  id: string
  kind: DeliveryKind
  /** What it is about: at most one entry of a kind and a subject is open. */
  subject: string
  /** Entries of one lane go one after the other, and not to the platform (rules.ts); null for what goes to the platform. */
  lane: string | null
  /** What is to be sent (the kind's schema). */
  payload: Payload
  state: DeliveryState
  reason: DeliveryReason | null
  /** The receiver's or the system's own text. */
  message: string | null
  /** A person has to decide; nothing more happens by itself. */
  needsDecision: boolean
  /** When it came to its state. */
  since: string
  /** Until when it was to wait before the first attempt, so that a person can take it back; null where it was not. */
  undoUntil: string | null
  createdAt: string
  /** When the next attempt may begin, by the time of the outbox (policy.ts), and how long that was to wait when it was written. */
  dueAt: string
  waitMs: number
  attempts: number
  /** Attempts made after an answer was lost. */
  repeats: number
  firstSentAt: string | null
}

/** What a reading of the platform says of an entry whose answer was lost. */
export type Reconciled = 'happened' | 'did-not-happen'

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
  /** What else a screen has to know to say what it is about. Default nothing. */
  about?(entry: OutboxEntry<Payload>): AboutEntry
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
  readonly longestWaitMs?: undefined
  /** The address of the connection that it uses; default that of version 3. */
  readonly address?: 'v1Url' | 'tabsUrl'
  /** Sends entries in one request. Returns the platform's result of each, in order. Never throws. */
  send(connection: Connection, entries: readonly OutboxEntry<Payload>[]): Promise<SendOutcome[]>
}

/** The same for another receiver: without a token and without the platform's pauses. */
export interface LaneRules<Payload = unknown> extends KindRules<Payload> {
  /**
   * Entries of one lane are sent one at a time in the order they were enqueued; a waiting entry
   * holds up the next. They don't count as requests to the platform.
   */
  lane(payload: Payload): string
  /**
   * The longest wait of a lane after an attempt that sent nothing. The first wait is a second, and
   * each doubles.
   */
  readonly longestWaitMs: number
  /** Sends one entry. Never throws. */
  send(entry: OutboxEntry<Payload>): Promise<SendOutcome>
}

/** The choices while it needs a decision; none otherwise. */
export const whenUndecided =
  (...choices: readonly DeliveryChoice[]) =>
  ({ needsDecision }: OutboxEntry): readonly DeliveryChoice[] =>
    needsDecision ? choices : []

export type OutboxKinds = { readonly [Kind in DeliveryKind]: OutboxRules | LaneRules }

export interface NewEntry {
  /** The tap that made it, if any. */
  id: string
  kind: DeliveryKind
  subject: string
  payload: unknown
  /** How long a person can undo it before the first attempt. Default: not at all. */
  undoMs?: number
}

/** A state that an entry is moved to. */
export interface Move {
  state: DeliveryState
  reason?: DeliveryReason
  /** Whether it needs a decision. Default: no. */
  needsDecision?: boolean
}

/** The outbox for nouns. All methods run inside the caller's transaction. */
export interface Outbox {
  /** Adds an entry. Throws when one of the kind and subject is open. */
  enqueue(toSend: NewEntry): OutboxEntry
  /**
   * Adds an entry whose outcome is unknown: its own was lost, or nothing can be sent. It needs a
   * decision.
   */
  adopt(lost: Omit<NewEntry, 'undoMs'>, reason?: DeliveryReason | null): OutboxEntry
  /** Asks for a decision again about an entry that was withdrawn while it needed one. */
  reopen(entry: OutboxEntry): void
  /** The delivery of the newest entry of a kind and subject; null when there never was one. */
  delivery(kind: DeliveryKind, subject: string): Delivery | null
  /** The delivery of a given entry. */
  deliveryOf(entry: OutboxEntry): Delivery
  /** The choices of an entry. An unreadable one can only be dismissed. */
  choices(entry: OutboxEntry): readonly DeliveryChoice[]
  open(kind: DeliveryKind, subject: string): OutboxEntry | null
  allOpen(kind: DeliveryKind): OutboxEntry[]
  newest(kind: DeliveryKind, subject: string): OutboxEntry | null
  /** Newest first. */
  history(kind: DeliveryKind, subject: string): OutboxEntry[]
  /** Whether there ever was an entry with this id. */
  has(id: string): boolean
  /** Replaces the payload of an entry. */
  replace(entry: OutboxEntry, payload: unknown): void
  /** Moves the open entry of a kind and subject when `isFrom` allows it; null when it was not moved. */
  move(
    kind: DeliveryKind,
    subject: string,
    isFrom: (entry: OutboxEntry) => boolean,
    to: Move,
  ): OutboxEntry | null
  /** Every entry of a kind with lanes, oldest first. */
  inLanes(kind: DeliveryKind): OutboxEntry[]
  /** Deletes every entry of a lane, even one that is being sent: its outcome is not recorded. */
  forgetLane(lane: string): void
  /** The same for entries from before an ISO instant. Returns whether there were any. */
  forgetInLanes(kind: DeliveryKind, before: string): boolean
  /** Deletes finished entries from before an ISO instant whose row in the noun's table is gone. */
  forgetOver(kinds: readonly DeliveryKind[], before: string, table: string): void
  /** The receiver of a lane may be reachable again: tries waiting entries now. */
  hurry(lane: string): void
  readonly kinds: OutboxKinds
  /** Entries of some kinds that need a decision, newest first. */
  undecided(kinds: readonly DeliveryKind[], most: number): OutboxEntry[]
  countUndecided(kinds: readonly DeliveryKind[]): number
  /** Counts of the entries for the platform. */
  counts(): Omit<Status['outbox'], 'paused'>
  /** Why nothing is sent to the platform; null when it is. */
  readonly paused: AppError | null
  resume(): void
}
