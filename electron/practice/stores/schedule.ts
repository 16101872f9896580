import { z } from 'zod'
import { dateTimeInUtc } from '../answers.ts'
import { dialect } from '../dialect.ts'
import { wallDay, wallInstant, type WallDay } from '../wall-clock.ts'

/** The weekday numbers of Monday to Sunday. */
export const weekdays = dialect.weekdays.split(' ').map(Number)

/** Both ways to write "no closure": the specified type is null, but the sample shows the text. */
const noClosure = z.union([z.null(), z.literal('null')]).transform(() => null)

/** Minutes of the day. That a period may continue past midnight is an assumption. */
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
  .strictObject({ days: z.array(dateTimeInUtc).min(1), ...minutes })
  .refine(hasLength, noLength)

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/**
 * The fields that may change. Including special periods and the zone is an assumption, because real
 * stores have them.
 */
export const scheduleChange = z
  .strictObject({
    closedUntilDate: z.exactOptional(
      z.union([noClosure, dateTimeInUtc], 'must be a date-time, null or the text null'),
    ),
    /** Days are date-times in version 1. */
    closedDays: z.exactOptional(z.array(dateTimeInUtc)),
    /** Version 1 only. */
    availableAtPeriods: z.exactOptional(z.boolean()),
    openPeriods: z.exactOptional(z.array(openPeriod)),
    specialPeriods: z.exactOptional(z.array(specialPeriod)),
    timezone: z.exactOptional(z.string().refine(isTimeZone, 'must be a time zone')),
  })
  .refine((schedule) => Object.keys(schedule).length > 0, 'says nothing')
export type ScheduleChange = z.output<typeof scheduleChange>

/**
 * A stored schedule. Date-times and days are ISO 8601 in UTC; null means no closure. The zone is
 * the store's.
 */
export type WireSchedule = Required<Omit<ScheduleChange, 'timezone'>>

/** Closed until an instant; null and an absent field mean no closure. */
export const closureBody = z.strictObject({
  closedUntilDate: dateTimeInUtc.nullable().default(null),
})

interface DateRange {
  from: number
  to: number
}

const dateText = ({ year, month, day }: WallDay): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)

/** The local day on which a closed or special day falls. */
const dayOf = (date: string, timeZone: string): string =>
  date.includes('T') ? dateText(wallDay(Date.parse(date), timeZone)) : date

/** A schedule with days without times: that version 3 writes them so is an assumption. */
export const withBareDays = <Some extends Pick<WireSchedule, 'closedDays' | 'specialPeriods'>>(
  schedule: Some,
  timeZone: string,
): Some => ({
  ...schedule,
  closedDays: schedule.closedDays.map((day) => dayOf(day, timeZone)),
  specialPeriods: schedule.specialPeriods.map(({ days, ...times }) => ({
    ...times,
    days: days.map((day) => dayOf(day, timeZone)),
  })),
})

const weekdayOf = ({ year, month, day }: WallDay): number | undefined =>
  weekdays[(new Date(Date.UTC(year, month - 1, day)).getUTCDay() + 6) % 7]

const includesDay = (days: readonly string[], day: WallDay, timeZone: string): boolean =>
  days.some((each) => dayOf(each, timeZone) === dateText(day))

/** The open periods on the local day at `at`; special hours replace the usual ones. */
function openOn(schedule: WireSchedule, at: number, timeZone: string): DateRange[] {
  const today = wallDay(at, timeZone)
  if (includesDay(schedule.closedDays, today, timeZone)) return []
  const special = schedule.specialPeriods.filter(({ days }) => includesDay(days, today, timeZone))
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

/**
 * Whether a store is open, and how long that holds at least: until the next opening or closing, or
 * the end of the day.
 */
export function availability(
  schedule: WireSchedule,
  timeZone: string,
  now: number,
): { isAvailableNow: boolean; availableStateValidUntil: string } {
  const today = wallDay(now, timeZone)
  const yesterday = wallInstant({ ...today, day: today.day - 1 }, 0, timeZone)
  const openPeriods = [yesterday, now].flatMap((at) => openOn(schedule, at, timeZone))
  const closedUntil = schedule.closedUntilDate === null ? now : Date.parse(schedule.closedUntilDate)
  const isClosed = closedUntil > now
  const changes = isClosed
    ? [closedUntil]
    : [
        ...openPeriods.flatMap(({ from, to }) => [from, to]),
        wallInstant({ ...today, day: today.day + 1 }, 0, timeZone),
      ].filter((instant) => instant > now)
  return {
    isAvailableNow: !isClosed && openPeriods.some(({ from, to }) => from <= now && now < to),
    availableStateValidUntil: new Date(Math.min(...changes)).toISOString(),
  }
}
