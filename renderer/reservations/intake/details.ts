import type { ReservationDetails, Draft, Reservation } from '#contract/reservations/reservations.ts'
import { timeOfDay } from '../../clock/times.ts'
import { dayOf, instantAt } from '../days.ts'

export const emptyDraft = (day: string): Draft => ({
  partySize: '',
  day,
  time: '',
  name: '',
  phone: '',
  email: '',
  occasion: null,
  sectorId: null,
  tableIds: [],
  requests: '',
  allergies: '',
  clientId: null,
  durationMinutes: null,
})

/** One that is in the book, as it would have been typed. */
export function draftOf(reservation: Reservation, timeZone: string | undefined): Draft {
  const { startsAt, partySize, firstName, lastName, tableIds, ...others } = reservation
  const { phone, email, occasion, sectorId, requests, allergies, clientId } = others
  return {
    partySize: String(partySize),
    day: dayOf(Date.parse(startsAt), timeZone),
    time: timeOfDay(startsAt, 'en', timeZone),
    name: `${firstName} ${lastName}`.trim(),
    ...{ phone, email, occasion, sectorId, requests, allergies, clientId },
    tableIds: [...tableIds],
    durationMinutes: others.durationMinutes,
  }
}

/** What changes here alone. For any other field of a booked reservation, another one takes its place. */
const staysHere: ReadonlySet<string> = new Set<keyof Draft>([
  'sectorId',
  'tableIds',
  'durationMinutes',
  'requests',
  'allergies',
])

/** Whether the fields that were typed ask for more of a booked reservation than what changes here alone. */
export const needsAnother = (typed: readonly (keyof Draft)[]): boolean =>
  typed.some((field) => !staysHere.has(field))

/** The first word is the first name: who is on the telephone says both in one breath. */
function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...others] = name.trim().split(/\s+/)
  return { firstName, lastName: others.join(' ') }
}

/** A reservation of the book that is being changed, and how it would have been typed. */
interface Booked {
  draft: Draft
  booking: ReservationDetails
}

/**
 * What was typed as the host takes it; null while size, day or time is missing. A name and a time that nobody touched
 * stay as they were booked: typed anew they might be others (a first name of two words, an hour that comes twice).
 */
export function detailsOf(
  draft: Draft,
  tableMinutes: number,
  timeZone: string | undefined,
  before: Booked | null,
): ReservationDetails | null {
  const partySize = Number(draft.partySize)
  const isWhole = draft.day !== '' && draft.time !== ''
  if (!Number.isInteger(partySize) || partySize < 1 || partySize > 500 || !isWhole) return null
  const { occasion, sectorId, tableIds, requests, allergies, clientId } = draft
  // The platform's own values go byte for byte.
  const typed = (text: string) => (clientId === null ? text.trim() : text)
  const isSameName = before?.draft.name === draft.name
  const isSameTime = before?.draft.day === draft.day && before.draft.time === draft.time
  const { firstName, lastName } = isSameName ? before.booking : splitName(draft.name)
  return {
    partySize,
    startsAt: isSameTime ? before.booking.startsAt : instantAt(draft.day, draft.time, timeZone),
    durationMinutes: draft.durationMinutes ?? tableMinutes,
    ...{ firstName, lastName },
    ...{ phone: typed(draft.phone), email: typed(draft.email) },
    ...{ occasion, sectorId, requests, allergies },
    tableIds: [...tableIds],
    clientId,
  }
}

/** What a reservation of the book is, as it was booked. */
export function detailsIn(reservation: Reservation): ReservationDetails {
  const { partySize, startsAt, durationMinutes, firstName, lastName, phone, email } = reservation
  const { occasion, sectorId, tableIds, requests, allergies, clientId } = reservation
  return {
    ...{ partySize, startsAt, durationMinutes, firstName, lastName, phone, email },
    ...{ occasion, sectorId, tableIds: [...tableIds], requests, allergies, clientId },
  }
}
