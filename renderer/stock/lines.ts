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

/**
 * Items under the names of their groups, in the menu's order; one in several groups stands under each, and one whose
 * group is not known at the end under a heading without a group. Groups without items are left out.
 */
export function linesByGroup(
  groups: readonly StockGroup[],
  items: readonly StockItem[],
  columns: number,
): StockLine[] {
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
  const lines: StockLine[] = []
  for (const group of groups) {
    const own = members[group.kind].get(group.id) ?? []
    if (own.length === 0) continue
    const id = `${group.kind} ${group.id}`
    lines.push({ kind: 'heading', id, group }, ...inColumns(own, columns, id))
  }
  if (others.length > 0)
    lines.push(
      { kind: 'heading', id: 'others', group: null },
      ...inColumns(others, columns, 'others'),
    )
  return lines
}

/** What a search found, in its own order and without headings. */
export const linesOfFound = (items: readonly StockItem[], columns: number): StockLine[] =>
  inColumns(items, columns, 'found')
