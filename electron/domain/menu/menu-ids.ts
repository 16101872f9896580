import type { Steps } from '#contract/steps.ts'
import type { Menu } from '#platform/menu.ts'
import type { StockItem, StockKey } from '#contract/stock.ts'
import { looseOptionName, modifierName, optionKey, productKey } from './stock-key.ts'

export type Category = NonNullable<Menu['categories']>[number]
export type Product = NonNullable<Menu['products']>[number]
export type Modifier = NonNullable<Menu['modifiers']>[number]
export type Option = NonNullable<Menu['options']>[number]

/** What a thing of a menu goes by. */
export interface Ids {
  /** What the shop's other systems call it. */
  external: string | null
  /** What the platform calls it, under whichever names. */
  own: readonly string[]
  /** What else it may be met by; it tells no thing from another. */
  others: readonly string[]
}

type Id = string | null | undefined

const known = (ids: readonly Id[]): string[] =>
  ids.filter((id) => typeof id === 'string' && id !== '') as string[]

const idsOf = (externalId: Id, own: readonly Id[], others: readonly Id[] = []): Ids => ({
  external: known([externalId])[0] ?? null,
  own: [...new Set(known(own))],
  others: known(others),
})

export const categoryIds = ({ externalId, _id, categoryId, id }: Category): Ids =>
  idsOf(externalId, [_id, categoryId, id])
export const productIds = ({ externalId, _id, productId, id, importId }: Product): Ids =>
  idsOf(externalId, [_id, productId, id], [importId])
export const modifierIds = ({ externalId, _id, modifierId, id }: Modifier): Ids =>
  idsOf(externalId, [_id, modifierId, id])
export const optionIds = ({ externalId, _id, optionId, modifierOptionId, id }: Option): Ids =>
  idsOf(externalId, [_id, optionId, modifierOptionId, id])

/** Every id of a thing. */
export const allIds = ({ external, own, others }: Ids): string[] => [
  ...new Set([...known([external]), ...own, ...others]),
]

/** The things of one kind in all menus: which are one and the same, and what a link means. */
export interface Register {
  /** The id that a thing is kept by: its external one where any menu gives it. Null where it has none at all. */
  mainOf(ids: Ids): string | null
  /** Whom a link names that is one of external ids, or of the platform's own; the other kind where that has none. */
  find(link: string, kind: 'external' | 'own'): string | null
}

/**
 * Things with one external id, or one of the platform's own, are one thing. An external id that is another thing's own is
 * no likeness: both count from 1 in some shops.
 */
export function* createRegister(things: readonly Ids[]): Steps<Register> {
  const byExternal = new Map<string, string>()
  const byOwn = new Map<string, string>()
  const byOther = new Map<string, string>()

  const firstOf = (map: ReadonlyMap<string, string>, ids: readonly string[]): string | undefined =>
    ids.map((id) => map.get(id)).find((main) => main !== undefined)
  const mainOf = (ids: Ids): string | null =>
    firstOf(byExternal, known([ids.external])) ?? firstOf(byOwn, ids.own) ?? allIds(ids)[0] ?? null
  const note = (map: Map<string, string>, ids: readonly string[], main: string): void => {
    for (const id of ids) if (!map.has(id)) map.set(id, main)
  }

  // Those with an external id first: whoever comes without is found by their other ids.
  for (const ids of [
    ...things.filter(hasExternal),
    ...things.filter((each) => !hasExternal(each)),
  ]) {
    const main = mainOf(ids)
    if (main === null) continue
    note(byExternal, known([ids.external]), main)
    note(byOwn, ids.own, main)
    note(byOther, ids.others, main)
    yield
  }
  return {
    mainOf,
    find(link, kind) {
      const [first, second] = kind === 'external' ? [byExternal, byOwn] : [byOwn, byExternal]
      return first.get(link) ?? second.get(link) ?? byOther.get(link) ?? null
    },
  }
}

const hasExternal = ({ external }: Ids): boolean => external !== null

const isName = (name: string | null | undefined): name is string => (name?.trim() ?? '') !== ''

/** Whether the menu has a name for an item: one without has its id instead (menu-items.ts). */
const hasName = ({ key, kind, name, groups }: StockItem): boolean =>
  isName(name) && key !== (kind === 'product' ? productKey(name) : optionKey(groups[0] ?? '', name))

/** Options by their ids alone; null where several of one id are called otherwise. */
function* looseOptions(menus: readonly Menu[]): Steps<Map<string, string | null>> {
  const found = new Map<string, string | null>()
  for (const option of menus.flatMap((menu) => menu.options ?? [])) {
    yield
    const { name } = option
    if (!isName(name)) continue
    for (const id of allIds(optionIds(option)))
      found.set(id, (found.get(id) ?? name) === name && found.get(id) !== null ? name : null)
  }
  return found
}

/**
 * What menus call a thing, by every name under which an order may mention it: those of `keys`, modifiers by themselves,
 * and options without their modifier where all of that id are called alike.
 */
export function* readMenuNames(
  menus: readonly Menu[],
  items: ReadonlyMap<StockKey, StockItem>,
  keys: ReadonlyMap<string, StockKey>,
): Steps<Map<string, string>> {
  const names = new Map<string, string>()
  for (const [alias, key] of keys) {
    yield
    const item = items.get(key)
    if (item !== undefined && hasName(item)) names.set(alias, item.name)
  }
  for (const modifier of menus.flatMap((menu) => menu.modifiers ?? [])) {
    yield
    const name = modifier.name ?? modifier.shortName
    if (isName(name))
      for (const id of allIds(modifierIds(modifier))) names.set(modifierName(id), name)
  }
  for (const [id, name] of yield* looseOptions(menus))
    if (name !== null) names.set(looseOptionName(id), name)
  return names
}
