import type { StockRow } from '#domain/stock/row.ts'
import type { StockStep } from '#domain/stock/step.ts'
import { isUnderWay } from '#domain/stock/watch.ts'
import type { Clock } from '../clock.ts'
import type { StockChanges } from './changes.ts'
import type { StockHistory } from './history.ts'
import type { StockEntries } from './entries.ts'

interface StepsDeps {
  changes: StockChanges
  entries: StockEntries
  history: StockHistory
  clock: Clock
  readMenu(): void
}

/** Carries out what rules have decided, within the caller's transaction. */
export interface StockSteps {
  /** Keeps the row where it became another one, and does what the step asks for. */
  take(before: StockRow, step: StockStep): void
  /** Owes what is desired of an item, unless a change of it is under way: then it is owed after that. */
  enqueue(row: StockRow): void
}

export function createStockSteps(deps: StepsDeps): StockSteps {
  const { changes, entries, history, clock } = deps

  function enqueue(row: StockRow): void {
    if (row.desired === null || isUnderWay(row, clock.now())) return
    entries.enqueue(row.key, row.desired)
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
            entries.settle(row.key)
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
