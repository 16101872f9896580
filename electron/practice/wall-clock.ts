import { Temporal } from 'temporal-polyfill'

/** A local calendar day; months count from 1. */
export interface WallDay {
  year: number
  month: number
  day: number
}

const at = (instant: number, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone)

/** The local day at an instant (epoch milliseconds). Throws for an unknown time zone. */
export function wallDay(instant: number, timeZone: string): WallDay {
  const { year, month, day } = at(instant, timeZone)
  return { year, month, day }
}

/** Minutes since local midnight at an instant. */
export function wallMinute(instant: number, timeZone: string): number {
  const { hour, minute } = at(instant, timeZone)
  return hour * 60 + minute
}

/**
 * The instant (epoch milliseconds) of a minute on a local day. A day outside its month is counted
 * on, so day 0 is the last day of the month before. A time that the clocks skip moves to the hour
 * after.
 */
export function wallInstant({ year, month, day }: WallDay, minute: number, zone: string): number {
  const date = Temporal.PlainDateTime.from({ year, month, day: 1 })
  const shown = date.add({ days: day - 1 }).add({ minutes: minute })
  return shown.toZonedDateTime(zone).epochMilliseconds
}
