import { z } from 'zod'
import { Temporal } from 'temporal-polyfill'
import type { StockAct, StockUntil } from '#contract/stock/stock.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { openingsAt, type StoreHours } from '../menu/store-hours.ts'

/** Whether an item can be ordered, for what is desired, requested or reported. */
export const availability = z.object({
  state: z.enum(['on-sale', 'out', 'counted']),
  left: z.number().nullable(),
  /** ISO; null means until further notice. */
  until: z.string().nullable(),
})
export type Availability = z.infer<typeof availability>

export interface ActContext {
  /** Epoch milliseconds. */
  now: number
  timeZone: string
  /** Null if no menu has a schedule. */
  hours: StoreHours | null
}

const iso = (instant: number): string => new Date(instant).toISOString()

/**
 * The next time the store's clock shows HH:MM. A time that the clock change skips becomes the hour
 * after.
 */
function nextTime(time: string, { now, timeZone }: ActContext): number {
  const here = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone)
  const desired = Temporal.PlainTime.from(time)
  const { hour, minute } = desired
  // If the clock shows an hour twice, `with` stays in the current one.
  const today = here.with({ hour, minute, second: 0, millisecond: 0 })
  const next = today.epochMilliseconds > now ? today : here.add({ days: 1 }).withPlainTime(desired)
  return next.epochMilliseconds
}

function instantOf(until: StockUntil, context: ActContext): Result<string | null> {
  switch (until.kind) {
    case 'notice':
      return ok(null)
    case 'hours':
      return ok(iso(context.now + until.hours * 3_600_000))
    case 'time':
      return ok(iso(nextTime(until.time, context)))
    case 'opening': {
      const { hours, now } = context
      const opens = hours === null ? null : openingsAt(hours, now).afterService
      return opens === null ? fail('bad-input', 'until: no opening is known') : ok(iso(opens))
    }
  }
}

/**
 * The availability that results from an act. Fails with `bad-input` if "the next opening" is
 * unknown.
 */
export function availabilityAfter(act: StockAct, context: ActContext): Result<Availability> {
  switch (act.kind) {
    case 'back':
      return ok({ state: 'on-sale', left: null, until: null })
    case 'count':
      return ok({ state: 'counted', left: act.left, until: null })
    case 'out': {
      const until = instantOf(act.until, context)
      return until.ok ? ok({ state: 'out', left: null, until: until.value }) : until
    }
  }
}

/** Whether its time has ended. */
export const isOver = ({ until }: Availability, now: number): boolean =>
  until !== null && Date.parse(until) <= now
