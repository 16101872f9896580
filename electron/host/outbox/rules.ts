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
  /** The connection's address by which it goes; default that of version 3. */
  readonly address?: 'v1Url' | 'tabsUrl'
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

/** What a noun wants to have sent. */
export interface ToSend {
  /** Of the tap where one made it. */
  id: string
  kind: DeliveryKind
  subject: string
  payload: unknown
  /** How long a person can take it back before the first attempt; default not at all. */
  undoMs?: number
}

/** A state that an entry is moved to. */
export interface Move {
  state: DeliveryState
  reason?: DeliveryReason
  /** A person has to decide. Default not. */
  needsDecision?: boolean
}

/** The outbox as nouns see it. All within the caller's transaction. */
export interface Outbox {
  /** Adds an entry. Throws where one of the kind and subject is open. */
  enqueue(toSend: ToSend): OutboxEntry
  /** Adds an entry of which nobody knows whether it happened: its own was lost, or nothing can be sent. A person has to look. */
  adopt(lost: Omit<ToSend, 'undoMs'>, reason?: DeliveryReason | null): OutboxEntry
  /** A person has to decide again about an entry that was taken out while it waited for one. */
  reopen(entry: OutboxEntry): void
  /** The sending state of the newest entry of a kind and subject; null where there never was one. */
  delivery(kind: DeliveryKind, subject: string): Delivery | null
  /** The same of an entry that is at hand. */
  deliveryOf(entry: OutboxEntry): Delivery
  /** What a person can decide about an entry. One that can't be read can only be dismissed. */
  choices(entry: OutboxEntry): readonly DeliveryChoice[]
  /** The entry of a kind and subject that is open. */
  open(kind: DeliveryKind, subject: string): OutboxEntry | null
  /** Every open entry of a kind. */
  allOpen(kind: DeliveryKind): OutboxEntry[]
  /** The newest entry of a kind and subject. */
  newest(kind: DeliveryKind, subject: string): OutboxEntry | null
  /** Every entry of a kind and subject, the newest first. */
  history(kind: DeliveryKind, subject: string): OutboxEntry[]
  /** Whether there ever was an entry of that id. */
  has(id: string): boolean
  /** Changes what an entry says. */
  replace(entry: OutboxEntry, payload: unknown): void
  /** Moves the open entry of a kind and subject where `isFrom` says so; null where it was not moved. */
  move(
    kind: DeliveryKind,
    subject: string,
    isFrom: (entry: OutboxEntry) => boolean,
    to: Move,
  ): OutboxEntry | null
  /** Every entry of a kind with lanes, the first made first. */
  inLanes(kind: DeliveryKind): OutboxEntry[]
  /** Deletes every entry of a lane, also one on its way: its outcome is not recorded. */
  forgetLane(lane: string): void
  /** The same of entries of a kind with lanes that were made before an ISO instant. Answers whether there were any. */
  forgetInLanes(kind: DeliveryKind, before: string): boolean
  /** Deletes entries that are over, were made before an ISO instant, and whose row in the noun's table is gone. */
  forgetOver(kinds: readonly DeliveryKind[], before: string, table: string): void
  /** The receiver of a lane may be there again: what waits is tried at once. */
  hurry(lane: string): void
  /** How each kind is sent. */
  readonly kinds: OutboxKinds
  /** Those of some kinds that a person has to decide about, the newest first. */
  undecided(kinds: readonly DeliveryKind[], most: number): OutboxEntry[]
  countUndecided(kinds: readonly DeliveryKind[]): number
  /** Of what goes to the platform. */
  counts(): Omit<Status['outbox'], 'paused'>
  /** Why nothing goes to the platform; null where it goes. */
  readonly paused: AppError | null
  /** Ends a pause. */
  resume(): void
}
