import { wallDay, wallInstant } from '../wall-clock.ts'
import { weekdays, type WireSchedule } from './schedule.ts'

interface Stretch {
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
function openOn(schedule: WireSchedule, at: number, timeZone: string): Stretch[] {
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
