import {
  deliveryChoices,
  type AboutEntry,
  type DeliveryChoice,
} from '#contract/deliveries/delivery.ts'
import type { ReservationDetails } from '#contract/reservations/reservations.ts'
import {
  isForgotten,
  newReservation,
  type ReservationRow,
} from '#domain/reservations/reservation.ts'
import type { Connection } from '#platform/connection.ts'
import type { Context } from '../noun.ts'
import type { OutboxEntry, OutboxRules, SendOutcome } from '../outbox/rules.ts'
import type { ReservationServices } from './services.ts'
import {
  answeredSchema,
  reservationPayload,
  cancelPayload,
  requestCancellation,
  requestReservation,
  type Answered,
  type ReservationPayload,
  type CancelPayload,
} from './request.ts'

type ReservationEntry = OutboxEntry<ReservationPayload>
type CancelEntry = OutboxEntry<CancelPayload>

const maxTables = 30

const readAnswer = (answer: unknown): Answered | null =>
  answeredSchema.safeParse(answer).data ?? null

/** The details in an entry of either kind; null if they can't be parsed. */
const detailsIn = (entry: OutboxEntry): ReservationDetails | null =>
  reservationPayload.safeParse(entry.payload).data?.booking ?? null

function titleOf(entry: OutboxEntry): string {
  const details = detailsIn(entry)
  return details === null ? '' : `${details.firstName} ${details.lastName}`.trim()
}

/** A change is one decision, shown at the new reservation. */
function aboutEntry({ store, pairs }: ReservationServices, { subject }: OutboxEntry): AboutEntry {
  const row = store.load(subject)
  if (row === null) return {}
  const reservation = pairs.view(row)
  const { change } = reservation
  if (change === null || change.step === 'done')
    return { reservation: { id: reservation.id, day: reservation.businessDay } }
  const { id, businessDay: day } = change.side === 'old' ? change.other : reservation
  const about = { reservation: { id, day } }
  if (change.step === 'cancel-stuck' || change.step === 'cancel-by-hand')
    return { ...about, change: 'cancel-by-hand' }
  return change.step === 'lost' ? { ...about, change: 'lost' } : about
}

/** The guest was deleted while the entry was being sent, when the entry itself could not be changed. */
const haveSameIds = (ids: readonly string[], others: readonly string[]): boolean =>
  ids.length === others.length && ids.every((id) => others.includes(id))

function isForgottenSince(reservation: ReservationRow, entry: OutboxEntry): boolean {
  const details = detailsIn(entry)
  return (
    entry.state !== 'sending' &&
    isForgotten(reservation) &&
    details !== null &&
    !isForgotten({ ...reservation, booking: details })
  )
}

/**
 * Sends a reservation and handles the outcome. If there is no answer, it is unknown whether the
 * reservation exists, so it is never sent again automatically.
 */
export class ReservationRules implements OutboxRules<ReservationPayload> {
  readonly payload = reservationPayload
  readonly #context: Context
  readonly #services: ReservationServices

  constructor(context: Context, services: ReservationServices) {
    this.#context = context
    this.#services = services
  }

  mayRepeat(): boolean {
    return false
  }

  send(connection: Connection, entries: readonly ReservationEntry[]): Promise<SendOutcome[]> {
    const { storeId, countryCode } = this.#context
    return Promise.all(
      entries.map(({ payload }) =>
        requestReservation(connection, storeId ?? '', countryCode(), payload),
      ),
    )
  }

  isPast({ payload }: ReservationEntry, now: number): boolean {
    return Date.parse(payload.booking.startsAt) <= now
  }

  choices(entry: ReservationEntry): readonly DeliveryChoice[] {
    if (!entry.needsDecision) return []
    // A person enters another time or gives the reservation up.
    if (entry.state === 'expired') return ['dismiss']
    const details = detailsIn(entry)
    const isOver =
      details === null ||
      Date.parse(details.startsAt) <= this.#context.clock.now() ||
      isForgotten({ kind: 'booked', booking: details })
    return isOver ? ['mark-done', 'dismiss'] : deliveryChoices
  }

  title(entry: ReservationEntry): string {
    return titleOf(entry)
  }

  about(entry: ReservationEntry): AboutEntry {
    return aboutEntry(this.#services, entry)
  }

  changed(entry: ReservationEntry, answer?: unknown): void {
    const { store, events, pairs, sending } = this.#services
    const before = store.load(entry.subject)
    // Rebuilds the row from its entry if it was set aside meanwhile.
    const reservation = before ?? newReservation({ id: entry.subject, ...entry.payload })
    if (isForgottenSince(reservation, entry)) {
      sending.forgetIn(entry, reservation)
      if (entry.state === 'queued') {
        events.save({ ...reservation, isDiscarded: true })
        return
      }
    }
    if (entry.state === 'withdrawn') {
      this.#discard(reservation)
      return
    }
    const after = this.#withAnswer(reservation, entry, readAnswer(answer))
    if (after === before) events.touch(after)
    else events.save(after)
    if (entry.state === 'confirmed') pairs.nextBooked(after)
  }

  #discard(reservation: ReservationRow): void {
    const { events, pairs } = this.#services
    // Look the old one up first: the link to it ends when this one is discarded.
    const old = pairs.asNew(reservation)?.old
    events.save({ ...reservation, isDiscarded: true })
    if (old?.cancellation === null) events.save({ ...old, replacedBy: null })
  }

  #withAnswer(
    reservation: ReservationRow,
    { payload }: ReservationEntry,
    answer: Answered | null,
  ): ReservationRow {
    if (answer === null) return reservation
    const { store, events } = this.#services
    const { partySize } = reservation.booking
    if (store.learnTables({ ...answer, partySize })) events.touchAll()
    const { platformId, code, stamps } = answer
    const booked = { ...reservation, platformId, code, stamps }
    return this.#withTables(booked, payload.booking.tableIds, answer)
  }

  /**
   * Takes over the platform's tables if they are free and nobody has chosen others here since it
   * was asked. Notes when they are not those that it was asked for.
   */
  #withTables(
    reservation: ReservationRow,
    asked: readonly string[],
    { sectorId, tableIds }: Answered,
  ): ReservationRow {
    const details = reservation.booking
    if (asked.length === 0 && details.sectorId !== null) return reservation
    const assigned = tableIds.slice(0, maxTables)
    const isAsAsked = assigned.length === 0 || haveSameIds(assigned, asked)
    if (asked.length > 0 && isAsAsked) return reservation
    const noted =
      asked.length === 0
        ? reservation
        : { ...reservation, otherTables: { asked: [...asked], assigned } }
    const after = { ...noted, booking: { ...details, sectorId, tableIds: assigned } }
    const isChosenHere = !haveSameIds(details.tableIds, asked) || reservation.mark !== 'expected'
    return isChosenHere || this.#services.objections.isTableTaken(after) ? noted : after
  }
}

/**
 * Sends a cancellation and handles the outcome. It is never sent again automatically: the platform
 * may reject the second request because the first one worked.
 */
export class CancelRules implements OutboxRules<CancelPayload> {
  readonly payload = cancelPayload
  readonly #services: ReservationServices

  constructor(services: ReservationServices) {
    this.#services = services
  }

  mayRepeat(): boolean {
    return false
  }

  send(connection: Connection, entries: readonly CancelEntry[]): Promise<SendOutcome[]> {
    return Promise.all(
      entries.map(({ payload: { platformId } }) => requestCancellation(connection, platformId)),
    )
  }

  choices(entry: CancelEntry): readonly DeliveryChoice[] {
    if (!entry.needsDecision) return []
    return deliveryChoices.filter((choice) => this.#isOffered(entry, choice))
  }

  title(entry: CancelEntry): string {
    return titleOf(entry)
  }

  about(entry: CancelEntry): AboutEntry {
    return aboutEntry(this.#services, entry)
  }

  changed(entry: CancelEntry, answer?: unknown): void {
    const { store, events, pairs, sending } = this.#services
    const reservation = store.load(entry.subject)
    if (reservation === null || reservation.cancellation === null) return
    if (isForgottenSince(reservation, entry)) sending.forgetIn(entry, reservation)
    if (entry.state === 'withdrawn') {
      this.#expectAgain(reservation)
      return
    }
    const stamps = readAnswer(answer)?.stamps
    const after = stamps === undefined ? reservation : { ...reservation, stamps }
    if (after === reservation) events.touch(reservation)
    else events.save(after)
    if (entry.state === 'confirmed') pairs.oldCancelled(after)
  }

  #isOffered({ subject, payload }: CancelEntry, choice: DeliveryChoice): boolean {
    if (choice === 'dismiss') return this.#canStay(subject)
    return choice === 'mark-done' || cancelPayload.safeParse(payload).data?.platformId != null
  }

  /** Once the new reservation of a change is being sent, the old one cannot be kept as well. */
  #canStay(id: string): boolean {
    const { store, pairs } = this.#services
    const reservation = store.load(id)
    const next = reservation === null ? undefined : pairs.asOld(reservation)?.next
    return next === undefined || next.isHeld
  }

  /** The guests come after all. If their table is taken by now, they have none. */
  #expectAgain(reservation: ReservationRow): void {
    const { events, pairs, objections } = this.#services
    const next = pairs.asOld(reservation)?.next
    // Giving up the new reservation frees the table.
    if (next !== undefined) events.save({ ...next, isHeld: false, isDiscarded: true })
    const active: ReservationRow = { ...reservation, cancellation: null, replacedBy: null }
    events.save(
      objections.isTableTaken(active)
        ? { ...active, booking: { ...active.booking, tableIds: [] } }
        : active,
    )
  }
}
