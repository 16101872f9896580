import type { Delivery, DeliveryState } from '#contract/deliveries/delivery.ts'
import {
  type ReservationDetails,
  type ReservationKind,
  type FloorPlan,
  type OtherTables,
  type PartyAhead,
  type QuotedWait,
  type Reservation,
  type ReservationChange,
  type SentMessage,
  type Visit,
  largeParty,
} from '#contract/reservations/reservations.ts'
import { businessDayOf } from '#domain/store-time/business-day.ts'
import { dayOf } from '../store-time/store-day.ts'
import { phoneForMessages, splitExtension, tableNames } from './details.ts'

/** What the staff marks; `late` and `cancelled` are derived. */
export type VisitMark = Exclude<Visit, 'late' | 'cancelled'>

/** ISO instants of the platform's answer that a visit is derived from. */
export interface Stamps {
  completedAt: string | null
  cancelledAt: string | null
  clientSaidItsLateAt: string | null
}
export const noStamps: Stamps = { completedAt: null, cancelledAt: null, clientSaidItsLateAt: null }

/** A cancellation that is not sent to the platform. `undoUntil` is null once it can't be undone. ISO. */
export interface LocalCancellation {
  at: string
  undoUntil: string | null
}

/** The stored facts of a reservation. The outbox has the state of its delivery. */
export interface ReservationRow {
  id: string
  kind: ReservationKind
  reference: string
  booking: ReservationDetails
  platformId: string | null
  code: string | null
  isHeld: boolean
  isDiscarded: boolean
  mark: VisitMark
  /** When the staff marked that the guests sat down and that they left, ISO. */
  seatedAt: string | null
  leftAt: string | null
  quote: QuotedWait | null
  messages: SentMessage[]
  otherTables: OtherTables | null
  stamps: Stamps
  /** Unless `local` is set, an outbox entry has the state of its delivery. */
  cancellation: { reason: string; local: LocalCancellation | null } | null
  /** The id of the booked reservation that this one replaces. */
  replaces: string | null
  /** The id of the reservation that replaces this one, also if that failed. */
  replacedBy: string | null
  takenAt: string
  takenOn: string
}

type NewReservation = Pick<ReservationRow, 'id' | 'reference' | 'booking' | 'takenAt' | 'takenOn'>

/** A new row with defaults for everything that `fields` leaves out. */
export const newReservation = (
  fields: NewReservation & Partial<ReservationRow>,
): ReservationRow => ({
  kind: 'booked',
  platformId: null,
  code: null,
  isHeld: false,
  isDiscarded: false,
  mark: 'expected',
  seatedAt: null,
  leftAt: null,
  quote: null,
  messages: [],
  otherTables: null,
  stamps: noStamps,
  cancellation: null,
  replaces: null,
  replacedBy: null,
  ...fields,
})

/** Guests count as late this long after their time. */
export const lateAfterMs = 10 * 60_000

export const endOf = ({ startsAt, durationMinutes }: ReservationDetails): string =>
  new Date(Date.parse(startsAt) + durationMinutes * 60_000).toISOString()

/**
 * When its tables are free. A party stays as long as planned from when it sat down, which may be
 * later than its time.
 */
export function freeAtOf({ booking: details, seatedAt, leftAt }: ReservationRow): string {
  if (leftAt !== null && leftAt > details.startsAt) return leftAt
  return seatedAt !== null && seatedAt > details.startsAt
    ? endOf({ ...details, startsAt: seatedAt })
    : endOf(details)
}

/** A cancellation comes first, then what the staff marked, then the platform's instants, then the clock. */
export function visitOf(reservation: ReservationRow, now: number): Visit {
  const { kind, mark, stamps, booking: details, cancellation } = reservation
  if (cancellation !== null || stamps.cancelledAt !== null) return 'cancelled'
  if (mark !== 'expected') return mark
  if (stamps.completedAt !== null) return 'left'
  if (stamps.clientSaidItsLateAt !== null) return 'late'
  const isLate = now >= Date.parse(details.startsAt) + lateAfterMs
  return isLate && kind !== 'waiting' ? 'late' : 'expected'
}

/**
 * Whether it occupies its tables and its guests count. False if it was given up, is over, or the
 * guests never came.
 */
export const isActive = (reservation: ReservationRow, now: number): boolean =>
  !reservation.isDiscarded && !['left', 'no-show', 'cancelled'].includes(visitOf(reservation, now))

/** Whether its guests are covers of its day: they came, or are still expected. */
export const countsForDay = (reservation: ReservationRow, now: number): boolean =>
  reservation.kind !== 'waiting' &&
  !reservation.isHeld &&
  !reservation.isDiscarded &&
  !['no-show', 'cancelled'].includes(visitOf(reservation, now))

/** The tables that guests are seated at. */
export type Seats = Pick<ReservationDetails, 'sectorId' | 'tableIds'>

const iso = (instant: number): string => new Date(instant).toISOString()

/** When the guests sat down and left, after a mark. A party that comes back keeps its time. */
function timesAfter(
  { mark: before, seatedAt, leftAt }: ReservationRow,
  mark: VisitMark,
  now: number,
): Pick<ReservationRow, 'seatedAt' | 'leftAt'> {
  if (mark === 'seated') return { seatedAt: seatedAt ?? iso(now), leftAt: null }
  if (mark === 'left') return { seatedAt, leftAt: before === 'left' ? leftAt : iso(now) }
  return { seatedAt: null, leftAt: null }
}

/**
 * Marks where the guests are. Guests at the door wait until they are seated: then they are a
 * walk-in, and their time at the table starts. Without a mark they wait again.
 */
export function withVisit(
  before: ReservationRow,
  mark: VisitMark,
  seats: Seats | undefined,
  now: number,
): ReservationRow {
  const { kind } = before
  const reservation = { ...before, ...timesAfter(before, mark, now) }
  const details = { ...reservation.booking, ...seats }
  if (kind === 'booked') return { ...reservation, mark, booking: details }
  if (mark === 'expected')
    return {
      ...reservation,
      kind: 'waiting',
      mark,
      booking: { ...details, sectorId: null, tableIds: [] },
    }
  const sitDown = mark === 'seated' && ['expected', 'arrived'].includes(reservation.mark)
  if (!sitDown) return { ...reservation, mark, booking: details }
  const startsAt = iso(now)
  return { ...reservation, kind: 'walk-in', mark, booking: { ...details, startsAt } }
}

/** Whether the guest's data was deleted: a booked reservation always has a name. */
export const isForgotten = ({
  kind,
  booking: details,
}: Pick<ReservationRow, 'kind' | 'booking'>): boolean =>
  kind === 'booked' && details.firstName === '' && details.lastName === ''

/** True if the platform certainly does not have it, so it can be edited or deleted freely. */
export const isUnsent = (state: DeliveryState | null): boolean =>
  state === 'queued' || state === 'refused' || state === 'expired'

/** Shows a local cancellation in the same form as one that is sent. */
export const localDelivery = ({ at: since, undoUntil }: LocalCancellation): Delivery =>
  undoUntil === null ? { state: 'confirmed', since } : { state: 'queued', since, undoUntil }

interface ViewContext {
  now: number
  timeZone: string
  border: string
  countryCode: string
}

/**
 * Builds the reservation that screens get from its row, the state of its deliveries and the change
 * that it is part of.
 */
export function viewReservation(
  reservation: ReservationRow,
  sent: { delivery: Delivery | null; cancelling: Delivery | null },
  change: ReservationChange | null,
  { now, timeZone, border, countryCode }: ViewContext,
): Reservation {
  const { booking: details, mark: _mark, stamps: _stamps, cancellation, ...others } = reservation
  const { replaces: _replaces, replacedBy: _replacedBy, ...same } = others
  const startsAt = Date.parse(details.startsAt)
  return {
    ...details,
    ...same,
    delivery: sent.delivery,
    phoneForMessages: phoneForMessages(details.phone, countryCode),
    visit: visitOf(reservation, now),
    day: dayOf(startsAt, timeZone),
    businessDay: businessDayOf(startsAt, timeZone, border),
    endsAt: freeAtOf(reservation),
    cancellation: cancellation && { reason: cancellation.reason, delivery: sent.cancelling },
    change,
  }
}

/** The kitchen sees a party from this long before its time until this long after. */
export const aheadMs = 60 * 60_000
export const afterMs = 30 * 60_000

/** Large parties and allergies of the next hour, soonest first, without names. */
export function partiesAhead(
  reservations: readonly ReservationRow[],
  plan: FloorPlan,
  now: number,
): PartyAhead[] {
  return reservations
    .filter((reservation) => {
      const { startsAt, partySize, allergies } = reservation.booking
      const at = Date.parse(startsAt)
      return (
        at - aheadMs <= now &&
        now < at + afterMs &&
        (partySize >= largeParty || allergies !== '') &&
        reservation.kind !== 'waiting' &&
        isActive(reservation, now)
      )
    })
    .toSorted((one, other) => (one.booking.startsAt < other.booking.startsAt ? -1 : 1))
    .map(({ id, booking: details }) => ({
      reservationId: id,
      startsAt: details.startsAt,
      partySize: details.partySize,
      allergies: details.allergies,
      tables: tableNames(plan, details.tableIds),
    }))
}

/** Omits characters that are easily confused when read out: 0 and O, 1, I and L, U and V. */
const letters = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 5

/**
 * Derives a short reference, for people to read out, from an id of the host (a UUID). There are 24
 * million references.
 */
export function referenceOf(id: string): string {
  let rest = BigInt(`0x${id.replace(/[^0-9a-f]/gi, '') || '0'}`)
  const base = BigInt(letters.length)
  let reference = ''
  for (let place = 0; place < length; place++) {
    reference += letters.charAt(Number(rest % base))
    rest /= base
  }
  return reference
}

/**
 * The text of the guest's requests at the platform: the requests, the allergies, the extension of
 * the telephone, which a platform's number need not have room for, and our reference at the end, by
 * which a person can find a duplicate there.
 */
export const specialRequests = (
  { requests, allergies, phone = '' }: { requests: string; allergies: string; phone?: string },
  reference: string,
): string => {
  const { extension } = splitExtension(phone)
  return [
    requests.trim(),
    allergies.trim() === '' ? '' : `Allergies: ${allergies.trim()}`,
    extension === '' ? '' : `Phone extension: ${extension}`,
    `[${reference}]`,
  ]
    .filter((part) => part !== '')
    .join('\n')
}
