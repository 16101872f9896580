import type { Ticket } from '#contract/tickets/ticket.ts'

export type Lateness = 'calm' | 'amber' | 'late'

/** The state of a ticket at `now` (ms since the epoch). */
export function lateness(ticket: Pick<Ticket, 'promisedAt' | 'amberAt'>, now: number): Lateness {
  if (now >= Date.parse(ticket.promisedAt)) return 'late'
  return now >= Date.parse(ticket.amberAt) ? 'amber' : 'calm'
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

function byFormat(at: number, locale: string, timeZone?: string): string {
  const key = `${locale} ${timeZone ?? ''}`
  let format = formats.get(key)
  if (format === undefined) {
    const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
    try {
      format = new Intl.DateTimeFormat(locale, { ...options, timeZone })
    } catch {
      // This browser doesn't know the zone.
      format = new Intl.DateTimeFormat(locale, options)
    }
    formats.set(key, format)
  }
  return format.format(at)
}

/**
 * Hour and minute of an instant in the store's time zone, or in this computer's if the store's is
 * unknown.
 */
export function timeOfDay(instant: string | number, locale: string, timeZone?: string): string {
  const at = typeof instant === 'string' ? Date.parse(instant) : instant
  return byCalendar(at, timeZone) ?? byFormat(at, locale, timeZone)
}
