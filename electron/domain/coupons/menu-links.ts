import type { CouponName, CouponNames } from '#contract/coupons/coupons.ts'
import type { Menu } from '#platform/menu.ts'
import { categoryIds, idsOfMenu, productIds, type Ids } from '../menu/menu-ids.ts'
import { menusMaybeOf } from '../menu/menus-of.ts'
import { readLinks, registerAll, type Registers } from '../menu/menu-links.ts'

interface Named {
  ids: string[]
  name?: string | null | undefined
}

/** Own ids before the external one. */
const allOf = ({ own, external, others }: Ids): string[] => [
  ...new Set([...own, ...(external === null ? [] : [external]), ...others]),
]

/** One name per thing. */
function namesOf(entries: readonly Named[]): CouponName[] {
  const names = new Map<string, CouponName>()
  for (const { ids, name } of entries) {
    const [id, ...otherIds] = ids
    if (id !== undefined && !names.has(id)) names.set(id, { id, otherIds, name: name ?? id })
  }
  return [...names.values()]
}

const namesIn = (menus: readonly Menu[]): Omit<CouponNames, 'stores'> => ({
  products: namesOf(
    menus
      .flatMap(({ products }) => products ?? [])
      .map((each) => ({ ids: allOf(productIds(each)), name: each.name })),
  ),
  categories: namesOf(
    menus
      .flatMap(({ categories }) => categories ?? [])
      .map((each) => ({ ids: allOf(categoryIds(each)), name: each.name })),
  ),
  menus: namesOf(menus.map(({ menu }) => ({ ids: idsOfMenu(menu), name: menu.name }))),
})

/** All ids of each category, by its main one. */
const idsOfCategories = (
  menus: readonly Menu[],
  { categories }: Registers,
): Map<string | null, string[]> =>
  new Map(
    menus
      .flatMap((menu) => (menu.categories ?? []).map(categoryIds))
      .map((ids) => [categories.mainOf(ids), allOf(ids)]),
  )

/**
 * What the website's menus know about the ids in coupons and baskets. A thing has its own id and an
 * external one. Links are followed as on the board (domain/menu/menu-links).
 */
export class MenuLinks {
  readonly names: Omit<CouponNames, 'stores'>
  /** All ids of each menu that the store sells from. */
  readonly storeMenus: string[][]
  readonly #idsOfProduct = new Map<string, string[]>()
  readonly #categories = new Map<string, Set<string>>()

  /** `isOurs` recognizes the store's ids. */
  constructor(menus: readonly Menu[], isOurs: (storeId: string) => boolean) {
    this.names = namesIn(menus)
    this.storeMenus = menusMaybeOf(menus, isOurs).map(({ menu }) => idsOfMenu(menu))
    const registers = registerAll(menus)
    const idsOfCategory = idsOfCategories(menus, registers)
    for (const menu of menus) this.#add(menu, registers, idsOfCategory)
  }

  /** All ids of a product, including this one. */
  idsOfProduct(id: string): string[] {
    return this.#idsOfProduct.get(id) ?? [id]
  }

  /** All ids of the product's categories; null if no menu has the product. */
  categoriesOf(productId: string): string[] | null {
    const ids = this.#categories.get(productId)
    return ids === undefined ? null : [...ids]
  }

  #add(
    menu: Menu,
    registers: Registers,
    idsOfCategory: ReadonlyMap<string | null, string[]>,
  ): void {
    const { categories } = readLinks(menu, registers)
    for (const ids of (menu.products ?? []).map(productIds)) {
      const linked = [...(categories.get(registers.products.mainOf(ids) ?? '') ?? [])]
      const linkedIds = linked.flatMap((main) => idsOfCategory.get(main) ?? [main])
      for (const id of allOf(ids)) {
        this.#idsOfProduct.set(id, allOf(ids))
        this.#categories.set(id, new Set([...(this.#categories.get(id) ?? []), ...linkedIds]))
      }
    }
  }
}
