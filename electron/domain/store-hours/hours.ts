import { Temporal } from 'temporal-polyfill'
import type { Hours, OpenPeriod } from '#contract/store-hours/store-hours.ts'
import { storeDay } from '../menu/store-hours.ts'
import type { Schedule } from '#platform/stores.ts'

const dayMinutes = 24 * 60

/** The numbers of Monday to Sunday, and the store's time zone. */
export interface ScheduleRules {
  weekdays: readonly number[]
  timeZone: string
}

interface WireTimes {
  fromMinute?: number | null | undefined
  toMinute?: number | null | undefined
}

/** A period that ends before it starts goes on past midnight. Null if a time is missing or odd. */
function periodOf({ fromMinute, toMinute }: WireTimes): OpenPeriod | null {
  if (fromMinute == null || toMinute == null) return null
  if (!Number.isInteger(fromMinute) || !Number.isInteger(toMinute)) return null
  const end = toMinute <= fromMinute ? toMinute + dayMinutes : toMinute
  const isOdd = fromMinute < 0 || fromMinute >= dayMinutes || end - fromMinute > dayMinutes
  return isOdd ? null : { fromMinute, toMinute: end }
}

const byStart = (one: OpenPeriod, other: OpenPeriod): number =>
  one.fromMinute - other.fromMinute || one.toMinute - other.toMinute

const inOrder = (periods: readonly OpenPeriod[]): OpenPeriod[] => periods.toSorted(byStart)

/**
 * A schedule as hours. `unread` names the fields that have no place in them; sending the hours
 * would delete what they contain.
 */
export function hoursOf(
  schedule: Schedule,
  { weekdays, timeZone }: ScheduleRules,
): { hours: Hours; unread: string[] } {
  const unread = new Set<string>()
  const week: OpenPeriod[][] = weekdays.map(() => [])
  for (const { daysOfWeek, ...times } of schedule.openPeriods ?? []) {
    const period = periodOf(times)
    const days = (daysOfWeek ?? []).map((day) => weekdays.indexOf(day))
    if (period === null || days.includes(-1)) unread.add('openPeriods')
    else for (const day of days) week[day]?.push(period)
  }
  const closedDays = new Set<string>()
  for (const text of schedule.closedDays ?? []) {
    const day = storeDay(text, timeZone)
    if (day === null) unread.add('closedDays')
    else closedDays.add(day)
  }
  const special = new Map<string, OpenPeriod[]>()
  for (const { days, ...times } of schedule.specialPeriods ?? []) {
    const period = periodOf(times)
    for (const text of days ?? []) {
      const day = storeDay(text, timeZone)
      if (day === null || period === null) unread.add('specialPeriods')
      else special.set(day, [...(special.get(day) ?? []), period])
    }
  }
  const hours = {
    week: week.map(inOrder),
    closedDays: [...closedDays].toSorted(),
    special: [...special]
      .map(([day, periods]) => ({ day, periods: inOrder(periods) }))
      .toSorted((one, other) => one.day.localeCompare(other.day)),
  }
  return { hours, unread: [...unread] }
}

/** Days with the same period share an entry, as the platform lists them. */
function grouped<Day>(days: readonly (readonly [Day, readonly OpenPeriod[]])[]) {
  const groups = new Map<string, OpenPeriod & { days: Day[] }>()
  for (const [day, periods] of days)
    for (const period of periods) {
      const name = `${String(period.fromMinute)} ${String(period.toMinute)}`
      const group = groups.get(name) ?? { ...period, days: [] }
      group.days.push(day)
      groups.set(name, group)
    }
  return [...groups.values()].toSorted(byStart)
}

const startOfDay = (day: string, timeZone: string): string =>
  new Date(Temporal.PlainDate.from(day).toZonedDateTime(timeZone).epochMilliseconds).toISOString()

/** The days of a schedule by the store's calendar, as the platform wrote them. */
function writtenDays(schedule: Schedule | null, timeZone: string): Map<string, string> {
  const written = new Map<string, string>()
  for (const text of [
    ...(schedule?.closedDays ?? []),
    ...(schedule?.specialPeriods ?? []).flatMap(({ days }) => days ?? []),
  ]) {
    const day = storeDay(text, timeZone)
    if (day !== null) written.set(day, text)
  }
  return written
}

/**
 * Hours as fields of a schedule. A day that `before` already has is written in its form; a new one
 * is the instant at which it starts.
 */
export function scheduleOf(
  { week, closedDays, special }: Hours,
  before: Schedule | null,
  { weekdays, timeZone }: ScheduleRules,
) {
  const written = writtenDays(before, timeZone)
  const ofWeek = week.flatMap((periods, day) => {
    const number = weekdays[day]
    return number === undefined ? [] : [[number, periods] as const]
  })
  const ofSpecial = special.map(
    ({ day, periods }) => [written.get(day) ?? startOfDay(day, timeZone), periods] as const,
  )
  return {
    openPeriods: grouped(ofWeek).map(({ days, ...period }) => ({ daysOfWeek: days, ...period })),
    closedDays: closedDays.map((day) => written.get(day) ?? startOfDay(day, timeZone)),
    specialPeriods: grouped(ofSpecial),
  }
}

/** The latest end of a day's periods, at least its midnight; epoch milliseconds. */
function endOfDay(date: Temporal.PlainDate, hours: Hours | null, timeZone: string): number {
  const day = date.toString()
  const special = hours?.special.find((each) => each.day === day)?.periods
  const usual = special ?? hours?.week[date.dayOfWeek - 1] ?? []
  const periods = hours?.closedDays.includes(day) === true ? [] : usual
  const minute = Math.max(dayMinutes, ...periods.map(({ toMinute }) => toMinute))
  const end = date.toPlainDateTime().add({ minutes: minute })
  return end.toZonedDateTime(timeZone).epochMilliseconds
}

/** The end of the business day at `now` (epoch milliseconds): midnight, or the end of a period that goes on past it. */
export function endOfToday(hours: Hours | null, timeZone: string, now: number): number {
  const today = Temporal.Instant.fromEpochMilliseconds(now)
    .toZonedDateTimeISO(timeZone)
    .toPlainDate()
  const yesterday = endOfDay(today.subtract({ days: 1 }), hours, timeZone)
  return yesterday > now ? yesterday : endOfDay(today, hours, timeZone)
}
