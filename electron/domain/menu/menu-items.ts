import type { StockGroup, StockItem, StockKey } from '#contract/stock/stock.ts'
import type { Dialect } from '#platform/dialect.ts'
import type { Menu } from '#platform/menu.ts'
import {
  allIds,
  categoryIds,
  modifierIds,
  optionIds,
  productIds,
  type Modifier,
  type Option,
  type Product,
  readMenuNames,
} from './menu-ids.ts'
import { readLinks, registerAll, type MenuLinks, type Registers } from './menu-links.ts'
import { platformCourseOf } from './platform-course.ts'
import { platformStationOf } from './platform-station.ts'
import { optionKey, productKey } from './stock-key.ts'

/** How the platform identifies an item (platform/README.md, Stock). */
export type WireName =
  | { type: 'product'; productId: string }
  | { type: 'modifier'; modifierId: string; modifierOptionId: string }

/** A store's menus combined into one board. */
export interface MenuItems {
  groups: StockGroup[]
  items: StockItem[]
  /** What the menus report for each item; true if they don't say. */
  available: Map<StockKey, boolean>
  /** Maps every id of an item, including its own key, to its key. */
  keys: Map<string, StockKey>
  /** Menu names by every key that an order may use. */
  names: Map<string, string>
  /** Without options that belong to no modifier, which the platform can't address. */
  wire: Map<StockKey, WireName>
  /** The addresses of pictures by their names. */
  pictures: Map<string, string>
  /** The categories of each product. */
  categories: Map<StockKey, readonly string[]>
  /** What the platform calls the station of a product, if it names one. */
  stations: Map<StockKey, string>
  /** The course that the platform gives a product, if it gives one. */
  courses: Map<StockKey, number>
  descriptions: Map<StockKey, string>
  /** Number of things left out because they had no id. */
  withoutId: number
}

/** The fields of a product's metadata that name its station and its course. */
type MetadataFields = Pick<Dialect, 'stationField' | 'courseField'>
const noFields: MetadataFields = { stationField: '', courseField: '' }

/** The name under which screens ask for the picture at an address; null to show none. */
type PictureNames = (url: string) => string | null
const noPictures: PictureNames = () => null

/** Products named in a modifier's label; the others are counted. */
const namedOffers = 3

const byPriority = <T extends { priority?: number | null | undefined }>(list: readonly T[]): T[] =>
  list.toSorted((one, other) => (other.priority ?? 0) - (one.priority ?? 0))

/** Collects the result while menus are read. */
interface Draft extends Omit<MenuItems, 'groups' | 'items' | 'keys' | 'names' | 'categories'> {
  fields: MetadataFields
  pictureNameOf: PictureNames
  /** By kind and id, because a modifier may have the same id as a category. */
  groups: Map<string, StockGroup>
  items: Map<StockKey, StockItem>
  /** Other ids of the items. */
  aliases: [name: string, key: StockKey][]
}

type NewItem = Pick<StockItem, 'key' | 'kind' | 'groups' | 'picture'> & {
  name: string | null | undefined
  id: string
  available: boolean | null | undefined
}

/** Adds an item, or merges what another menu reports about it. */
function add(
  { items, available }: Draft,
  { id, name, available: isAvailable, ...item }: NewItem,
): void {
  const before = items.get(item.key)
  items.set(item.key, {
    ...item,
    name: name ?? before?.name ?? id,
    picture: before?.picture ?? item.picture,
    groups: [...new Set([...(before?.groups ?? []), ...item.groups])],
  })
  available.set(item.key, isAvailable !== false || (available.get(item.key) ?? false))
}

function addGroup({ groups }: Draft, group: StockGroup): void {
  const name = `${group.kind} ${group.id}`
  if (!groups.has(name)) groups.set(name, group)
}

function addProduct(
  draft: Draft,
  product: Product,
  id: string,
  categories: Iterable<string>,
): void {
  const key = productKey(id)
  for (const alias of allIds(productIds(product))) draft.aliases.push([productKey(alias), key])
  const [image] = product.images ?? []
  const picture = image === undefined ? null : draft.pictureNameOf(image)
  if (image !== undefined && picture !== null) draft.pictures.set(picture, image)
  if (product.description != null && !draft.descriptions.has(key))
    draft.descriptions.set(key, product.description)
  const station = platformStationOf(product.metadata, draft.fields.stationField)
  if (station !== null) draft.stations.set(key, station)
  const course = platformCourseOf(product.metadata, draft.fields.courseField)
  if (course !== null) draft.courses.set(key, course)
  add(draft, {
    key,
    id,
    kind: 'product',
    name: product.name,
    groups: [...categories],
    picture,
    available: product.available,
  })
  draft.wire.set(key, { type: 'product', productId: id })
}

/** Adds an option; `within` is null if it belongs to no modifier. */
function addOption(
  draft: Draft,
  option: Option,
  id: string,
  within: { modifier: Modifier; id: string } | null,
): void {
  const modifierId = within?.id ?? ''
  const key = optionKey(modifierId, id)
  const modifiers = within === null ? [''] : [modifierId, ...allIds(modifierIds(within.modifier))]
  for (const one of modifiers)
    for (const other of allIds(optionIds(option))) draft.aliases.push([optionKey(one, other), key])
  add(draft, {
    key,
    id,
    kind: 'option',
    name: option.name,
    groups: within === null ? [] : [modifierId],
    picture: null,
    available: option.available,
  })
  if (within !== null) draft.wire.set(key, { type: 'modifier', modifierId, modifierOptionId: id })
}

function addMenu(draft: Draft, menu: Menu, registers: Registers, links: MenuLinks): void {
  const { categories, products, modifiers, options } = registers
  for (const category of byPriority(menu.categories ?? [])) {
    const id = categories.mainOf(categoryIds(category))
    if (id === null) draft.withoutId += 1
    else addGroup(draft, { id, kind: 'category', name: category.name ?? id })
  }
  for (const product of menu.products ?? []) {
    const id = products.mainOf(productIds(product))
    if (id === null) draft.withoutId += 1
    else addProduct(draft, product, id, links.categories.get(id) ?? [])
  }
  const byId = new Map<string, Option>()
  for (const option of menu.options ?? []) {
    const id = options.mainOf(optionIds(option))
    if (id === null) draft.withoutId += 1
    else byId.set(id, option)
  }
  for (const modifier of menu.modifiers ?? []) {
    const id = modifiers.mainOf(modifierIds(modifier))
    if (id === null) {
      draft.withoutId += 1
      continue
    }
    addGroup(draft, { id, kind: 'modifier', name: modifier.name ?? modifier.shortName ?? id })
    for (const optionId of links.options.get(id) ?? []) {
      const option = byId.get(optionId)
      if (option !== undefined) addOption(draft, option, optionId, { modifier, id })
    }
  }
}

function addUnlinked(draft: Draft, menus: readonly Menu[], { options }: Registers): void {
  const linked = new Set(
    [...draft.wire.values()].flatMap((name) =>
      name.type === 'modifier' ? [name.modifierOptionId] : [],
    ),
  )
  for (const option of menus.flatMap((menu) => menu.options ?? [])) {
    const id = options.mainOf(optionIds(option))
    if (id !== null && !linked.has(id)) addOption(draft, option, id, null)
  }
}

/** Lists which products offer each modifier, because several modifiers may have the same name. */
function showOffers({ groups, items }: Draft, links: readonly MenuLinks[]): void {
  const offers = new Map<string, Set<string>>()
  for (const { modifiers } of links)
    for (const [product, offered] of modifiers) {
      const name = items.get(productKey(product))?.name
      if (name === undefined) continue
      for (const id of offered) offers.set(id, (offers.get(id) ?? new Set()).add(name))
    }
  for (const [name, group] of groups) {
    const by = group.kind === 'modifier' ? [...(offers.get(group.id) ?? [])] : []
    if (by.length > 0)
      groups.set(name, {
        ...group,
        offeredBy: { names: by.slice(0, namedOffers), count: by.length },
      })
  }
}

/** An item's own key first; then its other ids, unless another item has them. */
function keysOf({ items, aliases }: Draft): Map<string, StockKey> {
  const keys = new Map<string, StockKey>()
  for (const key of items.keys()) {
    keys.set(key, key)
  }
  for (const [name, key] of aliases) {
    if (!keys.has(name)) keys.set(name, key)
  }
  return keys
}

/**
 * Combines a store's menus into one board. Links count in either direction and by any id. An item
 * without a link has no group; a thing without an id is left out and counted. An item in two menus
 * is on sale if either says so. `fields` are those of metadata that name a station and a course.
 */
export function readMenuItems(
  menus: readonly Menu[],
  fields = noFields,
  pictureNameOf = noPictures,
): MenuItems {
  const registers = registerAll(menus)
  const draft: Draft = {
    groups: new Map(),
    items: new Map(),
    available: new Map(),
    wire: new Map(),
    pictures: new Map(),
    stations: new Map(),
    courses: new Map(),
    fields,
    pictureNameOf,
    descriptions: new Map(),
    aliases: [],
    withoutId: 0,
  }
  const links: MenuLinks[] = []
  for (const menu of menus) links.push(readLinks(menu, registers))
  for (const [nth, menu] of menus.entries()) {
    const own = links[nth]
    if (own !== undefined) addMenu(draft, menu, registers, own)
  }
  addUnlinked(draft, menus, registers)
  showOffers(draft, links)
  const { groups, items, aliases: _a, fields: _f, pictureNameOf: _n, ...others } = draft
  const keys = keysOf(draft)
  return {
    ...others,
    groups: [...groups.values()],
    items: [...items.values()],
    categories: new Map(
      items
        .values()
        .filter(({ kind }) => kind === 'product')
        .map(({ key, groups: of }) => [key, of]),
    ),
    keys,
    names: readMenuNames(menus, items, keys),
  }
}
