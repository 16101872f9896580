import type { Ticket } from '#contract/tickets/ticket.ts'

export type Lateness = 'calm' | 'amber' | 'late'

/** How a ticket stands against its promise at `now` (ms since the epoch). */
export function lateness(ticket: Pick<Ticket, 'promisedAt' | 'amberAt'>, now: number): Lateness {
  if (now >= Date.parse(ticket.promisedAt)) return 'late'
  return now >= Date.parse(ticket.amberAt) ? 'amber' : 'calm'
}

const pad = (part: number) => String(part).padStart(2, '0')

/** How long something takes: `4:05`, `1 h 05` from an hour on. */
export function duration(seconds: number): string {
  if (seconds < 3600) return `${String(Math.floor(seconds / 60))}:${pad(seconds % 60)}`
  return `${String(Math.floor(seconds / 3600))} h ${pad(Math.floor(seconds / 60) % 60)}`
}

/** What is left until an instant: `4:05`, `+3:20` when it has passed, `1 h 05` from an hour on. */
export function countdown(until: number, now: number): string {
  if (now >= until) return `+${duration(Math.floor((now - until) / 1000))}`
  return duration(Math.ceil((until - now) / 1000))
}

export type AgeUnit = 'seconds' | 'minutes' | 'hours' | 'days'

/** An age as a person says it: seconds below a minute, minutes below an hour, and so on; never negative. */
export function age(since: number, now: number): { unit: AgeUnit; n: number } {
  const seconds = Math.max(0, Math.floor((now - since) / 1000))
  if (seconds < 60) return { unit: 'seconds', n: seconds }
  if (seconds < 3600) return { unit: 'minutes', n: Math.floor(seconds / 60) }
  if (seconds < 86_400) return { unit: 'hours', n: Math.floor(seconds / 3600) }
  return { unit: 'days', n: Math.floor(seconds / 86_400) }
}

/** What is needed of the calendar that newer browsers have of their own. */
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

/** By the browser's own calendar: to make the first format of `Intl` would hold a page's start up by 20 ms. */
function byCalendar(at: number, timeZone?: string): string | null {
  try {
    const zone = timeZone ?? calendar?.Now.timeZoneId() ?? 'UTC'
    const there = calendar?.Instant.fromEpochMilliseconds(Math.floor(at)).toZonedDateTimeISO(zone)
    return there?.toPlainTime().toString(toTheMinute) ?? null
  } catch {
    // A zone, or an instant, that it does not know.
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
      // A zone this browser does not know.
      format = new Intl.DateTimeFormat(locale, options)
    }
    formats.set(key, format)
  }
  return format.format(at)
}

/** Hour and minute of an instant in the store's time zone; this machine's where the store's is not known. */
export function timeOfDay(instant: string | number, locale: string, timeZone?: string): string {
  const at = typeof instant === 'string' ? Date.parse(instant) : instant
  return byCalendar(at, timeZone) ?? byFormat(at, locale, timeZone)
}
