import { lateAfterMs, type ReservationRow } from '#domain/reservations/reservation.ts'
import { countSetAside } from '../db/rows.ts'
import type { Context } from '../noun.ts'
import type { ReservationServices } from './services.ts'
import { reservationKinds } from './sending.ts'

const dayMs = 24 * 3_600_000
/** Screens show open decisions of this period. */
const recentMs = 2 * dayMs

/** Removes the guest's data. Covers, time and tables are not personal. */
const nameless = (stored: ReservationRow): ReservationRow => ({
  ...stored,
  booking: {
    ...stored.booking,
    firstName: '',
    lastName: '',
    phone: '',
    email: '',
    requests: '',
    allergies: '',
    clientId: null,
  },
  cancellation: stored.cancellation && { ...stored.cancellation, reason: '' },
})

/** Work that is due by time: bookings expire, guests become late, undo ends, old data is deleted. */
export function createReservationWatch(context: Context, parts: ReservationServices) {
  const { db, clock, agreed, newId, outbox, settings, changed } = context
  const { store, sending, pairs, events } = parts
  let lookedAt = clock.now()
  /** How many rows were set aside at the last check for lost entries; -1 before the first check. */
  let asideAtLook = -1

  /**
   * The new reservation's time came before the old one was cancelled. The old one stays valid,
   * unless its cancellation is being sent.
   */
  function expireHeld(next: ReservationRow): void {
    const old = pairs.asNew(next)?.old
    if (old === undefined || !sending.undoCancel(old.id)) return
    const sent = { ...next, isHeld: false }
    sending.enqueue(sent, newId())
    sending.expire(next.id)
    events.keep({ ...old, cancellation: null })
    events.keep(sent)
  }

  /**
   * A local cancellation can't be undone any more. Either the platform never had the booking, or
   * its id is unknown here and a person cancels it in the platform's panel.
   */
  function endUndo(stored: ReservationRow): void {
    const { cancellation } = stored
    if (cancellation === null || cancellation.local === null) return
    if (sending.stateOf(stored) === 'confirmed') {
      sending.cancel(stored, newId(), 0)
      events.keep({ ...stored, cancellation: { ...cancellation, local: null } })
      return
    }
    const local = { ...cancellation.local, undoUntil: null }
    const isDiscarded = stored.kind === 'booked'
    events.keep({ ...stored, isDiscarded, cancellation: { ...cancellation, local } })
  }

  /**
   * Deadlines use `agreedNow`. The end of an undo uses `now`, because it only changes what a screen
   * offers.
   */
  function settleDue(now: number, agreedNow: number): void {
    const overdue = store.overdue(agreedNow)
    const pastUndo = store.pastUndo(now)
    const heldPast = store.heldPast(now - recentMs, agreedNow)
    if ([overdue, pastUndo, heldPast].every((each) => each.length === 0)) return
    db.transact(() => {
      for (const stored of overdue) if (sending.expire(stored.id)) events.touch(stored)
      for (const stored of pastUndo) endUndo(stored)
      for (const stored of heldPast) expireHeld(stored)
    })
  }

  /**
   * A damaged entry was set aside, so it is unknown whether it was sent, and nothing else would
   * report that.
   */
  function restoreLostReservations(recent: number): void {
    const aside = countSetAside(db)
    if (aside === asideAtLook) return
    const lost = store.withoutEntry(recent)
    if (lost.length > 0)
      db.transact(() => {
        for (const stored of lost) {
          sending.adopt(stored, newId)
          events.touch(stored)
        }
      })
    asideAtLook = aside
  }

  /**
   * Marks guests who became late since the last check, or are no longer late because the clock was
   * set back.
   */
  function touchLate(now: number): void {
    const lateBy = (instant: number): number => instant - lateAfterMs + 1
    const [from, to] = [Math.min(lookedAt, now), Math.max(lookedAt, now)]
    lookedAt = now
    store.between(lateBy(from), lateBy(to)).forEach(events.touch)
  }

  function forgetGuest(stored: ReservationRow): void {
    const state = sending.stateOf(stored)
    const isUnsent = stored.isHeld || state === 'queued' || state === 'withdrawn'
    const forgotten = {
      ...nameless(stored),
      isHeld: false,
      isDiscarded: stored.isDiscarded || isUnsent,
    }
    sending.forgetGuest(forgotten)
    events.keep(forgotten)
  }

  /** Deletes guests from before an instant and returns how many there were. Call within a transaction. */
  function forget(before: number): number {
    const instant = new Date(before).toISOString()
    const withGuests = store.withGuests(before)
    // The old reservation of the change stays valid.
    for (const stored of withGuests) if (stored.isHeld) pairs.giveUp(stored)
    for (const stored of store.withGuests(before)) forgetGuest(stored)
    outbox.forgetOver(reservationKinds, instant, 'reservations')
    return withGuests.length
  }

  return {
    /** Deletes all guests and returns how many there were. */
    forgetAll: (): number => db.transact(() => forget(Date.parse('9999-12-31'))),
    forgetPeople(before: string): boolean {
      forget(Date.parse(before))
      return false
    },
    /** Closes old decisions, so that the reservations are deleted with the rest of their day. */
    dropOld(now: number): boolean {
      const undecided = store.undecided(now - settings().keepDays * dayMs)
      for (const stored of undecided) {
        const isDiscarded = stored.isDiscarded || sending.stateOf(stored) !== 'confirmed'
        sending.close(stored.id)
        events.keep({ ...stored, isDiscarded })
      }
      return undecided.length > 0
    },
    catchUp(): void {
      const now = clock.now()
      restoreLostReservations(now - recentMs)
      settleDue(now, agreed.now())
      touchLate(now)
      events.lookAhead()
      changed()
    },
  }
}
