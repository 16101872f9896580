import type { Delivery, DeliveryState } from '#contract/deliveries/delivery.ts'
import { isUnsent, localDelivery, type KeptReservation } from '#domain/reservations/reservation.ts'
import type { OutboxEntry } from '../outbox/entry.ts'
import {
  dismissed,
  isNotSending,
  isQueued,
  isUndecided,
  notNeeded,
  queuedAgain,
  withdrawn,
  type Move,
  type Outbox,
} from '../outbox/outbox.ts'
import type { BookingPayload, CancelPayload } from './request.ts'

const kind = 'reservation'
const cancelKind = 'reservation-cancel'
const kinds = [kind, cancelKind] as const

/** Its time came before it was sent: a person gives it another one, or gives it up. */
const expired: Move = { state: 'expired', needsDecision: true }

/** What the book has the outbox send, and how far that is. All within the caller's transaction. `id` names a new entry. */
export interface Sending {
  /** Whether there ever was an entry of that id. */
  has(id: string): boolean
  /** How far a reservation is sent; null where nothing of it is. Withdrawn, it is cancelled and that can be taken back. */
  stateOf(kept: KeptReservation): DeliveryState | null
  /** How far its cancellation is; null where there is none, or its entry was lost. */
  cancellingOf(kept: KeptReservation): DeliveryState | null
  /** Both as screens see them. */
  deliveriesOf(kept: KeptReservation): { delivery: Delivery | null; cancelling: Delivery | null }
  /** Enqueues a booking; what waits already, for its turn or for a person, says this from now on. */
  book(kept: KeptReservation, id: string): void
  /** Its time has come: it is not sent any more. False where it is on the wire, or was lost. */
  expire(reservationId: string): boolean
  /** A booking that was not sent is cancelled: as long as that can be taken back nothing is sent, and nobody is asked. */
  holdBack(reservationId: string): void
  /** The cancellation of a booking that was held back is taken back: it goes, or waits for a person, as before. */
  goOn(kept: KeptReservation, id: string): void
  /** A person gives up a booking that was not sent. */
  giveUp(reservationId: string): void
  /** Enqueues a cancellation, to be sent after `undoMs`; where the platform's id is not known, a person cancels there. */
  cancel(kept: KeptReservation, id: string, undoMs: number): void
  /** Takes a cancellation back; false where it may have been sent. */
  undoCancel(reservationId: string): boolean
  /** The entry of the booking, or of the cancellation, was lost: without the platform's id nobody knows whether it was sent. */
  adopt(kept: KeptReservation, newId: () => string): void
  /** Its guests are forgotten, so that no entry says anything of them; what was not sent will not be. */
  forgetGuest(kept: KeptReservation): void
  /** The same of an entry that has just landed. */
  forgetIn(entry: OutboxEntry, kept: KeptReservation): void
  /** Nobody decides about it any more. */
  close(reservationId: string): void
}

const payloadOf = (kept: KeptReservation): BookingPayload => {
  const { booking, reference, takenAt, takenOn, replaces } = kept
  return { booking, reference, takenAt, takenOn, replaces }
}

const cancelPayloadOf = (kept: KeptReservation): CancelPayload => ({
  ...payloadOf(kept),
  platformId: kept.platformId,
  code: kept.code,
  reason: kept.cancellation?.reason ?? '',
})

const isToSend = ({ kind: how, isHeld, isDiscarded }: KeptReservation): boolean =>
  how === 'booked' && !isHeld && !isDiscarded

export function createSending(outbox: Outbox): Sending {
  /** What was taken back before, and should be on its way, was sent by another entry. */
  const isLost = (each: (typeof kinds)[number], id: string): boolean =>
    (outbox.newest(each, id)?.state ?? 'withdrawn') === 'withdrawn'

  const adoptCancel = (kept: KeptReservation, id: string): void => {
    const lost = { id, kind: cancelKind, subject: kept.id, payload: cancelPayloadOf(kept) } as const
    outbox.adopt(lost, kept.platformId === null ? 'no-platform-id' : null)
  }

  const book: Sending['book'] = (kept, id) => {
    const open = outbox.open(kind, kept.id)
    if (open === null) {
      outbox.enqueue({ id, kind, subject: kept.id, payload: payloadOf(kept) })
      return
    }
    outbox.replace(open, payloadOf(kept))
    outbox.move(kind, kept.id, isUndecided, queuedAgain)
  }

  const forgetIn: Sending['forgetIn'] = (entry, kept) => {
    const payload = entry.kind === kind ? payloadOf(kept) : cancelPayloadOf(kept)
    // The platform may have named them as well.
    outbox.replace({ ...entry, message: null }, payload)
    if (entry.kind === kind) outbox.move(kind, kept.id, isQueued, notNeeded)
  }

  return {
    has: outbox.has,
    stateOf: (kept) => (isToSend(kept) ? (outbox.newest(kind, kept.id)?.state ?? null) : null),
    cancellingOf(kept) {
      if (kept.cancellation === null) return null
      const { local } = kept.cancellation
      if (local !== null) return localDelivery(local).state
      return outbox.newest(cancelKind, kept.id)?.state ?? null
    },
    deliveriesOf(kept) {
      const delivery = isToSend(kept) ? outbox.delivery(kind, kept.id) : null
      if (kept.cancellation === null) return { delivery, cancelling: null }
      const { local } = kept.cancellation
      const cancelling =
        local === null ? outbox.delivery(cancelKind, kept.id) : localDelivery(local)
      return { delivery, cancelling }
    },
    book,
    expire: (id) => outbox.move(kind, id, isQueued, expired) !== null,
    holdBack(id) {
      const state = outbox.open(kind, id)?.state
      if (state === undefined) return
      outbox.move(kind, id, isNotSending, state === 'queued' ? withdrawn : { state })
    },
    goOn(kept, id) {
      const entry = outbox.newest(kind, kept.id)
      if (entry?.state === 'withdrawn') book(kept, id)
      else if (entry !== null && isUnsent(entry.state)) outbox.reopen(entry)
    },
    giveUp: (id) => void outbox.move(kind, id, isNotSending, dismissed),
    cancel(kept, id, undoMs) {
      if (kept.platformId === null) {
        adoptCancel(kept, id)
        return
      }
      const payload = cancelPayloadOf(kept)
      outbox.enqueue({ id, kind: cancelKind, subject: kept.id, payload, undoMs })
    },
    undoCancel: (id) => outbox.move(cancelKind, id, isQueued, withdrawn) !== null,
    adopt(kept, newId) {
      if (isToSend(kept) && isLost(kind, kept.id)) {
        outbox.adopt({ id: newId(), kind, subject: kept.id, payload: payloadOf(kept) })
        // Who is cancelled is asked about there.
        if (kept.platformId !== null || kept.cancellation !== null)
          outbox.move(kind, kept.id, isUndecided, { state: 'confirmed' })
      }
      if (kept.cancellation?.local === null && isLost(cancelKind, kept.id))
        adoptCancel(kept, newId())
    },
    forgetGuest(kept) {
      for (const entry of kinds.flatMap((each) => outbox.history(each, kept.id)))
        // What is on the wire is looked at once its outcome is there.
        if (entry.state !== 'sending') forgetIn(entry, kept)
    },
    forgetIn,
    close(id) {
      for (const each of kinds) outbox.move(each, id, isUndecided, notNeeded)
    },
  }
}
