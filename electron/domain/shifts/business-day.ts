import { Temporal } from 'temporal-polyfill'

const zoned = (instant: number, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone)

/**
 * The business day of an instant (epoch milliseconds), YYYY-MM-DD, by the store's clock: times
 * before `border` (HH:MM) belong to the day before. An hour that occurs twice when the clock
 * changes belongs to the same day both times.
 */
export function businessDayOf(instant: number, timeZone: string, border: string): string {
  const wall = zoned(instant, timeZone)
  const isBefore = Temporal.PlainTime.compare(wall.toPlainTime(), border) < 0
  return wall
    .toPlainDate()
    .subtract({ days: isBefore ? 1 : 0 })
    .toString()
}

/** When a business day starts, in epoch milliseconds. */
export const beginningOf = (day: string, timeZone: string, border: string): number =>
  Temporal.PlainDate.from(day).toZonedDateTime({
    timeZone,
    plainTime: Temporal.PlainTime.from(border),
  }).epochMilliseconds

/** The start of the hour of the store's clock that contains an instant, in epoch milliseconds. */
export const hourOf = (instant: number, timeZone: string): number =>
  zoned(instant, timeZone).round({ smallestUnit: 'hour', roundingMode: 'floor' }).epochMilliseconds
