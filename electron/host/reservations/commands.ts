import { fail, ok, type Result } from '#contract/result.ts'
import type { Booking, BookingKind, Reservation } from '#contract/reservations/reservations.ts'
import { codesAgainst } from '#domain/reservations/objections.ts'
import { referenceOf } from '#domain/reservations/reference.ts'
import {
  isStanding,
  isUnsent,
  noStamps,
  type KeptReservation,
} from '#domain/reservations/reservation.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { Book } from './book.ts'
import type { Drafts } from './drafts.ts'
import type { Pairs } from './pairs.ts'
import type { Sending } from './sending.ts'
import type { ReservationStore } from './store.ts'

/** What people do with the book, but for cancelling. */
export type ReservationCommands = Pick<
  HandlersOf<'reservations'>,
  'reservations.take' | 'reservations.edit' | 'reservations.setVisit'
>

export interface CommandsDeps {
  db: Database
  store: ReservationStore
  book: Book
  sending: Sending
  drafts: Drafts
  pairs: Pairs
  clock: Clock
  newId: () => string
  /** Within the transaction: keeps it, and has it told. */
  keep(kept: KeptReservation): void
}

/** What a person typed about a guest, without the blanks around it. The platform's own values stay byte for byte. */
const guestIn = ({ clientId, firstName, lastName, phone, email }: Booking): Partial<Booking> =>
  clientId === null
    ? {
        firstName: firstName.trim(),
        lastName: lastName.trim(),
        phone: phone.trim(),
        email: email.trim(),
      }
    : {}

/** A booking with its instant written in the one way in which instants are compared. */
export const canonical = (booking: Booking): Booking => ({
  ...booking,
  ...guestIn(booking),
  startsAt: new Date(booking.startsAt).toISOString(),
  tableIds: [...new Set(booking.tableIds)],
})

/** What may still change, here alone, once the platform has it. */
export const localFields = [
  'sectorId',
  'tableIds',
  'durationMinutes',
  'requests',
  'allergies',
] as const

/** Whether two bookings say the same in every field but those. */
export function isSameBut(fields: readonly string[], one: Booking, other: Booking): boolean {
  const told = (booking: Booking): string => {
    const others = Object.entries(booking).filter(([name]) => !fields.includes(name))
    return JSON.stringify(others.toSorted(([name], [next]) => name.localeCompare(next)))
  }
  return told(one) === told(other)
}

const seatedDifferently = (before: Booking, after: Booking): boolean =>
  before.durationMinutes !== after.durationMinutes ||
  after.tableIds.some((id) => !before.tableIds.includes(id))

const firstMark = (kind: BookingKind, { tableIds }: Booking): KeptReservation['mark'] => {
  if (kind !== 'walk-in') return 'expected'
  return tableIds.length > 0 ? 'seated' : 'arrived'
}

/** What keeps a booking from being taken, by the codes of its objections. */
export const against = (codes: readonly string[]): Result<never> =>
  fail('too-late', codes.join(' '))

/** A reference that no reservation has. */
export function freshReference({ store, newId }: Pick<CommandsDeps, 'store' | 'newId'>): string {
  let reference = referenceOf(newId())
  while (store.hasReference(reference)) reference = referenceOf(newId())
  return reference
}

export function createReservationCommands(deps: CommandsDeps): ReservationCommands {
  const { db, store, book, sending, drafts, pairs, clock, newId, keep } = deps

  const told = (kept: KeptReservation): Result<Reservation> => ok(pairs.view(kept))

  function send(kept: KeptReservation, id: string): Result<Reservation> {
    sending.book(kept, id)
    keep(kept)
    return told(kept)
  }

  function change(
    kept: KeptReservation,
    booking: Booking,
    accepted: string[],
  ): Result<Reservation> {
    const { id, kind } = kept
    const state = sending.stateOf(kept)
    const isSent = state === 'confirmed'
    if (kept.cancellation !== null || pairs.asOld(kept) !== null) return fail('too-late')
    if (kind === 'booked' && !isSent && !isUnsent(state)) return fail('too-late')
    if (isSent && !isSameBut(localFields, kept.booking, booking)) return fail('too-late')
    const objections = book
      .objections(booking, { kind, id, isSent })
      .filter(
        ({ code }) => !isSent || code !== 'table-taken' || seatedDifferently(kept.booking, booking),
      )
    const codes = codesAgainst(objections, accepted)
    if (codes.length > 0) return against(codes)
    // It may be another day's now: both are told.
    keep(kept)
    const changed = { ...kept, booking }
    if (isUnsent(state)) return send(changed, newId())
    keep(changed)
    return told(changed)
  }

  return {
    'reservations.take': ({ tapId, kind, booking: wish, accepted }, caller) =>
      db.transact(() => {
        const before = store.load(tapId)
        if (before !== null) return told(before)
        if (sending.has(tapId)) return fail('bad-input', 'tapId: is another’s')
        const booking = canonical(wish)
        const objections = book.objections(booking, { kind, id: null, isSent: false })
        const codes = codesAgainst(objections, accepted)
        if (codes.length > 0) return against(codes)
        const kept: KeptReservation = {
          id: tapId,
          kind,
          reference: freshReference(deps),
          booking,
          platformId: null,
          code: null,
          isHeld: false,
          isDiscarded: false,
          mark: firstMark(kind, booking),
          stamps: noStamps,
          cancellation: null,
          replaces: null,
          replacedBy: null,
          takenAt: isoNow(clock),
          takenOn: caller.name,
        }
        if (kind === 'booked') {
          // In the same breath: after a crash nobody finds it typed, and books it again.
          drafts.discard(caller.screen, null)
          return send(kept, tapId)
        }
        keep(kept)
        return told(kept)
      }),

    'reservations.edit': ({ reservationId, before, booking, accepted }, { screen }) =>
      db.transact(() => {
        const kept = store.load(reservationId)
        if (kept === null) return fail('not-found')
        // What another screen has written meanwhile is not written over unseen.
        if (!isSameBut([], kept.booking, canonical(before))) return against(['moved'])
        const changed = change(kept, canonical(booking), accepted)
        if (changed.ok) drafts.discard(screen, reservationId)
        return changed
      }),

    'reservations.setVisit': ({ reservationId, visit }) =>
      db.transact(() => {
        const kept = store.load(reservationId)
        if (kept === null) return fail('not-found')
        if (kept.cancellation !== null || kept.isDiscarded) return fail('too-late')
        if (pairs.asOld(kept) !== null) return fail('too-late')
        const after: KeptReservation = { ...kept, mark: visit }
        const now = clock.now()
        // Who is back from having left finds the table as it is now.
        if (!isStanding(kept, now) && isStanding(after, now) && book.isTableTaken(after))
          return against(['table-taken'])
        keep(after)
        return ok(null)
      }),
  }
}
