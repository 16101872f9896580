import type { StockGroup, StockItem } from '#contract/stock.ts'

/** Whether an item can be sold out: the platform is told of an option by the modifier that has it. */
export const canSwitch = ({ kind, groups }: StockItem): boolean =>
  kind === 'product' || groups.length > 0

/** Items of one kind that stand under one heading; `group` is null for those without a known one. */
export interface GroupOfItems {
  readonly group: StockGroup | null
  readonly kind: StockItem['kind']
  readonly items: readonly StockItem[]
}

/**
 * Items by their groups, in the menu's order; one in several groups stands in each, and one whose group is not known in
 * a last one of its kind without a name.
 */
export function itemsByGroup(
  groups: readonly StockGroup[],
  items: readonly StockItem[],
): GroupOfItems[] {
  // Apart by kind: a modifier may have the id of a category.
  const members = {
    category: new Map<string, StockItem[]>(),
    modifier: new Map<string, StockItem[]>(),
  }
  for (const { kind, id } of groups) members[kind].set(id, [])
  const others: Record<StockItem['kind'], StockItem[]> = { product: [], option: [] }
  for (const item of items) {
    const homes = item.kind === 'product' ? members.category : members.modifier
    let homeless = true
    for (const id of item.groups) {
      const home = homes.get(id)
      if (home === undefined) continue
      homeless = false
      // A menu may name a group twice.
      if (home.at(-1) !== item) home.push(item)
    }
    if (homeless) others[item.kind].push(item)
  }
  return [
    ...groups.map((group) => ({
      group,
      kind: group.kind === 'category' ? ('product' as const) : ('option' as const),
      items: members[group.kind].get(group.id) ?? [],
    })),
    { group: null, kind: 'product', items: others.product },
    { group: null, kind: 'option', items: others.option },
  ]
}
