import type { Reservation } from '#contract/reservations/reservations.ts'
import { isActive } from './status-style.ts'

export const halfHour = 30 * 60_000

/** The guests who arrive, or have arrived, in the half hour that begins at an instant. */
export const coversAt = (at: number, reservations: readonly Reservation[]): number =>
  reservations
    .filter((each) => each.kind !== 'waiting' && (isActive(each) || each.visit === 'left'))
    .filter(({ startsAt }) => Date.parse(startsAt) >= at && Date.parse(startsAt) < at + halfHour)
    .reduce((sum, { partySize }) => sum + partySize, 0)

/** From this share of the limit, the next large party may be too many. */
const nearShare = 0.7

/** The tone of a half hour: near its limit, or over it; none without a limit. */
export function heatOf(covers: number, limit: number | null): '' | 'warn' | 'bad' {
  if (limit === null || covers < limit * nearShare) return ''
  return covers > limit ? 'bad' : 'warn'
}
