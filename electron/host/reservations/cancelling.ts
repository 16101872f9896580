import { fail, ok, type Result } from '#contract/result.ts'
import type { KeptReservation } from '#domain/reservations/reservation.ts'
import { isUnsent, notKnownThere } from '#domain/reservations/sending.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { CommandsDeps } from './commands.ts'

/** How guests who do not come are taken out of the book. */
export type Cancelling = Pick<
  HandlersOf<'reservations'>,
  'reservations.cancel' | 'reservations.undoCancel' | 'reservations.decideCancel'
>

interface CancellingDeps extends CommandsDeps {
  undoMs: () => number
}

/**
 * What becomes of a cancellation that the platform is not told of, once its undo is over: nothing of it was ever there, or
 * it is there under an id that nobody here knows, and a person cancels it in the platform's own panel.
 */
export function afterUndo(kept: KeptReservation): KeptReservation {
  if (kept.cancellation === null) return kept
  const isThere = kept.state === 'booked'
  return {
    ...kept,
    state: isUnsent(kept.state) ? 'discarded' : kept.state,
    cancellation: {
      ...kept.cancellation,
      state: isThere ? 'may-be-cancelled' : 'confirmed',
      words: isThere ? notKnownThere : null,
    },
  }
}

export function createCancelling(deps: CancellingDeps): Cancelling {
  const { db, store, book, entries, pairs, clock, newId, keep, undoMs } = deps

  function act(id: string, work: (kept: KeptReservation) => Result<null>): Result<null> {
    return db.transact(() => {
      const kept = store.load(id)
      return kept === null ? fail('not-found') : work(kept)
    })
  }

  /** The old one stands as long as the new one of a change is not booked: that is given up, or decided, and not cancelled. */
  const isWaitingForOld = (kept: KeptReservation): boolean =>
    kept.state !== 'booked' && pairs.asNew(kept)?.old.cancellation === null

  /** They come after all. Where somebody else has been given their table meanwhile, they get another one. */
  function expectedAgain(kept: KeptReservation): KeptReservation {
    const standing: KeptReservation = { ...kept, cancellation: null }
    if (!book.isTableTaken(standing)) return standing
    return { ...standing, booking: { ...kept.booking, tableIds: [] } }
  }

  return {
    'reservations.cancel': ({ reservationId, tapId, reason }) =>
      act(reservationId, (kept) => {
        if (kept.cancellation !== null) return ok(null)
        const { state, platformId } = kept
        if (state !== 'booked' && state !== 'here' && !isUnsent(state)) return fail('too-late')
        if (pairs.asOld(kept) !== null || isWaitingForOld(kept)) return fail('too-late')
        if (entries.has(tapId)) return fail('bad-input', 'tapId: is another’s')
        const waitMs = undoMs()
        const local = state !== 'booked' || platformId === null
        const cancelled: KeptReservation = {
          ...kept,
          cancellation: {
            state: 'undoable',
            reason,
            undoUntil: new Date(clock.now() + waitMs).toISOString(),
            words: null,
            local,
          },
        }
        if (isUnsent(state)) entries.withdraw(reservationId)
        if (!local) entries.cancel({ ...cancelled, platformId }, tapId, waitMs)
        keep(cancelled)
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
        const isUndone = cancellation.local
          ? cancellation.state === 'undoable'
          : entries.undoCancel(reservationId)
        if (!isUndone) return fail('too-late')
        // What was refused waits for a person again; only what was on its way goes on.
        if (kept.state === 'not-yet') entries.book(standing, newId())
        keep(standing)
        return ok(null)
      }),

    'reservations.decideCancel': ({ reservationId, choice }) =>
      act(reservationId, (kept) => {
        const { cancellation, platformId } = kept
        if (cancellation?.state !== 'may-be-cancelled' && cancellation?.state !== 'refused')
          return fail('too-late')
        if (choice === 'send-again') {
          if (cancellation.local || platformId === null) return fail('too-late')
          // Its entry may have gone with what it said of guests who are forgotten.
          if (!entries.cancelAgain(reservationId))
            entries.cancel({ ...kept, platformId }, newId(), 0)
          keep({ ...kept, cancellation: { ...cancellation, state: 'queued', words: null } })
          return ok(null)
        }
        const next = pairs.asOld(kept)?.next
        if (choice === 'keep' && next !== undefined && next.state !== 'held')
          return fail('too-late')
        entries.settleCancel(reservationId)
        if (choice === 'it-is-cancelled') {
          const gone: KeptReservation = {
            ...kept,
            cancellation: { ...cancellation, state: 'confirmed', words: null },
          }
          keep(gone)
          pairs.oldCancelled(gone)
          return ok(null)
        }
        // Its table is free again once the new one is given up.
        if (next !== undefined) keep({ ...next, state: 'discarded' })
        keep(expectedAgain({ ...kept, replacedBy: null }))
        return ok(null)
      }),
  }
}
