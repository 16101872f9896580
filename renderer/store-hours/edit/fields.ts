import type { HoursDraft } from '#contract/drafts/drafts.ts'
import type { Hours, OpenPeriod } from '#contract/store-hours/store-hours.ts'

/**
 * The hours as fields that can be compared and changed one by one: `week.1` to `week.7`,
 * `closed.2026-12-25` and `special.2026-12-31`. A missing day is not closed and not special.
 */
export type HoursFields = HoursDraft['typed']
export type HoursValue = HoursFields[string]

export const emptyHours: Hours = { week: [[], [], [], [], [], [], []], closedDays: [], special: [] }

export const weekField = (day: number): string => `week.${String(day + 1)}`
export const closedField = (day: string): string => `closed.${day}`
export const specialField = (day: string): string => `special.${day}`

/** The kind of a field, and its day. */
export function partsOf(name: string): { kind: 'week' | 'closed' | 'special'; day: string } {
  const [kind = '', day = ''] = name.split('.')
  return { kind: kind === 'closed' || kind === 'special' ? kind : 'week', day }
}

export const toFields = ({ week, closedDays, special }: Hours): HoursFields => ({
  ...Object.fromEntries(week.map((periods, day) => [weekField(day), periods])),
  ...Object.fromEntries(closedDays.map((day) => [closedField(day), true])),
  ...Object.fromEntries(special.map(({ day, periods }) => [specialField(day), periods])),
})

export const periodsIn = (fields: HoursFields, name: string): OpenPeriod[] => {
  const value = fields[name]
  return Array.isArray(value) ? value : []
}

export function fromFields(fields: HoursFields): Hours {
  const daysOf = (kind: 'closed' | 'special') =>
    Object.keys(fields)
      .filter((name) => partsOf(name).kind === kind)
      .map((name) => partsOf(name).day)
      .toSorted()
  return {
    week: emptyHours.week.map((_, day) => periodsIn(fields, weekField(day))),
    closedDays: daysOf('closed').filter((day) => fields[closedField(day)] === true),
    special: daysOf('special')
      .map((day) => ({ day, periods: periodsIn(fields, specialField(day)) }))
      .filter(({ periods }) => periods.length > 0),
  }
}

const textOf = (value: HoursValue | undefined): string => {
  if (!Array.isArray(value)) return String(value === true)
  if (value.length === 0) return 'false'
  return value
    .map(({ fromMinute, toMinute }) => `${String(fromMinute)}-${String(toMinute)}`)
    .toSorted()
    .join(' ')
}

const isSameField = (one: HoursFields, other: HoursFields, name: string): boolean =>
  textOf(one[name]) === textOf(other[name])

const kinds = ['week', 'closed', 'special']
const inOrder = (one: string, other: string): number =>
  kinds.indexOf(partsOf(one).kind) - kinds.indexOf(partsOf(other).kind) || one.localeCompare(other)

/** The names of the fields that differ: the week first, then by day. */
export const differences = (one: HoursFields, other: HoursFields): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((name) => !isSameField(one, other, name))
    .toSorted(inOrder)

export const isSameHours = (one: Hours, other: Hours): boolean =>
  differences(toFields(one), toFields(other)).length === 0

/** A change without the fields that are already as the store has them. */
export const realChanges = (typed: HoursFields, storeFields: HoursFields): HoursFields =>
  Object.fromEntries(
    Object.entries(typed).filter(([name]) => !isSameField(typed, storeFields, name)),
  )

/**
 * What changed at the platform since a person started to edit: fields that both changed, and those
 * that only the platform changed.
 */
export function changedMeanwhile(
  { typed, seen }: Pick<HoursDraft, 'typed' | 'seen'>,
  storeFields: HoursFields,
): { conflicts: string[]; others: string[] } {
  const changed = differences(seen, storeFields)
  const isMine = (name: string) => name in typed
  return {
    conflicts: changed.filter((name) => isMine(name) && !isSameField(typed, storeFields, name)),
    others: changed.filter((name) => !isMine(name)),
  }
}

/** Whether no day from today on has open hours. */
export const isNeverOpen = ({ week, closedDays, special }: Hours, today: string): boolean =>
  week.every((periods) => periods.length === 0) &&
  !special.some(({ day }) => day >= today && !closedDays.includes(day))
