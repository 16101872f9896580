import {
  getLocalTimeZone,
  parseAbsolute,
  parseDateTime,
  toCalendarDate,
  toTime,
  toZoned,
  type ZonedDateTime,
} from '@internationalized/date'

/** In the store's time zone, or in this machine's if it is unknown. */
function inZone(make: (timeZone: string) => ZonedDateTime, timeZone?: string): ZonedDateTime {
  const here = getLocalTimeZone()
  try {
    return make(timeZone ?? here)
  } catch (error) {
    if (timeZone === undefined) throw error
    return make(here)
  }
}

/** An instant as typed text: `2026-01-31 23:59` on the store's clock. */
export function typedInstant(instant: string, timeZone?: string): string {
  const at = inZone((zone) => parseAbsolute(instant, zone), timeZone)
  return `${toCalendarDate(at).toString()} ${toTime(at).toString().slice(0, 5)}`
}

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
  const exact = time === '23:59' ? '23:59:59.999' : time
  return inZone(
    (zone) => toZoned(parseDateTime(`${day}T${exact}`), zone),
    timeZone,
  ).toAbsoluteString()
}
