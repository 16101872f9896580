import type { StockBoard, StockItem, StockKey } from '#contract/stock/stock.ts'
import { nextTurn } from '../../clock/next-turn.ts'
import { whenIdle } from '../../clock/when-idle.ts'
import { foldInSlices } from '../../locales/fold.ts'
import { itemsByGroup, type GroupOfItems } from './stock-groups.ts'

/** Computed once per board, however often the view opens. */
export interface BoardIndex {
  readonly byKey: ReadonlyMap<StockKey, StockItem>
  readonly groups: readonly GroupOfItems[]
  /** The names of the items in order, normalized for search. */
  names(): readonly string[]
}

export const emptyIndex: BoardIndex = { byKey: new Map(), groups: [], names: () => [] }

const slicesAtOnce = 3

/** Indexes a board in steps, so that the page stays responsive: it may have thousands of items. */
export async function indexBoard({ groups, items }: StockBoard): Promise<BoardIndex> {
  await nextTurn()
  const byKey = new Map(items.map((item) => [item.key, item]))
  await nextTurn()
  const grouped = itemsByGroup(groups, items)
  await nextTurn()
  const { slice, all } = foldInSlices(items.map(({ name }) => name))

  // Normalizes names for the search while the page is idle, and the rest when someone searches.
  function foldWhenIdle(): void {
    let left = slicesAtOnce
    if (!slice(() => left-- > 0)) whenIdle(foldWhenIdle)
  }
  whenIdle(foldWhenIdle)
  return { byKey, groups: grouped, names: all }
}
