import type { Draft } from '#contract/reservations.ts'

type Field = keyof Draft

const fields = (draft: Draft) => Object.keys(draft) as Field[]

const isSame = (one: Draft, other: Draft, field: Field): boolean =>
  JSON.stringify(one[field]) === JSON.stringify(other[field])

/** Of the platform's reservation these change all the same, here alone. */
const staysHere: readonly Field[] = [
  'sectorId',
  'tableIds',
  'durationMinutes',
  'requests',
  'allergies',
]

/** The fields that were typed in, as they are now. */
export function typedIn(before: Draft, draft: Draft): Partial<Draft> {
  const typed = fields(draft).filter((field) => !isSame(before, draft, field))
  return Object.fromEntries(typed.map((field) => [field, draft[field]]))
}

/**
 * A draft over a reservation that has become another meanwhile: what was typed stays, the rest is as it is now. Once the
 * platform has it, only what stays here does.
 */
export function rebase(draft: Draft, before: Draft, now: Draft, isSent: boolean): Draft {
  const typed = Object.entries(typedIn(before, draft)).filter(
    ([field]) => !isSent || staysHere.some((one) => one === field),
  )
  return structuredClone({ ...now, ...Object.fromEntries(typed) })
}
