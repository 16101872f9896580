import {
  fromDate,
  getLocalTimeZone,
  parseDate,
  parseDateTime,
  toCalendarDate,
  toZoned,
} from '@internationalized/date'

/** Falls back to this machine's time zone if the store's is unknown, to the host or to this browser. */
function zoneOr(timeZone: string | undefined): string {
  try {
    const zone = timeZone ?? getLocalTimeZone()
    fromDate(new Date(0), zone)
    return zone
  } catch {
    return getLocalTimeZone()
  }
}

/**
 * The instant of a time by the store's clock. A time that does not exist because the clocks change
 * is an hour later.
 */
export const instantAt = (day: string, time: string, timeZone: string | undefined): string =>
  toZoned(parseDateTime(`${day}T${time}`), zoneOr(timeZone)).toAbsoluteString()

/** The day of an instant (epoch ms) in the store's time zone, YYYY-MM-DD. */
export const dayOf = (at: number, timeZone: string | undefined): string =>
  toCalendarDate(fromDate(new Date(at), zoneOr(timeZone))).toString()

export const addDays = (day: string, days: number): string =>
  parseDate(day).add({ days }).toString()
