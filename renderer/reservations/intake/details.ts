import type { ReservationDetails, Draft, Reservation } from '#contract/reservations/reservations.ts'
import { clockTime } from '../../clock/times.ts'
import { dayOf, instantsAt } from '../../clock/instant-at.ts'

export const emptyDraft = (day: string): Draft => ({
  partySize: '',
  day,
  time: '',
  isSecond: false,
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

/** The draft that would produce this reservation. */
export function draftOf(reservation: Reservation, timeZone: string | undefined): Draft {
  const { startsAt, partySize, firstName, lastName, tableIds, ...others } = reservation
  const { phone, email, occasion, sectorId, requests, allergies, clientId } = others
  const day = dayOf(Date.parse(startsAt), timeZone)
  const time = clockTime(startsAt, timeZone)
  const [, second] = instantsAt(day, time, timeZone)
  return {
    partySize: String(partySize),
    ...{ day, time },
    isSecond: second !== undefined && Date.parse(startsAt) >= Date.parse(second),
    name: `${firstName} ${lastName}`.trim(),
    ...{ phone, email, occasion, sectorId, requests, allergies, clientId },
    tableIds: [...tableIds],
    durationMinutes: others.durationMinutes,
  }
}

/**
 * Fields that are only stored locally. A change of any other field of a reservation that the
 * platform has makes another one.
 */
const staysHere: ReadonlySet<string> = new Set<keyof Draft>([
  'sectorId',
  'tableIds',
  'durationMinutes',
  'requests',
  'allergies',
])

export const needsAnother = (typed: readonly (keyof Draft)[]): boolean =>
  typed.some((field) => !staysHere.has(field))

/** The first word is the first name, because people say both names together. */
function splitName(name: string): { firstName: string; lastName: string } {
  const [firstName = '', ...others] = name.trim().split(/\s+/)
  return { firstName, lastName: others.join(' ') }
}

const whenParts = ['day', 'time', 'isSecond'] as const

interface BeforeEdit {
  draft: Draft
  details: ReservationDetails
}

/**
 * Converts a draft to the details that the host expects; null while party, day or time is missing,
 * and for a time that the clocks skip. An untouched name and time keep the reservation’s values,
 * because the typed form has less (a first name of two words, seconds).
 */
export function detailsOf(
  draft: Draft,
  turnMinutes: (partySize: number) => number,
  timeZone: string | undefined,
  before: BeforeEdit | null,
): ReservationDetails | null {
  const partySize = Number(draft.partySize)
  const isWhole = draft.day !== '' && draft.time !== ''
  if (!Number.isInteger(partySize) || partySize < 1 || partySize > 500 || !isWhole) return null
  const { occasion, sectorId, tableIds, requests, allergies, clientId } = draft
  // The platform's own values stay byte for byte.
  const typed = (text: string) => (clientId === null ? text.trim() : text)
  const isSameName = before?.draft.name === draft.name
  const isSameTime = whenParts.every((part) => before?.draft[part] === draft[part])
  const instants = instantsAt(draft.day, draft.time, timeZone)
  const startsAt = isSameTime ? before?.details.startsAt : instants.at(draft.isSecond ? -1 : 0)
  if (startsAt === undefined) return null
  const { firstName, lastName } = isSameName ? before.details : splitName(draft.name)
  return {
    partySize,
    startsAt,
    durationMinutes: draft.durationMinutes ?? turnMinutes(partySize),
    ...{ firstName, lastName },
    ...{ phone: typed(draft.phone), email: typed(draft.email) },
    ...{ occasion, sectorId, requests, allergies },
    tableIds: [...tableIds],
    clientId,
  }
}

export function detailsIn(reservation: Reservation): ReservationDetails {
  const { partySize, startsAt, durationMinutes, firstName, lastName, phone, email } = reservation
  const { occasion, sectorId, tableIds, requests, allergies, clientId } = reservation
  return {
    ...{ partySize, startsAt, durationMinutes, firstName, lastName, phone, email },
    ...{ occasion, sectorId, tableIds: [...tableIds], requests, allergies, clientId },
  }
}
