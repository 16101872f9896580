import { Temporal } from 'temporal-polyfill'
import type { Menu } from '#platform/menu.ts'

/** When a store is open, its weekdays told as ISO counts them: 1 is Monday, 7 is Sunday. */
export interface StoreHours {
  /** IANA name. */
  timeZone: string
  /** ISO instant until which it is closed whatever the periods say; may lie in the past. */
  closedUntil: string | null
  /** Days, or instants of which each means the day that it falls on in the store's zone. */
  closedDays: readonly string[]
  /** Other hours on some days, told like those: on these days the periods mean nothing. */
  special: readonly { days: readonly string[]; fromMinute: number; toMinute: number }[]
  /** Minutes are counted within the day, by the clock on the store's wall; 1440 is the end of the day. */
  periods: readonly { days: readonly number[]; fromMinute: number; toMinute: number }[]
}

/** How far ahead an opening is looked for. */
const daysAhead = 15

const wall = (date: Temporal.PlainDate, minute: number, timeZone: string): number =>
  date.toPlainDateTime().add({ minutes: minute }).toZonedDateTime(timeZone).epochMilliseconds

const dayOf = (instant: number, timeZone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDate()

/** An instant says where it is told from; without that, it is the day on the store's own calendar. */
const hasOffset = /(?:z|[+-]\d{2}(?::?\d{2})?)$/i
const withTime = /^\d{4}-\d{2}-\d{2}[T ]/

/** The store's day that a text means, as `2026-11-24`; null where it means none. */
function storeDay(text: string, timeZone: string): string | null {
  try {
    return withTime.test(text) && hasOffset.test(text)
      ? dayOf(Temporal.Instant.from(text).epochMilliseconds, timeZone).toString()
      : Temporal.PlainDate.from(text).toString()
  } catch {
    return null
  }
}

const storeDays = (texts: readonly string[], timeZone: string): Set<string> =>
  new Set(texts.flatMap((text) => storeDay(text, timeZone) ?? []))

/** A stretch of time, epoch milliseconds; `to` is not in it. */
interface DateRange {
  from: number
  to: number
}

/** The stretches of time in which the store is open that begin on some days, those that touch made one. */
function openStretches(hours: StoreHours, first: Temporal.PlainDate, days: number): DateRange[] {
  const { timeZone, periods } = hours
  const closed = storeDays(hours.closedDays, timeZone)
  const special = hours.special.map(({ days: on, ...period }) => ({
    ...period,
    days: storeDays(on, timeZone),
  }))
  const stretches: DateRange[] = []
  for (let ahead = 0; ahead < days; ahead++) {
    const date = first.add({ days: ahead })
    const day = date.toString()
    if (closed.has(day)) continue
    const others = special.filter((period) => period.days.has(day))
    const usual = periods.filter((period) => period.days.includes(date.dayOfWeek))
    for (const { fromMinute, toMinute } of others.length > 0 ? others : usual) {
      // A period that ends before it begins goes on past midnight.
      const until = toMinute <= fromMinute ? toMinute + 1440 : toMinute
      stretches.push({ from: wall(date, fromMinute, timeZone), to: wall(date, until, timeZone) })
    }
  }
  const joined: DateRange[] = []
  for (const range of stretches.toSorted((one, other) => one.from - other.from)) {
    const last = joined.at(-1)
    if (last !== undefined && range.from <= last.to) last.to = Math.max(last.to, range.to)
    else joined.push({ ...range })
  }
  return joined
}

/** When a store opens, as seen from one instant. Epoch milliseconds; null where it does not open within two weeks. */
export interface StoreOpenings {
  /** The soonest. A closure that ends within opening hours is an opening. */
  next: number | null
  /** The one after the service that is running or about to begin: what "until the next opening" means in a kitchen. */
  afterService: number | null
  /** When the next service counts as about to begin, so that `afterService` is another one; null where it does already. */
  changesAt: number | null
}

/** Longer before an opening nobody works for that service yet. */
const preparingMs = 12 * 3_600_000

/**
 * When the store opens next, and when after the service at hand. While it is closed, the next service is about to begin
 * from halfway between closing and opening: before that people still clear up after the last one.
 */
export function openingsAt(hours: StoreHours, now: number): StoreOpenings {
  const closedUntil = hours.closedUntil === null ? now : Date.parse(hours.closedUntil)
  const reopens = closedUntil > now ? closedUntil : -Infinity
  // A period that began the day before yesterday may have ended last night.
  const first = dayOf(now, hours.timeZone).subtract({ days: 2 })
  const stretches = openStretches(hours, first, daysAhead + 3)
  const services = stretches.flatMap(({ from, to }) =>
    reopens < to ? [{ from: Math.max(from, reopens), to }] : [],
  )
  const [next = null, afterNext = null] = services.flatMap(({ from }) => (from > now ? [from] : []))
  const isOpen = services.some(({ from, to }) => from <= now && now < to)
  if (next === null || isOpen) return { next, afterService: next, changesAt: null }
  const closedAt = stretches.findLast(({ to }) => to <= now)?.to ?? -Infinity
  const preparesAt = Math.max(next - preparingMs, (closedAt + next) / 2)
  return now < preparesAt
    ? { next, afterService: next, changesAt: preparesAt }
    : { next, afterService: afterNext, changesAt: null }
}

/**
 * When the store is open on a day (YYYY-MM-DD) of its own, past midnight where it goes on; less what a closure that is in
 * force at `now` takes of it.
 */
export function openOn(hours: StoreHours, day: string, now: number): DateRange[] {
  const closedUntil = hours.closedUntil === null ? now : Date.parse(hours.closedUntil)
  const opens = closedUntil > now ? closedUntil : -Infinity
  return openStretches(hours, Temporal.PlainDate.from(day), 1).flatMap(({ from, to }) =>
    opens < to ? [{ from: Math.max(from, opens), to }] : [],
  )
}

/** A schedule as the platform tells it (platform/README.md, Schedules). */
type WireSchedule = NonNullable<Menu['menu']['schedule']>

interface WireTimes {
  fromMinute?: number | null | undefined
  toMinute?: number | null | undefined
}

/** From when to when; nothing where one of them is not told. */
const timesOf = ({ fromMinute, toMinute }: WireTimes) =>
  fromMinute == null || toMinute == null ? [] : [{ fromMinute, toMinute }]

/**
 * The hours that a schedule tells; `weekdays` are the dialect's numbers of Monday to Sunday, `timeZone` the store's where
 * the schedule names none. Null where it tells no period.
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
