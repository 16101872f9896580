import type { Visit } from '#contract/reservations/reservations.ts'
import type { GuestVisits } from '#contract/guests/visits.ts'
import { visitOf, type ReservationRow } from '../reservations/reservation.ts'
import { international, splitExtension } from '../reservations/details.ts'
import { contactKeys, type ContactKeys } from './guest.ts'

/**
 * A guest who is not in the points program has no id at the platform, so the phone is the id:
 * `phone:56912345678`. The same number in another form gives the same id.
 */
const phonePrefix = 'phone:'

export const isPhoneId = (clientId: string): boolean => clientId.startsWith(phonePrefix)

/** Without an extension, which only a text with more than a number in it can have. */
const withoutExtension = (phone: string): string =>
  /[^\d\s+().-]/.test(phone) ? splitExtension(phone).number : phone

/** The id of a guest who is only known by phone; null if the phone is too short to identify one. */
export function phoneIdOf(phone: string, countryCode: string): string | null {
  const number = withoutExtension(phone).trim()
  // Parsing is slow, and most numbers have their country code.
  const whole = number.startsWith('+') ? number : international(number, countryCode)
  const { phone: digits } = contactKeys({ phone: whole })
  return digits === '' ? null : phonePrefix + digits
}

/** The phone in such an id, with its country code. */
export const phoneOfId = (clientId: string): string => `+${clientId.slice(phonePrefix.length)}`

/**
 * What a reservation says about who its guest is. The id that a person picked counts alone: people
 * of one family share a phone.
 */
export function keysOfReservation({ booking: details }: ReservationRow): ContactKeys {
  const { clientId, phone, email } = details
  const { number } = splitExtension(phone)
  return clientId === null
    ? contactKeys({ phone: number, email })
    : contactKeys({ userId: clientId })
}

/** The same for a guest of the list, in which `userId` is the client's id. */
export const keysOfGuest = (
  clientId: string,
  { phone, email }: { phone: string | null; email: string | null },
): ContactKeys => contactKeys({ userId: clientId, phone, email })

export const nameOfReservation = ({ booking: details }: ReservationRow): string =>
  [details.firstName, details.lastName].filter((part) => part !== '').join(' ')

const cameIn: readonly Visit[] = ['arrived', 'seated', 'left']

export interface VisitTotals extends Pick<GuestVisits, 'visits' | 'noShows' | 'cancellations'> {
  /** ISO. */
  lastVisit: string | null
}

/** Counts a guest's reservations. */
export function totalsOf(rows: readonly ReservationRow[], now: number): VisitTotals {
  const visits = rows.map((row) => ({ at: row.booking.startsAt, visit: visitOf(row, now) }))
  const came = visits.filter(({ visit }) => cameIn.includes(visit))
  const count = (which: Visit) => visits.filter(({ visit }) => visit === which).length
  const lastVisit = came.reduce((last, { at }) => (at > last ? at : last), '')
  return {
    visits: came.length,
    noShows: count('no-show'),
    cancellations: count('cancelled'),
    lastVisit: lastVisit === '' ? null : lastVisit,
  }
}
