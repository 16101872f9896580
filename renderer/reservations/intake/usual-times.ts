import type { ReservationList } from '#contract/reservations/reservations.ts'
import { clockTime } from '../../clock/times.ts'
import { instantAt } from '../../clock/instant-at.ts'
import { calendarDayOf } from './nights.ts'

export interface UsualTime {
  time: string
  /** Epoch milliseconds. */
  at: number
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

/** A business day, which begins at `border` (HH:MM). */
interface Evening {
  day: string
  border: string
  timeZone: string | undefined
  open: ReservationList['days'][number]['open']
}

/**
 * The half hours that people reserve: the opening hours, also after midnight, with one more before
 * and after, or noon to midnight if the hours are unknown or the day is closed. Past times are left
 * out. On a day when the clocks change, each time occurs once.
 */
export function usualTimes({ day, border, timeZone, open }: Evening, now: number): UsualTime[] {
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
  const times = new Map<number, UsualTime>()
  for (const { from, to } of offered)
    for (let at = Math.ceil(from / halfHour) * halfHour; at < to; at += halfHour) {
      if (at <= now) continue
      const time = clockTime(at, timeZone)
      const date = calendarDayOf(day, time, border)
      // Another business day's, or shown a second time.
      if (Date.parse(instantAt(date, time, timeZone)) !== at) continue
      const isClosed = open !== null && !isOpen(at)
      if (isClosed && date !== day) continue
      const isMeal = meals.some(([first, last]) => time >= first && time <= last)
      times.set(at, { time, at, isClosed, isUsual: isMeal || at - now <= soon })
    }
  return [...times].toSorted(([one], [other]) => one - other).map(([, time]) => time)
}
