import type { Menu } from '#platform/menus.ts'
import {
  categoryIds,
  createRegister,
  modifierIds,
  optionIds,
  productIds,
  type Category,
  type Modifier,
  type Option,
  type Product,
  type Register,
} from './menu-ids.ts'

/** The things of all menus, by what they are called. */
export interface Registers {
  categories: Register
  products: Register
  modifiers: Register
  options: Register
}

export const registerAll = (menus: readonly Menu[]): Registers => ({
  categories: createRegister(menus.flatMap((menu) => (menu.categories ?? []).map(categoryIds))),
  products: createRegister(menus.flatMap((menu) => (menu.products ?? []).map(productIds))),
  modifiers: createRegister(menus.flatMap((menu) => (menu.modifiers ?? []).map(modifierIds))),
  options: createRegister(menus.flatMap((menu) => (menu.options ?? []).map(optionIds))),
})

type Links = readonly string[] | null | undefined

/** Whom links mean, each once; those that lead nowhere are left out. */
const found = (register: Register, external: Links, own: Links): string[] => [
  ...(external ?? []).flatMap((link) => register.find(link, 'external') ?? []),
  ...(own ?? []).flatMap((link) => register.find(link, 'own') ?? []),
]

const fold = (name: string): string => name.trim().toLocaleLowerCase()

/** Whom names mean, where nothing else tells: two things may be called alike. */
function named<Thing extends { name?: string | null | undefined }>(
  names: Links,
  things: readonly Thing[] | null | undefined,
  mainOf: (thing: Thing) => string | null,
): string[] {
  const wanted = new Set((names ?? []).map(fold))
  if (wanted.size === 0) return []
  return (things ?? []).flatMap((thing) =>
    thing.name != null && wanted.has(fold(thing.name)) ? (mainOf(thing) ?? []) : [],
  )
}

/** Links of one menu, by the main ids of both sides. */
export interface MenuLinks {
  /** Categories of each product, and modifiers that it offers. */
  categories: Map<string, Set<string>>
  modifiers: Map<string, Set<string>>
  /** Options of each modifier. */
  options: Map<string, Set<string>>
}

function join(
  map: Map<string, Set<string>>,
  from: string | null,
  to: readonly (string | null)[],
): void {
  if (from === null) return
  const links = map.get(from) ?? new Set()
  for (const each of to) if (each !== null) links.add(each)
  map.set(from, links)
}

/** Follows every link, whichever side tells it and by whichever id. */
export function readLinks(menu: Menu, registers: Registers): MenuLinks {
  const { categories, products, modifiers, options } = registers
  const links: MenuLinks = { categories: new Map(), modifiers: new Map(), options: new Map() }
  const mainOfCategory = (each: Category) => categories.mainOf(categoryIds(each))
  const mainOfProduct = (each: Product) => products.mainOf(productIds(each))
  const mainOfModifier = (each: Modifier) => modifiers.mainOf(modifierIds(each))
  const mainOfOption = (each: Option) => options.mainOf(optionIds(each))

  for (const each of menu.products ?? []) {
    const main = mainOfProduct(each)
    const { categoriesExternalIds, categoriesIds, categoryId } = each
    const own = [...(categoriesIds ?? []), ...(categoryId ?? [])]
    join(links.categories, main, found(categories, categoriesExternalIds, own))
    join(links.modifiers, main, found(modifiers, each.modifiersExternalIds, each.modifiersIds))
  }
  for (const each of menu.categories ?? [])
    for (const product of found(products, each.productsExternalIds, each.productsIds))
      join(links.categories, product, [mainOfCategory(each)])
  for (const each of menu.modifiers ?? []) {
    const main = mainOfModifier(each)
    for (const product of found(products, each.productsExternalIds, each.productsIds))
      join(links.modifiers, product, [main])
    const external = [...(each.optionIds ?? []), ...(each.optionsExternalIds ?? [])]
    join(links.options, main, found(options, external, each.optionsIds))
  }
  for (const each of menu.options ?? []) {
    const external = [...(each.modifierExternalId ?? []), ...(each.modifiersExternalIds ?? [])]
    const own = [...(each.modifierId ?? []), ...(each.modifiersIds ?? [])]
    for (const modifier of found(modifiers, external, own))
      join(links.options, modifier, [mainOfOption(each)])
  }
  for (const each of menu.products ?? []) {
    const main = mainOfProduct(each)
    const isLinked = (to: Map<string, Set<string>>) => (to.get(main ?? '')?.size ?? 0) > 0
    if (!isLinked(links.categories))
      join(links.categories, main, named(each.categoriesNames, menu.categories, mainOfCategory))
    if (!isLinked(links.modifiers))
      join(links.modifiers, main, named(each.modifiersNames, menu.modifiers, mainOfModifier))
  }
  return links
}
