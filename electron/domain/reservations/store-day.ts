import { Temporal } from 'temporal-polyfill'
import { openOn, type StoreHours } from '#domain/menu/store-hours.ts'

const zoned = (instant: number, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone)

/** The day of an instant (epoch milliseconds) by the calendar on the store's wall, YYYY-MM-DD. */
export const dayOf = (instant: number, timeZone: string): string =>
  zoned(instant, timeZone).toPlainDate().toString()

/** The clock on the store's wall, HH:MM. */
export const clockOf = (instant: number, timeZone: string): string =>
  zoned(instant, timeZone).toPlainTime().toString({ smallestUnit: 'minute' })

/** Where a day of the store begins and ends, epoch milliseconds: 23 or 25 hours where its clocks are set. */
export function boundsOf(day: string, timeZone: string): { from: number; to: number } {
  const date = Temporal.PlainDate.from(day)
  const start = (each: Temporal.PlainDate): number =>
    each.toZonedDateTime(timeZone).epochMilliseconds
  return { from: start(date), to: start(date.add({ days: 1 })) }
}

/** The days from one to another, both among them; none where they are the wrong way round. */
export function daysBetween(from: string, to: string): string[] {
  const first = Temporal.PlainDate.from(from)
  const count = first.until(Temporal.PlainDate.from(to), { largestUnit: 'day' }).days + 1
  return Array.from({ length: Math.max(count, 0) }, (_each, index) =>
    first.add({ days: index }).toString(),
  )
}

/** When the half hour of an instant began by the clock on the store's wall, epoch milliseconds. */
export const halfHourOf = (instant: number, timeZone: string): number =>
  zoned(instant, timeZone).round({
    smallestUnit: 'minute',
    roundingIncrement: 30,
    roundingMode: 'floor',
  }).epochMilliseconds

/** How an instant lies to the known schedule; `hours` are those of its day. */
export type Openness = { state: 'open' | 'closed-day' | 'closed-then'; hours: string[] }

/** Whether the store is open at an instant; a night that began the day before counts. */
export function opennessAt(hours: StoreHours, instant: number, now: number): Openness {
  const today = dayOf(instant, hours.timeZone)
  const before = Temporal.PlainDate.from(today).subtract({ days: 1 }).toString()
  const ofToday = openOn(hours, today, now)
  const isOpen = [...openOn(hours, before, now), ...ofToday].some(
    ({ from, to }) => from <= instant && instant < to,
  )
  if (isOpen) return { state: 'open', hours: [] }
  if (ofToday.length === 0) return { state: 'closed-day', hours: [] }
  const reported = ofToday.flatMap(({ from, to }) => [from, to])
  return { state: 'closed-then', hours: reported.map((each) => new Date(each).toISOString()) }
}
