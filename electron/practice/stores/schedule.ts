import { z } from 'zod'
import { dateTimeInUtc } from '../answers.ts'
import { dialect } from '../dialect.ts'

/** The numbers of Monday to Sunday. */
export const weekdays = dialect.weekdays.split(' ').map(Number)

/** That a bare day will do is assumed, from stores in the field. */
const day = z.union([z.iso.date(), dateTimeInUtc], 'must be a day or a date-time')

/** Both ways to write "no closure": the specified type says null, its sample shows the text. */
const noClosure = z.union([z.null(), z.literal('null')]).transform(() => null)

/** Minutes within the day; that a period may go on past midnight, into the day after, is assumed. */
const minutes = {
  fromMinute: z
    .int()
    .min(0)
    .max(24 * 60),
  toMinute: z
    .int()
    .min(0)
    .max(2 * 24 * 60),
}
const hasLength = ({ fromMinute, toMinute }: { fromMinute: number; toMinute: number }): boolean =>
  fromMinute !== toMinute
const noLength = { path: ['toMinute'], error: 'must not be fromMinute' }

const openPeriod = z
  .strictObject({
    daysOfWeek: z
      .array(
        z.number().refine((each) => weekdays.includes(each), `must be one of ${dialect.weekdays}`),
      )
      .min(1),
    ...minutes,
  })
  .refine(hasLength, noLength)

const specialPeriod = z
  .strictObject({ days: z.array(day).min(1), ...minutes })
  .refine(hasLength, noLength)

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** What may be changed: that special periods and the zone may is assumed, since stores in the field have them. */
export const scheduleChange = z
  .strictObject({
    closedUntilDate: z.exactOptional(
      z.union([noClosure, dateTimeInUtc], 'must be a date-time, null or the text null'),
    ),
    closedDays: z.exactOptional(z.array(day)),
    /** Version 1 only. */
    availableAtPeriods: z.exactOptional(z.boolean()),
    openPeriods: z.exactOptional(z.array(openPeriod)),
    specialPeriods: z.exactOptional(z.array(specialPeriod)),
    timezone: z.exactOptional(z.string().refine(isTimeZone, 'must be a time zone')),
  })
  .refine((schedule) => Object.keys(schedule).length > 0, 'says nothing')
export type ScheduleChange = z.output<typeof scheduleChange>

/**
 * What is kept of a schedule. Date-times are ISO 8601 in UTC, days may be bare; null where there is no closure. The
 * zone is the store's.
 */
export type WireSchedule = Required<Omit<ScheduleChange, 'timezone'>>

/** Closed until an instant; null and nothing at all mean no closure. */
export const closureBody = z.strictObject({
  closedUntilDate: dateTimeInUtc.nullable().default(null),
})
