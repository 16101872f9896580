import type { Random } from '../random.ts'
import { wallDay, wallInstant, wallMinute } from '../wall-clock.ts'

/** When a shift was, in epoch milliseconds. */
export interface ShiftTime {
  startedAt: number
  /** Null while it is open. */
  endedAt: number | null
  /** Its end, or for the open one the present. */
  until: number
}

const minute = 60_000
const hour = 60 * minute

/** How far a minute of the day is from an hour at which guests come, as a bell of a width in minutes. */
const peak = (at: number, top: number, width: number): number =>
  Math.exp(-(((at - top) / width) ** 2))

/** How many guests pay at a minute of the day: much at lunch and most at dinner, never nothing. */
const busyness = (at: number): number =>
  0.06 + peak(at, 14 * 60 + 15, 65) + 1.2 * peak(at, 21 * 60 + 20, 75)

/** How busy a stretch of time is, all its minutes added up. */
function busynessOf(from: number, to: number, timeZone: string): number {
  const first = wallMinute(from, timeZone)
  const minutes = Math.max(1, Math.floor((to - from) / minute))
  const each = Array.from({ length: minutes }, (_, index) => busyness((first + index) % 1440))
  return each.reduce((sum, value) => sum + value, 0)
}

/**
 * Two closed shifts, the day before yesterday's and yesterday's, and today's open one, as the store's clock
 * has it. Early in the day the open one began up to three hours ago, though never before the last one ended.
 */
export function threeShifts(
  now: number,
  timeZone: string,
  random: Random,
): [ShiftTime, ShiftTime, ShiftTime] {
  const today = wallDay(now, timeZone)
  const opening = (back: number): number =>
    wallInstant({ ...today, day: today.day - back }, 10 * 60 + 45 + random.between(0, 20), timeZone)
  const closed = (back: number): ShiftTime => {
    const startedAt = opening(back)
    const endedAt = wallInstant(
      { ...today, day: today.day - back },
      22 * 60 + 55 + random.between(0, 35),
      timeZone,
    )
    return { startedAt, endedAt, until: endedAt }
  }
  const first = closed(2)
  const second = closed(1)
  const startedAt = Math.max(second.until, Math.min(opening(0), now - 3 * hour))
  return [first, second, { startedAt, endedAt: null, until: now }]
}

/** Shares payments out among three shifts: the open one gets what the day brought so far, but some. */
export function shareOut(
  payments: number,
  shifts: readonly [ShiftTime, ShiftTime, ShiftTime],
  timeZone: string,
): [number, number, number] {
  const [, day, open] = shifts
  const soFar =
    busynessOf(open.startedAt, open.until, timeZone) /
    busynessOf(day.startedAt, day.until, timeZone)
  const today = Math.round(payments * Math.max(0.03, Math.min(1, soFar) / 3))
  const yesterday = Math.round((payments - today) * 0.52)
  return [payments - today - yesterday, yesterday, today]
}

/** Draws instants within a shift, more of them where the day is busy; none in its first ten minutes. */
export function createTimeOfPayment(shift: ShiftTime, timeZone: string, random: Random) {
  const from = Math.min(shift.startedAt + 10 * minute, shift.until)
  const first = wallMinute(from, timeZone)
  const minutes = Math.max(1, Math.floor((shift.until - from) / minute))
  const weights = Array.from(
    { length: minutes },
    (_, index) => [index, busyness((first + index) % 1440)] as const,
  )
  return (): number =>
    Math.min(shift.until, from + random.weighted(weights) * minute + random.between(0, minute - 1))
}
