import type { CouponName, CouponNames } from '#contract/coupons/coupons.ts'
import type { Menu } from '#platform/menu.ts'
import { categoryIds, idsOfMenu, productIds, type Ids } from '../menu/menu-ids.ts'
import { menusMaybeOf } from '../menu/menus-of.ts'
import { readLinks, registerAll } from '../menu/menu-links.ts'

/**
 * What the website's menus know about the ids in coupons and baskets. A thing has its own id and an
 * external one.
 */
export interface MenuLinks {
  names: Omit<CouponNames, 'stores'>
  /** All ids of a product, including this one. */
  idsOfProduct(id: string): string[]
  /** All ids of the product's categories; null if no menu has the product. */
  categoriesOf(productId: string): string[] | null
  /** All ids of each menu that the store sells from. */
  storeMenus: string[][]
}

interface Named {
  ids: string[]
  name?: string | null | undefined
}

/** Own ids before the external one. */
const allOf = ({ own, external, others }: Ids): string[] => [
  ...new Set([...own, ...(external === null ? [] : [external]), ...others]),
]

/** One name per thing. */
function namesOf(things: readonly Named[]): CouponName[] {
  const names = new Map<string, CouponName>()
  for (const { ids, name } of things) {
    const [id, ...otherIds] = ids
    if (id !== undefined && !names.has(id)) names.set(id, { id, otherIds, name: name ?? id })
  }
  return [...names.values()]
}

/**
 * `isOurs` recognizes the store's ids. Links are followed as on the board (domain/menu/menu-links).
 */
export function menuLinks(menus: readonly Menu[], isOurs: (storeId: string) => boolean): MenuLinks {
  const registers = registerAll(menus)
  const idsOfProduct = new Map<string, string[]>()
  const categories = new Map<string, Set<string>>()
  const idsOfCategory = new Map(
    menus
      .flatMap((menu) => (menu.categories ?? []).map(categoryIds))
      .map((ids) => [registers.categories.mainOf(ids), allOf(ids)] as const),
  )
  for (const menu of menus) {
    const links = readLinks(menu, registers)
    for (const ids of (menu.products ?? []).map(productIds)) {
      const linked = links.categories.get(registers.products.mainOf(ids) ?? '') ?? []
      const names = [...linked].flatMap((main) => idsOfCategory.get(main) ?? [main])
      for (const id of allOf(ids)) {
        idsOfProduct.set(id, allOf(ids))
        categories.set(id, new Set([...(categories.get(id) ?? []), ...names]))
      }
    }
  }
  const named = <Thing extends { name?: string | null | undefined }>(
    things: readonly Thing[],
    idsOf: (thing: Thing) => string[],
  ) => namesOf(things.map((thing) => ({ ids: idsOf(thing), name: thing.name })))
  return {
    names: {
      products: named(
        menus.flatMap(({ products }) => products ?? []),
        (each) => allOf(productIds(each)),
      ),
      categories: named(
        menus.flatMap((each) => each.categories ?? []),
        (each) => allOf(categoryIds(each)),
      ),
      menus: named(
        menus.map(({ menu }) => menu),
        idsOfMenu,
      ),
    },
    idsOfProduct: (id) => idsOfProduct.get(id) ?? [id],
    categoriesOf(id) {
      const known = categories.get(id)
      return known === undefined ? null : [...known]
    },
    storeMenus: menusMaybeOf(menus, isOurs).map(({ menu }) => idsOfMenu(menu)),
  }
}
