import type { ReservationList } from '#contract/reservations/reservations.ts'
import { clockTime } from '../../clock/times.ts'
import { instantAt } from '../../clock/instant-at.ts'

export interface UsualTime {
  time: string
  /** Outside of the opening hours. */
  isClosed: boolean
  /** At lunch, at dinner, or soon: shown at first; the others are shown on request. */
  isUsual: boolean
}

const halfHour = 30 * 60_000
/** The usual meal times, if a restaurant is open for longer than people reserve. */
const meals = [
  ['12:00', '15:30'],
  ['18:30', '23:00'],
] as const
const soon = 4 * halfHour

/**
 * The half hours that people reserve: the opening hours with one more before and after, or noon to
 * midnight if the hours are unknown or the day is closed. Past times are left out. On a day when
 * the clocks change, each time occurs once.
 */
export function usualTimes(
  day: string,
  open: ReservationList['days'][number]['open'],
  now: number,
  timeZone: string | undefined,
): UsualTime[] {
  const noon = Date.parse(instantAt(day, '12:00', timeZone))
  const openSpans = (open ?? []).map(({ from, to }) => ({
    from: Date.parse(from),
    to: Date.parse(to),
  }))
  const isOpen = (at: number) => openSpans.some(({ from, to }) => at >= from && at < to)
  const offered =
    openSpans.length > 0
      ? openSpans.map(({ from, to }) => ({ from: from - halfHour, to: to + halfHour }))
      : [{ from: noon, to: noon + 24 * halfHour }]
  const times = new Map<string, UsualTime>()
  for (const { from, to } of offered)
    for (let at = Math.ceil(from / halfHour) * halfHour; at < to; at += halfHour) {
      if (at <= now) continue
      const time = clockTime(at, timeZone)
      // Typed on this day, a time after midnight would mean another instant.
      if (Date.parse(instantAt(day, time, timeZone)) !== at) continue
      const isMeal = meals.some(([first, last]) => time >= first && time <= last)
      const isClosed = open !== null && !isOpen(at)
      times.set(time, { time, isClosed, isUsual: isMeal || at - now <= soon })
    }
  return [...times.values()].toSorted((one, other) => one.time.localeCompare(other.time))
}
