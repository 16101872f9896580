import type {
  Delivery,
  DeliveryChoice,
  DeliveryKind,
  DeliveryReason,
} from '#contract/deliveries/delivery.ts'
import type { HostEvent } from '#contract/index.ts'
import type { AppError } from '#contract/shared/result.ts'
import type { Status } from '#contract/status/status.ts'
import { isoNow, type Clock } from '../clock/clock.ts'
import { StoreMoved, type StoreMove } from '../db/hand-over.ts'
import type { OutboxTime } from './policy.ts'
import type { OutboxRows } from './rows.ts'
import type { Move, NewEntry, OutboxEntry, OutboxKinds } from './rules.ts'

export const withdrawn: Move = { state: 'withdrawn' }
export const notNeeded: Move = { state: 'withdrawn', reason: 'not-needed' }
export const markedDone: Move = { state: 'confirmed', reason: 'by-person' }
export const dismissed: Move = { state: 'withdrawn', reason: 'by-person' }
export const queuedAgain: Move = { state: 'queued' }
/** Nobody knows whether it happened, so a person decides. */
const unknown: Move = { state: 'unknown', needsDecision: true }

export const isQueued = ({ state }: OutboxEntry): boolean => state === 'queued'
export const isUndecided = ({ needsDecision }: OutboxEntry): boolean => needsDecision
/** Whether it is not being sent at the moment. */
export const isNotSending = ({ state }: OutboxEntry): boolean => state !== 'sending'

/** What the outbox and its worker share. */
export interface OutboxServices {
  rows: OutboxRows
  time: OutboxTime
  /** Complete once the nouns exist. */
  kinds(): OutboxKinds
}

/** What sends the entries. */
interface Sender {
  /** Why nothing is sent to the platform; null when it is. */
  readonly paused: AppError | null
  hurry(lane: string): void
  plan(): void
  resume(): void
  idle(): Promise<void>
}

interface OutboxDeps extends OutboxServices {
  clock: Clock
  move: Pick<StoreMove, 'isAway'>
  notify(event: HostEvent): void
  /** Exists once the nouns do. */
  worker(): Sender
  /** Called within the transaction when something may be due after the commit. */
  onChange(): void
}

/** The outbox for nouns. All methods run inside the caller's transaction. */
export class Outbox {
  readonly #deps: OutboxDeps

  constructor(deps: OutboxDeps) {
    this.#deps = deps
  }

  get kinds(): OutboxKinds {
    return this.#deps.kinds()
  }

  // What is in it

  open(kind: DeliveryKind, subject: string): OutboxEntry | null {
    return this.#deps.rows.open(kind, subject)
  }

  allOpen(kind: DeliveryKind): OutboxEntry[] {
    return this.#deps.rows.allOpen(kind)
  }

  newest(kind: DeliveryKind, subject: string): OutboxEntry | null {
    return this.#deps.rows.newest(kind, subject)
  }

  /** Newest first. */
  history(kind: DeliveryKind, subject: string): OutboxEntry[] {
    return this.#deps.rows.history(kind, subject)
  }

  has(id: string): boolean {
    return this.#deps.rows.has(id)
  }

  /** Every entry of a kind with lanes, oldest first. */
  inLanes(kind: DeliveryKind): OutboxEntry[] {
    return this.#deps.rows.inLanes(kind)
  }

  /** Entries of some kinds that need a decision, newest first. */
  undecided(kinds: readonly DeliveryKind[], max: number): OutboxEntry[] {
    return this.#deps.rows.undecided(kinds, max)
  }

  countUndecided(kinds: readonly DeliveryKind[]): number {
    return this.#deps.rows.countUndecided(kinds)
  }

  counts(): Omit<Status['outbox'], 'paused'> {
    return this.#deps.rows.counts()
  }

  /** The delivery of the newest entry of a kind and subject; null when there never was one. */
  delivery(kind: DeliveryKind, subject: string): Delivery | null {
    const entry = this.newest(kind, subject)
    return entry === null ? null : this.deliveryOf(entry)
  }

  deliveryOf(entry: OutboxEntry): Delivery {
    const { state, since, attempts, undoUntil, reason, message } = entry
    const choices = this.choices(entry)
    const canUndo = state === 'queued' && attempts === 0 && entry.dueAt > this.#deps.time.dueIn(0)
    return {
      state,
      since,
      ...(canUndo && undoUntil !== null ? { undoUntil } : {}),
      ...(reason === null ? {} : { reason }),
      ...(message === null ? {} : { message }),
      ...(choices.length === 0 ? {} : { choices }),
    }
  }

  /** The choices of an entry. An unreadable one can only be dismissed. */
  choices(entry: OutboxEntry): readonly DeliveryChoice[] {
    return entry.reason === 'unreadable-payload'
      ? ['dismiss']
      : this.kinds[entry.kind].choices(entry)
  }

  // What changes it

  /** Adds an entry. Throws when one of the kind and subject is open. */
  enqueue(toSend: NewEntry): OutboxEntry {
    this.#refuseIfAway()
    return this.#add(toSend, queuedAgain)
  }

  /**
   * Adds an entry whose outcome is unknown: its own was lost, or nothing can be sent. It needs a
   * decision.
   */
  adopt(lost: Omit<NewEntry, 'undoMs'>, reason: DeliveryReason | null = null): OutboxEntry {
    return this.#add(lost, reason === null ? unknown : { ...unknown, reason })
  }

  /** Asks for a decision again about an entry that was withdrawn while it needed one. */
  reopen(entry: OutboxEntry): void {
    this.#decisionChanged()
    this.#save({ ...entry, needsDecision: true })
  }

  replace(entry: OutboxEntry, payload: unknown): void {
    this.#save({ ...entry, payload })
  }

  /** Changes what a waiting entry sends, and with it its lane. Nothing of it was sent. */
  redirect(entry: OutboxEntry, payload: unknown): void {
    const lane = this.kinds[entry.kind].lane?.(payload) ?? null
    if (lane !== null) this.#deps.worker().hurry(lane)
    const since = isoNow(this.#deps.clock)
    this.#save({ ...entry, payload, lane, reason: null, message: null, since })
  }

  /** Moves the open entry of a kind and subject when `isFrom` allows it; null when it was not moved. */
  move(
    kind: DeliveryKind,
    subject: string,
    isFrom: (entry: OutboxEntry) => boolean,
    { state, reason, needsDecision = false }: Move,
  ): OutboxEntry | null {
    const entry = this.open(kind, subject)
    if (entry === null || !isFrom(entry)) return null
    const isQueuedAgain = state === 'queued'
    if (isQueuedAgain) this.#refuseIfAway()
    if (entry.needsDecision || needsDecision) this.#decisionChanged()
    // Whoever decides about a printout or retries it is at the printer and wants it tried now.
    if (entry.lane !== null && !isQueued(entry)) this.#deps.worker().hurry(entry.lane)
    return this.#save({
      ...entry,
      ...{ state, needsDecision },
      reason: reason ?? null,
      message: isQueuedAgain ? null : entry.message,
      since: isoNow(this.#deps.clock),
      ...(isQueuedAgain ? { ...this.#dueIn(0), repeats: 0, firstSentAt: null } : {}),
    })
  }

  /** Deletes every entry of a lane, even one that is being sent: its outcome is not recorded. */
  forgetLane(lane: string): void {
    this.#deps.rows.forgetLane(lane)
    this.#decisionChanged()
  }

  /** The same for entries from before an ISO instant. Returns whether there were any. */
  forgetInLanes(kind: DeliveryKind, before: string): boolean {
    if (!this.#deps.rows.forgetInLanes(kind, before)) return false
    this.#decisionChanged()
    return true
  }

  /** Deletes finished entries from before an ISO instant whose row in the noun's table is gone. */
  forgetOver(kinds: readonly DeliveryKind[], before: string, table: string): void {
    this.#deps.rows.forgetOver(kinds, before, table)
  }

  // The worker

  /** The receiver of a lane may be reachable again: tries waiting entries now. */
  hurry(lane: string): void {
    const worker = this.#deps.worker()
    worker.hurry(lane)
    worker.plan()
  }

  /** Why nothing is sent to the platform; null when it is. */
  get paused(): AppError | null {
    return this.#deps.worker().paused
  }

  resume(): void {
    this.#deps.worker().resume()
  }

  /** Resolves when the requests that run now have their outcomes recorded. */
  idle(): Promise<void> {
    return this.#deps.worker().idle()
  }

  #add(
    { id, kind, subject, payload, undoMs = 0 }: NewEntry,
    { state, reason, needsDecision = false }: Move,
  ): OutboxEntry {
    const { clock, worker } = this.#deps
    const since = isoNow(clock)
    const lane = this.kinds[kind].lane?.(payload) ?? null
    if (needsDecision) this.#decisionChanged()
    if (lane !== null) worker().hurry(lane)
    return this.#save({
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
      ...this.#dueIn(undoMs),
      attempts: 0,
      repeats: 0,
      firstSentAt: null,
    })
  }

  #save(entry: OutboxEntry): OutboxEntry {
    this.#deps.rows.save(entry)
    this.#deps.onChange()
    return entry
  }

  #dueIn(waitMs: number): Pick<OutboxEntry, 'dueAt' | 'waitMs'> {
    return { dueAt: this.#deps.time.dueIn(waitMs), waitMs }
  }

  #refuseIfAway(): void {
    if (this.#deps.move.isAway) throw new StoreMoved()
  }

  #decisionChanged(): void {
    this.#deps.notify({ type: 'deliveries.changed' })
  }
}
