import { Temporal } from 'temporal-polyfill'
import { openOn, type StoreHours } from '#domain/menu/store-hours.ts'

const zoned = (instant: number, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone)

/** The calendar day in the store's time zone, YYYY-MM-DD. `instant` is in epoch milliseconds. */
export const dayOf = (instant: number, timeZone: string): string =>
  zoned(instant, timeZone).toPlainDate().toString()

export const clockOf = (instant: number, timeZone: string): string =>
  zoned(instant, timeZone).toPlainTime().toString({ smallestUnit: 'minute' })

/** The days of a range, both ends included; empty if `to` is before `from`. */
export function daysBetween(from: string, to: string): string[] {
  const first = Temporal.PlainDate.from(from)
  const count = first.until(Temporal.PlainDate.from(to), { largestUnit: 'day' }).days + 1
  return Array.from({ length: Math.max(count, 0) }, (_each, index) =>
    first.add({ days: index }).toString(),
  )
}

/** The start of the half hour that an instant is in, in the store's time zone, epoch milliseconds. */
export const halfHourOf = (instant: number, timeZone: string): number =>
  zoned(instant, timeZone).round({
    smallestUnit: 'minute',
    roundingIncrement: 30,
    roundingMode: 'floor',
  }).epochMilliseconds

export type Openness = { state: 'open' | 'closed-day' | 'closed-then'; hours: string[] }

/** Opening hours that started the day before and last past midnight count. */
export function opennessAt(hours: StoreHours, instant: number, now: number): Openness {
  const today = dayOf(instant, hours.timeZone)
  const before = Temporal.PlainDate.from(today).subtract({ days: 1 }).toString()
  const ofToday = openOn(hours, today, now)
  const isOpen = [...openOn(hours, before, now), ...ofToday].some(
    ({ from, to }) => from <= instant && instant < to,
  )
  if (isOpen) return { state: 'open', hours: [] }
  if (ofToday.length === 0) return { state: 'closed-day', hours: [] }
  const bounds = ofToday.flatMap(({ from, to }) => [from, to])
  return { state: 'closed-then', hours: bounds.map((each) => new Date(each).toISOString()) }
}
