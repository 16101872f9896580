import { fail, ok, type Result } from '#contract/result.ts'
import { isUnsent, type KeptReservation } from '#domain/reservations/reservation.ts'
import { isoNow } from '../clock.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { CommandsDeps } from './commands.ts'

/** How guests who do not come are taken out of the book. */
export type Cancelling = Pick<
  HandlersOf<'reservations'>,
  'reservations.cancel' | 'reservations.undoCancel'
>

interface CancellingDeps extends CommandsDeps {
  undoMs: () => number
}

export function createCancelling(deps: CancellingDeps): Cancelling {
  const { db, store, book, sending, pairs, clock, newId, keep, undoMs } = deps

  function act(id: string, work: (kept: KeptReservation) => Result<null>): Result<null> {
    return db.transact(() => {
      const kept = store.load(id)
      return kept === null ? fail('not-found') : work(kept)
    })
  }

  return {
    'reservations.cancel': ({ reservationId, tapId, reason }) =>
      act(reservationId, (kept) => {
        if (kept.cancellation !== null) return ok(null)
        const state = sending.stateOf(kept)
        const isThere = state === 'confirmed'
        if (kept.kind === 'booked' && !isThere && !isUnsent(state)) return fail('too-late')
        // The old one stands as long as the new one of a change is not booked: that is given up, or decided, and not cancelled.
        const isWaitingForOld = !isThere && pairs.asNew(kept)?.old.cancellation === null
        if (pairs.asOld(kept) !== null || isWaitingForOld) return fail('too-late')
        if (sending.has(tapId)) return fail('bad-input', 'tapId: is another’s')
        const waitMs = undoMs()
        if (isThere && kept.platformId !== null) {
          const cancelled = { ...kept, cancellation: { reason, local: null } }
          sending.cancel(cancelled, tapId, waitMs)
          keep(cancelled)
          return ok(null)
        }
        sending.holdBack(reservationId)
        const undoUntil = new Date(clock.now() + waitMs).toISOString()
        keep({ ...kept, cancellation: { reason, local: { at: isoNow(clock), undoUntil } } })
        return ok(null)
      }),

    'reservations.undoCancel': ({ reservationId }) =>
      act(reservationId, (kept) => {
        const { cancellation } = kept
        if (cancellation === null) return ok(null)
        const next = pairs.asOld(kept)?.next
        if (next !== undefined) return pairs.giveUp(next) ? ok(null) : fail('too-late')
        const standing: KeptReservation = { ...kept, cancellation: null }
        if (book.isTableTaken(standing)) return fail('too-late', 'table-taken')
        const { local } = cancellation
        const isUndone =
          local === null ? sending.undoCancel(reservationId) : local.undoUntil !== null
        if (!isUndone) return fail('too-late')
        if (local !== null && !kept.isDiscarded) sending.goOn(standing, newId())
        keep(standing)
        return ok(null)
      }),
  }
}
