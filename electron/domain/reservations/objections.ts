import type {
  ObjectionCode,
  ReservationDetails,
  ReservationKind,
  ReservationObjection,
  FloorPlan,
} from '#contract/reservations/reservations.ts'
import type { StoreHours } from '#domain/menu/store-hours.ts'
import { endOf } from './reservation.ts'
import { halfHourOf, opennessAt } from '../store-time/store-day.ts'
import { phoneProblem, tableNames, tablesOf } from './details.ts'

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
  /** Its guests are at the door or at a table, so a table that is reserved later is only a warning. */
  isHere: boolean
  /** All other active reservations. */
  others: readonly OtherParty[]
}

/** Another party. If it sits at its tables, it has them until it leaves, also past its time. */
export type OtherParty = Pick<
  ReservationDetails,
  'startsAt' | 'durationMinutes' | 'tableIds' | 'partySize'
> & { isSeated: boolean }

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
  details: ReservationDetails,
  { kind, countryCode }: ReservationContext,
): ReservationObjection[] {
  const { clientId } = details
  const [firstName, lastName] = [details.firstName.trim(), details.lastName.trim()]
  const [phone, email] = [details.phone.trim(), details.email.trim()]
  const isBooked = kind === 'booked'
  const objections: ReservationObjection[] = []
  if (firstName === '' && lastName === '' && kind !== 'walk-in') objections.push(error('no-name'))
  if (phone === '' && email === '' && isBooked) objections.push(warning('no-contact'))
  // These are the platform's own contacts, so they are valid for the platform even if they look
  // unusual.
  if (clientId !== null) return objections
  const wrong = phone === '' ? null : phoneProblem(phone, countryCode)
  if (wrong !== null) objections.push(warning('unusual-phone', [wrong]))
  if (email !== '' && !looksLikeMail(email)) objections.push(warning('unusual-email'))
  return objections
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
 * The other parties that have one of its tables at an overlapping time. One that ends when this one
 * starts does not overlap.
 */
function partiesAtItsTables(
  details: ReservationDetails,
  { others, now }: ReservationContext,
): OtherParty[] {
  const from = Date.parse(details.startsAt)
  const to = Date.parse(endOf(details))
  return others.filter((other) => {
    const startsAt = Date.parse(other.startsAt)
    const starts = other.isSeated ? Math.min(startsAt, now) : startsAt
    const ends = startsAt + other.durationMinutes * 60_000
    const leaves = other.isSeated ? Math.max(ends, now + 1) : ends
    return (
      starts < to && from < leaves && other.tableIds.some((id) => details.tableIds.includes(id))
    )
  })
}

const sharedIds = (details: ReservationDetails, others: readonly OtherParty[]): string[] =>
  details.tableIds.filter((id) => others.some(({ tableIds }) => tableIds.includes(id)))

/** Guests who are here can sit at a table that is reserved for later. */
function aboutTakenTables(
  details: ReservationDetails,
  around: ReservationContext,
): ReservationObjection[] {
  const { plan, isHere, now } = around
  const others = partiesAtItsTables(details, around)
  const isLater = (other: OtherParty): boolean =>
    isHere && !other.isSeated && Date.parse(other.startsAt) > now
  const takenIds = sharedIds(
    details,
    others.filter((other) => !isLater(other)),
  )
  if (takenIds.length > 0) return [error('table-taken', tableNames(plan, takenIds))]
  const [next] = others.toSorted((one, other) => (one.startsAt < other.startsAt ? -1 : 1))
  if (next === undefined) return []
  const names = tableNames(plan, sharedIds(details, [next]))
  return [warning('needed-soon', [next.startsAt, ...names])]
}

function aboutTables(
  details: ReservationDetails,
  around: ReservationContext,
): ReservationObjection[] {
  const objections = aboutTakenTables(details, around)
  const tables = tablesOf(around.plan, details.tableIds)
  // The number of seats of a learned table is a guess.
  const isKnown =
    tables.length === details.tableIds.length && !tables.some(({ learned }) => learned)
  const seats = tables.reduce((sum, table) => sum + table.seats, 0)
  if (tables.length > 0 && isKnown && seats < details.partySize)
    objections.push(warning('too-few-seats', [String(seats), String(details.partySize)]))
  return objections
}

function aboutPacing(
  details: ReservationDetails,
  around: ReservationContext,
): ReservationObjection[] {
  const { coversPerHalfHour: limit, timeZone, others, kind } = around
  if (limit === null || kind === 'waiting') return []
  const halfHour = halfHourOf(Date.parse(details.startsAt), timeZone)
  const covers = others
    .filter(({ startsAt }) => halfHourOf(Date.parse(startsAt), timeZone) === halfHour)
    .reduce((sum, { partySize }) => sum + partySize, details.partySize)
  return covers > limit ? [warning('pacing', [String(covers), String(limit)])] : []
}

/** The objections to a reservation's details, errors first. */
export function objectionsTo(
  details: ReservationDetails,
  around: ReservationContext,
): ReservationObjection[] {
  const objections = [
    ...(around.isSent ? [] : aboutGuest(details, around)),
    ...(around.isSent ? [] : aboutTime(details, around)),
    ...aboutTables(details, around),
    ...(around.isSent ? [] : aboutPacing(details, around)),
  ]
  return objections.toSorted((one, other) => one.kind.localeCompare(other.kind))
}

/** The codes that prevent saving: errors, and warnings that were not accepted. */
export const codesAgainst = (
  objections: readonly ReservationObjection[],
  accepted: readonly ObjectionCode[],
): string[] =>
  objections
    .filter(({ kind, code }) => kind === 'error' || !accepted.includes(code))
    .map(({ code }) => code)
