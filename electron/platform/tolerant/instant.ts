import { Temporal } from 'temporal-polyfill'

/** A day, the clock's time on it, and the zone of both; a comma may stand for the point, a blank for the T. */
const iso =
  /^(?<day>\d{4}-\d{2}-\d{2})(?:[Tt ](?<time>\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)(?<zone>[Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/

/**
 * As we write an instant ourselves, on a day that every month has: it is read as it stands. Exports have four million of
 * them, and to reckon with each would be half of what reading costs.
 */
const plain =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/

/** With a year of four digits: one of six is so far off that no reckoning with it holds. */
const lengthOfCanonical = 24

/** The zone in which what has none is read; null where nobody knows it. Set while something is read: zod hands its readers nothing of their caller's. */
let zoneOfStore: string | null = null

/** Reads with the clock of the store's wall for what has no zone; `read` is done when it returns. */
export function inZone<Value>(timeZone: string | null, read: () => Value): Value {
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

/** The instant of a wall's clock; where the clocks are put forward over it, as long after as it says. */
function onWall(day: string, time: string | undefined, timeZone: string): number {
  const date = Temporal.PlainDate.from(day)
  // A day begins when its clock first shows it: not everywhere is that midnight.
  const wall =
    time === undefined
      ? date.toZonedDateTime(timeZone)
      : date.toZonedDateTime({ timeZone, plainTime: Temporal.PlainTime.from(time) })
  return wall.epochMilliseconds
}

/**
 * An ISO 8601 text as UTC with milliseconds. One without a zone is the clock on the store's wall (`inZone`), never the
 * machine's, and a bare day is its beginning there; where the zone is not known neither is an instant. Years, numbers
 * and words are no date.
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
    return utc(onWall(day, time, zoneOfStore))
  } catch (cause) {
    // No such day or hour; or no such zone.
    if (cause instanceof RangeError) return { ok: false, why: 'not a date' }
    throw cause
  }
}
