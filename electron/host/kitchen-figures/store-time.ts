import type { StoreTime } from '#domain/kitchen-figures/figures.ts'
import { clockOf, dayOf } from '#domain/reservations/store-day.ts'

/** No zone sets its clocks but at a quarter of an hour. */
const quarterMs = 15 * 60_000

/** The store's day and hour of instants: worked out once a quarter of an hour, since a hundred thousand are asked for. */
export function createStoreTime(timeZone: string): StoreTime {
  const known = new Map<number, { day: string; hour: number }>()
  function of(at: string): { day: string; hour: number } {
    const quarter = Math.floor(Date.parse(at) / quarterMs)
    const found = known.get(quarter)
    if (found !== undefined) return found
    const begin = quarter * quarterMs
    const made = { day: dayOf(begin, timeZone), hour: Number(clockOf(begin, timeZone).slice(0, 2)) }
    known.set(quarter, made)
    return made
  }
  return { dayOf: (at) => of(at).day, hourOf: (at) => of(at).hour }
}
