import type {
  ChangeStep,
  Reservation,
  ReservationChange,
} from '#contract/reservations/reservations.ts'
import { stepOf, type ChangePair } from '#domain/reservations/change.ts'
import { isUnsent, viewReservation, type ReservationRow } from '#domain/reservations/reservation.ts'
import type { Context } from '../noun.ts'
import type { ReservationEvents } from './events.ts'
import type { Sending } from './sending.ts'
import type { ReservationStore } from './store.ts'

type Change = ChangePair & { step: ChangeStep }

/**
 * Connects the two reservations of a change: the outcome of one decides about the other. Everything
 * runs within the caller's transaction, so a crash never leaves half of a step.
 */
export class Pairs {
  readonly #context: Context
  readonly #store: ReservationStore
  readonly #sending: Sending
  readonly #events: ReservationEvents

  constructor(
    context: Context,
    store: ReservationStore,
    sending: Sending,
    events: ReservationEvents,
  ) {
    this.#context = context
    this.#store = store
    this.#sending = sending
    this.#events = events
  }

  /** The change in which this is the old reservation; null if there is none or it was given up. */
  asOld(reservation: ReservationRow): Change | null {
    return this.#changeOf(reservation, this.#store.load(reservation.replacedBy))
  }

  /** The change in which this is the new reservation. */
  asNew(reservation: ReservationRow): Change | null {
    return this.#changeOf(this.#store.load(reservation.replaces), reservation)
  }

  isChanging(reservation: ReservationRow): boolean {
    return [this.asOld(reservation), this.asNew(reservation)].some(
      (change) => change !== null && change.step !== 'done',
    )
  }

  /** The reservation as screens get it. */
  view(reservation: ReservationRow): Reservation {
    const deliveries = this.#sending.deliveriesOf(reservation)
    return viewReservation(reservation, deliveries, this.#viewChange(reservation), this.#time())
  }

  /** Enqueues the cancellation of an old reservation. Without the platform's id a person must cancel it. */
  cancelOld(old: ReservationRow): ReservationRow {
    const after: ReservationRow = { ...old, cancellation: { reason: '', local: null } }
    this.#sending.cancel(after, this.#context.newId(), 0)
    return after
  }

  /** The new reservation is booked, so cancel the old one. */
  nextBooked(next: ReservationRow): void {
    const change = this.asNew(next)
    if (change?.old.cancellation === null) this.#events.save(this.cancelOld(change.old))
  }

  /** The old one is cancelled, so send a new one that waited for that. */
  oldCancelled(old: ReservationRow): void {
    const next = this.asOld(old)?.next
    if (next?.isHeld !== true) return
    const { agreed, newId } = this.#context
    const sent = { ...next, isHeld: false }
    this.#sending.enqueue(sent, newId())
    // The old table is already lost, so expire the new one only by a time that all clocks agree
    // on.
    if (Date.parse(next.booking.startsAt) <= agreed.now()) this.#sending.expire(next.id)
    this.#events.save(sent)
  }

  /** Gives up a change. Returns false, and changes nothing, if it is too late. */
  giveUp(next: ReservationRow): boolean {
    const old = this.asNew(next)?.old
    if (old === undefined) return false
    if (next.isHeld ? !this.#sending.undoCancel(old.id) : old.cancellation !== null) return false
    if (!next.isHeld && !isUnsent(this.#sending.stateOf(next))) return false
    this.#sending.giveUp(next.id)
    this.#events.save({ ...next, isHeld: false, isDiscarded: true })
    this.#events.save({ ...old, cancellation: null, replacedBy: null })
    return true
  }

  #changeOf(old: ReservationRow | null, next: ReservationRow | null): Change | null {
    if (old === null || next === null || old.replacedBy !== next.id) return null
    const pair = { old, next }
    const step = stepOf(pair, this.#sending.stateOf(next), this.#sending.cancellingOf(old))
    return step && { ...pair, step }
  }

  #viewChange(reservation: ReservationRow): ReservationChange | null {
    const change = this.asOld(reservation) ?? this.asNew(reservation)
    if (change === null) return null
    const isOld = change.old.id === reservation.id
    const { id, day, businessDay, startsAt, partySize, ...others } = viewReservation(
      isOld ? change.next : change.old,
      { delivery: null, cancelling: null },
      null,
      this.#time(),
    )
    const { tableIds, code, reference, platformId } = others
    const when = { day, businessDay, startsAt }
    const other = { id, ...when, partySize, tableIds, code, reference, platformId }
    return { step: change.step, side: isOld ? 'old' : 'new', other }
  }

  #time() {
    const { clock, timeZone, countryCode, settings } = this.#context
    const border = settings().businessDayBorder
    return { now: clock.now(), timeZone: timeZone(), border, countryCode: countryCode() }
  }
}
