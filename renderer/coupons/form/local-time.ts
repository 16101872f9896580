import { dayOf, instantAt } from '../../clock/instant-at.ts'
import { clockTime } from '../../clock/times.ts'

/** An instant as typed text: `2026-01-31 23:59` on the store's clock. */
export const typedInstant = (instant: string, timeZone?: string): string =>
  `${dayOf(Date.parse(instant), timeZone)} ${clockTime(instant, timeZone)}`

/** The day and the time of the typed text; either may be empty. */
export function dayAndTime(typed: string): { day: string; time: string } {
  const [day = '', time = ''] = typed.split(' ')
  return { day, time }
}

/**
 * The typed instant; null if the day or the time is missing. The last minute of a day means its
 * end. An hour that a change of the clocks skips becomes the next one.
 */
export function instantOf(typed: string, timeZone?: string): string | null {
  const { day, time } = dayAndTime(typed)
  if (day === '' || time === '') return null
  return instantAt(day, time === '23:59' ? '23:59:59.999' : time, timeZone)
}
