import {
  fromDate,
  getLocalTimeZone,
  parseDate,
  parseDateTime,
  toCalendarDate,
  toZoned,
} from '@internationalized/date'
import { plainDay } from '../clock/when.ts'
import { language } from '../locales/i18n.ts'

/** This machine's zone where the store's is not known, or is none that this browser knows. */
function zoneOr(timeZone: string | undefined): string {
  try {
    const known = timeZone ?? getLocalTimeZone()
    fromDate(new Date(0), known)
    return known
  } catch {
    return getLocalTimeZone()
  }
}

/** The store's day of an instant, YYYY-MM-DD. */
export const dayOf = (at: number, timeZone: string | undefined): string =>
  toCalendarDate(fromDate(new Date(at), zoneOr(timeZone))).toString()

export const addDays = (day: string, days: number): string =>
  parseDate(day).add({ days }).toString()

/** The Monday of a day's week. */
export function mondayOf(day: string): string {
  const weekday = new Date(`${day}T12:00:00Z`).getUTCDay()
  return addDays(day, -((weekday + 6) % 7))
}

/** The instant of a time on the store's clock. One that a change of the clocks skips is the hour after it. */
export const instantAt = (day: string, time: string, timeZone: string | undefined): string =>
  toZoned(parseDateTime(`${day}T${time}`), zoneOr(timeZone)).toAbsoluteString()

/** A day as people say it: `Mon 23 Nov`; `long` with the whole weekday and month. */
export const sayDay = (day: string, long = false): string =>
  plainDay(day, language() === 'en' ? 'en-GB' : language(), long)
