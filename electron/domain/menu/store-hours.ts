import { Temporal } from 'temporal-polyfill'
import type { Menu } from '#platform/menus.ts'

/** When a store is open, its weekdays told as ISO counts them: 1 is Monday, 7 is Sunday. */
export interface StoreHours {
  /** IANA name. */
  timeZone: string
  /** ISO instant until which it is closed whatever the periods say; may lie in the past. */
  closedUntil: string | null
  /** ISO instants; each means the day that it falls on in the store's zone. */
  closedDays: readonly string[]
  /** Minutes are counted within the day, by the clock on the store's wall; 1440 is the end of the day. */
  periods: readonly { days: readonly number[]; fromMinute: number; toMinute: number }[]
}

/** How far ahead an opening is looked for. */
const daysAhead = 15

const wall = (date: Temporal.PlainDate, minute: number, timeZone: string): number =>
  date.toPlainDateTime().add({ minutes: minute }).toZonedDateTime(timeZone).epochMilliseconds

const dayOf = (instant: number, timeZone: string): Temporal.PlainDate =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone).toPlainDate()

interface Stretch {
  from: number
  to: number
}

/** The stretches of time in which the store is open, from the day before `now` on, those that touch made one. */
function openStretches(hours: StoreHours, now: number): Stretch[] {
  const { timeZone, periods } = hours
  const closed = new Set(hours.closedDays.map((day) => dayOf(Date.parse(day), timeZone).toString()))
  const today = dayOf(now, timeZone)
  const stretches: Stretch[] = []
  for (let ahead = -1; ahead <= daysAhead; ahead++) {
    const date = today.add({ days: ahead })
    if (closed.has(date.toString())) continue
    for (const { days, fromMinute, toMinute } of periods) {
      if (!days.includes(date.dayOfWeek)) continue
      // A period that ends before it begins goes on past midnight.
      const until = toMinute <= fromMinute ? toMinute + 1440 : toMinute
      stretches.push({ from: wall(date, fromMinute, timeZone), to: wall(date, until, timeZone) })
    }
  }
  const joined: Stretch[] = []
  for (const stretch of stretches.toSorted((one, other) => one.from - other.from)) {
    const last = joined.at(-1)
    if (last !== undefined && stretch.from <= last.to) last.to = Math.max(last.to, stretch.to)
    else joined.push({ ...stretch })
  }
  return joined
}

/**
 * The soonest instant after `now` (epoch milliseconds) at which the store opens; null where it never closes, or does
 * not open within two weeks. A closure that ends within opening hours is an opening.
 */
export function nextOpening(hours: StoreHours, now: number): number | null {
  const closedUntil = hours.closedUntil === null ? now : Date.parse(hours.closedUntil)
  for (const { from, to } of openStretches(hours, now)) {
    const opens = Math.max(from, closedUntil > now ? closedUntil : from)
    if (opens > now && opens < to) return opens
  }
  return null
}

/** A schedule as the platform tells it (platform/README.md, Schedules). */
type WireSchedule = NonNullable<Menu['menu']['schedule']>

/**
 * The hours that a schedule tells; `weekdays` are the dialect's numbers of Monday to Sunday, `timeZone` the store's where
 * the schedule names none. Null where it tells no period.
 */
export function readHours(
  schedule: WireSchedule | null | undefined,
  weekdays: readonly number[],
  timeZone: string,
): StoreHours | null {
  const periods = (schedule?.openPeriods ?? []).flatMap(({ daysOfWeek, fromMinute, toMinute }) =>
    fromMinute == null || toMinute == null
      ? []
      : [
          {
            days: (daysOfWeek ?? []).map((day) => weekdays.indexOf(day) + 1),
            fromMinute,
            toMinute,
          },
        ],
  )
  if (schedule == null || periods.length === 0) return null
  return {
    timeZone: schedule.timezone ?? timeZone,
    closedUntil: schedule.closedUntilDate ?? null,
    closedDays: (schedule.closedDays ?? []).filter((day) => !Number.isNaN(Date.parse(day))),
    periods,
  }
}
