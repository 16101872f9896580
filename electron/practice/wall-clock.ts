import { Temporal } from 'temporal-polyfill'

/** A day as the calendar on the wall of a place says; months count from 1. */
export interface WallDay {
  year: number
  month: number
  day: number
}

const at = (instant: number, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone)

/** The day it is somewhere at an instant (epoch milliseconds). Throws where the time zone is unknown. */
export function wallDay(instant: number, timeZone: string): WallDay {
  const { year, month, day } = at(instant, timeZone)
  return { year, month, day }
}

/** Minutes since midnight that the clock shows somewhere at an instant. */
export function wallMinute(instant: number, timeZone: string): number {
  const { hour, minute } = at(instant, timeZone)
  return hour * 60 + minute
}

/**
 * The instant (epoch milliseconds) at which the clock shows a minute of a day. A day beyond its month is
 * counted on, so day 0 is the last of the month before. What the clocks skip becomes the hour after.
 */
export function wallInstant({ year, month, day }: WallDay, minute: number, zone: string): number {
  const date = Temporal.PlainDateTime.from({ year, month, day: 1 })
  const shown = date.add({ days: day - 1 }).add({ minutes: minute })
  return shown.toZonedDateTime(zone).epochMilliseconds
}
