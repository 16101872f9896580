import type { Delivery, DeliveryState } from '#contract/deliveries/delivery.ts'
import { isUnsent, localDelivery, type ReservationRow } from '#domain/reservations/reservation.ts'
import type { OutboxEntry, Move, Outbox } from '../outbox/rules.ts'
import {
  dismissed,
  isNotSending,
  isQueued,
  isUndecided,
  notNeeded,
  queuedAgain,
  withdrawn,
} from '../outbox/outbox.ts'
import type { BookingPayload, CancelPayload } from './request.ts'

const kind = 'reservation'
const cancelKind = 'reservation-cancel'
/** The kinds of outbox entries whose subject is a reservation. */
export const reservationKinds = [kind, cancelKind] as const

/** Its time came before it was sent: a person gives it another one, or gives it up. */
const expired: Move = { state: 'expired', needsDecision: true }

const payloadOf = (kept: ReservationRow): BookingPayload => {
  const { booking, reference, takenAt, takenOn, replaces } = kept
  return { booking, reference, takenAt, takenOn, replaces }
}

const cancelPayloadOf = (kept: ReservationRow): CancelPayload => ({
  ...payloadOf(kept),
  platformId: kept.platformId,
  code: kept.code,
  reason: kept.cancellation?.reason ?? '',
})

const isToSend = (kept: ReservationRow): boolean =>
  kept.kind === 'booked' && !kept.isHeld && !kept.isDiscarded

/**
 * The outbox entries of reservations and of their cancellations, and how far they are. All within the caller's transaction;
 * `id` is that of a new entry.
 */
export function createSending(outbox: Outbox) {
  /** Whether the entry of what should be on its way is missing. A withdrawn one is from an earlier time. */
  const isLost = (each: (typeof reservationKinds)[number], id: string): boolean =>
    (outbox.newest(each, id)?.state ?? 'withdrawn') === 'withdrawn'

  /** Nobody here can send it, or nobody knows whether it was sent: a person looks, and cancels at the platform. */
  function adoptCancel(kept: ReservationRow, id: string): void {
    const lost = { id, kind: cancelKind, subject: kept.id, payload: cancelPayloadOf(kept) } as const
    outbox.adopt(lost, kept.platformId === null ? 'no-platform-id' : null)
  }

  /** Enqueues a booking. An entry that waits already, for its turn or for a person, says this from now on. */
  function enqueue(kept: ReservationRow, id: string): void {
    const payload = payloadOf(kept)
    const open = outbox.open(kind, kept.id)
    if (open === null) {
      outbox.enqueue({ id, kind, subject: kept.id, payload })
      return
    }
    outbox.replace(open, payload)
    outbox.move(kind, kept.id, isUndecided, queuedAgain)
  }

  /** Takes the forgotten guest of `kept` out of an entry that is not on the wire. A booking that waits will not be sent. */
  function forgetIn(entry: OutboxEntry, kept: ReservationRow): void {
    const payload = entry.kind === kind ? payloadOf(kept) : cancelPayloadOf(kept)
    // The platform's message may name the guest as well.
    outbox.replace({ ...entry, message: null }, payload)
    if (entry.kind === kind) outbox.move(kind, kept.id, isQueued, notNeeded)
  }

  return {
    enqueue,
    forgetIn,
    /** How far a reservation is sent; null where nothing of it is. Withdrawn, it is cancelled and that can be undone. */
    stateOf: (kept: ReservationRow): DeliveryState | null =>
      isToSend(kept) ? (outbox.newest(kind, kept.id)?.state ?? null) : null,
    /** How far its cancellation is; null where there is none, or its entry was lost. */
    cancellingOf({ id, cancellation }: ReservationRow): DeliveryState | null {
      if (cancellation === null) return null
      const { local } = cancellation
      return local === null
        ? (outbox.newest(cancelKind, id)?.state ?? null)
        : localDelivery(local).state
    },
    /** Both as screens see them. */
    deliveriesOf(kept: ReservationRow): {
      delivery: Delivery | null
      cancelling: Delivery | null
    } {
      const delivery = isToSend(kept) ? outbox.delivery(kind, kept.id) : null
      if (kept.cancellation === null) return { delivery, cancelling: null }
      const { local } = kept.cancellation
      const cancelling =
        local === null ? outbox.delivery(cancelKind, kept.id) : localDelivery(local)
      return { delivery, cancelling }
    },
    /** Its time has come: it is not sent any more. False where it is on the wire, or was lost. */
    expire: (id: string): boolean => outbox.move(kind, id, isQueued, expired) !== null,
    /** A booking that was not sent is cancelled: while that can be undone nothing is sent, and nobody is asked. */
    holdBack(id: string): void {
      const state = outbox.open(kind, id)?.state
      if (state === undefined) return
      outbox.move(kind, id, isNotSending, state === 'queued' ? withdrawn : { state })
    },
    /** The cancellation of a booking that was held back is undone: it is sent, or waits for a person, as before. */
    resume(kept: ReservationRow, id: string): void {
      const entry = outbox.newest(kind, kept.id)
      if (entry?.state === 'withdrawn') enqueue(kept, id)
      else if (entry !== null && isUnsent(entry.state)) outbox.reopen(entry)
    },
    /** A person gives up a booking that was not sent. */
    giveUp: (id: string): void => void outbox.move(kind, id, isNotSending, dismissed),
    /** Enqueues a cancellation, to be sent after `undoMs`. Where the platform's id is not known, a person cancels there. */
    cancel(kept: ReservationRow, id: string, undoMs: number): void {
      if (kept.platformId === null) {
        adoptCancel(kept, id)
        return
      }
      const payload = cancelPayloadOf(kept)
      outbox.enqueue({ id, kind: cancelKind, subject: kept.id, payload, undoMs })
    },
    /** Takes a cancellation back; false where it may have been sent. */
    undoCancel: (id: string): boolean => outbox.move(cancelKind, id, isQueued, withdrawn) !== null,
    /** The entry of the booking, or of the cancellation, was lost: without the platform's id nobody knows whether it was sent. */
    adopt(kept: ReservationRow, newId: () => string): void {
      if (isToSend(kept) && isLost(kind, kept.id)) {
        outbox.adopt({ id: newId(), kind, subject: kept.id, payload: payloadOf(kept) })
        // A person decides about the cancellation alone, where there is one.
        if (kept.platformId !== null || kept.cancellation !== null)
          outbox.move(kind, kept.id, isUndecided, { state: 'confirmed' })
      }
      if (kept.cancellation?.local === null && isLost(cancelKind, kept.id))
        adoptCancel(kept, newId())
    },
    /** Forgets the guest in all of its entries. */
    forgetGuest(kept: ReservationRow): void {
      for (const entry of reservationKinds.flatMap((each) => outbox.history(each, kept.id)))
        // An entry on the wire forgets once its outcome is there (outbox.ts).
        if (entry.state !== 'sending') forgetIn(entry, kept)
    },
    /** Nobody decides about it any more. */
    close(id: string): void {
      for (const each of reservationKinds) outbox.move(each, id, isUndecided, notNeeded)
    },
  }
}
export type Sending = ReturnType<typeof createSending>
