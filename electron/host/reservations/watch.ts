import { lateAfterMs, type ReservationRow } from '#domain/reservations/reservation.ts'
import { countSetAside } from '../db/rows.ts'
import type { Context } from '../noun.ts'
import type { ReservationServices } from './services.ts'
import { reservationKinds } from './sending.ts'

const dayMs = 24 * 3_600_000
/** Screens show open decisions of this period. */
const recentMs = 2 * dayMs

/** Later than any reservation. */
const endOfTime = Date.parse('9999-12-31')

/** Removes the guest's data. Covers, time and tables are not personal. */
const withoutGuest = (reservation: ReservationRow): ReservationRow => ({
  ...reservation,
  booking: {
    ...reservation.booking,
    firstName: '',
    lastName: '',
    phone: '',
    email: '',
    requests: '',
    allergies: '',
    clientId: null,
  },
  cancellation: reservation.cancellation && { ...reservation.cancellation, reason: '' },
})

/** The latest time at which guests are late at an instant, as the end of a range that excludes it. */
const lateBy = (instant: number): number => instant - lateAfterMs + 1

/** Work that is due by time: reservations expire, guests become late, undo ends, old data is deleted. */
export class ReservationWatch {
  readonly #context: Context
  readonly #services: ReservationServices
  #lookedAt: number
  /** How many rows were set aside at the last check for lost entries; -1 before the first check. */
  #asideAtLook = -1

  constructor(context: Context, services: ReservationServices) {
    this.#context = context
    this.#services = services
    this.#lookedAt = context.clock.now()
  }

  catchUp(): void {
    const { clock, agreed, changed } = this.#context
    const now = clock.now()
    this.#restoreLostEntries(now - recentMs)
    this.#settleDue(now, agreed.now())
    this.#touchLate(now)
    this.#services.events.lookAhead()
    changed()
  }

  /** Deletes all guests and returns how many there were. */
  forgetAll(): number {
    return this.#context.db.transact(() => this.forget(endOfTime))
  }

  /** Deletes guests from before an instant and returns how many there were. Call within a transaction. */
  forget(before: number): number {
    const { store, pairs } = this.#services
    const withGuests = store.withGuests(before)
    // The old reservation of the change stays valid.
    for (const reservation of withGuests) if (reservation.isHeld) pairs.giveUp(reservation)
    for (const reservation of store.withGuests(before)) this.#forgetGuest(reservation)
    const instant = new Date(before).toISOString()
    this.#context.outbox.forgetOver(reservationKinds, instant, 'reservations')
    return withGuests.length
  }

  /**
   * Closes old decisions, so that the reservations are deleted with the rest of their day. Returns
   * whether there were any.
   */
  dropOld(now: number): boolean {
    const { store, sending, events } = this.#services
    const undecided = store.undecided(now - this.#context.settings().keepDays * dayMs)
    for (const reservation of undecided) {
      const isDiscarded = reservation.isDiscarded || sending.stateOf(reservation) !== 'confirmed'
      sending.close(reservation.id)
      events.save({ ...reservation, isDiscarded })
    }
    return undecided.length > 0
  }

  /**
   * Deadlines use `agreedNow`. The end of an undo uses `now`, because it only changes what a screen
   * offers.
   */
  #settleDue(now: number, agreedNow: number): void {
    const { store, sending, events } = this.#services
    const overdue = store.overdue(agreedNow)
    const pastUndo = store.pastUndo(now)
    const heldPast = store.heldPast(now - recentMs, agreedNow)
    if ([overdue, pastUndo, heldPast].every((each) => each.length === 0)) return
    this.#context.db.transact(() => {
      for (const each of overdue) if (sending.expire(each.id)) events.touch(each)
      for (const each of pastUndo) this.#endUndo(each)
      for (const each of heldPast) this.#expireHeld(each)
    })
  }

  /**
   * A local cancellation can't be undone any more. Either the platform never had the reservation, or
   * its id is unknown here and a person cancels it in the platform's panel.
   */
  #endUndo(reservation: ReservationRow): void {
    const { sending, events } = this.#services
    const { cancellation } = reservation
    if (cancellation === null || cancellation.local === null) return
    if (sending.stateOf(reservation) === 'confirmed') {
      sending.cancel(reservation, this.#context.newId(), 0)
      events.save({ ...reservation, cancellation: { ...cancellation, local: null } })
      return
    }
    const local = { ...cancellation.local, undoUntil: null }
    const isDiscarded = reservation.kind === 'booked'
    events.save({ ...reservation, isDiscarded, cancellation: { ...cancellation, local } })
  }

  /**
   * The new reservation's time came before the old one was cancelled. The old one stays valid,
   * unless its cancellation is being sent.
   */
  #expireHeld(next: ReservationRow): void {
    const { sending, pairs, events } = this.#services
    const old = pairs.asNew(next)?.old
    if (old === undefined || !sending.undoCancel(old.id)) return
    const sent = { ...next, isHeld: false }
    sending.enqueue(sent, this.#context.newId())
    sending.expire(next.id)
    events.save({ ...old, cancellation: null })
    events.save(sent)
  }

  /**
   * A damaged entry was set aside, so it is unknown whether it was sent, and nothing else would
   * report that.
   */
  #restoreLostEntries(since: number): void {
    const { db, newId } = this.#context
    const { store, sending, events } = this.#services
    const aside = countSetAside(db)
    if (aside === this.#asideAtLook) return
    const lost = store.withoutEntry(since)
    if (lost.length > 0)
      db.transact(() => {
        for (const reservation of lost) {
          sending.adopt(reservation, newId)
          events.touch(reservation)
        }
      })
    this.#asideAtLook = aside
  }

  /**
   * Marks guests who became late since the last check, or are no longer late because the clock was
   * set back.
   */
  #touchLate(now: number): void {
    const { store, events } = this.#services
    const [from, to] = [Math.min(this.#lookedAt, now), Math.max(this.#lookedAt, now)]
    this.#lookedAt = now
    for (const reservation of store.between(lateBy(from), lateBy(to))) events.touch(reservation)
  }

  #forgetGuest(reservation: ReservationRow): void {
    const { sending, events } = this.#services
    const state = sending.stateOf(reservation)
    const isUnsent = reservation.isHeld || state === 'queued' || state === 'withdrawn'
    const isDiscarded = reservation.isDiscarded || isUnsent
    const forgotten = { ...withoutGuest(reservation), isHeld: false, isDiscarded }
    sending.forgetGuest(forgotten)
    events.save(forgotten)
  }
}
