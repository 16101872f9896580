import type { StockGroup, StockItem } from '#contract/stock.ts'

/** A line of the list: the name of a group, or as many items beside each other as there are columns. */
export type StockLine =
  | { kind: 'heading'; id: string; group: StockGroup | null }
  | { kind: 'items'; id: string; items: readonly StockItem[] }

function inColumns(items: readonly StockItem[], columns: number, within: string): StockLine[] {
  const lines: StockLine[] = []
  for (let start = 0; start < items.length; start += columns) {
    const some = items.slice(start, start + columns)
    lines.push({ kind: 'items', id: `${within} ${some[0]?.key ?? ''}`, items: some })
  }
  return lines
}

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

/** Groups as lines: a heading each, and the items that are to be shown under it; groups without any are left out. */
export function linesOfGroups(
  groups: readonly GroupOfItems[],
  isShown: (item: StockItem) => boolean,
  columns: number,
): StockLine[] {
  const lines: StockLine[] = []
  for (const { group, items } of groups) {
    const own = items.filter(isShown)
    if (own.length === 0) continue
    const id = group === null ? 'others' : `${group.kind} ${group.id}`
    lines.push({ kind: 'heading', id, group }, ...inColumns(own, columns, id))
  }
  return lines
}

/** What a search found, in its own order and without headings. */
export const linesOfFound = (items: readonly StockItem[], columns: number): StockLine[] =>
  inColumns(items, columns, 'found')
