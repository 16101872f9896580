import type { StockGroup, StockItem } from '#contract/stock.ts'

/** Items that stand under one heading; `group` is null for those without a known one. */
export interface GroupOfItems {
  readonly group: StockGroup | null
  readonly items: readonly StockItem[]
}

/**
 * Items by their groups, in the menu's order; one in several groups stands in each, and one whose group is not known in
 * a last one without a name.
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
  const others: StockItem[] = []
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
    if (homeless) others.push(item)
  }
  return [
    ...groups.map((group) => ({ group, items: members[group.kind].get(group.id) ?? [] })),
    { group: null, items: others },
  ]
}
