import { restStation } from '#contract/stations/station.ts'
import type { StationWork } from '#contract/tickets/ticket.ts'
import type { Routes } from './routes.ts'

/**
 * A dish that a station has begun, by station. `mark` is the dish as it was then (`strikeMark`): a
 * changed dish is new again.
 */
export interface StoredWork {
  mark: string
  stations: Record<string, Omit<StationWork, 'station'>>
}

const untouched = { startedAt: null, doneAt: null, by: '' }

/**
 * A dish at each of its stations. Once somebody has begun it, it stays at the stations that it had
 * then, whatever the menu or the rules say now. What a removed station has not done is for
 * everything else.
 */
export function workOf(
  stored: StoredWork | undefined,
  mark: string,
  route: readonly string[],
  routes: Pick<Routes, 'has'>,
): StationWork[] {
  if (stored?.mark !== mark) return route.map((station): StationWork => ({ station, ...untouched }))
  const all = Object.entries(stored.stations).map(([station, work]) => ({ station, ...work }))
  const alive = all.filter(({ station }) => routes.has(station))
  const removed = all.filter(({ station }) => !routes.has(station))
  const isLost = removed.some(({ doneAt }) => doneAt === null)
  if (alive.some(({ station }) => station === restStation))
    return isLost
      ? alive.map((each) => (each.station === restStation ? { ...each, doneAt: null } : each))
      : alive
  if (isLost) return [...alive, { station: restStation, ...untouched }]
  return alive.length > 0
    ? alive
    : removed.slice(0, 1).map((work) => ({ ...work, station: restStation }))
}

export const isDone = (work: readonly StationWork[]): boolean =>
  work.every(({ doneAt }) => doneAt !== null)

/** Whether a dish, or a change of it, is for one of some stations; an empty list is everybody. */
export const isFor = (stations: readonly string[], station: string): boolean =>
  stations.length === 0 || stations.includes(station)

/** A dish once `change` was applied at each of its stations; null if that changes nothing. */
export function changeWork(
  work: readonly StationWork[],
  mark: string,
  change: (before: StationWork) => StationWork,
): StoredWork | null {
  const after = work.map(change)
  if (after.every((each, at) => each === work[at])) return null
  return {
    mark,
    stations: Object.fromEntries(after.map(({ station, ...each }) => [station, each])),
  }
}
