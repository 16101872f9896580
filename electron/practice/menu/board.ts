import type { MenuPayload } from './payload.ts'

/** What nothing is left of in a store: a product, or an option within a modifier. */
interface SoldOut {
  isProductSoldOut(storeId: string, productId: string): boolean
  isOptionSoldOut(storeId: string, modifierId: string, optionId: string): boolean
}

/** The menus as guests see them now: what is available is the stock's word. */
export interface MenuBoard {
  /** While it is on, `all` stays as it was. */
  lag(on: boolean): void
  /** A menu a store, the first store's first. */
  all(): MenuPayload[]
  /** The menu that a store sells from; the first one for a store without its own. */
  of(storeId: string): MenuPayload
}

function asItIsNow(menu: MenuPayload, storeId: string, stock: SoldOut): MenuPayload {
  return {
    ...menu,
    products: menu.products.map((product) => ({
      ...product,
      available: !stock.isProductSoldOut(storeId, product._id),
    })),
    options: menu.options.map((option) => ({
      ...option,
      available: menu.modifiers.some(
        ({ _id, optionIds }) =>
          optionIds.includes(option.externalId) && !stock.isOptionSoldOut(storeId, _id, option._id),
      ),
    })),
  }
}

/** Makes the board; the first of a menu's stores is the one whose stock it shows. Throws without a menu. */
export function createMenuBoard(menus: readonly MenuPayload[], stock: SoldOut): MenuBoard {
  const [first] = menus
  if (first === undefined) throw new Error('a board needs a menu')
  const show = (menu: MenuPayload): MenuPayload =>
    asItIsNow(menu, menu.menu.storesIds[0] ?? '', stock)
  let stale: MenuPayload[] | null = null
  return {
    lag(on) {
      stale = on ? menus.map(show) : null
    },
    all: () => stale ?? menus.map(show),
    of: (storeId) => show(menus.find(({ menu }) => menu.storesIds.includes(storeId)) ?? first),
  }
}
