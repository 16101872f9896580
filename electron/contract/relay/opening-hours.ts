import { z } from 'zod'

/** A status has the different hours of this many days, from yesterday on. */
export const daysAhead = 14

/** The most periods of one day. */
export const maxPeriods = 6

/**
 * Minutes from midnight by the store's clock, first and last. A period that goes on past midnight
 * ends after minute 1440.
 */
const periodsSchema = z
  .array(z.tuple([z.int().min(0).max(1_439), z.int().min(1).max(2_880)]))
  .max(maxPeriods)

/** When a store is open, as far as it knows, in the fewest bytes. */
export const openingHoursSchema = z.object({
  /** IANA name of the store's time zone. */
  zone: z.string().min(1).max(64),
  /** Monday to Sunday. */
  week: z.array(periodsSchema).length(7),
  /** Days (YYYY-MM-DD) that differ from their weekday; one without periods is closed. */
  days: z.array(z.tuple([z.iso.date(), periodsSchema])).max(daysAhead + 2),
})
export type OpeningHours = z.infer<typeof openingHoursSchema>
