import type { ReservationDetails } from '#contract/reservations/reservations.ts'

/** The fields that can still change, only locally, after the platform has the reservation. */
export const localFields = [
  'sectorId',
  'tableIds',
  'durationMinutes',
  'requests',
  'allergies',
] as const

/** Trims the contacts that a person typed. The platform's own values stay byte for byte. */
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

export const normalizeDetails = (details: ReservationDetails): ReservationDetails => ({
  ...details,
  ...typedGuest(details),
  startsAt: new Date(details.startsAt).toISOString(),
  tableIds: [...new Set(details.tableIds)],
})

/** The same text for equal details, without some fields. */
function textWithout(fields: readonly string[], details: ReservationDetails): string {
  const others = Object.entries(details).filter(([name]) => !fields.includes(name))
  return JSON.stringify(others.toSorted(([name], [next]) => name.localeCompare(next)))
}

/** Whether two normalized details are equal, ignoring some fields. */
export const isSameBut = (
  fields: readonly string[],
  one: ReservationDetails,
  other: ReservationDetails,
): boolean => textWithout(fields, one) === textWithout(fields, other)

/** Whether a change needs a table, or more time at a table, that the reservation did not have. */
export const needsOtherSeats = (before: ReservationDetails, after: ReservationDetails): boolean =>
  before.durationMinutes !== after.durationMinutes ||
  after.tableIds.some((id) => !before.tableIds.includes(id))
