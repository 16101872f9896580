import type { StockKey, StockState } from '#contract/stock.ts'
import { freshRow, viewOf, type MenuWord, type StockRow } from '#domain/stock/row.ts'
import type { Clock } from '../clock.ts'
import type { MenuCache } from './menu-cache.ts'
import type { StockStore } from './store.ts'

/**
 * The rows of the board, and which of them changed since the screens were last told. Touched within transactions; `take` is
 * called after the commit.
 */
export interface StockBook {
  /** The one key of an item, however it is named; what no menu knows keeps its own. */
  keyOf(name: StockKey): StockKey
  row(key: StockKey): StockRow
  rows(): StockRow[]
  keep(row: StockRow): void
  /** Shown anew though its row is the same: time has passed, or the menu was read. */
  touch(key: StockKey): void
  /** What is shown of every item that is not plainly on sale. */
  states(): StockState[]
  /** What changed since the last call, with a new revision; null where nothing did. */
  take(): { revision: number; states: StockState[]; gone: StockKey[] } | null
  readonly revision: number
}

export function createStockBook(store: StockStore, menu: MenuCache, clock: Clock): StockBook {
  const touched = new Set<StockKey>()
  let revision = 0

  function menuWord(key: StockKey): MenuWord | null {
    const available = menu.items.available.get(key)
    const { readAt } = menu.state
    return available === undefined || readAt === null ? null : { available, at: readAt }
  }
  const view = (row: StockRow): StockState | null => viewOf(row, menuWord(row.key), clock.now())

  return {
    keyOf: (name) => menu.items.keys.get(name) ?? name,
    row: (key) => store.load(key) ?? freshRow(key),
    rows: () => store.all(),
    keep(row) {
      store.save(row)
      touched.add(row.key)
    },
    touch: (key) => void touched.add(key),
    states() {
      const rows = store.all()
      const known = new Set(rows.map(({ key }) => key))
      const others = [...menu.items.available.keys()].filter((key) => !known.has(key)).map(freshRow)
      return [...rows, ...others].flatMap((row) => view(row) ?? [])
    },
    take() {
      if (touched.size === 0) return null
      const states: StockState[] = []
      const gone: StockKey[] = []
      for (const key of touched) {
        const state = view(store.load(key) ?? freshRow(key))
        if (state === null) gone.push(key)
        else states.push(state)
      }
      touched.clear()
      revision += 1
      return { revision, states, gone }
    },
    get revision() {
      return revision
    },
  }
}
