import type { GuestOrder } from '#contract/guests/fields.ts'
import type { GuestRow } from '#contract/guests/guests.ts'

/** Names as a list of people has them: accents and case part nobody. */
const names = new Intl.Collator('es', { sensitivity: 'base', numeric: true })

/** Who has nothing of it comes last. */
function byValue<Value>(
  valueOf: (guest: GuestRow) => Value | null,
  compare: (one: Value, other: Value) => number,
) {
  return (one: GuestRow, other: GuestRow): number => {
    const [first, second] = [valueOf(one), valueOf(other)]
    if (first !== null && second !== null) return compare(first, second)
    return Number(first === null) - Number(second === null)
  }
}

const compareBy = {
  name: byValue(
    ({ name }) => name?.trim() ?? null,
    (one, other) => names.compare(one, other),
  ),
  'last-order': byValue(
    ({ lastOrder }) => lastOrder,
    (one, other) => (one < other ? 1 : one > other ? -1 : 0),
  ),
  points: byValue(
    ({ pointsBalance }) => pointsBalance,
    (one, other) => other - one,
  ),
} as const

/** Guests by name, by who was here last, or by who has the most points; as they joined is as the platform tells them. */
export const inOrder = (guests: readonly GuestRow[], order: GuestOrder): readonly GuestRow[] =>
  order === 'joined' ? guests : guests.toSorted(compareBy[order])
