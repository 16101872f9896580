import type { Caller } from '#contract/caller.ts'
import type { Reservation } from '#contract/reservations/reservations.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { codesAgainst } from '#domain/reservations/objections.ts'
import { mustCancelFirst } from '#domain/reservations/change.ts'
import { isUnsent, noStamps, type KeptReservation } from '#domain/reservations/reservation.ts'
import { isoNow } from '../clock.ts'
import type { HandlersOf } from '../dispatch.ts'
import {
  against,
  canonical,
  freshReference,
  isSameBut,
  localFields,
  type CommandsDeps,
  type ReservationCommands,
} from './commands.ts'

/** How a booked reservation is changed, though the platform has no change: another one takes its place. */
export type Changing = Pick<
  HandlersOf<'reservations'>,
  'reservations.change' | 'reservations.undoChange'
>

export function createChanging(
  deps: CommandsDeps,
  edit: ReservationCommands['reservations.edit'],
): Changing {
  const { db, store, book, sending, drafts, pairs, clock, keep } = deps

  type Wish = Parameters<Changing['reservations.change']>[0]

  function replace(old: KeptReservation, wish: Wish, caller: Caller): Result<Reservation> {
    const booking = canonical(wish.booking)
    if (!isSameBut([], old.booking, canonical(wish.before))) return against(['moved'])
    if (sending.stateOf(old) !== 'confirmed' || old.mark !== 'expected') return fail('too-late')
    if (old.cancellation !== null || pairs.isChanging(old)) return fail('too-late')
    const objections = book.objections(booking, { kind: 'booked', id: old.id, isSent: false })
    const codes = codesAgainst(objections, wish.accepted)
    if (codes.length > 0) return against(codes)
    const isCancelFirst = mustCancelFirst(old, booking)
    const next: KeptReservation = {
      ...old,
      id: wish.tapId,
      reference: freshReference(deps),
      booking,
      platformId: null,
      code: null,
      isHeld: isCancelFirst,
      stamps: noStamps,
      replaces: old.id,
      replacedBy: null,
      takenAt: isoNow(clock),
      takenOn: caller.name,
    }
    if (!isCancelFirst) sending.book(next, wish.tapId)
    const replaced = { ...old, replacedBy: next.id }
    keep(isCancelFirst ? pairs.cancelOld(replaced) : replaced)
    keep(next)
    drafts.discard(caller.screen, old.id)
    return ok(pairs.view(next))
  }

  /** Whether no other reservation is needed for it. */
  const staysSame = (old: KeptReservation, wish: Wish): boolean =>
    isUnsent(sending.stateOf(old)) || isSameBut(localFields, old.booking, canonical(wish.booking))

  return {
    'reservations.change'(wish, caller) {
      const { tapId, ...change } = wish
      const repeated = store.load(tapId)
      if (repeated?.replaces === wish.reservationId) return ok(pairs.view(repeated))
      if (repeated !== null || sending.has(tapId)) return fail('bad-input', 'tapId: is another’s')
      const old = store.load(wish.reservationId)
      if (old === null) return fail('not-found')
      if (staysSame(old, wish)) return edit(change, caller)
      return db.transact(() => replace(old, wish, caller))
    },

    'reservations.undoChange': ({ reservationId }) =>
      db.transact(() => {
        const next = store.load(reservationId)
        if (next === null) return fail('not-found')
        if (next.isDiscarded) return ok(null)
        return pairs.giveUp(next) ? ok(null) : fail('too-late')
      }),
  }
}
