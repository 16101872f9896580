import type { StockGroup, StockItem } from '#contract/stock.ts'
import type { StockLine } from './lines.ts'

/** Somewhere in the list to jump to. `options`: the first modifier, standing for them all. */
export interface StockPlace {
  line: number
  group: StockGroup | null | 'options'
  of: StockItem['kind']
}

/** More modifiers than this are no help as a list beside the categories. */
const fewModifiers = 12

/** The headings of the list; many modifiers among categories are one place together. */
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

/** The place in which a line is: the last one that begins at or before it. */
export const placeOf = (places: readonly StockPlace[], line: number): StockPlace | undefined =>
  places.findLast((place) => place.line <= line)
