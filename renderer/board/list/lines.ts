import type { StockGroup, StockItem } from '#contract/stock/stock.ts'
import type { GroupOfItems } from '../../state/stock/stock-groups.ts'

/** A row of the list: the heading of a group, or as many items as there are columns. */
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

export const linesOfFound = (items: readonly StockItem[], columns: number): StockLine[] =>
  inColumns(items, columns, 'found')

/** A place in the list to jump to. `options` is the first modifier and stands for all of them. */
export interface StockPlace {
  line: number
  group: StockGroup | null | 'options'
  of: StockItem['kind']
}

/** With more modifiers than this, a list of them beside the categories is no help. */
const fewModifiers = 12

export function placesOf(lines: readonly StockLine[]): StockPlace[] {
  const places = lines.flatMap((line, nth) =>
    line.kind === 'heading' ? [{ line: nth, group: line.group, of: line.of }] : [],
  )
  const isModifier = ({ group }: (typeof places)[number]) => group?.kind === 'modifier'
  const modifiers = places.filter(isModifier)
  const first = modifiers[0]
  if (first === undefined || modifiers.length <= fewModifiers || modifiers.length === places.length)
    return places
  return places.flatMap((place): StockPlace[] => {
    if (place === first) return [{ line: place.line, group: 'options', of: 'option' }]
    return isModifier(place) ? [] : [place]
  })
}

/** The place of a row: the last one that begins at or before it. */
export const placeOf = (places: readonly StockPlace[], line: number): StockPlace | undefined =>
  places.findLast((place) => place.line <= line)
