import { dateLocale } from '#contract/date-locale.ts'
import { timeOfDay } from './times.ts'

const formats = new Map<string, Intl.DateTimeFormat>()

function formatIn(
  kind: string,
  locale: string,
  timeZone: string,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const key = `${kind} ${locale} ${timeZone}`
  let format = formats.get(key)
  if (format === undefined) {
    try {
      format = new Intl.DateTimeFormat(dateLocale(locale), { ...options, timeZone })
    } catch {
      // A zone this browser does not know.
      format = new Intl.DateTimeFormat(dateLocale(locale), options)
    }
    formats.set(key, format)
  }
  return format
}

/** The calendar day in the zone, as a number that counts days. */
function dayNumber(at: number, timeZone: string): number {
  const text = formatIn('day', 'en-CA', timeZone, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(at)
  return Date.parse(`${text}T00:00:00Z`) / 86_400_000
}

/** Full days from the day of `now` to that of `at`, both in the zone: 0 today, 1 tomorrow, -1 yesterday. */
export const daysBetween = (now: number, at: number, timeZone: string): number =>
  dayNumber(at, timeZone) - dayNumber(now, timeZone)

/** An instant as short as it can be said: `14:30` today, `Mon 12:00` within six days, else `5 Apr, 12:00`. */
export function shortWhen(
  instant: string | number,
  now: number,
  locale: string,
  timeZone: string,
): string {
  const at = typeof instant === 'string' ? Date.parse(instant) : instant
  const time = timeOfDay(at, locale, timeZone)
  const days = daysBetween(now, at, timeZone)
  if (days === 0) return time
  if (Math.abs(days) < 7) {
    const weekday = formatIn('weekday', locale, timeZone, { weekday: 'short' }).format(at)
    return `${weekday} ${time}`
  }
  const date = formatIn('date', locale, timeZone, { day: 'numeric', month: 'short' }).format(at)
  return `${date}, ${time}`
}

const wholeDay = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const
const shortDay = { day: 'numeric', month: 'short', year: 'numeric' } as const

/** The day of an instant with its year, in the zone; `long` with the weekday. */
export const calendarDay = (
  instant: string,
  locale: string,
  timeZone: string | undefined,
  long = false,
): string =>
  formatIn(long ? 'whole' : 'short', locale, timeZone ?? '', long ? wholeDay : shortDay).format(
    Date.parse(instant),
  )

/** An instant in full: the day with its year, and the time. */
export const longWhen = (instant: string, locale: string, timeZone: string | undefined): string =>
  `${calendarDay(instant, locale, timeZone, true)}, ${timeOfDay(instant, locale, timeZone)}`

/** A day of the calendar, YYYY-MM-DD, without its year: `Mon 23 Nov`; `long` with the whole names. */
export function plainDay(day: string, locale: string, long: boolean): string {
  const style = long ? 'long' : 'short'
  const options = { weekday: style, day: 'numeric', month: style } as const
  return formatIn(`plain ${style}`, locale, 'UTC', options).format(Date.parse(`${day}T12:00:00Z`))
}

/** A birthday, YYYY-MM-DD, without its year, which is nobody's business at the door; as it came where it is no day. */
export function birthdayOf(day: string, locale: string): string {
  const at = Date.parse(`${day}T12:00:00Z`)
  if (Number.isNaN(at)) return day
  return formatIn('birthday', locale, 'UTC', { day: 'numeric', month: 'long' }).format(at)
}

/** Whether a birthday, YYYY-MM-DD, is on the day of `now` in the zone. */
export const isBirthday = (day: string, now: number, timeZone: string): boolean =>
  day.slice(5) ===
  formatIn('month and day', 'en-CA', timeZone, { month: '2-digit', day: '2-digit' }).format(now)

/** Whether the next `HH:MM` on the store's clock is still today or tomorrow. */
export const dayOfNext = (time: string, now: number, timeZone: string): 'today' | 'tomorrow' =>
  time > timeOfDay(now, 'en', timeZone) ? 'today' : 'tomorrow'

/** Whether this screen's own clock says another time than the store's. */
export const differsFromScreen = (now: number, timeZone: string): boolean => {
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return timeOfDay(now, 'en', timeZone) !== timeOfDay(now, 'en', here)
}

/** The store's day of an instant, YYYY-MM-DD. */
export const isoDay = (at: number, timeZone: string | undefined): string =>
  new Date(dayNumber(at, timeZone ?? '') * 86_400_000).toISOString().slice(0, 10)
