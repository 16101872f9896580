import type {
  Delivery,
  DeliveryKind,
  DeliveryReason,
  DeliveryState,
} from '#contract/deliveries/delivery.ts'
import type { AppError } from '#contract/result.ts'
import { isoNow, type Clock } from '../clock.ts'
import { deliveryOf, type OutboxEntry } from './entry.ts'
import { choicesOf, type OutboxKinds } from './rules.ts'
import type { OutboxRows } from './rows.ts'
import type { OutboxTime } from './time.ts'
import type { OutboxWorker } from './worker.ts'

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

/** A person took it back before anything was sent. */
export const withdrawn: Move = { state: 'withdrawn' }
/** There is nothing left to send. */
export const notNeeded: Move = { state: 'withdrawn', reason: 'not-needed' }
/** A person said that it happened. */
export const markedDone: Move = { state: 'confirmed', reason: 'by-person' }
/** A person gave it up. */
export const dismissed: Move = { state: 'withdrawn', reason: 'by-person' }
/** It is sent again, at once. */
export const queuedAgain: Move = { state: 'queued' }
/** Nobody knows whether it happened, and a person has to look. */
const unknown: Move = { state: 'unknown', needsDecision: true }

export const isQueued = ({ state }: OutboxEntry): boolean => state === 'queued'
export const isUndecided = ({ needsDecision }: OutboxEntry): boolean => needsDecision
/** Nothing of it is on the wire at this moment. */
export const isNotSending = ({ state }: OutboxEntry): boolean => state !== 'sending'

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
  readonly forgetOver: OutboxRows['forgetOver']
  /** The receiver of a lane may be there again: what waits is tried at once. */
  hurry(lane: string): void
  /** How each kind is sent. */
  readonly kinds: OutboxKinds
  /** Those of some kinds that a person has to decide about, the newest first. */
  readonly undecided: OutboxRows['undecided']
  readonly countUndecided: OutboxRows['countUndecided']
  /** Of what goes to the platform. */
  readonly counts: OutboxRows['counts']
  /** Why nothing goes to the platform; null where it goes. */
  readonly paused: AppError | null
  /** Ends a pause. */
  resume(): void
}

interface OutboxDeps {
  rows: OutboxRows
  clock: Clock
  time: OutboxTime
  kinds: () => OutboxKinds
  /** Within the transaction: something may be due after the commit. */
  onChange(): void
  /** Within the transaction: what people have to decide has changed. */
  onDecision(): void
  worker: () => Pick<OutboxWorker, 'hurry' | 'paused' | 'resume'>
}

export function createOutbox({
  rows,
  clock,
  time,
  kinds,
  onChange,
  onDecision,
  worker,
}: OutboxDeps): Outbox {
  const hurry = (lane: string): void => worker().hurry(lane)
  const keep = (entry: OutboxEntry): OutboxEntry => {
    rows.keep(entry)
    onChange()
    return entry
  }
  const due = (waitMs: number): Pick<OutboxEntry, 'dueAt' | 'waitMs'> => ({
    dueAt: time.dueIn(waitMs),
    waitMs,
  })

  function add(
    { id, kind, subject, payload, undoMs = 0 }: ToSend,
    { state, reason, needsDecision = false }: Move,
  ): OutboxEntry {
    const since = isoNow(clock)
    const lane = kinds()[kind].lane?.(payload) ?? null
    if (needsDecision) onDecision()
    if (lane !== null) hurry(lane)
    return keep({
      id,
      kind,
      subject,
      lane,
      payload,
      state,
      reason: reason ?? null,
      message: null,
      needsDecision,
      since,
      undoUntil: undoMs === 0 ? null : new Date(clock.now() + undoMs).toISOString(),
      createdAt: since,
      ...due(undoMs),
      attempts: 0,
      repeats: 0,
      firstSentAt: null,
    })
  }

  const deliveryAt = (entry: OutboxEntry): Delivery =>
    deliveryOf(entry, entry.dueAt <= time.dueIn(0), choicesOf(kinds(), entry))

  return {
    open: rows.open,
    allOpen: rows.allOpen,
    newest: rows.newest,
    history: rows.history,
    has: rows.has,
    deliveryOf: deliveryAt,
    delivery(kind, subject) {
      const entry = rows.newest(kind, subject)
      return entry === null ? null : deliveryAt(entry)
    },
    enqueue: (toSend) => add(toSend, queuedAgain),
    inLanes: rows.inLanes,
    forgetLane(lane) {
      rows.forgetLane(lane)
      onDecision()
    },
    forgetInLanes(kind, before) {
      if (!rows.forgetInLanes(kind, before)) return false
      onDecision()
      return true
    },
    forgetOver: rows.forgetOver,
    hurry,
    get kinds() {
      return kinds()
    },
    undecided: rows.undecided,
    countUndecided: rows.countUndecided,
    counts: rows.counts,
    get paused() {
      return worker().paused
    },
    resume: () => worker().resume(),
    adopt: (lost, reason = null) => add(lost, reason === null ? unknown : { ...unknown, reason }),
    reopen(entry) {
      onDecision()
      keep({ ...entry, needsDecision: true })
    },
    replace: (entry, payload) => void keep({ ...entry, payload }),
    move(kind, subject, isFrom, { state, reason, needsDecision = false }) {
      const entry = rows.open(kind, subject)
      if (entry === null || !isFrom(entry)) return null
      time.forget(entry.id)
      if (entry.needsDecision || needsDecision) onDecision()
      // Whoever decides about one has been there.
      if (entry.lane !== null && !isQueued(entry)) hurry(entry.lane)
      const fresh = state === 'queued' ? { ...due(0), repeats: 0, firstSentAt: null } : {}
      const message = state === 'queued' ? null : entry.message
      const since = isoNow(clock)
      const come = { state, reason: reason ?? null, message, needsDecision, since }
      return keep({ ...entry, ...come, ...fresh })
    },
  }
}
