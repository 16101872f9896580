import type { Booking, BookingKind } from '#contract/reservations/reservations.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { canonical } from '#domain/reservations/booking.ts'
import { hasTwins } from '#domain/reservations/floor-plan.ts'
import {
  isStanding,
  isUnsent,
  newReservation,
  type ReservationRow,
} from '#domain/reservations/reservation.ts'
import { isoNow } from '../clock.ts'
import type { HandlersOf } from '../dispatch.ts'
import { drafts } from '../drafts/drafts.ts'
import type { Context } from '../noun.ts'
import { against, refusal } from './objections.ts'
import type { ReservationParts } from './parts.ts'

const firstMark = (kind: BookingKind, { tableIds }: Booking): ReservationRow['mark'] => {
  if (kind !== 'walk-in') return 'expected'
  return tableIds.length > 0 ? 'seated' : 'arrived'
}

/** Takes reservations, cancels them, marks visits and saves the plan. Changes of a booking are in changing.ts. */
export function createReservationCommands(context: Context, parts: ReservationParts) {
  const { db, clock, newId, outbox, settings } = context
  const { store, objections, sending, pairs, events } = parts
  const { discard } = context.use(drafts)

  function withReservation(id: string, work: (kept: ReservationRow) => Result<null>): Result<null> {
    return db.transact(() => {
      const kept = store.load(id)
      return kept === null ? fail('not-found') : work(kept)
    })
  }

  function cancel(kept: ReservationRow, tapId: string, reason: string): Result<null> {
    if (kept.cancellation !== null) return ok(null)
    const state = sending.stateOf(kept)
    const isThere = state === 'confirmed'
    if (kept.kind === 'booked' && !isThere && !isUnsent(state)) return fail('too-late')
    // While the new one of a change is not booked, the old one stands. The change is given up or decided, not cancelled.
    const isWaitingForOld = !isThere && pairs.asNew(kept)?.old.cancellation === null
    if (pairs.asOld(kept) !== null || isWaitingForOld) return fail('too-late')
    if (outbox.has(tapId)) return fail('bad-input', 'tapId: is another’s')
    const undoMs = settings().undoSeconds * 1_000
    if (isThere && kept.platformId !== null) {
      const cancelled = { ...kept, cancellation: { reason, local: null } }
      sending.cancel(cancelled, tapId, undoMs)
      events.keep(cancelled)
      return ok(null)
    }
    sending.holdBack(kept.id)
    const undoUntil = new Date(clock.now() + undoMs).toISOString()
    events.keep({ ...kept, cancellation: { reason, local: { at: isoNow(clock), undoUntil } } })
    return ok(null)
  }

  function undoCancel(kept: ReservationRow): Result<null> {
    const { cancellation } = kept
    if (cancellation === null) return ok(null)
    const next = pairs.asOld(kept)?.next
    if (next !== undefined) return pairs.giveUp(next) ? ok(null) : fail('too-late')
    const standing: ReservationRow = { ...kept, cancellation: null }
    if (objections.isTableTaken(standing)) return fail('too-late', 'table-taken')
    const { local } = cancellation
    const isUndone = local === null ? sending.undoCancel(kept.id) : local.undoUntil !== null
    if (!isUndone) return fail('too-late')
    if (local !== null && !kept.isDiscarded) sending.resume(standing, newId())
    events.keep(standing)
    return ok(null)
  }

  return {
    'reservations.take': ({ tapId, kind, booking: typed, accepted }, caller) =>
      db.transact(() => {
        const before = store.load(tapId)
        if (before !== null) return ok(pairs.view(before))
        if (outbox.has(tapId)) return fail('bad-input', 'tapId: is another’s')
        const booking = canonical(typed)
        const refused = refusal(objections.of(booking, { kind, id: null, isSent: false }), accepted)
        if (refused !== null) return refused
        const taken = newReservation({
          id: tapId,
          kind,
          reference: store.freshReference(),
          booking,
          mark: firstMark(kind, booking),
          takenAt: isoNow(clock),
          takenOn: caller.name,
        })
        if (kind === 'booked') {
          // Discard the draft in the same transaction, so a crash can't leave a draft of a reservation that exists.
          discard('reservation', caller.screen, '')
          sending.enqueue(taken, tapId)
        }
        events.keep(taken)
        return ok(pairs.view(taken))
      }),

    'reservations.cancel': ({ reservationId, tapId, reason }) =>
      withReservation(reservationId, (kept) => cancel(kept, tapId, reason)),

    'reservations.undoCancel': ({ reservationId }) => withReservation(reservationId, undoCancel),

    'reservations.setVisit': ({ reservationId, visit }) =>
      withReservation(reservationId, (kept) => {
        if (kept.cancellation !== null || kept.isDiscarded) return fail('too-late')
        if (pairs.asOld(kept) !== null) return fail('too-late')
        const after: ReservationRow = { ...kept, mark: visit }
        const now = clock.now()
        // Guests who had left, and are back, may find their table taken.
        if (!isStanding(kept, now) && isStanding(after, now) && objections.isTableTaken(after))
          return against(['table-taken'])
        events.keep(after)
        return ok(null)
      }),

    'reservations.savePlan'(drawn) {
      if (hasTwins(drawn)) return fail('bad-input', 'sectors: an id stands twice')
      return db.transact(() => {
        store.savePlan(drawn)
        events.touchAll()
        return ok(null)
      })
    },
  } satisfies Partial<HandlersOf<'reservations'>>
}
