import type { StockGroup, StockItem, StockKey } from '#contract/stock.ts'
import type { Menu } from '#platform/menus.ts'
import { optionKey, productKey } from './stock-key.ts'

/** How an item is named to the platform (platform/README.md, Stock). */
export type WireName =
  | { type: 'product'; productId: string }
  | { type: 'modifier'; modifierId: string; modifierOptionId: string }

/** A store's menus as one board. */
export interface MenuItems {
  groups: StockGroup[]
  items: StockItem[]
  /** What the menus say of each; true where they say nothing. */
  available: Map<StockKey, boolean>
  /** Every id under which an item may be met, its own among them, to its key. */
  keys: Map<string, StockKey>
  wire: Map<StockKey, WireName>
  /** Addresses of pictures. */
  pictures: Map<StockKey, string>
}

type Product = NonNullable<Menu['products']>[number]
type Modifier = NonNullable<Menu['modifiers']>[number]
type Option = NonNullable<Menu['options']>[number]

interface Named {
  _id?: string | null | undefined
  externalId?: string | null | undefined
}

const idOf = ({ externalId, _id }: Named): string | null => externalId ?? _id ?? null

/** Every id of a thing. */
const idsOf = ({ externalId, _id }: Named): string[] =>
  [externalId, _id].filter((id) => typeof id === 'string')

const byPriority = <T extends { priority?: number | null | undefined }>(list: readonly T[]): T[] =>
  list.toSorted((one, other) => (other.priority ?? 0) - (one.priority ?? 0))

/** A short word for an address, the same for as long as that is. */
function wordFor(address: string): string {
  let hash = 0
  for (let at = 0; at < address.length; at++)
    hash = (Math.imul(hash, 31) + address.charCodeAt(at)) | 0
  return (hash >>> 0).toString(36)
}

/** Menus that a store sells from: those for all stores, and its own (platform/README.md, Menus). */
export const menusOf = (menus: readonly Menu[], storeId: string): Menu[] =>
  byPriority(menus.map((whole) => ({ whole, priority: whole.menu.priority })))
    .map(({ whole }) => whole)
    .filter(
      ({ menu: { storesIds } }) => (storesIds ?? []).length === 0 || storesIds?.includes(storeId),
    )

/**
 * Makes one board of a store's menus. Sections link by external id; a link that leads nowhere is left out, and so is
 * what has no id at all. What two menus have is one item, on sale where one of them says so.
 */
export function readMenuItems(menus: readonly Menu[]): MenuItems {
  const groups = new Map<string, StockGroup>()
  const items = new Map<StockKey, StockItem>()
  const available = new Map<StockKey, boolean>()
  const keys = new Map<string, StockKey>()
  const wire = new Map<StockKey, WireName>()
  const pictures = new Map<StockKey, string>()

  function add(item: StockItem, name: WireName, isAvailable: boolean): void {
    const known = items.get(item.key)
    const all = new Set([...(known?.groups ?? []), ...item.groups])
    items.set(item.key, { ...item, picture: known?.picture ?? item.picture, groups: [...all] })
    available.set(item.key, isAvailable || (available.get(item.key) ?? false))
    wire.set(item.key, name)
  }

  function addProduct(product: Product): void {
    const id = idOf(product)
    if (id === null) return
    const key = productKey(id)
    for (const alias of idsOf(product)) keys.set(productKey(alias), key)
    const picture = product.images?.[0]
    if (picture !== undefined && !pictures.has(key)) pictures.set(key, picture)
    const item: StockItem = {
      key,
      kind: 'product',
      name: product.name ?? id,
      groups: (product.categoriesExternalIds ?? []).filter((group) => groups.has(group)),
      picture: picture === undefined ? null : wordFor(picture),
    }
    add(item, { type: 'product', productId: id }, product.available !== false)
  }

  function addOption(modifier: Modifier, option: Option): void {
    const modifierId = idOf(modifier)
    const optionId = idOf(option)
    if (modifierId === null || optionId === null) return
    const key = optionKey(modifierId, optionId)
    for (const one of idsOf(modifier))
      for (const other of idsOf(option)) keys.set(optionKey(one, other), key)
    const item: StockItem = {
      key,
      kind: 'option',
      name: option.name ?? optionId,
      groups: [modifierId],
      picture: null,
    }
    const name = { type: 'modifier', modifierId, modifierOptionId: optionId } as const
    add(item, name, option.available !== false)
  }

  for (const { categories, products, modifiers, options } of menus) {
    for (const category of byPriority(categories ?? [])) {
      const id = idOf(category)
      if (id !== null && !groups.has(id))
        groups.set(id, { id, kind: 'category', name: category.name ?? id })
    }
    for (const product of products ?? []) addProduct(product)
    const byId = new Map((options ?? []).flatMap((each) => idsOf(each).map((id) => [id, each])))
    for (const modifier of modifiers ?? []) {
      const id = idOf(modifier)
      if (id !== null && !groups.has(id))
        groups.set(id, { id, kind: 'modifier', name: modifier.name ?? modifier.shortName ?? id })
      for (const optionId of modifier.optionIds ?? []) {
        const option = byId.get(optionId)
        if (option !== undefined) addOption(modifier, option)
      }
    }
  }
  return {
    groups: [...groups.values()],
    items: [...items.values()],
    available,
    keys,
    wire,
    pictures,
  }
}
