import type { StockRow } from '#domain/stock/row.ts'
import type { StockStep } from '#domain/stock/step.ts'
import { askedAgain, isTooOld, isUnderWay } from '#domain/stock/watch.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { StockChanges } from './changes.ts'
import type { StockHistory } from './history.ts'
import type { StockEntries } from './entries.ts'
import type { RowTime } from './row-time.ts'

interface StepsDeps {
  changes: StockChanges
  entries: StockEntries
  history: StockHistory
  clock: Clock
  rowTime: RowTime
  readMenu(): void
}

/** Carries out what rules have decided, within the caller's transaction. */
export interface StockSteps {
  /** Keeps the row where it became another one, and does what the step asks for. */
  take(before: StockRow, step: StockStep): void
  /**
   * Enqueues what is desired of an item, unless a change of it is under way: then its end does. A count that is too old is
   * asked for again.
   */
  enqueue(row: StockRow): void
}

export function createStockSteps(deps: StepsDeps): StockSteps {
  const { changes, entries, history, clock, rowTime } = deps

  function enqueue(row: StockRow): void {
    const { key, desired } = row
    const now = rowTime.now(row)
    if (desired === null || isUnderWay(row, now)) return
    if (isTooOld(desired, now)) {
      // What was asked before it is not wanted any more either.
      entries.settle(key)
      changes.keep(askedAgain(row, desired, isoNow(clock)))
    } else entries.enqueue(key, desired)
  }

  return {
    enqueue,
    take(before, { row, effects }) {
      if (row !== before) changes.keep(row)
      for (const effect of effects) {
        switch (effect.kind) {
          case 'enqueue':
            enqueue(row)
            break
          case 'withdraw':
            // The row remembers what is on the wire until its outcome is there (domain/stock/outcome.ts).
            if (!entries.settle(row.key) && row.desired === null)
              changes.keep({ ...row, requested: before.requested })
            break
          case 'end':
            history.end(row.key, effect.at)
            break
          case 'read-menu':
            deps.readMenu()
            break
        }
      }
    },
  }
}
