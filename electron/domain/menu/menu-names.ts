import type { Steps } from '#contract/steps.ts'
import type { StockItem, StockKey } from '#contract/stock.ts'
import type { Menu } from '#platform/menu.ts'
import { allIds, modifierIds, optionIds } from './menu-ids.ts'
import { looseOptionName, modifierName, optionKey, productKey } from './stock-key.ts'

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
