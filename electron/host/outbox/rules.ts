import type { z } from 'zod'
import type {
  AboutEntry,
  DeliveryChoice,
  DeliveryKind,
  DeliveryReason,
  DeliveryState,
} from '#contract/deliveries/delivery.ts'
import type { Role } from '#contract/shared/caller.ts'
import type { Connection } from '#platform/connection.ts'
import type { CallResult } from '#platform/call/failure.ts'

/** Something to be sent to the platform or a printer. Instants are ISO. */
export interface OutboxEntry<Payload = unknown> {
  /** The id of the tap that made it, or a new id. */
  id: string
  kind: DeliveryKind
  /** At most one entry of a kind and a subject is open. */
  subject: string
  /**
   * Entries of a lane are sent one after the other, and not to the platform (rules.ts); null for
   * the platform.
   */
  lane: string | null
  payload: Payload
  state: DeliveryState
  reason: DeliveryReason | null
  /** The receiver's or the system's own text. */
  message: string | null
  needsDecision: boolean
  since: string
  /** Until when a person can undo it before the first attempt; null if it can't be undone. */
  undoUntil: string | null
  createdAt: string
  /**
   * When the next attempt may start, by the clock of the outbox (policy.ts), and how long that wait
   * was when it was written.
   */
  dueAt: string
  waitMs: number
  attempts: number
  /** Attempts made after an answer was lost. */
  repeats: number
  firstSentAt: string | null
}

/** What the platform reports about an entry whose answer was lost. */
export type Reconciled = 'happened' | 'did-not-happen'

/** The outcome for an entry: the receiver's answer, or what its kind knows without an answer. */
export type SendOutcome =
  | CallResult<unknown>
  | {
      state: 'queued' | 'unknown' | 'refused' | 'withdrawn'
      reason: DeliveryReason | null
      /** The receiver's own text. */
      message?: string
    }

interface KindRules<Payload> {
  /** Everything that is needed to send it. */
  readonly payload: z.ZodType<Payload>
  /**
   * Whether it may be sent again automatically after its answer was lost. If not, a person decides,
   * or `reconcile` does.
   */
  mayRepeat(payload: Payload): boolean
  /**
   * Whether the receiver accepts it first and confirms it later with an event: it is `accepted`
   * until its noun moves it. Default: no.
   */
  confirmsLater?(entry: OutboxEntry<Payload>): boolean
  /** It uses its own token: a rejection of that token concerns only this entry. Default: no. */
  readonly ownAuthorization?: boolean
  /** How many entries may share a request. Default: one. */
  readonly together?: number
  /**
   * Whether it is too late to send at `now` (epoch milliseconds). It then waits until its noun
   * withdraws it once the clocks agree. Default: no.
   */
  isPast?(entry: OutboxEntry<Payload>, now: number): boolean
  /**
   * An entry has a new state, from the worker or a person. Called within that transaction: marks
   * the change for the screens, and stores what the receiver's `answer` contains.
   */
  changed(entry: OutboxEntry<Payload>, answer?: unknown): void
  /** The choices of a person (`whenUndecided` for most kinds). */
  choices(entry: OutboxEntry<Payload>): readonly DeliveryChoice[]
  /** Its title for people; empty if it is no longer known. */
  title(entry: OutboxEntry<Payload>): string
  /** What else a screen needs to describe it. Default: nothing. */
  about?(entry: OutboxEntry<Payload>): AboutEntry
  /** Who sees and decides it. Default: `deliveryRoles` of the contract. */
  roles?(entry: OutboxEntry<Payload>): readonly Role[]
  /** The payload of a retry if it differs from the last one; null if nothing is left to send. */
  retried?(entry: OutboxEntry<Payload>): Payload | null
  /**
   * Settles a lost answer by reading from the platform instead of repeating; for kinds that are
   * sent alone. Failures are retried like repeats.
   */
  reconcile?(connection: Connection, entry: OutboxEntry<Payload>): Promise<CallResult<Reconciled>>
}

export type PlatformAddress = 'v3Url' | 'v1Url' | 'tabsUrl'

/** How the entries of one kind are sent to the platform. */
export interface OutboxRules<Payload = unknown> extends KindRules<Payload> {
  readonly lane?: undefined
  readonly maxWaitMs?: undefined
  /** The address of the connection; default: version 3's. */
  readonly address?: PlatformAddress
  /**
   * Subjects whose entries are sent one by one to another address, although the others of the kind
   * share requests. Default: none.
   */
  readonly alone?: { readonly address: PlatformAddress; has(subject: string): boolean }
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
  readonly maxWaitMs: number
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
