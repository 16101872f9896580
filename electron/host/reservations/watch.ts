import type { Settings } from '#contract/settings/settings.ts'
import { lateAfterMs, type KeptReservation } from '#domain/reservations/reservation.ts'
import type { AgreedTime } from '../agreed-time.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import { countSetAside } from '../db/rows.ts'
import type { ReservationChanges } from './changes.ts'
import { draftDayMs, type Drafts } from './drafts.ts'
import type { Pairs } from './pairs.ts'
import type { Sending } from './sending.ts'
import type { ReservationStore } from './store.ts'

interface WatchDeps {
  db: Database
  store: ReservationStore
  sending: Sending
  pairs: Pairs
  drafts: Drafts
  changes: ReservationChanges
  clock: Clock
  agreed: AgreedTime
  newId: () => string
  /** Within the transaction: keeps it, and has it told. */
  keep(kept: KeptReservation): void
  /** Within the transaction: has it told, where it is another to the screens alone. */
  touch(kept: KeptReservation): void
  /** How many days guests' data is kept after their day, and what is left of a reservation then. */
  settings: () => Pick<Settings, 'guestDataDays' | 'keepDays'>
  /** The screens have something to hear, without a transaction. */
  changed(): void
}

const forgetEveryMs = 3_600_000
const dayMs = 24 * 3_600_000
/** As far back as the screens look for what waits for a person. */
const recentMs = 2 * dayMs

/** A reservation without its guest: how many were here, when and where, is nobody's secret. */
const nameless = (kept: KeptReservation): KeptReservation => ({
  ...kept,
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
  cancellation: kept.cancellation && { ...kept.cancellation, reason: '' },
})

/** What time does to the book: bookings expire, guests are late, an undo is over, data is old. */
export interface ReservationWatch {
  catchUp(): void
  /** Forgets the guests and the drafts of before an instant (epoch milliseconds); answers how many. */
  forget(before: number): number
}

export function createReservationWatch(deps: WatchDeps): ReservationWatch {
  const { db, store, sending, pairs, drafts, changes, clock, agreed, newId, keep, touch } = deps
  let lookedAt = clock.now()
  let forgotAt = -Infinity
  /** How many rows were set aside when it was last looked whether an entry is among them; none yet. */
  let asideAtLook = -1

  /** The time of a new one came before the old one could be cancelled: the old one stands, unless that is on the wire. */
  function expireHeld(next: KeptReservation): void {
    const old = pairs.asNew(next)?.old
    if (old === undefined || !sending.undoCancel(old.id)) return
    const sent = { ...next, isHeld: false }
    sending.book(sent, newId())
    sending.expire(next.id)
    keep({ ...old, cancellation: null })
    keep(sent)
  }

  /**
   * A cancellation that the platform is not told of, once its undo is over: nothing of it was ever there, or it is there
   * under an id that nobody here knows, and a person cancels it in the platform's own panel.
   */
  function endUndo(kept: KeptReservation): void {
    const { cancellation } = kept
    if (cancellation === null || cancellation.local === null) return
    if (sending.stateOf(kept) === 'confirmed') {
      sending.cancel(kept, newId(), 0)
      keep({ ...kept, cancellation: { ...cancellation, local: null } })
      return
    }
    const local = { ...cancellation.local, undoUntil: null }
    const isDiscarded = kept.kind === 'booked'
    keep({ ...kept, isDiscarded, cancellation: { ...cancellation, local } })
  }

  /** What ends does so by `agreed`; that an undo is over only changes what a screen offers. ISO instants. */
  function settleWhatIsDue(now: string, agreedNow: string, recent: string): void {
    const overdue = store.overdue(agreedNow)
    const pastUndo = store.pastUndo(now)
    const heldPast = store.heldPast(recent, agreedNow)
    if ([overdue, pastUndo, heldPast].every((each) => each.length === 0)) return
    db.transact(() => {
      for (const kept of overdue) if (sending.expire(kept.id)) touch(kept)
      for (const kept of pastUndo) endUndo(kept)
      for (const kept of heldPast) expireHeld(kept)
    })
  }

  /** An entry was damaged: nobody knows whether it was sent, and nothing else would ever say so. Looked for once a row was set aside. */
  function adoptLost(recent: string): void {
    const aside = countSetAside(db)
    if (aside === asideAtLook) return
    const lost = store.withoutEntry(recent)
    if (lost.length > 0)
      db.transact(() => {
        for (const kept of lost) {
          sending.adopt(kept, newId)
          touch(kept)
        }
      })
    asideAtLook = aside
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

  function forgetGuest(kept: KeptReservation): void {
    const state = sending.stateOf(kept)
    const isUnsent = kept.isHeld || state === 'queued' || state === 'withdrawn'
    const forgotten = {
      ...nameless(kept),
      isHeld: false,
      isDiscarded: kept.isDiscarded || isUnsent,
    }
    sending.forgetGuest(forgotten)
    keep(forgotten)
  }

  function forget(before: number): number {
    const instant = new Date(before).toISOString()
    return db.transact(() => {
      const forgottenDrafts = forgetDrafts(before)
      const withGuests = store.withGuests(instant)
      // What will not be booked takes no reservation away.
      for (const kept of withGuests) if (kept.isHeld) pairs.giveUp(kept)
      for (const kept of store.withGuests(instant)) forgetGuest(kept)
      store.clearWithoutRow(instant)
      return withGuests.length + forgottenDrafts
    })
  }

  /** What nobody has decided is given up in the end, so that it goes with all else of its day (retention.ts). */
  function closeUndecided(before: number): void {
    const undecided = store.undecided(new Date(before).toISOString())
    if (undecided.length === 0) return
    db.transact(() => {
      for (const kept of undecided) {
        const isDiscarded = kept.isDiscarded || sending.stateOf(kept) !== 'confirmed'
        sending.close(kept.id)
        keep({ ...kept, isDiscarded })
      }
    })
  }

  return {
    forget,
    catchUp() {
      const now = clock.now()
      const recent = new Date(now - recentMs).toISOString()
      const agreedNow = new Date(agreed.now()).toISOString()
      adoptLost(recent)
      settleWhatIsDue(new Date(now).toISOString(), agreedNow, recent)
      touchLate(now)
      changes.lookAhead()
      deps.changed()
      const until = agreed.toDelete()
      if (until === 0 || clock.monotonic() - forgotAt < forgetEveryMs) return
      forgotAt = clock.monotonic()
      const { guestDataDays, keepDays } = deps.settings()
      forget(until - guestDataDays * dayMs)
      closeUndecided(until - keepDays * dayMs)
      db.transact(() => forgetDrafts(until - draftDayMs))
    },
  }
}
