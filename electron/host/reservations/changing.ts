import type { Caller } from '#contract/shared/caller.ts'
import type {
  ObjectionCode,
  ReservationDetails,
  Reservation,
  ReservationObjection,
} from '#contract/reservations/reservations.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import {
  normalizeDetails,
  isSameBut,
  localFields,
  needsOtherSeats,
} from '#domain/reservations/details.ts'
import { mustCancelFirst } from '#domain/reservations/change.ts'
import { isUnsent, newReservation, type ReservationRow } from '#domain/reservations/reservation.ts'
import { stampNow } from '../clock/clock.ts'
import type { Parsed } from '../dispatch.ts'
import { drafts } from '../drafts/drafts.ts'
import type { Context } from '../noun.ts'
import { failWithObjections, refusal } from './objections.ts'
import type { ReservationServices } from './services.ts'

/** What a screen requests, normalized. `before` is what it showed. */
interface Change {
  before: ReservationDetails
  details: ReservationDetails
  accepted: readonly ObjectionCode[]
}

const changeOf = ({
  before,
  booking,
  accepted,
}: Omit<Parsed<'reservations.update'>, 'reservationId'>): Change => ({
  before: normalizeDetails(before),
  details: normalizeDetails(booking),
  accepted,
})

/** Whether another screen changed it meanwhile; that must not be overwritten unseen. */
const isMoved = ({ booking }: ReservationRow, { before }: Change): boolean =>
  !isSameBut([], booking, before)

/**
 * Updates and replaces reservations. The platform has no operation for a change, so a reservation can
 * only be updated before the platform has it. Afterwards another one replaces it.
 */
export class ChangeCommands {
  readonly #context: Context
  readonly #services: ReservationServices

  constructor(context: Context, services: ReservationServices) {
    this.#context = context
    this.#services = services
  }

  update(
    { reservationId, ...input }: Parsed<'reservations.update'>,
    { screen }: Caller,
  ): Result<Reservation> {
    return this.#context.db.transact(() => {
      const reservation = this.#services.store.load(reservationId)
      if (reservation === null) return fail('not-found')
      return this.#update(reservation, changeOf(input), screen)
    })
  }

  replace(
    { tapId, reservationId, ...input }: Parsed<'reservations.replace'>,
    caller: Caller,
  ): Result<Reservation> {
    const { db, outbox } = this.#context
    const { store, pairs } = this.#services
    return db.transact(() => {
      const repeated = store.load(tapId)
      if (repeated?.replaces === reservationId) return ok(pairs.view(repeated))
      if (repeated !== null || outbox.has(tapId)) return fail('bad-input', 'tapId: is another’s')
      const reservation = store.load(reservationId)
      if (reservation === null) return fail('not-found')
      const change = changeOf(input)
      return this.#canUpdate(reservation, change)
        ? this.#update(reservation, change, caller.screen)
        : this.#replace(reservation, tapId, change, caller)
    })
  }

  undoReplace({ reservationId }: Parsed<'reservations.undoReplace'>): Result<null> {
    const { store, pairs } = this.#services
    return this.#context.db.transact(() => {
      const next = store.load(reservationId)
      if (next === null) return fail('not-found')
      if (next.isDiscarded) return ok(null)
      return pairs.giveUp(next) ? ok(null) : fail('too-late')
    })
  }

  /** Whether a change needs no new reservation. */
  #canUpdate(reservation: ReservationRow, { details }: Change): boolean {
    const state = this.#services.sending.stateOf(reservation)
    return isUnsent(state) || isSameBut(localFields, reservation.booking, details)
  }

  #update(reservation: ReservationRow, change: Change, screen: string): Result<Reservation> {
    const { newId, use } = this.#context
    const { sending, pairs, events } = this.#services
    if (isMoved(reservation, change)) return failWithObjections(['moved'])
    const { details, accepted } = change
    const state = sending.stateOf(reservation)
    const isSent = state === 'confirmed'
    if (reservation.cancellation !== null || pairs.asOld(reservation) !== null)
      return fail('too-late')
    if (reservation.kind === 'booked' && !isSent && !isUnsent(state)) return fail('too-late')
    if (isSent && !isSameBut(localFields, reservation.booking, details)) return fail('too-late')
    const refused = refusal(this.#objectionsToUpdate(reservation, details, isSent), accepted)
    if (refused !== null) return refused
    // It may move to another day, so mark both days as changed.
    events.touch(reservation)
    const updated = { ...reservation, booking: details }
    if (isUnsent(state)) sending.enqueue(updated, newId())
    events.save(updated)
    use(drafts).remove('reservation', screen, reservation.id)
    return ok(pairs.view(updated))
  }

  #objectionsToUpdate(
    { id, kind, booking: before }: ReservationRow,
    details: ReservationDetails,
    isSent: boolean,
  ): ReservationObjection[] {
    const keepsSeats = isSent && !needsOtherSeats(before, details)
    return this.#services.objections
      .of(details, { kind, id, isSent, isHere: kind === 'walk-in' })
      .filter(({ code }) => code !== 'table-taken' || !keepsSeats)
  }

  #replace(
    old: ReservationRow,
    tapId: string,
    change: Change,
    { name, screen }: Caller,
  ): Result<Reservation> {
    const { clock, use } = this.#context
    const { store, objections, sending, pairs, events } = this.#services
    if (isMoved(old, change)) return failWithObjections(['moved'])
    if (sending.stateOf(old) !== 'confirmed' || old.mark !== 'expected') return fail('too-late')
    if (old.cancellation !== null || pairs.isChanging(old)) return fail('too-late')
    const { details, accepted } = change
    const checked = { kind: 'booked', id: old.id, isSent: false, isHere: false } as const
    const refused = refusal(objections.of(details, checked), accepted)
    if (refused !== null) return refused
    const isHeld = mustCancelFirst(old, details)
    const next = newReservation({
      id: tapId,
      reference: store.freshReference(),
      booking: details,
      isHeld,
      replaces: old.id,
      takenAt: stampNow(clock),
      takenOn: name,
    })
    if (!isHeld) sending.enqueue(next, tapId)
    const replaced = { ...old, replacedBy: next.id }
    events.save(isHeld ? pairs.cancelOld(replaced) : replaced)
    events.save(next)
    use(drafts).remove('reservation', screen, old.id)
    return ok(pairs.view(next))
  }
}
