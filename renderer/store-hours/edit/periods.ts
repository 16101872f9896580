import type { OpenPeriod } from '#contract/store-hours/store-hours.ts'
import { minuteOf } from '../../clock/when.ts'

export const dayMinutes = 24 * 60
/** Bars move in steps of this many minutes. */
export const step = 15
/** The most periods that a day may have. */
export const maxPeriods = 6
/** How long a period is that a tap adds. */
const usualLength = 4 * 60

export type Periods = readonly OpenPeriod[]
/** Seven lists, from Monday to Sunday. */
export type Week = readonly Periods[]

/** The free minutes in which a period may lie. */
export interface Space {
  from: number
  to: number
}

/** What of a bar is being moved. */
export type Grip = 'start' | 'whole' | 'end'

const snap = (minute: number): number => Math.round(minute / step) * step
const between = (min: number, max: number, minute: number): number =>
  Math.max(min, Math.min(max, minute))

const neighbour = (week: Week, day: number, by: 1 | -1): Periods => week[(day + by + 7) % 7] ?? []

/** The free minutes of a day after one minute and before another. */
function spaceBetween(week: Week, day: number, others: Periods, start: number, end: number): Space {
  const ends = [
    ...others.filter(({ toMinute }) => toMinute <= start).map(({ toMinute }) => toMinute),
    ...neighbour(week, day, -1).map(({ toMinute }) => toMinute - dayMinutes),
  ]
  const starts = [
    ...others.filter(({ fromMinute }) => fromMinute >= end).map(({ fromMinute }) => fromMinute),
    ...neighbour(week, day, 1).map(({ fromMinute }) => fromMinute + dayMinutes),
  ]
  return { from: Math.max(0, ...ends), to: Math.min(2 * dayMinutes, ...starts) }
}

/** Where a period may lie without overlapping another, also of the days before and after. */
export function spaceOf(week: Week, day: number, nth: number): Space {
  const periods = week[day] ?? []
  const own = periods[nth] ?? { fromMinute: 0, toMinute: 0 }
  const others = periods.filter((_, place) => place !== nth)
  const { from, to } = spaceBetween(week, day, others, own.fromMinute, own.toMinute)
  // A period from the platform may overlap already. It stays as it is until somebody moves it.
  return { from: Math.min(from, own.fromMinute), to: Math.max(to, own.toMinute) }
}

/** The free minutes around a minute of a day; null if the store is open then. */
export function spaceAt(week: Week, day: number, minute: number): Space | null {
  const space = spaceBetween(week, day, week[day] ?? [], minute, minute)
  const isOpen = (week[day] ?? []).some(
    ({ fromMinute, toMinute }) => fromMinute <= minute && minute < toMinute,
  )
  return isOpen || space.to - space.from < step || minute < space.from ? null : space
}

/** A period after one of its ends, or the whole, was moved by some minutes. */
export function movePeriod(period: OpenPeriod, grip: Grip, by: number, space: Space): OpenPeriod {
  const { fromMinute, toMinute } = period
  if (grip === 'start') {
    const min = Math.max(space.from, toMinute - dayMinutes)
    const max = Math.min(toMinute - step, dayMinutes - 1)
    return { ...period, fromMinute: between(min, max, snap(fromMinute + by)) }
  }
  if (grip === 'end') {
    const max = Math.min(space.to, fromMinute + dayMinutes)
    const end = Math.min(max, Math.max(fromMinute + step, snap(toMinute + by)))
    return { ...period, toMinute: end }
  }
  const length = toMinute - fromMinute
  const max = Math.min(space.to - length, dayMinutes - step)
  const start = between(space.from, Math.max(space.from, max), snap(fromMinute + by))
  return { fromMinute: start, toMinute: start + length }
}

/** A new period between two minutes, in either order. */
export function drawPeriod(one: number, other: number, space: Space): OpenPeriod {
  const first = Math.min(space.to - step, dayMinutes - step)
  const fromMinute = between(space.from, first, snap(Math.min(one, other)))
  const max = Math.min(space.to, fromMinute + dayMinutes)
  return { fromMinute, toMinute: between(fromMinute + step, max, snap(Math.max(one, other))) }
}

/** The period that a tap on an empty place adds: it starts at a full hour if it can. */
export const usualPeriod = (minute: number, space: Space): OpenPeriod => {
  const start = Math.floor(minute / 60) * 60
  return drawPeriod(start, start + usualLength, space)
}

/** The periods in order, with one replaced, added (`nth` is null) or removed (`period` is null). */
export function withPeriod(
  periods: Periods,
  nth: number | null,
  period: OpenPeriod | null,
): OpenPeriod[] {
  const others = periods.filter((_, place) => place !== nth)
  return (period === null ? others : [...others, period]).toSorted(
    (one, other) => one.fromMinute - other.fromMinute,
  )
}

/** Whether the last period of a day runs into the first of the next. */
export const runsIntoNext = (week: Week, day: number): boolean => {
  const end = Math.max(0, ...(week[day] ?? []).map(({ toMinute }) => toMinute - dayMinutes))
  return neighbour(week, day, 1).some(({ fromMinute }) => fromMinute < end)
}

/** A period as it is typed: times as HH:MM, empty until they are complete. */
export interface TypedPeriod {
  id: number
  from: string
  to: string
}
export type PeriodProblem = 'incomplete' | 'overlaps'

/** A period that ends before it starts, or at the same time, ends on the next day. */
export function parsePeriod({ from, to }: TypedPeriod): OpenPeriod | null {
  if (from === '' || to === '') return null
  const [fromMinute, end] = [minuteOf(from), minuteOf(to)]
  return { fromMinute, toMinute: end <= fromMinute ? end + dayMinutes : end }
}

const overlap = (one: OpenPeriod, other: OpenPeriod): boolean =>
  one.fromMinute < other.toMinute && other.fromMinute < one.toMinute

/** What is wrong with typed periods, by their id. */
export function problemsOf(typed: readonly TypedPeriod[]): Map<number, PeriodProblem> {
  const problems = new Map<number, PeriodProblem>()
  const before: OpenPeriod[] = []
  for (const each of typed) {
    const period = parsePeriod(each)
    if (period === null) problems.set(each.id, 'incomplete')
    else {
      if (before.some((other) => overlap(period, other))) problems.set(each.id, 'overlaps')
      before.push(period)
    }
  }
  return problems
}
