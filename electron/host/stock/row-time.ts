import type { StockEntry, StockRow } from '#domain/stock/row.ts'
import type { Clock } from '../clock.ts'

/** An item with its newest entry. */
interface WatchedItem {
  row: StockRow
  entry: StockEntry | null
}

/**
 * The time that is held against how long a step of an item has lasted: the wall clock, or the forward-only one where that
 * says more. Somebody who sets the wall clock back makes nothing last longer; what ends too early only asks a person.
 */
export interface RowTime {
  /** Epoch milliseconds. */
  now(item: WatchedItem): number
  /** Lets go of every step that none of these is at. */
  keepOnly(items: readonly WatchedItem[]): void
}

/** The steps that have a limit, each with when it began (ISO). */
function stepsOf({ row: { key, desired }, entry }: WatchedItem): [id: string, since: string][] {
  const steps: [string, string][] = []
  if (desired !== null) steps.push([`${key} ${desired.tapId}`, desired.setAt])
  if (entry !== null) {
    const { state, since } = entry.delivery
    steps.push([`${key} ${entry.tapId} ${state} ${since}`, since])
  }
  return steps
}

export function createRowTime(clock: Clock): RowTime {
  /** When each step was first met, on the forward-only clock. */
  let met = new Map<string, number>()

  function ageOf(id: string): number {
    const at = met.get(id) ?? clock.monotonic()
    met.set(id, at)
    return clock.monotonic() - at
  }

  return {
    now: (item) =>
      Math.max(clock.now(), ...stepsOf(item).map(([id, since]) => Date.parse(since) + ageOf(id))),
    keepOnly(items) {
      const ids = new Set(items.flatMap((item) => stepsOf(item).map(([id]) => id)))
      met = new Map(met.entries().filter(([id]) => ids.has(id)))
    },
  }
}
