import type { Delivery, DeliveryState } from '#contract/deliveries/delivery.ts'
import { isUnsent, localDelivery, type ReservationRow } from '#domain/reservations/reservation.ts'
import type { OutboxEntry, Move } from '../outbox/rules.ts'
import {
  dismissed,
  isNotSending,
  isQueued,
  isUndecided,
  notNeeded,
  queuedAgain,
  withdrawn,
  type Outbox,
} from '../outbox/outbox.ts'
import type { ReservationPayload, CancelPayload } from './request.ts'

const kind = 'reservation'
const cancelKind = 'reservation-cancel'
/** The kinds of outbox entries whose subject is a reservation. */
export const reservationKinds = [kind, cancelKind] as const

/** Its time came before it was sent: a person enters another time or gives it up. */
const expired: Move = { state: 'expired', needsDecision: true }

function payloadOf(reservation: ReservationRow): ReservationPayload {
  const { booking, reference, takenAt, takenOn, replaces } = reservation
  return { booking, reference, takenAt, takenOn, replaces }
}

const cancelPayloadOf = (reservation: ReservationRow): CancelPayload => ({
  ...payloadOf(reservation),
  platformId: reservation.platformId,
  code: reservation.code,
  reason: reservation.cancellation?.reason ?? '',
})

const isToSend = (reservation: ReservationRow): boolean =>
  reservation.kind === 'booked' && !reservation.isHeld && !reservation.isDiscarded

/**
 * The outbox entries of reservations and of their cancellations. Everything runs within the
 * caller's transaction; `entryId` is the id of a new entry.
 */
export class Sending {
  readonly #outbox: Outbox

  constructor(outbox: Outbox) {
    this.#outbox = outbox
  }

  /**
   * The delivery state of a reservation; null if it has no entry. `withdrawn` means that it was
   * cancelled, which can still be undone.
   */
  stateOf(reservation: ReservationRow): DeliveryState | null {
    if (!isToSend(reservation)) return null
    return this.#outbox.newest(kind, reservation.id)?.state ?? null
  }

  /** The delivery state of its cancellation; null if there is none or its entry was lost. */
  cancellingOf({ id, cancellation }: ReservationRow): DeliveryState | null {
    if (cancellation === null) return null
    const { local } = cancellation
    return local === null
      ? (this.#outbox.newest(cancelKind, id)?.state ?? null)
      : localDelivery(local).state
  }

  /** Both deliveries as screens get them. */
  deliveriesOf(reservation: ReservationRow): {
    delivery: Delivery | null
    cancelling: Delivery | null
  } {
    const { id, cancellation } = reservation
    const delivery = isToSend(reservation) ? this.#outbox.delivery(kind, id) : null
    if (cancellation === null) return { delivery, cancelling: null }
    const { local } = cancellation
    const cancelling = local === null ? this.#outbox.delivery(cancelKind, id) : localDelivery(local)
    return { delivery, cancelling }
  }

  /** Enqueues a reservation. If an entry is already open, its payload is replaced. */
  enqueue(reservation: ReservationRow, entryId: string): void {
    const payload = payloadOf(reservation)
    const open = this.#outbox.open(kind, reservation.id)
    if (open === null) {
      this.#outbox.enqueue({ id: entryId, kind, subject: reservation.id, payload })
      return
    }
    this.#outbox.replace(open, payload)
    this.#outbox.move(kind, reservation.id, isUndecided, queuedAgain)
  }

  /** Stops the sending because its time has come. False if it is being sent or its entry was lost. */
  expire(id: string): boolean {
    return this.#outbox.move(kind, id, isQueued, expired) !== null
  }

  /**
   * Withdraws a reservation that was not sent, because it was cancelled. While that can be undone,
   * nothing is sent and nothing needs a decision.
   */
  holdBack(id: string): void {
    const state = this.#outbox.open(kind, id)?.state
    if (state === undefined) return
    this.#outbox.move(kind, id, isNotSending, state === 'queued' ? withdrawn : { state })
  }

  /** Undoes `holdBack`: the reservation is sent, or waits for a decision, as before. */
  resume(reservation: ReservationRow, entryId: string): void {
    const entry = this.#outbox.newest(kind, reservation.id)
    if (entry?.state === 'withdrawn') this.enqueue(reservation, entryId)
    else if (entry !== null && isUnsent(entry.state)) this.#outbox.reopen(entry)
  }

  giveUp(id: string): void {
    this.#outbox.move(kind, id, isNotSending, dismissed)
  }

  /**
   * Enqueues a cancellation that is sent after `undoMs`. Without the platform's id a person must
   * cancel it there.
   */
  cancel(reservation: ReservationRow, entryId: string, undoMs: number): void {
    const { id: subject, platformId } = reservation
    if (platformId === null) {
      this.#adoptCancel(reservation, entryId)
      return
    }
    const payload = cancelPayloadOf(reservation)
    this.#outbox.enqueue({ id: entryId, kind: cancelKind, subject, payload, undoMs })
  }

  /** Withdraws a cancellation; false if it may have been sent. */
  undoCancel(id: string): boolean {
    return this.#outbox.move(cancelKind, id, isQueued, withdrawn) !== null
  }

  /**
   * Creates entries for those that were lost. Without the platform's id it is unknown whether the
   * reservation was sent.
   */
  adopt(reservation: ReservationRow, newId: () => string): void {
    const { id, platformId, cancellation } = reservation
    if (isToSend(reservation) && this.#isLost(kind, id)) {
      this.#outbox.adopt({ id: newId(), kind, subject: id, payload: payloadOf(reservation) })
      // If there is a cancellation, a person only decides about that.
      if (platformId !== null || cancellation !== null)
        this.#outbox.move(kind, id, isUndecided, { state: 'confirmed' })
    }
    if (cancellation?.local === null && this.#isLost(cancelKind, id))
      this.#adoptCancel(reservation, newId())
  }

  forgetGuest(reservation: ReservationRow): void {
    for (const entry of reservationKinds.flatMap((each) =>
      this.#outbox.history(each, reservation.id),
    ))
      // An entry that is being sent is cleaned when its outcome is known (outbox.ts).
      if (entry.state !== 'sending') this.forgetIn(entry, reservation)
  }

  /**
   * Removes the deleted guest from an entry that is not being sent. A queued reservation will not be
   * sent any more.
   */
  forgetIn(entry: OutboxEntry, reservation: ReservationRow): void {
    const payload = entry.kind === kind ? payloadOf(reservation) : cancelPayloadOf(reservation)
    // The platform's message may contain the guest's name as well.
    this.#outbox.replace({ ...entry, message: null }, payload)
    if (entry.kind === kind) this.#outbox.move(kind, reservation.id, isQueued, notNeeded)
  }

  close(id: string): void {
    for (const each of reservationKinds) this.#outbox.move(each, id, isUndecided, notNeeded)
  }

  /** Whether an entry that should exist is missing. A withdrawn one doesn't count: it is from before. */
  #isLost(each: (typeof reservationKinds)[number], id: string): boolean {
    return (this.#outbox.newest(each, id)?.state ?? 'withdrawn') === 'withdrawn'
  }

  /**
   * The cancellation can't be sent, or it is unknown whether it was sent: a person checks and
   * cancels at the platform.
   */
  #adoptCancel(reservation: ReservationRow, entryId: string): void {
    const payload = cancelPayloadOf(reservation)
    const lost = { id: entryId, kind: cancelKind, subject: reservation.id, payload } as const
    this.#outbox.adopt(lost, reservation.platformId === null ? 'no-platform-id' : null)
  }
}
