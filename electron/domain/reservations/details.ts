import type { ReservationDetails } from '#contract/reservations/reservations.ts'

/** The fields that may still change, here alone, once the platform has a booking. */
export const localFields = [
  'sectorId',
  'tableIds',
  'durationMinutes',
  'requests',
  'allergies',
] as const

/** The fields of a guest that a person typed, trimmed. The platform's own values stay byte for byte. */
const typedGuest = ({
  clientId,
  firstName,
  lastName,
  phone,
  email,
}: ReservationDetails): Partial<ReservationDetails> =>
  clientId === null
    ? {
        firstName: firstName.trim(),
        lastName: lastName.trim(),
        phone: phone.trim(),
        email: email.trim(),
      }
    : {}

/** A booking in the one spelling in which bookings are compared. */
export const canonical = (booking: ReservationDetails): ReservationDetails => ({
  ...booking,
  ...typedGuest(booking),
  startsAt: new Date(booking.startsAt).toISOString(),
  tableIds: [...new Set(booking.tableIds)],
})

/** Whether two canonical bookings are the same in every field but those. */
export function isSameBut(
  fields: readonly string[],
  one: ReservationDetails,
  other: ReservationDetails,
): boolean {
  const spelled = (booking: ReservationDetails): string => {
    const others = Object.entries(booking).filter(([name]) => !fields.includes(name))
    return JSON.stringify(others.toSorted(([name], [next]) => name.localeCompare(next)))
  }
  return spelled(one) === spelled(other)
}

/** Whether a changed booking takes a table, or a time at one, that it did not have before. */
export const seatedDifferently = (before: ReservationDetails, after: ReservationDetails): boolean =>
  before.durationMinutes !== after.durationMinutes ||
  after.tableIds.some((id) => !before.tableIds.includes(id))
