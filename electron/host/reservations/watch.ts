import { lateAfterMs, type KeptReservation } from '#domain/reservations/reservation.ts'
import type { AgreedTime } from '../agreed-time.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import { afterUndo } from './cancelling.ts'
import type { ReservationChanges } from './changes.ts'
import { draftDayMs, type Drafts } from './drafts.ts'
import type { ReservationEntries } from './entries.ts'
import type { Pairs } from './pairs.ts'
import type { ReservationStore } from './store.ts'

interface WatchDeps {
  db: Database
  store: ReservationStore
  entries: ReservationEntries
  pairs: Pairs
  drafts: Drafts
  changes: ReservationChanges
  clock: Clock
  agreed: AgreedTime
  /** Within the transaction: keeps it, and has it told. */
  keep(kept: KeptReservation): void
  /** How many days guests' data is kept after their day. */
  guestDataDays: () => number
  /** The screens have something to hear, without a transaction. */
  changed(): void
}

const forgetEveryMs = 3_600_000
const dayMs = 24 * 3_600_000
/** As far back as the screens look for what waits for a person. */
const adriftMs = 2 * dayMs

/**
 * A reservation without its guest: how many were here, when and where, is nobody's secret. One that was not sent yet will
 * not be.
 */
const nameless = (kept: KeptReservation): KeptReservation => ({
  ...kept,
  state: kept.state === 'not-yet' || kept.state === 'held' ? 'discarded' : kept.state,
  words: null,
  booking: {
    ...kept.booking,
    firstName: '',
    lastName: '',
    phone: '',
    email: '',
    requests: '',
    allergies: '',
    clientId: null,
  },
  cancellation:
    kept.cancellation === null ? null : { ...kept.cancellation, reason: '', words: null },
})

/** What time does to the book: bookings expire, guests are late, an undo is over, data is old. */
export interface ReservationWatch {
  start(): void
  catchUp(): void
  /** Forgets the guests and the drafts of before an instant (epoch milliseconds); answers how many. */
  forget(before: number): number
}

export function createReservationWatch(deps: WatchDeps): ReservationWatch {
  const { db, store, entries, pairs, drafts, changes, clock, agreed, keep } = deps
  let lookedAt = clock.now()
  let forgotAt = -Infinity

  /** The time of a new one came before the old one could be cancelled: the old one stands, unless that is on the wire. */
  function expireHeld(next: KeptReservation): void {
    const old = pairs.asNew(next)?.old
    if (old === undefined || !entries.undoCancel(old.id)) return
    keep({ ...old, cancellation: null })
    keep({ ...next, state: 'expired' })
  }

  /** What ends does so by `agreed`; that an undo is over only changes what a screen offers. ISO instants. */
  function settleWhatIsDue(now: string, agreedNow: string, recent: string): void {
    const overdue = store.overdue(agreedNow).filter(({ cancellation }) => cancellation === null)
    const pastUndo = store.pastUndo(now)
    // Its entry was damaged: nobody knows whether it was sent, and nothing else would ever say so.
    const adrift = store.adrift(recent).filter(({ cancellation }) => cancellation === null)
    const heldPast = store.heldPast(recent, agreedNow)
    if ([overdue, pastUndo, adrift, heldPast].every((each) => each.length === 0)) return
    db.transact(() => {
      for (const kept of adrift) keep({ ...kept, state: 'may-exist' })
      for (const kept of overdue) if (entries.expire(kept.id)) keep({ ...kept, state: 'expired' })
      for (const kept of pastUndo) keep(afterUndo(kept))
      for (const kept of heldPast) expireHeld(kept)
    })
  }

  /** What `adrift` is of bookings, of cancellations: looked at once, since all of the book is read for it. */
  function settleCancellationsAdrift(recent: string): void {
    for (const kept of store.between(recent, '9999')) {
      const { id, cancellation } = kept
      if (cancellation === null || cancellation.local || entries.isCancelOpen(id)) continue
      if (!['undoable', 'queued', 'sending'].includes(cancellation.state)) continue
      keep({ ...kept, cancellation: { ...cancellation, state: 'may-be-cancelled' } })
    }
  }

  /** Guests who are late now and were not when it was last looked; or the other way round, where the clock was set back. */
  function touchLate(now: number): void {
    const [from, to] = [lookedAt, now].toSorted((one, other) => one - other)
    lookedAt = now
    if (from === undefined || to === undefined) return
    const iso = (instant: number): string => new Date(instant - lateAfterMs + 1).toISOString()
    for (const kept of store.between(iso(from), iso(to))) changes.touch(kept)
  }

  /** Drafts, which the screens still show. Within the transaction. */
  function forgetDrafts(before: number): number {
    const forgotten = drafts.forget(new Date(before).toISOString())
    if (forgotten > 0) changes.touchAll()
    return forgotten
  }

  function forget(before: number): number {
    const instant = new Date(before).toISOString()
    return db.transact(() => {
      const forgottenDrafts = forgetDrafts(before)
      const withGuests = store.withGuests(instant)
      // What will not be booked takes no reservation away.
      for (const kept of withGuests) if (kept.state === 'held') pairs.giveUp(kept)
      for (const kept of store.withGuests(instant)) {
        const forgotten = nameless(kept)
        entries.forgetGuest(forgotten)
        keep(forgotten)
      }
      entries.forget(instant)
      store.clearSetAside(instant)
      return withGuests.length + forgottenDrafts
    })
  }

  return {
    start() {
      const recent = new Date(clock.now() - adriftMs).toISOString()
      db.transact(() => settleCancellationsAdrift(recent))
    },
    forget,
    catchUp() {
      const now = clock.now()
      const recent = new Date(now - adriftMs).toISOString()
      const agreedNow = new Date(agreed.now()).toISOString()
      settleWhatIsDue(new Date(now).toISOString(), agreedNow, recent)
      touchLate(now)
      changes.lookAhead()
      deps.changed()
      const until = agreed.toDelete()
      if (until === 0 || clock.monotonic() - forgotAt < forgetEveryMs) return
      forgotAt = clock.monotonic()
      forget(until - deps.guestDataDays() * dayMs)
      db.transact(() => forgetDrafts(until - draftDayMs))
    },
  }
}
