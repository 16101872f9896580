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

const payloadOf = (stored: ReservationRow): ReservationPayload => {
  const { booking, reference, takenAt, takenOn, replaces } = stored
  return { booking, reference, takenAt, takenOn, replaces }
}

const cancelPayloadOf = (stored: ReservationRow): CancelPayload => ({
  ...payloadOf(stored),
  platformId: stored.platformId,
  code: stored.code,
  reason: stored.cancellation?.reason ?? '',
})

const isToSend = (stored: ReservationRow): boolean =>
  stored.kind === 'booked' && !stored.isHeld && !stored.isDiscarded

/**
 * The outbox entries of reservations and of their cancellations. Everything runs within the
 * caller's transaction; `id` is the id of a new entry.
 */
export function createSending(outbox: Outbox) {
  /** Whether an entry that should exist is missing. A withdrawn one doesn't count: it is from before. */
  const isLost = (each: (typeof reservationKinds)[number], id: string): boolean =>
    (outbox.newest(each, id)?.state ?? 'withdrawn') === 'withdrawn'

  /**
   * The cancellation can't be sent, or it is unknown whether it was sent: a person checks and
   * cancels at the platform.
   */
  function adoptCancel(stored: ReservationRow, id: string): void {
    const lost = {
      id,
      kind: cancelKind,
      subject: stored.id,
      payload: cancelPayloadOf(stored),
    } as const
    outbox.adopt(lost, stored.platformId === null ? 'no-platform-id' : null)
  }

  /** Enqueues a reservation. If an entry is already open, its payload is replaced. */
  function enqueue(stored: ReservationRow, id: string): void {
    const payload = payloadOf(stored)
    const open = outbox.open(kind, stored.id)
    if (open === null) {
      outbox.enqueue({ id, kind, subject: stored.id, payload })
      return
    }
    outbox.replace(open, payload)
    outbox.move(kind, stored.id, isUndecided, queuedAgain)
  }

  /**
   * Removes the deleted guest from an entry that is not being sent. A queued booking will not be
   * sent any more.
   */
  function forgetIn(entry: OutboxEntry, stored: ReservationRow): void {
    const payload = entry.kind === kind ? payloadOf(stored) : cancelPayloadOf(stored)
    // The platform's message may contain the guest's name as well.
    outbox.replace({ ...entry, message: null }, payload)
    if (entry.kind === kind) outbox.move(kind, stored.id, isQueued, notNeeded)
  }

  return {
    enqueue,
    forgetIn,
    /**
     * The delivery state of a reservation; null if it has no entry. `withdrawn` means that it was
     * cancelled, which can still be undone.
     */
    stateOf: (stored: ReservationRow): DeliveryState | null =>
      isToSend(stored) ? (outbox.newest(kind, stored.id)?.state ?? null) : null,
    /** The delivery state of its cancellation; null if there is none or its entry was lost. */
    cancellingOf({ id, cancellation }: ReservationRow): DeliveryState | null {
      if (cancellation === null) return null
      const { local } = cancellation
      return local === null
        ? (outbox.newest(cancelKind, id)?.state ?? null)
        : localDelivery(local).state
    },
    /** Both deliveries as screens get them. */
    deliveriesOf(stored: ReservationRow): {
      delivery: Delivery | null
      cancelling: Delivery | null
    } {
      const delivery = isToSend(stored) ? outbox.delivery(kind, stored.id) : null
      if (stored.cancellation === null) return { delivery, cancelling: null }
      const { local } = stored.cancellation
      const cancelling =
        local === null ? outbox.delivery(cancelKind, stored.id) : localDelivery(local)
      return { delivery, cancelling }
    },
    /** Stops the sending because its time has come. False if it is being sent or its entry was lost. */
    expire: (id: string): boolean => outbox.move(kind, id, isQueued, expired) !== null,
    /**
     * Withdraws a booking that was not sent, because it was cancelled. While that can be undone,
     * nothing is sent and nothing needs a decision.
     */
    holdBack(id: string): void {
      const state = outbox.open(kind, id)?.state
      if (state === undefined) return
      outbox.move(kind, id, isNotSending, state === 'queued' ? withdrawn : { state })
    },
    /** Undoes `holdBack`: the booking is sent, or waits for a decision, as before. */
    resume(stored: ReservationRow, id: string): void {
      const entry = outbox.newest(kind, stored.id)
      if (entry?.state === 'withdrawn') enqueue(stored, id)
      else if (entry !== null && isUnsent(entry.state)) outbox.reopen(entry)
    },
    giveUp: (id: string): void => void outbox.move(kind, id, isNotSending, dismissed),
    /**
     * Enqueues a cancellation that is sent after `undoMs`. Without the platform's id a person must
     * cancel it there.
     */
    cancel(stored: ReservationRow, id: string, undoMs: number): void {
      if (stored.platformId === null) {
        adoptCancel(stored, id)
        return
      }
      const payload = cancelPayloadOf(stored)
      outbox.enqueue({ id, kind: cancelKind, subject: stored.id, payload, undoMs })
    },
    /** Withdraws a cancellation; false if it may have been sent. */
    undoCancel: (id: string): boolean => outbox.move(cancelKind, id, isQueued, withdrawn) !== null,
    /**
     * Creates entries for those that were lost. Without the platform's id it is unknown whether the
     * booking was sent.
     */
    adopt(stored: ReservationRow, newId: () => string): void {
      if (isToSend(stored) && isLost(kind, stored.id)) {
        outbox.adopt({ id: newId(), kind, subject: stored.id, payload: payloadOf(stored) })
        // If there is a cancellation, a person only decides about that.
        if (stored.platformId !== null || stored.cancellation !== null)
          outbox.move(kind, stored.id, isUndecided, { state: 'confirmed' })
      }
      if (stored.cancellation?.local === null && isLost(cancelKind, stored.id))
        adoptCancel(stored, newId())
    },
    forgetGuest(stored: ReservationRow): void {
      for (const entry of reservationKinds.flatMap((each) => outbox.history(each, stored.id)))
        // An entry that is being sent is cleaned when its outcome is known (outbox.ts).
        if (entry.state !== 'sending') forgetIn(entry, stored)
    },
    close(id: string): void {
      for (const each of reservationKinds) outbox.move(each, id, isUndecided, notNeeded)
    },
  }
}
export type Sending = ReturnType<typeof createSending>
