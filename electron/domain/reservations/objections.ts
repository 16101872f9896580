import type {
  ObjectionCode,
  ReservationDetails,
  ReservationKind,
  ReservationObjection,
  FloorPlan,
} from '#contract/reservations/reservations.ts'
import type { StoreHours } from '#domain/menu/store-hours.ts'
import { tableNames, tablesOf } from './floor-plan.ts'
import { endOf } from './reservation.ts'
import { halfHourOf, opennessAt } from './store-day.ts'
import { isPossible } from './telephone.ts'

/** The facts that a reservation's details are checked against. */
export interface ReservationContext {
  /** Epoch milliseconds. */
  now: number
  timeZone: string
  /** ISO 3166 alpha-2; empty if unknown. */
  countryCode: string
  /** Null if the schedule is unknown. */
  hours: StoreHours | null
  plan: FloorPlan
  coversPerHalfHour: number | null
  kind: ReservationKind
  /** The platform has the reservation, so time and guest can't change. */
  isSent: boolean
  /** All other active reservations. */
  others: readonly Pick<
    ReservationDetails,
    'startsAt' | 'durationMinutes' | 'tableIds' | 'partySize'
  >[]
}

const error = (code: ObjectionCode, about: string[] = []): ReservationObjection => ({
  kind: 'error',
  code,
  about,
})
const warning = (code: ObjectionCode, about: string[] = []): ReservationObjection => ({
  kind: 'warning',
  code,
  about,
})

const looksLikeMail = (text: string): boolean => /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)

function aboutGuest(
  booking: ReservationDetails,
  { kind, countryCode }: ReservationContext,
): ReservationObjection[] {
  const { clientId } = booking
  const [firstName, lastName] = [booking.firstName.trim(), booking.lastName.trim()]
  const [phone, email] = [booking.phone.trim(), booking.email.trim()]
  const isBooked = kind === 'booked'
  const found: ReservationObjection[] = []
  if (firstName === '' && lastName === '' && kind !== 'walk-in') found.push(error('no-name'))
  if (phone === '' && email === '' && isBooked) found.push(warning('no-contact'))
  // These are the platform's own contacts, so they are valid for the platform even if they look
  // unusual.
  if (clientId !== null) return found
  if (phone !== '' && !isPossible(phone, countryCode)) found.push(warning('unusual-phone'))
  if (email !== '' && !looksLikeMail(email)) found.push(warning('unusual-email'))
  return found
}

function aboutTime(
  { startsAt }: ReservationDetails,
  { now, hours, kind }: ReservationContext,
): ReservationObjection[] {
  if (kind !== 'booked') return []
  const at = Date.parse(startsAt)
  if (at <= now) return [error('past')]
  if (hours === null) return []
  const { state, hours: ofDay } = opennessAt(hours, at, now)
  return state === 'open' ? [] : [warning(state, ofDay)]
}

/**
 * The tables that other reservations have at an overlapping time. One that ends when this one
 * starts does not overlap.
 */
function takenTables(booking: ReservationDetails, others: ReservationContext['others']): string[] {
  const from = Date.parse(booking.startsAt)
  const to = Date.parse(endOf(booking))
  const taken = new Set(
    others
      .filter(({ startsAt, durationMinutes }) => {
        const starts = Date.parse(startsAt)
        return starts < to && from < starts + durationMinutes * 60_000
      })
      .flatMap(({ tableIds }) => tableIds),
  )
  return booking.tableIds.filter((id) => taken.has(id))
}

function aboutTables(
  booking: ReservationDetails,
  { plan, others }: ReservationContext,
): ReservationObjection[] {
  const found: ReservationObjection[] = []
  const taken = takenTables(booking, others)
  if (taken.length > 0) found.push(error('table-taken', tableNames(plan, taken)))
  const tables = tablesOf(plan, booking.tableIds)
  // The number of seats of a learned table is a guess.
  const isKnown =
    tables.length === booking.tableIds.length && !tables.some(({ learned }) => learned)
  const seats = tables.reduce((sum, table) => sum + table.seats, 0)
  if (tables.length > 0 && isKnown && seats < booking.partySize)
    found.push(warning('too-few-seats', [String(seats), String(booking.partySize)]))
  return found
}

function aboutPacing(
  booking: ReservationDetails,
  around: ReservationContext,
): ReservationObjection[] {
  const { coversPerHalfHour: limit, timeZone, others, kind } = around
  if (limit === null || kind === 'waiting') return []
  const halfHour = (startsAt: string): number => halfHourOf(Date.parse(startsAt), timeZone)
  const own = halfHour(booking.startsAt)
  const covers = others
    .filter(({ startsAt }) => halfHour(startsAt) === own)
    .reduce((sum, { partySize }) => sum + partySize, booking.partySize)
  return covers > limit ? [warning('pacing', [String(covers), String(limit)])] : []
}

/** The objections to a reservation's details, errors first. */
export function objectionsTo(
  booking: ReservationDetails,
  around: ReservationContext,
): ReservationObjection[] {
  const found = [
    ...(around.isSent ? [] : aboutGuest(booking, around)),
    ...(around.isSent ? [] : aboutTime(booking, around)),
    ...aboutTables(booking, around),
    ...(around.isSent ? [] : aboutPacing(booking, around)),
  ]
  return found.toSorted((one, other) => one.kind.localeCompare(other.kind))
}

/** The codes that prevent saving: errors, and warnings that were not accepted. */
export const codesAgainst = (
  objections: readonly ReservationObjection[],
  accepted: readonly ObjectionCode[],
): string[] =>
  objections
    .filter(({ kind, code }) => kind === 'error' || !accepted.includes(code))
    .map(({ code }) => code)
