import type { StockKey } from '#contract/stock/stock.ts'
import type { Menu } from '#platform/menu.ts'
import { readMenuItems } from './menu-items.ts'

/** A menu that could not be read with the others, as it was known. */
export interface OlderMenu {
  menu: Menu
  /** When the platform reported it, by its own clock (ISO). */
  toldAt: string
}

/**
 * When the platform reported the items of such menus; the earliest time counts. `keys` are those of
 * all menus together (`MenuItems`).
 */
export function olderItemTimes(
  older: readonly OlderMenu[],
  keys: ReadonlyMap<string, StockKey>,
): Map<StockKey, string> {
  const times = new Map<StockKey, string>()
  for (const { menu, toldAt } of older)
    for (const { key: own } of readMenuItems([menu]).items) {
      const key = keys.get(own) ?? own
      const earliest = times.get(key)
      if (earliest === undefined || toldAt < earliest) times.set(key, toldAt)
    }
  return times
}
