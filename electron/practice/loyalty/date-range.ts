import { z } from 'zod'

const day = 86_400_000
const bareDay = z.iso.date()
const instant = z.iso.datetime({ offset: true })

const dayOrInstant = z
  .string()
  .refine(
    (text) => bareDay.safeParse(text).success || instant.safeParse(text).success,
    'must be YYYY-MM-DD or an ISO 8601 date-time with its zone',
  )

const isBareDay = (text: string): boolean => bareDay.safeParse(text).success

/**
 * Where a range in a query begins, as epoch milliseconds: YYYY-MM-DD or ISO 8601. That a bare day is the whole day in
 * UTC is our assumption.
 */
export const rangeStart = dayOrInstant.transform((text) => Date.parse(text))

/** Where a range in a query ends, itself included, as epoch milliseconds; a bare day ends with its last millisecond. */
export const rangeEnd = dayOrInstant.transform((text) =>
  isBareDay(text) ? Date.parse(text) + day - 1 : Date.parse(text),
)

/** A stretch of time in epoch milliseconds, both ends included. */
export interface DateRange {
  from: number
  to: number
}

/** Whether an instant (epoch milliseconds) is in the range. */
export const inRange = ({ from, to }: DateRange, at: number): boolean => from <= at && at <= to
