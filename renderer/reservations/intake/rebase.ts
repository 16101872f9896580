import type { Draft } from '#contract/reservations/reservations.ts'

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

/** A draft over a reservation that has become another meanwhile: what was typed stays, the rest is as it is now. */
export const rebase = (draft: Draft, before: Draft, now: Draft): Draft =>
  structuredClone({ ...now, ...typedIn(before, draft) })
