import type { Draft, Reservation } from '#contract/reservations/reservations.ts'
import { timeOfDay } from '../../clock/times.ts'
import { dayOf } from '../days.ts'

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

type Field = keyof Draft

const fields = (draft: Draft) => Object.keys(draft) as Field[]

const isSame = (one: Draft, other: Draft, field: Field): boolean =>
  JSON.stringify(one[field]) === JSON.stringify(other[field])

/** What changes here alone. For any other field of a booked reservation, another one takes its place. */
const staysHere: ReadonlySet<string> = new Set<Field>([
  'sectorId',
  'tableIds',
  'durationMinutes',
  'requests',
  'allergies',
])

/** The fields that were typed in, as they are now. */
export function typedIn(before: Draft, draft: Draft): Partial<Draft> {
  const typed = fields(draft).filter((field) => !isSame(before, draft, field))
  return Object.fromEntries(typed.map((field) => [field, draft[field]]))
}

/** Whether a draft asks for more of a booked reservation than what changes here alone. */
export const needsAnother = (before: Draft, draft: Draft): boolean =>
  Object.keys(typedIn(before, draft)).some((field) => !staysHere.has(field))
