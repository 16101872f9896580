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
import type { Context } from '../noun.ts'
import type { OutboxEntry, OutboxRules } from '../outbox/rules.ts'
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

const readAnswer = (answer: unknown): Answered | null =>
  answeredSchema.safeParse(answer).data ?? null

/** The details in an entry of either kind; null if they can't be parsed. */
const detailsIn = (entry: OutboxEntry): ReservationDetails | null =>
  reservationPayload.safeParse(entry.payload).data?.booking ?? null

function titleOf(entry: OutboxEntry): string {
  const booking = detailsIn(entry)
  return booking === null ? '' : `${booking.firstName} ${booking.lastName}`.trim()
}

/** A change is one decision, shown at the new reservation. */
function aboutEntry({ store, pairs }: ReservationServices, { subject }: OutboxEntry): AboutEntry {
  const stored = store.load(subject)
  if (stored === null) return {}
  const shown = pairs.view(stored)
  const { change } = shown
  if (change === null || change.step === 'done')
    return { reservation: { id: shown.id, day: shown.businessDay } }
  const { id, businessDay: day } = change.side === 'old' ? change.other : shown
  const about = { reservation: { id, day } }
  if (change.step === 'cancel-stuck' || change.step === 'cancel-by-hand')
    return { ...about, change: 'cancel-by-hand' }
  return change.step === 'lost' ? { ...about, change: 'lost' } : about
}

/** The guest was deleted while the entry was being sent, when the entry itself could not be changed. */
function isForgottenSince(stored: ReservationRow, entry: OutboxEntry): boolean {
  const booking = detailsIn(entry)
  return (
    entry.state !== 'sending' &&
    isForgotten(stored) &&
    booking !== null &&
    !isForgotten({ ...stored, booking })
  )
}

/**
 * Sends a reservation and handles the outcome. If there is no answer, it is unknown whether the
 * reservation exists, so it is never sent again automatically.
 */
export function reservationRules(
  { clock, storeId, countryCode }: Context,
  parts: ReservationServices,
): OutboxRules<ReservationPayload> {
  const { store, events, pairs, objections, sending } = parts
  const { keep, touch } = events

  /** Takes over the platform's tables if none were chosen here and they are free. */
  function seated(stored: ReservationRow, { sectorId, tableIds }: Answered): ReservationRow {
    if (stored.booking.tableIds.length > 0 || stored.booking.sectorId !== null) return stored
    const booking = { ...stored.booking, sectorId, tableIds: tableIds.slice(0, 30) }
    const after = { ...stored, booking }
    return objections.isTableTaken(after) ? stored : after
  }

  function booked(stored: ReservationRow, answer: Answered | null): ReservationRow {
    if (answer === null) return stored
    if (store.learnTables({ ...answer, partySize: stored.booking.partySize })) events.touchAll()
    const { platformId, code, stamps } = answer
    return seated({ ...stored, platformId, code, stamps }, answer)
  }

  function discard(stored: ReservationRow): void {
    // Look the old one up first: the link to it ends when this one is discarded.
    const old = pairs.asNew(stored)?.old
    keep({ ...stored, isDiscarded: true })
    if (old?.cancellation === null) keep({ ...old, replacedBy: null })
  }

  return {
    payload: reservationPayload,
    mayRepeat: () => false,
    send: (connection, entries) =>
      Promise.all(
        entries.map(({ payload }) =>
          requestReservation(connection, storeId ?? '', countryCode(), payload),
        ),
      ),
    isPast: ({ payload }, now) => Date.parse(payload.booking.startsAt) <= now,
    choices(entry) {
      if (!entry.needsDecision) return []
      // A person enters another time or gives the reservation up.
      if (entry.state === 'expired') return ['dismiss']
      const booking = detailsIn(entry)
      const isOver =
        booking === null ||
        Date.parse(booking.startsAt) <= clock.now() ||
        isForgotten({ kind: 'booked', booking })
      return isOver ? ['mark-done', 'dismiss'] : deliveryChoices
    },
    title: titleOf,
    about: (entry) => aboutEntry(parts, entry),
    changed(entry, answer) {
      const before = store.load(entry.subject)
      // Rebuilds the row from its entry if it was set aside meanwhile.
      const stored = before ?? newReservation({ id: entry.subject, ...entry.payload })
      if (isForgottenSince(stored, entry)) {
        sending.forgetIn(entry, stored)
        if (entry.state === 'queued') {
          keep({ ...stored, isDiscarded: true })
          return
        }
      }
      if (entry.state === 'withdrawn') {
        discard(stored)
        return
      }
      const after = booked(stored, readAnswer(answer))
      if (after === before) touch(after)
      else keep(after)
      if (entry.state === 'confirmed') pairs.nextBooked(after)
    },
  }
}

/**
 * Sends a cancellation and handles the outcome. It is never sent again automatically: the platform
 * may reject the second request because the first one worked.
 */
export function cancelRules(parts: ReservationServices): OutboxRules<CancelPayload> {
  const { store, events, pairs, objections, sending } = parts
  const { keep, touch } = events

  /** Once the new reservation of a change is being sent, the old one cannot be kept as well. */
  function canBeStored(id: string): boolean {
    const stored = store.load(id)
    const next = stored === null ? undefined : pairs.asOld(stored)?.next
    return next === undefined || next.isHeld
  }

  function isOffered({ subject, payload }: OutboxEntry<CancelPayload>, choice: DeliveryChoice) {
    if (choice === 'dismiss') return canBeStored(subject)
    return choice === 'mark-done' || cancelPayload.safeParse(payload).data?.platformId != null
  }

  /** The guests come after all. If their table is taken by now, they have none. */
  function expectAgain(stored: ReservationRow): void {
    const next = pairs.asOld(stored)?.next
    // Giving up the new reservation frees the table.
    if (next !== undefined) keep({ ...next, isHeld: false, isDiscarded: true })
    const active: ReservationRow = { ...stored, cancellation: null, replacedBy: null }
    keep(
      objections.isTableTaken(active)
        ? { ...active, booking: { ...stored.booking, tableIds: [] } }
        : active,
    )
  }

  return {
    payload: cancelPayload,
    mayRepeat: () => false,
    send: (connection, entries) =>
      Promise.all(
        entries.map(({ payload: { platformId } }) => requestCancellation(connection, platformId)),
      ),
    choices: (entry) =>
      entry.needsDecision ? deliveryChoices.filter((choice) => isOffered(entry, choice)) : [],
    title: titleOf,
    about: (entry) => aboutEntry(parts, entry),
    changed(entry, answer) {
      const stored = store.load(entry.subject)
      if (stored === null || stored.cancellation === null) return
      if (isForgottenSince(stored, entry)) sending.forgetIn(entry, stored)
      if (entry.state === 'withdrawn') {
        expectAgain(stored)
        return
      }
      const stamps = readAnswer(answer)?.stamps
      const after = stamps === undefined ? stored : { ...stored, stamps }
      if (after === stored) touch(stored)
      else keep(after)
      if (entry.state === 'confirmed') pairs.oldCancelled(after)
    },
  }
}
