import type { StockGroup, StockItem } from '#contract/stock.ts'
import type { GroupOfItems } from '../../state/stock/stock-groups.ts'

/** A line of the list: the name of a group, or as many items beside each other as there are columns. */
export type StockLine =
  | { kind: 'heading'; id: string; group: StockGroup | null; of: StockItem['kind'] }
  | { kind: 'items'; id: string; items: readonly StockItem[] }

function inColumns(items: readonly StockItem[], columns: number, within: string): StockLine[] {
  const lines: StockLine[] = []
  for (let start = 0; start < items.length; start += columns) {
    const some = items.slice(start, start + columns)
    lines.push({ kind: 'items', id: `${within} ${some[0]?.key ?? ''}`, items: some })
  }
  return lines
}

/** Groups as lines: a heading each, and the items that are to be shown under it; groups without any are left out. */
export function linesOfGroups(
  groups: readonly GroupOfItems[],
  isShown: (item: StockItem) => boolean,
  columns: number,
): StockLine[] {
  const lines: StockLine[] = []
  for (const { group, kind, items } of groups) {
    const own = items.filter(isShown)
    if (own.length === 0) continue
    const id = group === null ? `others ${kind}` : `${group.kind} ${group.id}`
    lines.push({ kind: 'heading', id, group, of: kind }, ...inColumns(own, columns, id))
  }
  return lines
}

/** What a search found, in its own order and without headings. */
export const linesOfFound = (items: readonly StockItem[], columns: number): StockLine[] =>
  inColumns(items, columns, 'found')
