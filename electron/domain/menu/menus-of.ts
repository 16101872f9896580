import type { MenuChoice } from '#contract/stock/stock.ts'
import type { Menu } from '#platform/menu.ts'

interface StoreMenus {
  menus: Menu[]
  choice: MenuChoice
}

const storesOf = ({ menu }: Menu): readonly string[] => menu.storesIds ?? []

const byPriority = (menus: readonly Menu[]): Menu[] =>
  menus.toSorted((one, other) => (other.menu.priority ?? 0) - (one.menu.priority ?? 0))

/** Every menu that may be a store's: menus that name it, and menus that name no store. */
export const menusMaybeOf = (
  menus: readonly Menu[],
  isOurs: (storeId: string) => boolean,
): Menu[] =>
  byPriority(menus).filter((menu) => {
    const stores = storesOf(menu)
    return stores.length === 0 || stores.some(isOurs)
  })

/**
 * Chooses a store's menus from its website's (platform/README.md, Menus). A menu without stores may
 * belong to all of them, or its list may be missing: it counts only if no menu names this store. A
 * menu that names only other stores never counts.
 */
export function menusOf(menus: readonly Menu[], isOurs: (storeId: string) => boolean): StoreMenus {
  const sorted = byPriority(menus)
  const named = sorted.filter((menu) => storesOf(menu).some(isOurs))
  const unnamed = sorted.filter((menu) => storesOf(menu).length === 0)
  const chosen = named.length > 0 ? named : unnamed
  const others = named.length > 0 ? unnamed.length : sorted.length - unnamed.length
  const by = named.length > 0 ? 'name' : unnamed.length > 0 ? 'no-name' : 'none'
  return { menus: chosen, choice: { by, taken: chosen.length, others } }
}
