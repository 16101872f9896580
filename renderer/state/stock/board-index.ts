import type { StockBoard, StockItem, StockKey } from '#contract/stock.ts'
import { nextTurn } from '../../clock/next-turn.ts'
import { whenIdle } from '../../clock/when-idle.ts'
import { foldInSlices } from '../../locales/fold.ts'
import { itemsByGroup, type GroupOfItems } from './stock-groups.ts'

/** What is worked out of a board once, however often its view is opened. */
export interface BoardIndex {
  readonly byKey: ReadonlyMap<StockKey, StockItem>
  readonly groups: readonly GroupOfItems[]
  /** The names of the items, in their order, as a search compares them. */
  names(): readonly string[]
}

export const emptyIndex: BoardIndex = { byKey: new Map(), groups: [], names: () => [] }

const slicesAtOnce = 3

/** Indexes a board in turns, between which the page answers: it may have thousands of items. */
export async function indexBoard({ groups, items }: StockBoard): Promise<BoardIndex> {
  await nextTurn()
  const byKey = new Map(items.map((item) => [item.key, item]))
  await nextTurn()
  const grouped = itemsByGroup(groups, items)
  await nextTurn()
  const { slice, all } = foldInSlices(items.map(({ name }) => name))

  // Names are folded in idle moments, and what is left of them when someone searches.
  function foldWhenIdle(): void {
    let left = slicesAtOnce
    if (!slice(() => left-- > 0)) whenIdle(foldWhenIdle)
  }
  whenIdle(foldWhenIdle)
  return { byKey, groups: grouped, names: all }
}
