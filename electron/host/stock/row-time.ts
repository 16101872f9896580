import type { StockRow } from '#domain/stock/row.ts'
import type { Clock } from '../clock.ts'

/**
 * The time that is held against how long a step of an item has lasted: the wall clock, or the forward-only one where that
 * says more. Somebody who sets the wall clock back makes nothing last longer; what ends too early only asks a person.
 */
export interface RowTime {
  /** Epoch milliseconds. */
  now(row: StockRow): number
  /** Lets go of every step that none of these rows is at. */
  keepOnly(rows: readonly StockRow[]): void
}

/** The steps that have a limit, each with when it began (ISO). */
const stepsOf = ({ key, desired, requested }: StockRow): [id: string, at: string][] => [
  ...(desired === null ? [] : [[`${key} ${desired.tapId}`, desired.setAt] as [string, string]]),
  ...(requested === null
    ? []
    : [[`${key} ${requested.tapId} ${requested.stage}`, requested.at] as [string, string]]),
]

export function createRowTime(clock: Clock): RowTime {
  /** When each step was first met, on the forward-only clock. */
  let met = new Map<string, number>()

  function ageOf(id: string): number {
    const at = met.get(id) ?? clock.monotonic()
    met.set(id, at)
    return clock.monotonic() - at
  }

  return {
    now: (row) =>
      Math.max(clock.now(), ...stepsOf(row).map(([id, at]) => Date.parse(at) + ageOf(id))),
    keepOnly(rows) {
      const ids = new Set(rows.flatMap((row) => stepsOf(row).map(([id]) => id)))
      met = new Map(met.entries().filter(([id]) => ids.has(id)))
    },
  }
}
