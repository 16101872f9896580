import type { StockItem, StockKey } from '#contract/stock.ts'
import { findNames } from '../../locales/fold.ts'

/** Items in the order in which a person ties them to an ingredient. */
export interface OfferedItems {
  /** Tied already, called like the ingredient, or found. */
  first: StockItem[]
  rest: StockItem[]
}

/**
 * What is offered for an ingredient. A search shows only what it finds. Without one, what is `tied` comes first, then what is
 * called like the ingredient, then the menu. `names` are those of the items, folded once.
 */
export function offerItems(
  items: readonly StockItem[],
  names: readonly string[],
  wanted: { search: string; ingredientName: string; tied: ReadonlySet<StockKey> },
): OfferedItems {
  const at = (places: readonly number[]) => places.flatMap((nth) => items[nth] ?? [])
  const found = findNames(names, wanted.search)
  if (found !== null) return { first: at(found), rest: [] }
  const alike = at(findNames(names, wanted.ingredientName) ?? [])
  const first = new Set([...items.filter(({ key }) => wanted.tied.has(key)), ...alike])
  return { first: [...first], rest: items.filter((item) => !first.has(item)) }
}
