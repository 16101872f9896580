import type { StockGroup, StockItem } from '#contract/stock/stock.ts'
import { joinTexts } from '#contract/shared/isolate-text.ts'
import { say } from '../messages.ts'

export function headingOf(group: StockGroup | null, of: StockItem['kind']): string {
  if (group !== null) return group.name
  return of === 'product' ? say('stock.withoutCategory') : say('stock.withoutModifier')
}

/** The products that offer a modifier, because several modifiers may have the same name. */
export function offeredText(group: StockGroup | null): string {
  const by = group?.offeredBy
  if (by === undefined) return ''
  const names = joinTexts(by.names, ', ')
  const more = by.count - by.names.length
  return more > 0 ? say('stock.offeredMore', { names, n: more }) : names
}
