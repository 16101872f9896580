import { preparationStep } from '#contract/preparation-time/preparation-minutes.ts'
import type { PreparationSuggestion } from '#contract/preparation-time/preparation-time.ts'
import { paceOf, type BumpTimes } from '../tickets/pace.ts'

const halfHourMs = 30 * 60_000
/** Fewer tickets in half an hour say little about how fast the kitchen can be. */
const fewTickets = 4

/** The most bumps within 30 minutes; null if there were too few. */
export function bestHalfHour(bumps: readonly Pick<BumpTimes, 'bumpedAt'>[]): number | null {
  const times = bumps.map(({ bumpedAt }) => Date.parse(bumpedAt)).toSorted((a, b) => a - b)
  let first = 0
  let best = 0
  for (const [last, at] of times.entries()) {
    while (at - (times[first] ?? at) > halfHourMs) first += 1
    best = Math.max(best, last - first + 1)
  }
  return best < fewTickets ? null : best
}

interface Load {
  openTickets: number
  openDishes: number
  /** Today's. */
  bumps: readonly BumpTimes[]
}

/** The shortest counts if they are the wrong way round. */
interface Limits {
  min: number
  max: number
}

/**
 * The time a new order will take: as long as the kitchen at its best pace today needs for all open
 * tickets, and at least today's typical time. Rounded up to five minutes, within the limits. Null
 * without figures.
 */
export function suggestPreparation(
  { openTickets, openDishes, bumps }: Load,
  { min, max }: Limits,
): PreparationSuggestion | null {
  const best = bestHalfHour(bumps)
  const { medianSeconds } = paceOf(bumps)
  const typicalMinutes = medianSeconds === null ? null : Math.round(medianSeconds / 60)
  const toWorkOff = best === null ? null : (openTickets * 30) / best
  if (typicalMinutes === null && toWorkOff === null) return null
  const needed = Math.max(typicalMinutes ?? 0, toWorkOff ?? 0, 1)
  const rounded = Math.ceil(needed / preparationStep) * preparationStep
  return {
    minutes: Math.min(Math.max(rounded, min), Math.max(min, max)),
    openTickets,
    openDishes,
    bestHalfHour: best,
    typicalMinutes,
  }
}
