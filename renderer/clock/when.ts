import { dateLocale } from '#contract/shared/date-locale.ts'
import type { Language } from '#contract/shared/languages.ts'
import { clockTime, timeOfDay } from './times.ts'

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
      // This browser doesn't know the zone.
      format = new Intl.DateTimeFormat(dateLocale(locale), options)
    }
    formats.set(key, format)
  }
  return format
}

/** The day in the zone, as a number of days. */
function dayNumber(at: number, timeZone: string): number {
  const text = formatIn('day', 'en-CA', timeZone, {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).format(at)
  return Date.parse(`${text}T00:00:00Z`) / 86_400_000
}

/**
 * Full days from the day of `now` to the day of `at` in the zone: 0 today, 1 tomorrow, -1
 * yesterday.
 */
export const daysBetween = (now: number, at: number, timeZone: string): number =>
  dayNumber(at, timeZone) - dayNumber(now, timeZone)

/** An instant in short: `14:30` today, `Mon 12:00` within six days, otherwise `5 Apr, 12:00`. */
export function shortWhen(
  instant: string | number,
  now: number,
  locale: Language,
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

/** The day of an instant with its year, in the zone; `long` adds the weekday. */
export const calendarDay = (
  instant: string,
  locale: string,
  timeZone: string | undefined,
  long = false,
): string =>
  formatIn(long ? 'whole' : 'short', locale, timeZone ?? '', long ? wholeDay : shortDay).format(
    Date.parse(instant),
  )

/** The day with its year, and the time. */
export const longWhen = (instant: string, locale: Language, timeZone: string | undefined): string =>
  `${calendarDay(instant, locale, timeZone, true)}, ${timeOfDay(instant, locale, timeZone)}`

/** A day, YYYY-MM-DD, without its year: `Mon 23 Nov`; `long` writes the names in full. */
export function plainDay(day: string, locale: string, long: boolean): string {
  const style = long ? 'long' : 'short'
  const options = { weekday: style, day: 'numeric', month: style } as const
  return formatIn(`plain ${style}`, locale, 'UTC', options).format(Date.parse(`${day}T12:00:00Z`))
}

/**
 * A birthday, YYYY-MM-DD, without its year, which is private. Returns the text unchanged if it
 * isn't a day.
 */
export function birthdayOf(day: string, locale: string): string {
  const at = Date.parse(`${day}T12:00:00Z`)
  if (Number.isNaN(at)) return day
  return formatIn('birthday', locale, 'UTC', { day: 'numeric', month: 'long' }).format(at)
}

/** Whether a birthday, YYYY-MM-DD, is on the day of `now` in the zone. */
export const isBirthday = (day: string, now: number, timeZone: string): boolean =>
  day.slice(5) ===
  formatIn('month and day', 'en-CA', timeZone, { month: '2-digit', day: '2-digit' }).format(now)

/** Whether the next `HH:MM` on the store's clock is today or tomorrow. */
export const dayOfNext = (time: string, now: number, timeZone: string): 'today' | 'tomorrow' =>
  time > clockTime(now, timeZone) ? 'today' : 'tomorrow'

/** Whether this screen's clock shows another time than the store's. */
export const differsFromScreen = (now: number, timeZone: string): boolean => {
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return clockTime(now, timeZone) !== clockTime(now, here)
}

/**
 * The store's day of an instant, or a day so many days later, YYYY-MM-DD. By the calendar: a day on
 * which the clocks change has 23 or 25 hours.
 */
export const isoDay = (at: number, timeZone: string | undefined, later = 0): string =>
  new Date((dayNumber(at, timeZone ?? '') + later) * 86_400_000).toISOString().slice(0, 10)

/** A day of the week in full, 1 is Monday. */
export const weekdayName = (weekday: number, locale: string): string =>
  // The first of January 2024 was a Monday.
  formatIn('weekday name', locale, 'UTC', { weekday: 'long' }).format(
    Date.UTC(2024, 0, weekday, 12),
  )

const dayMinutes = 24 * 60

/** HH:MM of a minute after midnight, also of the next day. */
export function minuteTime(minute: number): string {
  const within = minute % dayMinutes
  return [Math.floor(within / 60), within % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':')
}

/** The minute after midnight of a time, HH:MM. */
export function minuteOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}
