import { Temporal } from 'temporal-polyfill'

/** A day, its time, and the zone of both; a comma may replace the point, a blank the T. */
const iso =
  /^(?<day>\d{4}-\d{2}-\d{2})(?:[Tt ](?<time>\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)(?<zone>[Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/

/**
 * The form in which we write instants, on a day that every month has: use it as it is. Exports have
 * four million of them, and calculating each would be half of the time.
 */
const plain =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

/** Years have four digits: calculations with six digits aren't exact. */
const lengthOfCanonical = 24

/**
 * The zone for instants without one; null if unknown. It is set during a read, because zod passes
 * no context to its readers.
 */
let zoneOfStore: string | null = null

/**
 * Reads with the store's clock for instants without a zone; `read` must finish before it returns.
 */
export function withTimeZone<Value>(timeZone: string | null, read: () => Value): Value {
  const before = zoneOfStore
  zoneOfStore = timeZone
  try {
    return read()
  } finally {
    zoneOfStore = before
  }
}

type ParsedInstant = { ok: true; instant: string } | { ok: false; why: string }

const utc = (milliseconds: number): ParsedInstant => ({
  ok: true,
  instant: new Date(milliseconds).toISOString(),
})

/** The instant of a clock time. If the clocks are put forward over it, the same time later. */
function instantOfClockTime(day: string, time: string | undefined, timeZone: string): number {
  const date = Temporal.PlainDate.from(day)
  // A day starts when the clock first shows it: not everywhere at midnight.
  const wall =
    time === undefined
      ? date.toZonedDateTime(timeZone)
      : date.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) })
  return wall.epochMilliseconds
}

/**
 * An ISO 8601 text as UTC with milliseconds. Without a zone it is the store's clock (`withTimeZone`),
 * never this computer's, and a bare day is its start there; if the zone is unknown, neither is an
 * instant. Years, numbers and words are no dates.
 */
export function readInstant(text: string): ParsedInstant {
  if (plain.test(text)) return { ok: true, instant: text }
  const canonical = Date.parse(text)
  const isCanonical = text.length === lengthOfCanonical && !Number.isNaN(canonical)
  if (isCanonical && new Date(canonical).toISOString() === text) return { ok: true, instant: text }
  const parts = iso.exec(text.trim())?.groups
  if (parts?.['day'] === undefined) return { ok: false, why: 'not a date' }
  const { day, time, zone } = parts
  try {
    if (zone !== undefined) return utc(Temporal.Instant.from(text.trim()).epochMilliseconds)
    if (zoneOfStore === null) return { ok: false, why: 'without a zone' }
    return utc(instantOfClockTime(day, time, zoneOfStore))
  } catch (cause) {
    // No such day, hour or zone.
    if (cause instanceof RangeError) return { ok: false, why: 'not a date' }
    throw cause
  }
}
