import {
  deliveryChoices,
  type AboutEntry,
  type DeliveryChoice,
} from '#contract/deliveries/delivery.ts'
import type { Booking } from '#contract/reservations/reservations.ts'
import {
  isForgotten,
  newReservation,
  type ReservationRow,
} from '#domain/reservations/reservation.ts'
import type { Context } from '../noun.ts'
import type { OutboxEntry, OutboxRules } from '../outbox/rules.ts'
import type { ReservationParts } from './parts.ts'
import {
  answeredSchema,
  bookingPayload,
  cancelPayload,
  requestCancellation,
  requestReservation,
  type Answered,
  type BookingPayload,
  type CancelPayload,
} from './request.ts'

const readAnswer = (answer: unknown): Answered | null =>
  answeredSchema.safeParse(answer).data ?? null

/** What an entry of either kind says; null where it cannot be read. */
const bookingIn = (entry: OutboxEntry): Booking | null =>
  bookingPayload.safeParse(entry.payload).data?.booking ?? null

function titleOf(entry: OutboxEntry): string {
  const booking = bookingIn(entry)
  return booking === null ? '' : `${booking.firstName} ${booking.lastName}`.trim()
}

/** The two reservations of a change are one task, which the new one shows. */
function aboutEntry({ store, pairs }: ReservationParts, { subject }: OutboxEntry): AboutEntry {
  const kept = store.load(subject)
  if (kept === null) return {}
  const shown = pairs.view(kept)
  const { change } = shown
  if (change === null || change.step === 'done')
    return { reservation: { id: shown.id, day: shown.day } }
  const { id, day } = change.side === 'old' ? change.other : shown
  const about = { reservation: { id, day } }
  if (change.step === 'cancel-stuck' || change.step === 'cancel-by-hand')
    return { ...about, change: 'cancel-by-hand' }
  return change.step === 'lost' ? { ...about, change: 'lost' } : about
}

/** Its guests were forgotten while it was on the wire, where nothing could be taken back. */
function isForgottenSince(kept: ReservationRow, entry: OutboxEntry): boolean {
  const booking = bookingIn(entry)
  return (
    entry.state !== 'sending' &&
    isForgotten(kept) &&
    booking !== null &&
    !isForgotten({ ...kept, booking })
  )
}

/** How a booking is sent, and what becomes of it. Without an answer nobody knows: it is never repeated by itself. */
export function reservationRules(
  { clock, storeId, countryCode }: Context,
  parts: ReservationParts,
): OutboxRules<BookingPayload> {
  const { store, events, pairs, objections, sending } = parts
  const { keep, touch } = events

  /** The platform's own tables, where nobody chose any here and they are free. */
  function seated(kept: ReservationRow, { sectorId, tableIds }: Answered): ReservationRow {
    if (kept.booking.tableIds.length > 0 || kept.booking.sectorId !== null) return kept
    const booking = { ...kept.booking, sectorId, tableIds: tableIds.slice(0, 30) }
    const after = { ...kept, booking }
    return objections.isTableTaken(after) ? kept : after
  }

  function booked(kept: ReservationRow, answer: Answered | null): ReservationRow {
    if (answer === null) return kept
    if (store.learnTables({ ...answer, partySize: kept.booking.partySize })) events.touchAll()
    const { platformId, code, stamps } = answer
    return seated({ ...kept, platformId, code, stamps }, answer)
  }

  /** A person gave it up. */
  function discard(kept: ReservationRow): void {
    // Before the link to the old one says nothing any more.
    const old = pairs.asNew(kept)?.old
    keep({ ...kept, isDiscarded: true })
    if (old?.cancellation === null) keep({ ...old, replacedBy: null })
  }

  return {
    payload: bookingPayload,
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
      // It is given another time, or given up.
      if (entry.state === 'expired') return ['dismiss']
      const booking = bookingIn(entry)
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
      // A row that was set aside since is rebuilt from its entry.
      const kept = before ?? newReservation({ id: entry.subject, ...entry.payload })
      if (isForgottenSince(kept, entry)) {
        sending.forgetIn(entry, kept)
        if (entry.state === 'queued') {
          keep({ ...kept, isDiscarded: true })
          return
        }
      }
      if (entry.state === 'withdrawn') {
        discard(kept)
        return
      }
      const after = booked(kept, readAnswer(answer))
      if (after === before) touch(after)
      else keep(after)
      if (entry.state === 'confirmed') pairs.nextBooked(after)
    },
    restore({ subject, payload }) {
      const kept = store.load(subject) ?? newReservation({ id: subject, ...payload })
      keep({ ...kept, isHeld: false, isDiscarded: false })
    },
  }
}

/** How a cancellation is sent, and what becomes of it. A second one may be refused for what the first one did: never repeated by itself. */
export function cancelRules(parts: ReservationParts): OutboxRules<CancelPayload> {
  const { store, events, pairs, objections, sending } = parts
  const { keep, touch } = events

  /** Once the new reservation of a change is on its way, the old one is not kept beside it. */
  function canBeKept(id: string): boolean {
    const kept = store.load(id)
    const next = kept === null ? undefined : pairs.asOld(kept)?.next
    return next === undefined || next.isHeld
  }

  function isOffered({ subject, payload }: OutboxEntry<CancelPayload>, choice: DeliveryChoice) {
    if (choice === 'dismiss') return canBeKept(subject)
    return choice === 'mark-done' || cancelPayload.safeParse(payload).data?.platformId != null
  }

  /** They come after all. Where somebody else has been given their table meanwhile, they get another one. */
  function expectAgain(kept: ReservationRow): void {
    const next = pairs.asOld(kept)?.next
    // Its table is free again once the new one is given up.
    if (next !== undefined) keep({ ...next, isHeld: false, isDiscarded: true })
    const standing: ReservationRow = { ...kept, cancellation: null, replacedBy: null }
    keep(
      objections.isTableTaken(standing)
        ? { ...standing, booking: { ...kept.booking, tableIds: [] } }
        : standing,
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
      const kept = store.load(entry.subject)
      if (kept === null || kept.cancellation === null) return
      if (isForgottenSince(kept, entry)) sending.forgetIn(entry, kept)
      if (entry.state === 'withdrawn') {
        expectAgain(kept)
        return
      }
      const stamps = readAnswer(answer)?.stamps
      const after = stamps === undefined ? kept : { ...kept, stamps }
      if (after === kept) touch(kept)
      else keep(after)
      if (entry.state === 'confirmed') pairs.oldCancelled(after)
    },
    restore({ subject, payload: { reason, ...payload } }) {
      const kept = store.load(subject) ?? newReservation({ id: subject, ...payload })
      keep({ ...kept, isHeld: false, isDiscarded: false, cancellation: { reason, local: null } })
    },
  }
}
