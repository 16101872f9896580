import type { Menu } from '#platform/menu.ts'
import type { StockItem, StockKey } from '#contract/stock/stock.ts'
import { looseOptionName, modifierName, optionKey, productKey } from './stock-key.ts'

export type Category = NonNullable<Menu['categories']>[number]
export type Product = NonNullable<Menu['products']>[number]
export type Modifier = NonNullable<Menu['modifiers']>[number]
export type Option = NonNullable<Menu['options']>[number]

export interface Ids {
  /** The id in the shop's other systems. */
  external: string | null
  /** The platform's ids, under any field name. */
  own: readonly string[]
  /** Other ids it may be referenced by; these don't identify it. */
  others: readonly string[]
}

type Id = string | null | undefined

const nonEmpty = (ids: readonly Id[]): string[] =>
  ids.filter((id) => typeof id === 'string' && id !== '') as string[]

const idsOf = (externalId: Id, own: readonly Id[], others: readonly Id[] = []): Ids => ({
  external: nonEmpty([externalId])[0] ?? null,
  own: [...new Set(nonEmpty(own))],
  others: nonEmpty(others),
})

export const categoryIds = ({ externalId, _id, categoryId, id }: Category): Ids =>
  idsOf(externalId, [_id, categoryId, id])
export const productIds = ({ externalId, _id, productId, id, importId }: Product): Ids =>
  idsOf(externalId, [_id, productId, id], [importId])
export const modifierIds = ({ externalId, _id, modifierId, id }: Modifier): Ids =>
  idsOf(externalId, [_id, modifierId, id])
export const optionIds = ({ externalId, _id, optionId, modifierOptionId, id }: Option): Ids =>
  idsOf(externalId, [_id, optionId, modifierOptionId, id])

/** The ids of a menu, the platform's own first: that is the order in which a path uses them. */
export const idsOfMenu = ({ _id, menuId, externalId }: Menu['menu']): string[] => [
  ...new Set(nonEmpty([_id, menuId, externalId])),
]

export const allIds = ({ external, own, others }: Ids): string[] => [
  ...new Set([...nonEmpty([external]), ...own, ...others]),
]

const hasExternal = ({ external }: Ids): boolean => external !== null

type MainIds = Map<string, string>

const firstOf = (map: MainIds, ids: readonly string[]): string | undefined =>
  ids.map((id) => map.get(id)).find((main) => main !== undefined)

function addNew(map: MainIds, ids: readonly string[], main: string): void {
  for (const id of ids) if (!map.has(id)) map.set(id, main)
}

type Links = readonly string[] | null | undefined

/**
 * All things of one kind in all menus: which of them are the same, and which one a link refers to.
 * Things with the same external id or the same own id are one thing. An external id that equals
 * another thing's own id doesn't match: in some shops both count from 1.
 */
export class Register {
  readonly #byExternal: MainIds = new Map()
  readonly #byOwn: MainIds = new Map()
  readonly #byOther: MainIds = new Map()

  constructor(entries: readonly Ids[]) {
    // Things with an external id first, so that the others can be matched to them by their other
    // ids.
    for (const ids of entries) if (hasExternal(ids)) this.#add(ids)
    for (const ids of entries) if (!hasExternal(ids)) this.#add(ids)
  }

  /** The main id of a thing: its external one if any menu has it. Null if it has no id. */
  mainOf(ids: Ids): string | null {
    return (
      firstOf(this.#byExternal, nonEmpty([ids.external])) ??
      firstOf(this.#byOwn, ids.own) ??
      allIds(ids)[0] ??
      null
    )
  }

  /**
   * The main ids of links by external ids and by the platform's own. A link falls back to the other
   * kind if there is no match; broken links are left out.
   */
  resolve(external: Links, own: Links): string[] {
    return [
      ...(external ?? []).flatMap((link) => this.#find(link, this.#byExternal, this.#byOwn) ?? []),
      ...(own ?? []).flatMap((link) => this.#find(link, this.#byOwn, this.#byExternal) ?? []),
    ]
  }

  #find(link: string, first: MainIds, second: MainIds): string | null {
    return first.get(link) ?? second.get(link) ?? this.#byOther.get(link) ?? null
  }

  #add(ids: Ids): void {
    const main = this.mainOf(ids)
    if (main === null) return
    addNew(this.#byExternal, nonEmpty([ids.external]), main)
    addNew(this.#byOwn, ids.own, main)
    addNew(this.#byOther, ids.others, main)
  }
}

const isName = (name: string | null | undefined): name is string => (name?.trim() ?? '') !== ''

/** Whether the menu names an item; an unnamed one has its id as its name (menu-items.ts). */
const hasName = ({ key, kind, name, groups }: StockItem): boolean =>
  isName(name) && key !== (kind === 'product' ? productKey(name) : optionKey(groups[0] ?? '', name))

/** Option names by option id alone; null if options with the same id have different names. */
function looseOptions(menus: readonly Menu[]): Map<string, string | null> {
  const names = new Map<string, string | null>()
  for (const option of menus.flatMap((menu) => menu.options ?? [])) {
    const { name } = option
    if (!isName(name)) continue
    for (const id of allIds(optionIds(option)))
      names.set(id, (names.get(id) ?? name) === name && names.get(id) !== null ? name : null)
  }
  return names
}

/**
 * Menu names by every key that an order may use: those of `keys`, modifiers alone, and options
 * without their modifier if all with that id have the same name.
 */
export function readMenuNames(
  menus: readonly Menu[],
  items: ReadonlyMap<StockKey, StockItem>,
  keys: ReadonlyMap<string, StockKey>,
): Map<string, string> {
  const names = new Map<string, string>()
  for (const [alias, key] of keys) {
    const item = items.get(key)
    if (item !== undefined && hasName(item)) names.set(alias, item.name)
  }
  for (const modifier of menus.flatMap((menu) => menu.modifiers ?? [])) {
    const name = modifier.name ?? modifier.shortName
    if (isName(name))
      for (const id of allIds(modifierIds(modifier))) names.set(modifierName(id), name)
  }
  for (const [id, name] of looseOptions(menus))
    if (name !== null) names.set(looseOptionName(id), name)
  return names
}
