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
      format = new Intl.DateTimeFormat(locale, { ...options, timeZone })
    } catch {
      // A zone this browser does not know.
      format = new Intl.DateTimeFormat(locale, options)
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

/** Whether the next `HH:MM` on the store's clock is still today or tomorrow. */
export const dayOfNext = (time: string, now: number, timeZone: string): 'today' | 'tomorrow' =>
  time > timeOfDay(now, 'en', timeZone) ? 'today' : 'tomorrow'

/** Whether this screen's own clock says another time than the store's. */
export const differsFromScreen = (now: number, timeZone: string): boolean => {
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return timeOfDay(now, 'en', timeZone) !== timeOfDay(now, 'en', here)
}
