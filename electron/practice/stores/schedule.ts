import { z } from 'zod'
import { dateTimeInUtc } from '../answers.ts'
import { dialect } from '../dialect.ts'
import { wallDay, wallInstant } from '../wall-clock.ts'

/** The numbers of Monday to Sunday. */
export const weekdays = dialect.weekdays.split(' ').map(Number)

/** That a bare day will do is assumed, from stores in the field. */
const day = z.union([z.iso.date(), dateTimeInUtc], 'must be a day or a date-time')

/** Both ways to write "no closure": the specified type says null, its sample shows the text. */
const noClosure = z.union([z.null(), z.literal('null')]).transform(() => null)

/** Minutes within the day; that a period may go on past midnight, into the day after, is assumed. */
const minutes = {
  fromMinute: z
    .int()
    .min(0)
    .max(24 * 60),
  toMinute: z
    .int()
    .min(0)
    .max(2 * 24 * 60),
}
const hasLength = ({ fromMinute, toMinute }: { fromMinute: number; toMinute: number }): boolean =>
  fromMinute !== toMinute
const noLength = { path: ['toMinute'], error: 'must not be fromMinute' }

const openPeriod = z
  .strictObject({
    daysOfWeek: z
      .array(
        z.number().refine((each) => weekdays.includes(each), `must be one of ${dialect.weekdays}`),
      )
      .min(1),
    ...minutes,
  })
  .refine(hasLength, noLength)

const specialPeriod = z
  .strictObject({ days: z.array(day).min(1), ...minutes })
  .refine(hasLength, noLength)

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** What may be changed: that special periods and the zone may is assumed, since stores in the field have them. */
export const scheduleChange = z
  .strictObject({
    closedUntilDate: z.exactOptional(
      z.union([noClosure, dateTimeInUtc], 'must be a date-time, null or the text null'),
    ),
    closedDays: z.exactOptional(z.array(day)),
    /** Version 1 only. */
    availableAtPeriods: z.exactOptional(z.boolean()),
    openPeriods: z.exactOptional(z.array(openPeriod)),
    specialPeriods: z.exactOptional(z.array(specialPeriod)),
    timezone: z.exactOptional(z.string().refine(isTimeZone, 'must be a time zone')),
  })
  .refine((schedule) => Object.keys(schedule).length > 0, 'says nothing')
export type ScheduleChange = z.output<typeof scheduleChange>

/**
 * What is kept of a schedule. Date-times are ISO 8601 in UTC, days may be bare; null where there is no closure. The
 * zone is the store's.
 */
export type WireSchedule = Required<Omit<ScheduleChange, 'timezone'>>

/** Closed until an instant; null and nothing at all mean no closure. */
export const closureBody = z.strictObject({
  closedUntilDate: dateTimeInUtc.nullable().default(null),
})

interface DateRange {
  from: number
  to: number
}

const weekdayOf = ({ year, month, day }: ReturnType<typeof wallDay>): number | undefined =>
  weekdays[(new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7]

/** The day somewhere that a closed or special day means: a bare one itself, an instant the one that it falls on. */
function isDay(given: string, at: number, timeZone: string): boolean {
  const { year, month, day } = wallDay(at, timeZone)
  if (!given.includes('T'))
    return given === new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)
  const other = wallDay(Date.parse(given), timeZone)
  return other.year === year && other.month === month && other.day === day
}

/** When a store is open on the day that it is somewhere at an instant; special hours take the place of the others. */
function openOn(schedule: WireSchedule, at: number, timeZone: string): DateRange[] {
  const today = wallDay(at, timeZone)
  const isToday = (day: string): boolean => isDay(day, at, timeZone)
  if (schedule.closedDays.some(isToday)) return []
  const special = schedule.specialPeriods.filter(({ days }) => days.some(isToday))
  const weekday = weekdayOf(today)
  const periods =
    special.length > 0
      ? special
      : schedule.openPeriods.filter(({ daysOfWeek }) => daysOfWeek.some((day) => day === weekday))
  return periods.map(({ fromMinute, toMinute }) => ({
    from: wallInstant(today, fromMinute, timeZone),
    to: wallInstant(today, toMinute > fromMinute ? toMinute : toMinute + 24 * 60, timeZone),
  }))
}

/** Whether a store is open, and until when that holds at least: until it next may open or close, or the day ends. */
export function availability(
  schedule: WireSchedule,
  timeZone: string,
  now: number,
): { isAvailableNow: boolean; availableStateValidUntil: string } {
  const today = wallDay(now, timeZone)
  const yesterday = wallInstant({ ...today, day: today.day - 1 }, 0, timeZone)
  const stretches = [yesterday, now].flatMap((at) => openOn(schedule, at, timeZone))
  const closedUntil = schedule.closedUntilDate === null ? now : Date.parse(schedule.closedUntilDate)
  const isClosed = closedUntil > now
  const changes = isClosed
    ? [closedUntil]
    : [
        ...stretches.flatMap(({ from, to }) => [from, to]),
        wallInstant({ ...today, day: today.day + 1 }, 0, timeZone),
      ].filter((instant) => instant > now)
  return {
    isAvailableNow: !isClosed && stretches.some(({ from, to }) => from <= now && now < to),
    availableStateValidUntil: new Date(Math.min(...changes)).toISOString(),
  }
}
