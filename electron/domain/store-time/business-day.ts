import { Temporal } from 'temporal-polyfill'

const zoned = (instant: number, timeZone: string): Temporal.ZonedDateTime =>
  Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(timeZone)

/**
 * When a business day starts, in epoch milliseconds. If the clocks skip that time, it is when they
 * change.
 */
export function beginningOf(day: string, timeZone: string, border: string): number {
  const plainTime = Temporal.PlainTime.from(border)
  const start = Temporal.PlainDate.from(day).toZonedDateTime({ timeZone, plainTime })
  const isSkipped = !start.toPlainTime().equals(plainTime)
  const change = isSkipped ? start.add({ milliseconds: 1 }).getTimeZoneTransition('previous') : null
  return (change ?? start).epochMilliseconds
}

/** The day so many days after another; before it, if they are negative. */
export const dayAfter = (day: string, days: number): string =>
  Temporal.PlainDate.from(day).add({ days }).toString()

/**
 * The business day of an instant (epoch milliseconds), YYYY-MM-DD, by the store's clock: times
 * before `border` (HH:MM) belong to the day before. Where the clock shows the border twice, the day
 * begins at the first time.
 */
export function businessDayOf(instant: number, timeZone: string, border: string): string {
  const day = zoned(instant, timeZone).toPlainDate().toString()
  return instant < beginningOf(day, timeZone, border) ? dayAfter(day, -1) : day
}

/** When the business day of an instant started, in epoch milliseconds. */
export const beginningOfDayAt = (instant: number, timeZone: string, border: string): number =>
  beginningOf(businessDayOf(instant, timeZone, border), timeZone, border)

/**
 * The start and the end of business days, both included, in epoch milliseconds. A day has 23 or 25
 * hours when the clocks change.
 */
export const boundsOfDays = (
  { from, to }: { from: string; to: string },
  timeZone: string,
  border: string,
): { from: number; to: number } => ({
  from: beginningOf(from, timeZone, border),
  to: beginningOf(dayAfter(to, 1), timeZone, border),
})

/** The start of the hour of the store's clock that contains an instant, in epoch milliseconds. */
export const hourOf = (instant: number, timeZone: string): number =>
  zoned(instant, timeZone).round({ smallestUnit: 'hour', roundingMode: 'floor' }).epochMilliseconds
