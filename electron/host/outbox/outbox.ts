import type { Delivery, DeliveryChoice } from '#contract/deliveries/delivery.ts'
import { isoNow } from '../clock.ts'
import { storedLoss } from '../db/loss.ts'
import type { Context } from '../noun.ts'
import type { OutboxServices } from './attempt.ts'
import { StoreMoved, type StoreMove } from '../db/hand-over.ts'
import type { Move, Outbox, OutboxEntry, NewEntry } from './rules.ts'
import type { OutboxWorker } from './worker.ts'

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

/**
 * `worker` sends the entries. `onChange` is called within the transaction when something may be due
 * after the commit.
 */
export function createOutbox(
  { clock, notify }: Pick<Context, 'clock' | 'notify'>,
  { rows, time, kinds }: OutboxServices,
  worker: () => Pick<OutboxWorker, 'hurry' | 'plan' | 'paused' | 'resume' | 'idle'>,
  onChange: () => void,
  move: StoreMove,
): Outbox {
  function refuseIfAway(): void {
    if (move.isAway) throw new StoreMoved()
  }
  const onDecision = (): void => notify({ type: 'deliveries.changed' })
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
    { id, kind, subject, payload, undoMs = 0 }: NewEntry,
    { state, reason, needsDecision = false }: Move,
  ): OutboxEntry {
    const since = isoNow(clock)
    const lane = kinds()[kind].lane?.(payload) ?? null
    if (needsDecision) onDecision()
    if (lane !== null) worker().hurry(lane)
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

  const choicesOf = (entry: OutboxEntry): readonly DeliveryChoice[] =>
    entry.reason === 'unreadable-payload' ? ['dismiss'] : kinds()[entry.kind].choices(entry)

  function deliveryOf(entry: OutboxEntry): Delivery {
    const { state, since, attempts, undoUntil, reason, message } = entry
    const choices = choicesOf(entry)
    const canUndo = state === 'queued' && attempts === 0 && entry.dueAt > time.dueIn(0)
    return {
      state,
      since,
      ...(canUndo && undoUntil !== null ? { undoUntil } : {}),
      ...(reason === null ? {} : { reason }),
      ...(message === null ? {} : { message }),
      ...(choices.length === 0 ? {} : { choices }),
    }
  }

  return {
    open: rows.open,
    allOpen: rows.allOpen,
    newest: rows.newest,
    history: rows.history,
    has: rows.has,
    deliveryOf,
    choices: choicesOf,
    delivery(kind, subject) {
      const entry = rows.newest(kind, subject)
      return entry === null ? null : deliveryOf(entry)
    },
    enqueue(toSend) {
      refuseIfAway()
      return add(toSend, queuedAgain)
    },
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
    hurry(lane) {
      worker().hurry(lane)
      worker().plan()
    },
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
    idle: () => worker().idle(),
    adopt: (lost, reason = null) => add(lost, reason === null ? unknown : { ...unknown, reason }),
    reopen(entry) {
      onDecision()
      keep({ ...entry, needsDecision: true })
    },
    replace: (entry, payload) => void keep({ ...entry, payload }),
    redirect(entry, payload) {
      const lane = kinds()[entry.kind].lane?.(payload) ?? null
      if (lane !== null) worker().hurry(lane)
      keep({ ...entry, payload, lane, reason: null, message: null, since: isoNow(clock) })
    },
    move(kind, subject, isFrom, { state, reason, needsDecision = false }) {
      const entry = rows.open(kind, subject)
      if (entry === null || !isFrom(entry)) return null
      if (state === 'queued') refuseIfAway()
      if (entry.needsDecision || needsDecision) onDecision()
      // Whoever decides about a printout or retries it is at the printer and wants it tried now.
      if (entry.lane !== null && !isQueued(entry)) worker().hurry(entry.lane)
      const fresh = state === 'queued' ? { ...due(0), repeats: 0, firstSentAt: null } : {}
      const message = state === 'queued' ? null : entry.message
      const since = isoNow(clock)
      const come = { state, reason: reason ?? null, message, needsDecision, since }
      return keep({ ...entry, ...come, ...fresh })
    },
  }
}

/**
 * Decides when the worker checks the outbox: after a commit, and once for work of many
 * transactions. `look` makes the worker check in a later turn.
 */
export function createDueCheck(look: () => void) {
  let hasChanged = false
  /** It was committed, and the worker was not notified yet. */
  let isDue = false
  /** How many works of many transactions are running. */
  let gradual = 0

  function checkIfDue(): void {
    if (!isDue || gradual > 0) return
    isDue = false
    look()
  }

  return {
    /** The open transaction added or removed an entry. */
    changed() {
      hasChanged = true
    },
    committed() {
      isDue ||= hasChanged
      hasChanged = false
      checkIfDue()
    },
    rolledBack() {
      hasChanged = false
    },
    /** Runs work of many transactions; the worker checks once, at its end. */
    async gradually<Value>(work: () => Promise<Value>): Promise<Value> {
      gradual += 1
      try {
        return await work()
      } finally {
        gradual -= 1
        checkIfDue()
      }
    },
  }
}

/**
 * Handles what a restored file lacks (db/loss.ts), once; after a crash it starts again. `doubt` marks
 * entries that may have been sent since, so that they are not simply sent again.
 */
export function settleLoss(
  { db, values, announce }: Pick<Context, 'db' | 'values' | 'announce'>,
  parts: OutboxServices,
  doubt: (entry: OutboxEntry) => void,
): void {
  const stored = storedLoss(values)
  const loss = stored.read()
  if (loss === null) return
  if (loss.wasUsedSince)
    for (const entry of parts.rows.allOpen())
      if (['queued', 'sending'].includes(entry.state)) doubt(entry)
  db.transact(() => {
    void announce('file.restored', null)
    stored.write(null)
  })
}
