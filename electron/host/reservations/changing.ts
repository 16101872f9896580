import type { Caller } from '#contract/caller.ts'
import type {
  ObjectionCode,
  ReservationDetails,
  Reservation,
} from '#contract/reservations/reservations.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import {
  normalizeDetails,
  isSameBut,
  localFields,
  needsOtherSeats,
} from '#domain/reservations/details.ts'
import { mustCancelFirst } from '#domain/reservations/change.ts'
import { isUnsent, newReservation, type ReservationRow } from '#domain/reservations/reservation.ts'
import { isoNow } from '../clock.ts'
import type { HandlersOf } from '../dispatch.ts'
import { drafts } from '../drafts/drafts.ts'
import type { Context } from '../noun.ts'
import { failWithObjections, refusal } from './objections.ts'
import type { ReservationServices } from './services.ts'

/** What a screen requests. `before` is what it showed. */
interface Change {
  before: ReservationDetails
  booking: ReservationDetails
  accepted: ObjectionCode[]
}

/**
 * Edits and changes reservations. The platform has no operation for a change, so a reservation can
 * only be edited before the platform has it. Afterwards another reservation replaces it.
 */
export function createChanging(context: Context, parts: ReservationServices) {
  const { db, clock, newId, outbox } = context
  const { store, objections, sending, pairs, events } = parts
  const savedDrafts = context.use(drafts)

  /** Whether another screen changed it meanwhile; that must not be overwritten unseen. */
  const isMoved = (stored: ReservationRow, { before }: Change): boolean =>
    !isSameBut([], stored.booking, normalizeDetails(before))

  function edit(stored: ReservationRow, change: Change, screen: string): Result<Reservation> {
    const { id, kind } = stored
    if (isMoved(stored, change)) return failWithObjections(['moved'])
    const booking = normalizeDetails(change.booking)
    const state = sending.stateOf(stored)
    const isSent = state === 'confirmed'
    if (stored.cancellation !== null || pairs.asOld(stored) !== null) return fail('too-late')
    if (kind === 'booked' && !isSent && !isUnsent(state)) return fail('too-late')
    if (isSent && !isSameBut(localFields, stored.booking, booking)) return fail('too-late')
    const found = objections
      .of(booking, { kind, id, isSent })
      .filter(
        ({ code }) => !isSent || code !== 'table-taken' || needsOtherSeats(stored.booking, booking),
      )
    const refused = refusal(found, change.accepted)
    if (refused !== null) return refused
    // It may move to another day, so mark both days as changed.
    events.touch(stored)
    const edited = { ...stored, booking }
    if (isUnsent(state)) sending.enqueue(edited, newId())
    events.keep(edited)
    savedDrafts.remove('reservation', screen, id)
    return ok(pairs.view(edited))
  }

  function replace(
    old: ReservationRow,
    tapId: string,
    change: Change,
    caller: Caller,
  ): Result<Reservation> {
    if (isMoved(old, change)) return failWithObjections(['moved'])
    if (sending.stateOf(old) !== 'confirmed' || old.mark !== 'expected') return fail('too-late')
    if (old.cancellation !== null || pairs.isChanging(old)) return fail('too-late')
    const booking = normalizeDetails(change.booking)
    const found = objections.of(booking, { kind: 'booked', id: old.id, isSent: false })
    const refused = refusal(found, change.accepted)
    if (refused !== null) return refused
    const isHeld = mustCancelFirst(old, booking)
    const next = newReservation({
      id: tapId,
      reference: store.freshReference(),
      booking,
      isHeld,
      replaces: old.id,
      takenAt: isoNow(clock),
      takenOn: caller.name,
    })
    if (!isHeld) sending.enqueue(next, tapId)
    const replaced = { ...old, replacedBy: next.id }
    events.keep(isHeld ? pairs.cancelOld(replaced) : replaced)
    events.keep(next)
    savedDrafts.remove('reservation', caller.screen, old.id)
    return ok(pairs.view(next))
  }

  /** Whether a change needs no new reservation. */
  const canEdit = (stored: ReservationRow, { booking }: Change): boolean =>
    isUnsent(sending.stateOf(stored)) ||
    isSameBut(localFields, stored.booking, normalizeDetails(booking))

  return {
    'reservations.edit': ({ reservationId, ...change }, { screen }) =>
      db.transact(() => {
        const stored = store.load(reservationId)
        return stored === null ? fail('not-found') : edit(stored, change, screen)
      }),

    'reservations.change': ({ tapId, reservationId, ...change }, caller) =>
      db.transact(() => {
        const repeated = store.load(tapId)
        if (repeated?.replaces === reservationId) return ok(pairs.view(repeated))
        if (repeated !== null || outbox.has(tapId)) return fail('bad-input', 'tapId: is another’s')
        const stored = store.load(reservationId)
        if (stored === null) return fail('not-found')
        return canEdit(stored, change)
          ? edit(stored, change, caller.screen)
          : replace(stored, tapId, change, caller)
      }),

    'reservations.undoChange': ({ reservationId }) =>
      db.transact(() => {
        const next = store.load(reservationId)
        if (next === null) return fail('not-found')
        if (next.isDiscarded) return ok(null)
        return pairs.giveUp(next) ? ok(null) : fail('too-late')
      }),
  } satisfies Partial<HandlersOf<'reservations'>>
}
