import type { ReservationDetails, ReservationKind } from '#contract/reservations/reservations.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { normalizeDetails } from '#domain/reservations/details.ts'
import { hasTwins } from '#domain/reservations/floor-plan.ts'
import {
  isActive,
  isUnsent,
  newReservation,
  withVisit,
  type ReservationRow,
  type Seats,
  type VisitMark,
} from '#domain/reservations/reservation.ts'
import { isoNow } from '../clock.ts'
import type { HandlersOf } from '../dispatch.ts'
import { drafts } from '../drafts/drafts.ts'
import type { Context } from '../noun.ts'
import { failWithObjections, refusal } from './objections.ts'
import type { ReservationServices } from './services.ts'

const firstMark = (
  kind: ReservationKind,
  { tableIds }: ReservationDetails,
): ReservationRow['mark'] => {
  if (kind !== 'walk-in') return 'expected'
  return tableIds.length > 0 ? 'seated' : 'arrived'
}

/** Creates and cancels reservations, marks visits and saves the floor plan. Changes are in changing.ts. */
export function createReservationCommands(context: Context, parts: ReservationServices) {
  const { db, clock, newId, outbox, settings } = context
  const { store, objections, sending, pairs, events } = parts
  const savedDrafts = context.use(drafts)

  function withReservation(
    id: string,
    work: (stored: ReservationRow) => Result<null>,
  ): Result<null> {
    return db.transact(() => {
      const stored = store.load(id)
      return stored === null ? fail('not-found') : work(stored)
    })
  }

  function cancel(stored: ReservationRow, tapId: string, reason: string): Result<null> {
    if (stored.cancellation !== null) return ok(null)
    const state = sending.stateOf(stored)
    const isThere = state === 'confirmed'
    if (stored.kind === 'booked' && !isThere && !isUnsent(state)) return fail('too-late')
    // Until the new reservation of a change is booked, the old one is valid. The change is then
    // given up or decided, not cancelled.
    const isWaitingForOld = !isThere && pairs.asNew(stored)?.old.cancellation === null
    if (pairs.asOld(stored) !== null || isWaitingForOld) return fail('too-late')
    if (outbox.has(tapId)) return fail('bad-input', 'tapId: is another’s')
    const undoMs = settings().undoSeconds * 1_000
    if (isThere && stored.platformId !== null) {
      const cancelled = { ...stored, cancellation: { reason, local: null } }
      sending.cancel(cancelled, tapId, undoMs)
      events.keep(cancelled)
      return ok(null)
    }
    sending.holdBack(stored.id)
    const undoUntil = new Date(clock.now() + undoMs).toISOString()
    events.keep({ ...stored, cancellation: { reason, local: { at: isoNow(clock), undoUntil } } })
    return ok(null)
  }

  function undoCancel(stored: ReservationRow): Result<null> {
    const { cancellation } = stored
    if (cancellation === null) return ok(null)
    const next = pairs.asOld(stored)?.next
    if (next !== undefined) return pairs.giveUp(next) ? ok(null) : fail('too-late')
    const active: ReservationRow = { ...stored, cancellation: null }
    if (objections.isTableTaken(active)) return fail('too-late', 'table-taken')
    const { local } = cancellation
    const isUndone = local === null ? sending.undoCancel(stored.id) : local.undoUntil !== null
    if (!isUndone) return fail('too-late')
    if (local !== null && !stored.isDiscarded) sending.resume(active, newId())
    events.keep(active)
    return ok(null)
  }

  function setVisit(
    stored: ReservationRow,
    visit: VisitMark,
    seats: Seats | undefined,
  ): Result<null> {
    if (stored.cancellation !== null || stored.isDiscarded) return fail('too-late')
    if (pairs.asOld(stored) !== null) return fail('too-late')
    const now = clock.now()
    const after = withVisit(stored, visit, seats, now)
    // Guests who left and came back may find that their table is taken.
    const needsTable = seats !== undefined || stored.kind !== after.kind || !isActive(stored, now)
    if (needsTable && isActive(after, now) && objections.isTableTaken(after))
      return failWithObjections(['table-taken'])
    // A party that waited past midnight is seated on another day, so mark both days as changed.
    events.touch(stored)
    if (seats !== undefined && sending.stateOf(stored) === 'queued') sending.enqueue(after, newId())
    events.keep(after)
    return ok(null)
  }

  return {
    'reservations.take': ({ tapId, kind, booking: typed, accepted }, caller) =>
      db.transact(() => {
        const before = store.load(tapId)
        if (before !== null) return ok(pairs.view(before))
        if (outbox.has(tapId)) return fail('bad-input', 'tapId: is another’s')
        const booking = normalizeDetails(typed)
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
          savedDrafts.remove('reservation', caller.screen, '')
          sending.enqueue(taken, tapId)
        }
        events.keep(taken)
        return ok(pairs.view(taken))
      }),

    'reservations.cancel': ({ reservationId, tapId, reason }) =>
      withReservation(reservationId, (stored) => cancel(stored, tapId, reason)),

    'reservations.undoCancel': ({ reservationId }) => withReservation(reservationId, undoCancel),

    'reservations.setVisit': ({ reservationId, visit, seats }) =>
      withReservation(reservationId, (stored) => setVisit(stored, visit, seats)),

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
