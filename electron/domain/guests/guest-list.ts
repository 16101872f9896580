import type { GuestOrder, GuestTag } from '#contract/guests/fields.ts'
import type { GuestRow } from '#contract/guests/guests.ts'

/** Ignores accents and case. */
export const names = new Intl.Collator('es', { sensitivity: 'base', numeric: true })

/** Guests without the value come last, also the other way round. */
function byValue<Value>(
  valueOf: (guest: GuestRow) => Value | null,
  compare: (one: Value, other: Value) => number,
) {
  return (sign: 1 | -1) =>
    (one: GuestRow, other: GuestRow): number => {
      const [first, second] = [valueOf(one), valueOf(other)]
      if (first !== null && second !== null) return sign * compare(first, second)
      return Number(first === null) - Number(second === null)
    }
}

const largestFirst = (one: number, other: number): number => other - one
const latestFirst = (one: string, other: string): number => (one < other ? 1 : one > other ? -1 : 0)

const compareBy = {
  name: byValue(
    ({ name }) => name?.trim() ?? null,
    (one, other) => names.compare(one, other),
  ),
  visits: byValue(({ visits }) => visits, largestFirst),
  'last-visit': byValue(({ lastVisit }) => lastVisit, latestFirst),
  points: byValue(({ pointsBalance }) => pointsBalance, largestFirst),
  birthday: byValue(
    ({ birthdayMonth }) => birthdayMonth,
    (one, other) => one - other,
  ),
} as const

/**
 * Sorts guests: by name from A, by birthday from January, by the other values from the most or the
 * latest. `joined` keeps the platform's order.
 */
export const inOrder = (
  guests: readonly GuestRow[],
  order: GuestOrder,
  isReversed = false,
): readonly GuestRow[] =>
  order === 'joined' ? guests : guests.toSorted(compareBy[order](isReversed ? -1 : 1))

/** What the platform can't filter by. A missing value means any. */
export interface GuestFilter {
  tag?: GuestTag | undefined
  birthdayMonth?: number | undefined
  minVisits?: number | undefined
  /** ISO instants; the end is excluded. */
  lastVisit?: { from: string; to: string } | undefined
}

export const isFiltered = (filter: GuestFilter): boolean =>
  Object.values(filter).some((value) => value !== undefined)

export const passes = (
  { tags, birthdayMonth, visits, lastVisit }: GuestRow,
  filter: GuestFilter,
): boolean =>
  (filter.tag === undefined || tags.includes(filter.tag)) &&
  (filter.birthdayMonth === undefined || birthdayMonth === filter.birthdayMonth) &&
  (filter.minVisits === undefined || (visits ?? 0) >= filter.minVisits) &&
  (filter.lastVisit === undefined ||
    (lastVisit !== null && lastVisit >= filter.lastVisit.from && lastVisit < filter.lastVisit.to))

/** The month of a birthday (YYYY-MM-DD, or longer), 1 to 12; null for what is no date. */
export function monthOf(birthday: string): number | null {
  const month = Number(/^\d{4}-(\d\d)-\d\d/.exec(birthday)?.[1] ?? 0)
  return month >= 1 && month <= 12 ? month : null
}
