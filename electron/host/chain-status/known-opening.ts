import { daysAhead, maxPeriods, type OpeningHours } from '#contract/relay/opening-hours.ts'
import type { OpenPeriod, StoreHours } from '#contract/store-hours/store-hours.ts'
import { dayAfter } from '#domain/store-time/business-day.ts'
import { dayOf } from '#domain/store-time/store-day.ts'

const pairsOf = (periods: readonly OpenPeriod[]): [number, number][] =>
  periods.slice(0, maxPeriods).map(({ fromMinute, toMinute }) => [fromMinute, toMinute])

/**
 * The hours for the store's chain; null while they aren't certain, because then a store that is
 * open could be taken for a closed one. `now` is in epoch milliseconds.
 */
export function knownOpening(
  {
    known: reported,
    timeZone,
    unread,
    question,
  }: Pick<StoreHours, 'known' | 'timeZone' | 'unread' | 'question'>,
  now: number,
): OpeningHours | null {
  if (reported === null || unread.length > 0 || question !== null) return null
  const { week, closedDays, special } = reported.hours
  const today = dayOf(now, timeZone)
  const [first, last] = [dayAfter(today, -1), dayAfter(today, daysAhead)]
  const days = new Map(special.map(({ day, periods }) => [day, pairsOf(periods)]))
  for (const day of closedDays) days.set(day, [])
  return {
    zone: timeZone,
    week: week.map(pairsOf),
    days: [...days].filter(([day]) => day >= first && day <= last).toSorted(),
  }
}
