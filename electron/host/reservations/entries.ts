import { z } from 'zod'
import { bookingSchema } from '#contract/reservations.ts'
import type { KeptReservation } from '#domain/reservations/reservation.ts'
import type { OutboxEntry } from '../outbox/entry.ts'
import {
  isNotSending,
  isQueued,
  isUndecided,
  markedDone,
  notNeeded,
  queuedAgain,
  withdrawn,
  type Outbox,
} from '../outbox/outbox.ts'

const kind = 'reservation'
const cancelKind = 'reservation-cancel'
const kinds = [kind, cancelKind] as const

/** What is to be booked, and all that the book knows of it besides: it may have to be written anew from here. */
export const bookingPayload = z.object({
  booking: bookingSchema,
  reference: z.string(),
  takenAt: z.string(),
  takenOn: z.string(),
  /** The reservation whose place it takes: to be cancelled once this one is booked. */
  replaces: z.string().nullable().default(null),
})
export type BookingPayload = z.infer<typeof bookingPayload>

/** What is to be cancelled, with the same. */
export const cancelPayload = bookingPayload.extend({
  platformId: z.string(),
  code: z.string().nullable(),
  reason: z.string(),
})
export type CancelPayload = z.infer<typeof cancelPayload>

/** What the outbox owes the platform about the book. All within the caller's transaction. */
export interface ReservationEntries {
  has(id: string): boolean
  /** Enqueues a booking; what waits already, for its turn or for a person, says this from now on. `id` names a new entry. */
  book(kept: KeptReservation, id: string): void
  /** Takes a booking back that was not sent, or was refused. */
  withdraw(reservationId: string): void
  /** Its time has come: it is not sent any more. False where it is on the wire, or was lost. */
  expire(reservationId: string): boolean
  /** A person's word: it needs no sending any more. */
  settle(reservationId: string): void
  /** Enqueues a cancellation, to be sent after `waitMs`. */
  cancel(kept: KeptReservation & { platformId: string }, id: string, waitMs: number): void
  /** Takes a cancellation back; false where it may have been sent. */
  undoCancel(reservationId: string): boolean
  /** Whether a cancellation is not over yet. */
  isCancelOpen(reservationId: string): boolean
  cancelAgain(reservationId: string): boolean
  settleCancel(reservationId: string): void
  /**
   * Its guests are forgotten: what is to be sent, or `landed` just now, says nothing of them any more. Only a cancellation
   * that the platform has not heard goes on.
   */
  forgetGuest(kept: KeptReservation, landed?: OutboxEntry): void
  /** Deletes what entries that are over said of guests, where they were made before an ISO instant. */
  forget(before: string): void
}

const payloadOf = (kept: KeptReservation): BookingPayload => {
  const { booking, reference, takenAt, takenOn, replaces } = kept
  return { booking, reference, takenAt, takenOn, replaces }
}

const cancelPayloadOf = (kept: KeptReservation, platformId: string): CancelPayload => ({
  ...payloadOf(kept),
  platformId,
  code: kept.code,
  reason: kept.cancellation?.reason ?? '',
})

export function createReservationEntries(outbox: Outbox): ReservationEntries {
  return {
    has: outbox.has,
    book(kept, id) {
      const live = outbox.open(kind, kept.id)
      if (live === null) {
        outbox.enqueue({ id, kind, subject: kept.id, payload: payloadOf(kept) })
        return
      }
      outbox.replace(live, payloadOf(kept))
      if (live.state !== 'queued') outbox.move(kind, kept.id, isUndecided, queuedAgain)
    },
    withdraw: (id) =>
      void outbox.move(
        kind,
        id,
        ({ state }) => state === 'queued' || state === 'refused',
        withdrawn,
      ),
    expire: (id) => outbox.move(kind, id, isQueued, notNeeded) !== null,
    settle: (id) => void outbox.move(kind, id, isUndecided, markedDone),
    cancel(kept, id, waitMs) {
      const payload = cancelPayloadOf(kept, kept.platformId)
      outbox.enqueue({ id, kind: cancelKind, subject: kept.id, payload, undoMs: waitMs })
    },
    undoCancel: (id) => outbox.move(cancelKind, id, isQueued, withdrawn) !== null,
    isCancelOpen: (id) => outbox.open(cancelKind, id) !== null,
    cancelAgain: (id) => outbox.move(cancelKind, id, isUndecided, queuedAgain) !== null,
    settleCancel: (id) => void outbox.move(cancelKind, id, isUndecided, markedDone),
    forgetGuest(kept, landed) {
      const { id, platformId } = kept
      const open = landed === undefined ? kinds.map((each) => outbox.open(each, id)) : [landed]
      for (const entry of open) {
        // What is on the wire is looked at once its outcome is there.
        if (entry === null || entry.state === 'sending') continue
        const isCancel = entry.kind === cancelKind && platformId !== null
        outbox.replace(entry, isCancel ? cancelPayloadOf(kept, platformId) : payloadOf(kept))
        if (!isCancel || entry.state !== 'queued')
          outbox.move(entry.kind, id, isNotSending, notNeeded)
      }
    },
    forget(before) {
      for (const each of kinds) outbox.forget(each, before)
    },
  }
}
