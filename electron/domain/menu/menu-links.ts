import type { Menu } from '#platform/menu.ts'
import {
  categoryIds,
  createRegister,
  modifierIds,
  optionIds,
  productIds,
  type Category,
  type Ids,
  type Modifier,
  type Option,
  type Product,
  type Register,
} from './menu-ids.ts'

/** All things of all menus, by their ids. */
export interface Registers {
  categories: Register
  products: Register
  modifiers: Register
  options: Register
}

/** Registers one section of all menus. */
function register<Thing>(
  menus: readonly Menu[],
  sectionOf: (menu: Menu) => readonly Thing[] | null | undefined,
  idsOf: (thing: Thing) => Ids,
): Register {
  const all: Ids[] = []
  for (const menu of menus)
    for (const thing of sectionOf(menu) ?? []) {
      all.push(idsOf(thing))
    }
  return createRegister(all)
}

export function registerAll(menus: readonly Menu[]): Registers {
  return {
    categories: register(menus, (menu) => menu.categories, categoryIds),
    products: register(menus, (menu) => menu.products, productIds),
    modifiers: register(menus, (menu) => menu.modifiers, modifierIds),
    options: register(menus, (menu) => menu.options, optionIds),
  }
}

type Links = readonly string[] | null | undefined

/** The main ids of links, each once; broken links are left out. */
const found = (register: Register, external: Links, own: Links): string[] => [
  ...(external ?? []).flatMap((link) => register.find(link, 'external') ?? []),
  ...(own ?? []).flatMap((link) => register.find(link, 'own') ?? []),
]

const fold = (name: string): string => name.trim().toLocaleLowerCase()

/**
 * Things linked by a name that several share. With more than this, the name says too little to link
 * by.
 */
const mostNamesakes = 50

/**
 * Resolves links by name, if there are no ids; two things may share a name. Builds its index at the
 * first name.
 */
function createNamed<Thing extends { name?: string | null | undefined }>(
  things: readonly Thing[] | null | undefined,
  mainOf: (thing: Thing) => string | null,
): (names: Links) => string[] {
  let byName: Map<string, string[]> | null = null
  function look(): Map<string, string[]> {
    const found = new Map<string, string[]>()
    for (const thing of things ?? []) {
      const main = thing.name == null ? null : mainOf(thing)
      if (thing.name == null || main === null) continue
      const alike = found.get(fold(thing.name))
      if (alike === undefined) found.set(fold(thing.name), [main])
      else if (alike.length < mostNamesakes) alike.push(main)
    }
    return found
  }
  return (names) => {
    const folded = new Set((names ?? []).map(fold))
    if (folded.size === 0) return []
    const found = (byName ??= look())
    return [...folded].flatMap((name) => found.get(name) ?? [])
  }
}

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

/** Follows links in either direction and by any id. */
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
  for (const each of menu.categories ?? []) {
    for (const product of found(products, each.productsExternalIds, each.productsIds))
      join(links.categories, product, [mainOfCategory(each)])
  }
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
  const categoriesNamed = createNamed(menu.categories, mainOfCategory)
  const modifiersNamed = createNamed(menu.modifiers, mainOfModifier)
  for (const each of menu.products ?? []) {
    const main = mainOfProduct(each)
    const isLinked = (to: Map<string, Set<string>>) => (to.get(main ?? '')?.size ?? 0) > 0
    if (!isLinked(links.categories))
      join(links.categories, main, categoriesNamed(each.categoriesNames))
    if (!isLinked(links.modifiers)) join(links.modifiers, main, modifiersNamed(each.modifiersNames))
  }
  return links
}
