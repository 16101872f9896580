import { Temporal } from 'temporal-polyfill'
import type { Pace } from '#contract/ticket.ts'

/** A bump, beside what the kitchen was to do by then; ISO. */
export interface BumpTimes {
  bumpedAt: string
  queueAt: string
  promisedAt: string
}

/** When the day of an epoch millisecond began in a zone, ISO. */
export const startOfDay = (now: number, timeZone: string): string =>
  new Date(
    Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone).startOfDay()
      .epochMilliseconds,
  ).toISOString()

/** The middle one of sorted numbers, or what lies between the middle two; null of none. */
export function median(sorted: readonly number[]): number | null {
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.floor((sorted.length - 1) / 2)]
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2
}

/** How quick the kitchen was over some bumps. What was ready before it belonged on the queue took no time. */
export function paceOf(bumps: readonly BumpTimes[]): Pace {
  const seconds = bumps
    .map(({ bumpedAt, queueAt }) => (Date.parse(bumpedAt) - Date.parse(queueAt)) / 1000)
    .map((each) => Math.max(0, each))
    .toSorted((one, other) => one - other)
  const middle = median(seconds)
  return {
    ready: bumps.length,
    late: bumps.filter(({ bumpedAt, promisedAt }) => bumpedAt > promisedAt).length,
    medianSeconds: middle === null ? null : Math.round(middle),
  }
}
