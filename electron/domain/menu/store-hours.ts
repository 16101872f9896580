import { Temporal } from 'temporal-polyfill'
import type { Menu } from '#platform/menu.ts'

/** Opening hours, with ISO weekdays: 1 is Monday, 7 is Sunday. */
export interface StoreHours {
  /** IANA name. */
  timeZone: string
  /** ISO instant until which the store is closed regardless of its periods; may be in the past. */
  closedUntil: string | null
  /** Days, or instants that mean the day they fall on in the store's zone. */
  closedDays: readonly string[]
  /**
   * Different hours on some days, in the same form as `closedDays`; they replace the periods of
   * those days.
   */
  special: readonly { days: readonly string[]; fromMinute: number; toMinute: number }[]
  /** Minutes of the day by the store's local time; 1440 is the end of the day. */
  periods: readonly { days: readonly number[]; fromMinute: number; toMinute: number }[]
}

const dayMs = 24 * 3_600_000

/** How far ahead to look for an opening. */
const daysAhead = 15

const wall = (date: Temporal.PlainDate, minute: number, timeZone: string): number =>
  date.toPlainDateTime().add({ minutes: minute }).toZonedDateTime(timeZone).epochMilliseconds

const dayOf = (instant: number, timeZone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDate()

/** A text with an offset is an instant; without one it is a day of the store's calendar. */
const hasOffset = /(?:z|[+-]\d{2}(?::?\d{2})?)$/i
const withTime = /^\d{4}-\d{2}-\d{2}[T ]/

/**
 * The store's day that a text means, as `2026-11-24`; null if it is not a date. Midnight in UTC is a
 * date that was written as an instant: west of Greenwich it would be the evening before.
 */
export function storeDay(text: string, timeZone: string): string | null {
  try {
    if (!withTime.test(text) || !hasOffset.test(text))
      return Temporal.PlainDate.from(text).toString()
    const at = Temporal.Instant.from(text).epochMilliseconds
    return dayOf(at, at % dayMs === 0 ? 'UTC' : timeZone).toString()
  } catch {
    return null
  }
}

const storeDays = (texts: readonly string[], timeZone: string): Set<string> =>
  new Set(texts.flatMap((text) => storeDay(text, timeZone) ?? []))

/** Epoch milliseconds; `to` is exclusive. */
interface DateRange {
  from: number
  to: number
}

/** The ranges in which the store is open that begin on these days; ranges that touch are merged. */
function openPeriods(hours: StoreHours, first: Temporal.PlainDate, days: number): DateRange[] {
  const { timeZone, periods } = hours
  const closed = storeDays(hours.closedDays, timeZone)
  const special = hours.special.map(({ days: on, ...period }) => ({
    ...period,
    days: storeDays(on, timeZone),
  }))
  const opening: DateRange[] = []
  for (let ahead = 0; ahead < days; ahead++) {
    const date = first.add({ days: ahead })
    const day = date.toString()
    if (closed.has(day)) continue
    const others = special.filter((period) => period.days.has(day))
    const usual = periods.filter((period) => period.days.includes(date.dayOfWeek))
    for (const { fromMinute, toMinute } of others.length > 0 ? others : usual) {
      // A period that ends before it begins continues past midnight.
      const until = toMinute <= fromMinute ? toMinute + 1440 : toMinute
      opening.push({ from: wall(date, fromMinute, timeZone), to: wall(date, until, timeZone) })
    }
  }
  const joined: DateRange[] = []
  for (const range of opening.toSorted((one, other) => one.from - other.from)) {
    const last = joined.at(-1)
    if (last !== undefined && range.from <= last.to) last.to = Math.max(last.to, range.to)
    else joined.push({ ...range })
  }
  return joined
}

/**
 * When a store opens, seen from one instant. Epoch milliseconds; null if it doesn't open within two
 * weeks.
 */
export interface StoreOpenings {
  /** The next one. The end of a closure within opening hours counts as an opening. */
  next: number | null
  /**
   * The opening after the current or imminent service, which is what "until the next opening" means
   * in a kitchen.
   */
  afterService: number | null
  /**
   * When the next service starts to count as imminent, which changes `afterService`; null if it
   * already does.
   */
  changesAt: number | null
}

/** A service is not imminent earlier than this before its opening. */
const preparingMs = 12 * 3_600_000

/**
 * The next opening, and the one after the current service. While the store is closed, the next
 * service is imminent from halfway between closing and opening; before that, people are still
 * cleaning up after the last one.
 */
export function openingsAt(hours: StoreHours, now: number): StoreOpenings {
  const closedUntil = hours.closedUntil === null ? now : Date.parse(hours.closedUntil)
  const reopens = closedUntil > now ? closedUntil : -Infinity
  // A period that began the day before yesterday may have ended last night.
  const first = dayOf(now, hours.timeZone).subtract({ days: 2 })
  const opening = openPeriods(hours, first, daysAhead + 3)
  const services = opening.flatMap(({ from, to }) =>
    reopens < to ? [{ from: Math.max(from, reopens), to }] : [],
  )
  const [next = null, afterNext = null] = services.flatMap(({ from }) => (from > now ? [from] : []))
  const isOpen = services.some(({ from, to }) => from <= now && now < to)
  if (next === null || isOpen) return { next, afterService: next, changesAt: null }
  const closedAt = opening.findLast(({ to }) => to <= now)?.to ?? -Infinity
  const preparesAt = Math.max(next - preparingMs, (closedAt + next) / 2)
  return now < preparesAt
    ? { next, afterService: next, changesAt: preparesAt }
    : { next, afterService: afterNext, changesAt: null }
}

/**
 * When the store is open on one of its days (YYYY-MM-DD), including past midnight, without the time
 * of a closure in force at `now`.
 */
export function openOn(hours: StoreHours, day: string, now: number): DateRange[] {
  const closedUntil = hours.closedUntil === null ? now : Date.parse(hours.closedUntil)
  const opens = closedUntil > now ? closedUntil : -Infinity
  return openPeriods(hours, Temporal.PlainDate.from(day), 1).flatMap(({ from, to }) =>
    opens < to ? [{ from: Math.max(from, opens), to }] : [],
  )
}

/** A schedule as the platform sends it (platform/README.md, Schedules). */
type WireSchedule = NonNullable<Menu['menu']['schedule']>

interface WireTimes {
  fromMinute?: number | null | undefined
  toMinute?: number | null | undefined
}

/** Empty if one of the times is missing. */
const timesOf = ({ fromMinute, toMinute }: WireTimes) =>
  fromMinute == null || toMinute == null ? [] : [{ fromMinute, toMinute }]

/**
 * Reads the hours of a schedule; `weekdays` are the dialect's numbers from Monday to Sunday, and
 * `timeZone` is used if the schedule has none. Null if it has no period.
 */
export function readHours(
  schedule: WireSchedule | null | undefined,
  weekdays: readonly number[],
  timeZone: string,
): StoreHours | null {
  const periods = (schedule?.openPeriods ?? []).flatMap(({ daysOfWeek, ...times }) =>
    timesOf(times).map((period) => ({
      ...period,
      days: (daysOfWeek ?? []).map((day) => weekdays.indexOf(day) + 1),
    })),
  )
  const special = (schedule?.specialPeriods ?? []).flatMap(({ days, ...times }) =>
    timesOf(times).map((period) => ({ ...period, days: days ?? [] })),
  )
  if (schedule == null || periods.length + special.length === 0) return null
  return {
    timeZone: schedule.timezone ?? timeZone,
    closedUntil: schedule.closedUntilDate ?? null,
    closedDays: schedule.closedDays ?? [],
    special,
    periods,
  }
}
