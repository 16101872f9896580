import type { Caller } from '#contract/shared/caller.ts'
import type {
  FloorPlan,
  Reservation,
  ReservationDetails,
  ReservationKind,
} from '#contract/reservations/reservations.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { normalizeDetails, hasTwins } from '#domain/reservations/details.ts'
import { isUnsent, newReservation, type ReservationRow } from '#domain/reservations/reservation.ts'
import { isoNow } from '../clock/clock.ts'
import type { Parsed } from '../dispatch.ts'
import { drafts } from '../drafts/drafts.ts'
import type { Context } from '../noun.ts'
import { refusal } from './objections.ts'
import type { ReservationServices } from './services.ts'

function firstMark(
  kind: ReservationKind,
  { tableIds }: ReservationDetails,
): ReservationRow['mark'] {
  if (kind !== 'walk-in') return 'expected'
  return tableIds.length > 0 ? 'seated' : 'arrived'
}

/** Creates and cancels reservations and saves the floor plan. Changes are in changing.ts, guests who are here in visits.ts. */
export class ReservationCommands {
  readonly #context: Context
  readonly #services: ReservationServices

  constructor(context: Context, services: ReservationServices) {
    this.#context = context
    this.#services = services
  }

  create(input: Parsed<'reservations.create'>, caller: Caller): Result<Reservation> {
    return this.#context.db.transact(() => this.#create(input, caller))
  }

  cancel({ reservationId, tapId, reason }: Parsed<'reservations.cancel'>): Result<null> {
    return this.#withReservation(reservationId, (reservation) =>
      this.#cancel(reservation, tapId, reason),
    )
  }

  undoCancel({ reservationId }: Parsed<'reservations.undoCancel'>): Result<null> {
    return this.#withReservation(reservationId, (reservation) => this.#undoCancel(reservation))
  }

  savePlan(plan: FloorPlan): Result<null> {
    if (hasTwins(plan)) return fail('bad-input', 'sectors: an id stands twice')
    return this.#context.db.transact(() => {
      this.#services.store.savePlan(plan)
      this.#services.events.touchAll()
      return ok(null)
    })
  }

  #withReservation(id: string, work: (reservation: ReservationRow) => Result<null>): Result<null> {
    return this.#context.db.transact(() => {
      const reservation = this.#services.store.load(id)
      return reservation === null ? fail('not-found') : work(reservation)
    })
  }

  #create(
    { tapId, kind, booking, accepted, quotedMinutes }: Parsed<'reservations.create'>,
    { name, screen }: Caller,
  ): Result<Reservation> {
    const { clock, outbox, use } = this.#context
    const { store, objections, sending, pairs, events } = this.#services
    const repeated = store.load(tapId)
    if (repeated !== null) return ok(pairs.view(repeated))
    if (outbox.has(tapId)) return fail('bad-input', 'tapId: is another’s')
    const details = normalizeDetails(booking)
    const isHere = kind === 'walk-in'
    const checked = { kind, id: null, isSent: false, isHere }
    const refused = refusal(objections.of(details, checked), accepted)
    if (refused !== null) return refused
    const at = isoNow(clock)
    const mark = firstMark(kind, details)
    const reservation = newReservation({
      id: tapId,
      kind,
      reference: store.freshReference(),
      booking: details,
      mark,
      seatedAt: mark === 'seated' ? at : null,
      quote: quotedMinutes === null ? null : { minutes: quotedMinutes, at },
      takenAt: at,
      takenOn: name,
    })
    if (kind === 'booked') {
      // Discard the draft in the same transaction, so a crash can't leave a draft of a reservation that exists.
      use(drafts).remove('reservation', screen, '')
      sending.enqueue(reservation, tapId)
    }
    events.save(reservation)
    return ok(pairs.view(reservation))
  }

  #cancel(reservation: ReservationRow, tapId: string, reason: string): Result<null> {
    if (reservation.cancellation !== null) return ok(null)
    if (!this.#canCancel(reservation)) return fail('too-late')
    const { clock, outbox, settings } = this.#context
    const { sending, events } = this.#services
    if (outbox.has(tapId)) return fail('bad-input', 'tapId: is another’s')
    const undoMs = settings().undoSeconds * 1_000
    if (sending.stateOf(reservation) === 'confirmed' && reservation.platformId !== null) {
      const cancelled = { ...reservation, cancellation: { reason, local: null } }
      sending.cancel(cancelled, tapId, undoMs)
      events.save(cancelled)
      return ok(null)
    }
    sending.holdBack(reservation.id)
    const undoUntil = new Date(clock.now() + undoMs).toISOString()
    const local = { at: isoNow(clock), undoUntil }
    events.save({ ...reservation, cancellation: { reason, local } })
    return ok(null)
  }

  #canCancel(reservation: ReservationRow): boolean {
    const { sending, pairs } = this.#services
    const state = sending.stateOf(reservation)
    const isThere = state === 'confirmed'
    if (reservation.kind === 'booked' && !isThere && !isUnsent(state)) return false
    // Until the new reservation of a change is booked, the old one is valid. The change is then
    // given up or decided, not cancelled.
    const isWaitingForOld = !isThere && pairs.asNew(reservation)?.old.cancellation === null
    return pairs.asOld(reservation) === null && !isWaitingForOld
  }

  #undoCancel(reservation: ReservationRow): Result<null> {
    const { objections, sending, pairs, events } = this.#services
    const { cancellation } = reservation
    if (cancellation === null) return ok(null)
    const next = pairs.asOld(reservation)?.next
    if (next !== undefined) return pairs.giveUp(next) ? ok(null) : fail('too-late')
    const active: ReservationRow = { ...reservation, cancellation: null }
    if (objections.isTableTaken(active)) return fail('too-late', 'table-taken')
    const { local } = cancellation
    const isUndone = local === null ? sending.undoCancel(reservation.id) : local.undoUntil !== null
    if (!isUndone) return fail('too-late')
    if (local !== null && !reservation.isDiscarded) sending.resume(active, this.#context.newId())
    events.save(active)
    return ok(null)
  }
}
