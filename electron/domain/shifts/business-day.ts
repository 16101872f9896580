import { Temporal } from 'temporal-polyfill'

const zoned = (instant: number, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone)

/**
 * The day that an instant (epoch milliseconds) belongs to, YYYY-MM-DD: by the clock on the store's wall, where what is before
 * `border` (HH:MM) is still the day before. An hour that the wall shows twice is on one side of it both times.
 */
export function businessDayOf(instant: number, timeZone: string, border: string): string {
  const wall = zoned(instant, timeZone)
  const isBefore = Temporal.PlainTime.compare(wall.toPlainTime(), border) < 0
  return wall
    .toPlainDate()
    .subtract({ days: isBefore ? 1 : 0 })
    .toString()
}

/** Where a business day begins, epoch milliseconds. */
export const beginningOf = (day: string, timeZone: string, border: string): number =>
  Temporal.PlainDate.from(day).toZonedDateTime({
    timeZone,
    plainTime: Temporal.PlainTime.from(border),
  }).epochMilliseconds

/** The hour of the wall's clock in which an instant lies, by its beginning, epoch milliseconds. */
export const hourOf = (instant: number, timeZone: string): number =>
  zoned(instant, timeZone).round({ smallestUnit: 'hour', roundingMode: 'floor' }).epochMilliseconds
