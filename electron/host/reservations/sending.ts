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
import type { ReservationPayload, CancelPayload } from './request.ts'

const kind = 'reservation'
const cancelKind = 'reservation-cancel'
/** The kinds of outbox entries whose subject is a reservation. */
export const reservationKinds = [kind, cancelKind] as const

/** Its time came before it was sent: a person gives it another one, or gives it up. */
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
 * The outbox entries of reservations and of their cancellations, and how far they are. All within the caller's transaction;
 * `id` is that of a new entry.
 */
export function createSending(outbox: Outbox) {
  /** Whether the entry of what should be on its way is missing. A withdrawn one is from an earlier time. */
  const isLost = (each: (typeof reservationKinds)[number], id: string): boolean =>
    (outbox.newest(each, id)?.state ?? 'withdrawn') === 'withdrawn'

  /** Nobody here can send it, or nobody knows whether it was sent: a person looks, and cancels at the platform. */
  function adoptCancel(stored: ReservationRow, id: string): void {
    const lost = {
      id,
      kind: cancelKind,
      subject: stored.id,
      payload: cancelPayloadOf(stored),
    } as const
    outbox.adopt(lost, stored.platformId === null ? 'no-platform-id' : null)
  }

  /** Enqueues a booking. An entry that waits already, for its turn or for a person, says this from now on. */
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

  /** Takes the forgotten guest of `kept` out of an entry that is not on the wire. A booking that waits will not be sent. */
  function forgetIn(entry: OutboxEntry, stored: ReservationRow): void {
    const payload = entry.kind === kind ? payloadOf(stored) : cancelPayloadOf(stored)
    // The platform's message may name the guest as well.
    outbox.replace({ ...entry, message: null }, payload)
    if (entry.kind === kind) outbox.move(kind, stored.id, isQueued, notNeeded)
  }

  return {
    enqueue,
    forgetIn,
    /** How far a reservation is sent; null where nothing of it is. Withdrawn, it is cancelled and that can be undone. */
    stateOf: (stored: ReservationRow): DeliveryState | null =>
      isToSend(stored) ? (outbox.newest(kind, stored.id)?.state ?? null) : null,
    /** How far its cancellation is; null where there is none, or its entry was lost. */
    cancellingOf({ id, cancellation }: ReservationRow): DeliveryState | null {
      if (cancellation === null) return null
      const { local } = cancellation
      return local === null
        ? (outbox.newest(cancelKind, id)?.state ?? null)
        : localDelivery(local).state
    },
    /** Both as screens see them. */
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
    /** Its time has come: it is not sent any more. False where it is on the wire, or was lost. */
    expire: (id: string): boolean => outbox.move(kind, id, isQueued, expired) !== null,
    /** A booking that was not sent is cancelled: while that can be undone nothing is sent, and nobody is asked. */
    holdBack(id: string): void {
      const state = outbox.open(kind, id)?.state
      if (state === undefined) return
      outbox.move(kind, id, isNotSending, state === 'queued' ? withdrawn : { state })
    },
    /** The cancellation of a booking that was held back is undone: it is sent, or waits for a person, as before. */
    resume(stored: ReservationRow, id: string): void {
      const entry = outbox.newest(kind, stored.id)
      if (entry?.state === 'withdrawn') enqueue(stored, id)
      else if (entry !== null && isUnsent(entry.state)) outbox.reopen(entry)
    },
    /** A person gives up a booking that was not sent. */
    giveUp: (id: string): void => void outbox.move(kind, id, isNotSending, dismissed),
    /** Enqueues a cancellation, to be sent after `undoMs`. Where the platform's id is not known, a person cancels there. */
    cancel(stored: ReservationRow, id: string, undoMs: number): void {
      if (stored.platformId === null) {
        adoptCancel(stored, id)
        return
      }
      const payload = cancelPayloadOf(stored)
      outbox.enqueue({ id, kind: cancelKind, subject: stored.id, payload, undoMs })
    },
    /** Takes a cancellation back; false where it may have been sent. */
    undoCancel: (id: string): boolean => outbox.move(cancelKind, id, isQueued, withdrawn) !== null,
    /** The entry of the booking, or of the cancellation, was lost: without the platform's id nobody knows whether it was sent. */
    adopt(stored: ReservationRow, newId: () => string): void {
      if (isToSend(stored) && isLost(kind, stored.id)) {
        outbox.adopt({ id: newId(), kind, subject: stored.id, payload: payloadOf(stored) })
        // A person decides about the cancellation alone, where there is one.
        if (stored.platformId !== null || stored.cancellation !== null)
          outbox.move(kind, stored.id, isUndecided, { state: 'confirmed' })
      }
      if (stored.cancellation?.local === null && isLost(cancelKind, stored.id))
        adoptCancel(stored, newId())
    },
    /** Forgets the guest in all of its entries. */
    forgetGuest(stored: ReservationRow): void {
      for (const entry of reservationKinds.flatMap((each) => outbox.history(each, stored.id)))
        // An entry on the wire forgets once its outcome is there (outbox.ts).
        if (entry.state !== 'sending') forgetIn(entry, stored)
    },
    /** Nobody decides about it any more. */
    close(id: string): void {
      for (const each of reservationKinds) outbox.move(each, id, isUndecided, notNeeded)
    },
  }
}
export type Sending = ReturnType<typeof createSending>
