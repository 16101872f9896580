import type { StockGroup, StockItem } from '#contract/stock/stock.ts'

/** Whether an item can be sold out: the platform identifies an option by its modifier. */
export const canBeSet = ({ kind, groups }: StockItem): boolean =>
  kind === 'product' || groups.length > 0

/** Items of one kind under one heading; `group` is null if they have no known group. */
export interface GroupOfItems {
  readonly group: StockGroup | null
  readonly kind: StockItem['kind']
  readonly items: readonly StockItem[]
}

/**
 * Items by group, in menu order. An item in several groups appears in each; items without a known
 * group are in a last, unnamed group of their kind.
 */
export function itemsByGroup(
  groups: readonly StockGroup[],
  items: readonly StockItem[],
): GroupOfItems[] {
  // Separate by kind, because a modifier may have the same id as a category.
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
