import type { Language } from '#contract/shared/languages.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { onTwelveHours, writtenTime } from '#contract/settings/written-time.ts'
import { timeFormat } from './time-format.ts'

export type Lateness = 'calm' | 'amber' | 'late' | 'very-late'

/** The state of a ticket at `now` (ms since the epoch). */
export function lateness(
  { promisedAt, amberAt, veryLateAt }: Pick<Ticket, 'promisedAt' | 'amberAt' | 'veryLateAt'>,
  now: number,
): Lateness {
  if (veryLateAt !== null && now >= Date.parse(veryLateAt)) return 'very-late'
  if (now >= Date.parse(promisedAt)) return 'late'
  return now >= Date.parse(amberAt) ? 'amber' : 'calm'
}

const pad = (part: number) => String(part).padStart(2, '0')

/** A duration: `4:05`, or `1 h 05` from an hour on. */
export function duration(seconds: number): string {
  if (seconds < 3600) return `${String(Math.floor(seconds / 60))}:${pad(seconds % 60)}`
  return `${String(Math.floor(seconds / 3600))} h ${pad(Math.floor(seconds / 60) % 60)}`
}

/** The time until an instant: `4:05`, `+3:20` if it has passed, `1 h 05` from an hour on. */
export function countdown(until: number, now: number): string {
  if (now >= until) return `+${duration(Math.floor((now - until) / 1000))}`
  return duration(Math.ceil((until - now) / 1000))
}

export type AgeUnit = 'seconds' | 'minutes' | 'hours' | 'days'

/** An age in its largest unit: seconds, minutes, hours or days. Never negative. */
export function age(since: number, now: number): { unit: AgeUnit; n: number } {
  const seconds = Math.max(0, Math.floor((now - since) / 1000))
  if (seconds < 60) return { unit: 'seconds', n: seconds }
  if (seconds < 3600) return { unit: 'minutes', n: Math.floor(seconds / 60) }
  if (seconds < 86_400) return { unit: 'hours', n: Math.floor(seconds / 3600) }
  return { unit: 'days', n: Math.floor(seconds / 86_400) }
}

/** The part of the new calendar API that is used here. */
interface Calendar {
  Instant: {
    fromEpochMilliseconds(at: number): {
      toZonedDateTimeISO(timeZone: string): { toPlainTime(): { toString(options: object): string } }
    }
  }
  Now: { timeZoneId(): string }
}
const { Temporal: calendar } = globalThis as { Temporal?: Calendar }

const toTheMinute = { smallestUnit: 'minute' } as const

/** Uses the browser's calendar API: the first `Intl` format would delay the start by 20 ms. */
function byCalendar(at: number, timeZone?: string): string | null {
  try {
    const zone = timeZone ?? calendar?.Now.timeZoneId() ?? 'UTC'
    const there = calendar?.Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(zone)
    return there?.toPlainTime().toString(toTheMinute) ?? null
  } catch {
    // Unknown zone or instant.
    return null
  }
}

const formats = new Map<string, Intl.DateTimeFormat>()

function byFormat(at: number, timeZone?: string): string {
  const key = timeZone ?? ''
  let format = formats.get(key)
  if (format === undefined) {
    const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
    try {
      format = new Intl.DateTimeFormat('en', { ...options, timeZone })
    } catch {
      // This browser doesn't know the zone.
      format = new Intl.DateTimeFormat('en', options)
    }
    formats.set(key, format)
  }
  return format.format(at)
}

/**
 * The time of an instant as HH:MM, for fields and for comparing: `timeOfDay` is for people. In the
 * store's time zone, or in this computer's if the store's is unknown.
 */
export function clockTime(instant: string | number, timeZone?: string): string {
  const at = typeof instant === 'string' ? Date.parse(instant) : instant
  return byCalendar(at, timeZone) ?? byFormat(at, timeZone)
}

/** A time, HH:MM, as the restaurant has chosen to read it. */
export const readableTime = (time: string, language: Language): string =>
  writtenTime(time, timeFormat.value, language)

/** The time of an instant as the restaurant has chosen to read it; in the same zone as `clockTime`. */
export const timeOfDay = (
  instant: string | number,
  language: Language,
  timeZone?: string,
): string => readableTime(clockTime(instant, timeZone), language)

/** The hour of a time, HH:MM, and the half of its day: `18` and nothing, or `6` and `PM`. */
export function hourOf(time: string, language: Language): { hour: string; half: string } {
  if (timeFormat.value !== '12-hour') return { hour: time.slice(0, 2), half: '' }
  const { hour, half } = onTwelveHours(time, language)
  return { hour, half }
}

/** A full hour from 0 to 23: `18:00`, or in short `6 PM`. */
export function fullHour(hour: number, language: Language): string {
  const time = `${pad(hour)}:00`
  const short = hourOf(time, language)
  return short.half === '' ? time : `${short.hour}\u00a0${short.half}`
}

/** The full hour that contains an instant, as `fullHour` writes it; in the same zone as `clockTime`. */
export const hourOfDay = (instant: number, language: Language, timeZone?: string): string =>
  fullHour(Number(clockTime(instant, timeZone).slice(0, 2)), language)
