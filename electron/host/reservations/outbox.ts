import { bookingAfter, cancellationAfter } from '#domain/reservations/sending.ts'
import { isForgotten, noStamps, type KeptReservation } from '#domain/reservations/reservation.ts'
import type { OutboxEntry } from '../outbox/entry.ts'
import { legacyState } from '../outbox/legacy.ts'
import { whenUndecided, type OutboxRules } from '../outbox/rules.ts'
import type { Book } from './book.ts'
import {
  bookingPayload,
  cancelPayload,
  type BookingPayload,
  type CancelPayload,
  type ReservationEntries,
} from './entries.ts'
import type { Pairs } from './pairs.ts'
import type { Plan } from './plan.ts'
import {
  answeredSchema,
  requestCancellation,
  requestReservation,
  type Answered,
} from './request.ts'
import type { ReservationStore } from './store.ts'

interface RulesDeps {
  storeId: string
  store: ReservationStore
  book: Book
  entries: Pick<ReservationEntries, 'forgetGuest'>
  plan: Plan
  pairs: Pick<Pairs, 'nextBooked' | 'oldCancelled'>
  countryCode: () => string
  /** Within the transaction: keeps it, and has it told. */
  keep(kept: KeptReservation): void
  /** The plan has learned something. */
  planChanged(): void
}

const readAnswer = (answer: unknown): Answered | null =>
  answeredSchema.safeParse(answer).data ?? null

/** Rebuilds a reservation from its outbox entry when its own row is gone. */
const remembered = ({ subject }: OutboxEntry, payload: BookingPayload): KeptReservation => ({
  id: subject,
  kind: 'booked',
  ...payload,
  platformId: null,
  code: null,
  state: 'not-yet',
  words: null,
  mark: 'expected',
  stamps: noStamps,
  cancellation: null,
  replacedBy: null,
})

/** Its guests were forgotten while it was on the wire, where nothing could be taken back. */
const isForgottenSince = (
  kept: KeptReservation,
  { state, payload: { booking } }: OutboxEntry<BookingPayload>,
): boolean => state !== 'sending' && isForgotten(kept) && !isForgotten({ ...kept, booking })

/** How a booking is sent, and what becomes of it. Without an answer nobody knows: it is never repeated by itself. */
export function reservationRules(deps: RulesDeps): OutboxRules<BookingPayload> {
  const { store, keep, plan, pairs, book, entries: own } = deps

  /** The platform's own tables, where nobody chose any here and they are free. */
  function seated(kept: KeptReservation, { sectorId, tableIds }: Answered): KeptReservation {
    if (kept.booking.tableIds.length > 0 || kept.booking.sectorId !== null) return kept
    const booking = { ...kept.booking, sectorId, tableIds: tableIds.slice(0, 30) }
    const after = { ...kept, booking }
    return book.isTableTaken(after) ? kept : after
  }

  function booked(kept: KeptReservation, answer: Answered | null): KeptReservation {
    if (answer === null) return kept
    if (plan.learn({ ...answer, partySize: kept.booking.partySize })) deps.planChanged()
    const { platformId, code, stamps } = answer
    return seated({ ...kept, platformId, code, stamps }, answer)
  }

  return {
    payload: bookingPayload,
    mayRepeat: () => false,
    send: (connection, entries) =>
      Promise.all(
        entries.map(({ payload }) =>
          requestReservation(connection, deps.storeId, deps.countryCode(), payload),
        ),
      ),
    isPast: ({ payload }, now) => Date.parse(payload.booking.startsAt) <= now,
    choices: whenUndecided('retry', 'mark-done', 'dismiss'),
    title: ({ payload: { booking } }) => [booking.firstName, booking.lastName].join(' ').trim(),
    changed(entry, answer) {
      const { message: words } = entry
      const state = legacyState(entry)
      // One that was set aside since is written anew.
      const kept = store.load(entry.subject) ?? remembered(entry, entry.payload)
      const after = bookingAfter(state)
      if (after === null) return
      if (isForgottenSince(kept, entry)) {
        own.forgetGuest(kept, entry)
        if (state === 'queued') {
          keep({ ...kept, state: 'discarded', words: null })
          return
        }
      }
      if (kept.state === after && kept.words === words) return
      const settled = booked({ ...kept, state: after, words }, readAnswer(answer))
      keep(settled)
      if (after === 'booked') pairs.nextBooked(settled)
    },
    restore(entry) {
      const kept = store.load(entry.subject) ?? remembered(entry, entry.payload)
      const state = bookingAfter(legacyState(entry)) ?? kept.state
      keep({ ...kept, state, words: entry.message })
    },
  }
}

/** How a cancellation is sent, and what becomes of it. A second one may be refused for what the first one did: never repeated by itself. */
export function cancelRules({
  store,
  keep,
  pairs,
  entries: own,
}: RulesDeps): OutboxRules<CancelPayload> {
  return {
    payload: cancelPayload,
    mayRepeat: () => false,
    send: (connection, entries) =>
      Promise.all(
        entries.map(({ payload }) => requestCancellation(connection, payload.platformId)),
      ),
    choices: whenUndecided('retry', 'mark-done', 'dismiss'),
    title: ({ payload: { booking } }) => [booking.firstName, booking.lastName].join(' ').trim(),
    changed(entry, answer) {
      const { subject, message: words } = entry
      const state = legacyState(entry)
      const kept = store.load(subject)
      const after = cancellationAfter(state)
      if (kept === null || kept.cancellation === null || after === null) return
      if (isForgottenSince(kept, entry)) own.forgetGuest(kept, entry)
      if (kept.cancellation.state === after && kept.cancellation.words === words) return
      const stamps = readAnswer(answer)?.stamps ?? kept.stamps
      const settled = {
        ...kept,
        stamps,
        cancellation: { ...kept.cancellation, state: after, words },
      }
      keep(settled)
      if (after === 'confirmed') pairs.oldCancelled(settled)
    },
    restore(entry) {
      const { platformId, code, reason, ...payload } = entry.payload
      const kept = store.load(entry.subject) ?? remembered(entry, payload)
      const state = cancellationAfter(legacyState(entry)) ?? 'queued'
      const { message: words, createdAt: undoUntil } = entry
      const cancellation = { state, reason, undoUntil, words, local: false }
      keep({ ...kept, state: 'booked', platformId, code, cancellation })
    },
  }
}
