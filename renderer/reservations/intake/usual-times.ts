import type { ReservationList } from '#contract/reservations/reservations.ts'
import { timeOfDay } from '../../clock/times.ts'
import { instantAt } from '../days.ts'

/** A time to tap. */
export interface UsualTime {
  time: string
  /** Beyond the hours that are known. */
  isClosed: boolean
  /** At lunch, at dinner, or soon: shown before the others are asked for. */
  isUsual: boolean
}

const halfHour = 30 * 60_000
/** Lunch and dinner, where a house is open for longer than anybody books. */
const meals = [
  ['12:00', '15:30'],
  ['18:30', '23:00'],
] as const
const soon = 4 * halfHour

/**
 * The half hours in which people book: those of the known hours and one before and after each stretch, from noon to
 * midnight where no hours are known or the day is closed. What has passed is not offered. Those of a day whose clocks
 * change come once.
 */
export function usualTimes(
  day: string,
  open: ReservationList['days'][number]['open'],
  now: number,
  timeZone: string | undefined,
): UsualTime[] {
  const noon = Date.parse(instantAt(day, '12:00', timeZone))
  const known = (open ?? []).map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }))
  const isOpen = (at: number) => known.some(({ from, to }) => at >= from && at < to)
  const stretches =
    known.length > 0
      ? known.map(({ from, to }) => ({ from: from - halfHour, to: to + halfHour }))
      : [{ from: noon, to: noon + 24 * halfHour }]
  const times = new Map<string, UsualTime>()
  for (const { from, to } of stretches)
    for (let at = Math.ceil(from / halfHour) * halfHour; at < to; at += halfHour) {
      if (at <= now) continue
      const time = timeOfDay(at, 'en', timeZone)
      // One after midnight would be typed as the next day's.
      if (Date.parse(instantAt(day, time, timeZone)) !== at) continue
      const isMeal = meals.some(([first, last]) => time >= first && time <= last)
      const isClosed = open !== null && !isOpen(at)
      times.set(time, { time, isClosed, isUsual: isMeal || at - now <= soon })
    }
  return [...times.values()].toSorted((one, other) => one.time.localeCompare(other.time))
}
