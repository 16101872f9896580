import type { Menu } from '#platform/menu.ts'
import { categoryIds, modifierIds, optionIds, productIds, Register, type Ids } from './menu-ids.ts'

/** All things of all menus, by their ids. */
export interface Registers {
  categories: Register
  products: Register
  modifiers: Register
  options: Register
}

/** Registers one section of all menus. */
function register<Entry>(
  menus: readonly Menu[],
  sectionOf: (menu: Menu) => readonly Entry[] | null | undefined,
  idsOf: (entry: Entry) => Ids,
): Register {
  const all: Ids[] = []
  for (const menu of menus)
    for (const entry of sectionOf(menu) ?? []) {
      all.push(idsOf(entry))
    }
  return new Register(all)
}

export function registerAll(menus: readonly Menu[]): Registers {
  return {
    categories: register(menus, (menu) => menu.categories, categoryIds),
    products: register(menus, (menu) => menu.products, productIds),
    modifiers: register(menus, (menu) => menu.modifiers, modifierIds),
    options: register(menus, (menu) => menu.options, optionIds),
  }
}

type Names = readonly string[] | null | undefined

const fold = (name: string): string => name.trim().toLocaleLowerCase()

/**
 * Things linked by a name that several share. With more than this, the name says too little to link
 * by.
 */
const maxNamesakes = 50

interface Named {
  name?: string | null | undefined
}

/**
 * Resolves links by name, if there are no ids; two things may share a name. Builds its index at the
 * first name.
 */
class NamedEntries<Entry extends Named> {
  readonly #entries: readonly Entry[]
  readonly #mainOf: (entry: Entry) => string | null
  #byName: ReadonlyMap<string, string[]> | null = null

  constructor(
    entries: readonly Entry[] | null | undefined,
    mainOf: (entry: Entry) => string | null,
  ) {
    this.#entries = entries ?? []
    this.#mainOf = mainOf
  }

  resolve(names: Names): string[] {
    const folded = new Set((names ?? []).map(fold))
    if (folded.size === 0) return []
    this.#byName ??= this.#index()
    const byName = this.#byName
    return [...folded].flatMap((name) => byName.get(name) ?? [])
  }

  #index(): Map<string, string[]> {
    const byName = new Map<string, string[]>()
    for (const entry of this.#entries) {
      const main = entry.name == null ? null : this.#mainOf(entry)
      if (entry.name == null || main === null) continue
      const alike = byName.get(fold(entry.name))
      if (alike === undefined) byName.set(fold(entry.name), [main])
      else if (alike.length < maxNamesakes) alike.push(main)
    }
    return byName
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
  const links: MenuLinks = { categories: new Map(), modifiers: new Map(), options: new Map() }
  linkById(links, menu, registers)
  linkByName(links, menu, registers)
  return links
}

function linkById(
  links: MenuLinks,
  menu: Menu,
  { categories, products, modifiers, options }: Registers,
): void {
  for (const each of menu.products ?? []) {
    const main = products.mainOf(productIds(each))
    const { categoriesExternalIds, categoriesIds, categoryId } = each
    const own = [...(categoriesIds ?? []), ...(categoryId ?? [])]
    join(links.categories, main, categories.resolve(categoriesExternalIds, own))
    join(links.modifiers, main, modifiers.resolve(each.modifiersExternalIds, each.modifiersIds))
  }
  for (const each of menu.categories ?? []) {
    const main = categories.mainOf(categoryIds(each))
    for (const product of products.resolve(each.productsExternalIds, each.productsIds))
      join(links.categories, product, [main])
  }
  for (const each of menu.modifiers ?? []) {
    const main = modifiers.mainOf(modifierIds(each))
    for (const product of products.resolve(each.productsExternalIds, each.productsIds))
      join(links.modifiers, product, [main])
    const external = [...(each.optionIds ?? []), ...(each.optionsExternalIds ?? [])]
    join(links.options, main, options.resolve(external, each.optionsIds))
  }
  for (const each of menu.options ?? []) {
    const main = options.mainOf(optionIds(each))
    const external = [...(each.modifierExternalId ?? []), ...(each.modifiersExternalIds ?? [])]
    const own = [...(each.modifierId ?? []), ...(each.modifiersIds ?? [])]
    for (const modifier of modifiers.resolve(external, own)) join(links.options, modifier, [main])
  }
}

const isLinked = (links: ReadonlyMap<string, Set<string>>, from: string | null): boolean =>
  (links.get(from ?? '')?.size ?? 0) > 0

/** For products without links by ids. */
function linkByName(
  links: MenuLinks,
  menu: Menu,
  { categories, products, modifiers }: Registers,
): void {
  const named = {
    categories: new NamedEntries(menu.categories, (each) => categories.mainOf(categoryIds(each))),
    modifiers: new NamedEntries(menu.modifiers, (each) => modifiers.mainOf(modifierIds(each))),
  }
  for (const each of menu.products ?? []) {
    const main = products.mainOf(productIds(each))
    if (!isLinked(links.categories, main))
      join(links.categories, main, named.categories.resolve(each.categoriesNames))
    if (!isLinked(links.modifiers, main))
      join(links.modifiers, main, named.modifiers.resolve(each.modifiersNames))
  }
}
