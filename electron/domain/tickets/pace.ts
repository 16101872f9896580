import type { Pace } from '#contract/tickets/ticket.ts'

export interface BumpTimes {
  bumpedAt: string
  queueAt: string
  promisedAt: string
}

/** The middle of sorted numbers, or the mean of the middle two; null for an empty list. */
export function median(sorted: readonly number[]): number | null {
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.floor((sorted.length - 1) / 2)]
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2
}

/**
 * How long an order took, in seconds; null if it was bumped before it was due. Counting such an
 * order as 0 would make every kitchen look faster than it is.
 */
export function secondsTaken({ bumpedAt, queueAt }: BumpTimes): number | null {
  const seconds = (Date.parse(bumpedAt) - Date.parse(queueAt)) / 1000
  return seconds < 0 ? null : seconds
}

export function paceOf(bumps: readonly BumpTimes[]): Pace {
  const seconds = bumps
    .map(secondsTaken)
    .filter((each) => each !== null)
    .toSorted((one, other) => one - other)
  const middle = median(seconds)
  return {
    ready: bumps.length,
    late: bumps.filter(({ bumpedAt, promisedAt }) => bumpedAt > promisedAt).length,
    medianSeconds: middle === null ? null : Math.round(middle),
    early: bumps.length - seconds.length,
  }
}
