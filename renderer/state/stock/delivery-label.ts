import { needsDecision, type DeliveryState } from '#contract/deliveries/delivery.ts'
import type { StockState } from '#contract/stock/stock.ts'

/**
 * The label of a state, for text, icons and colors: who reported it, or the delivery of what was
 * desired here. Until a person has to decide, a change without an answer shows as `sending`.
 */
export type DeliveryLabel = 'menu' | 'elsewhere' | Exclude<DeliveryState, 'withdrawn'>

export function stockStateOf({ source, delivery }: StockState): DeliveryLabel {
  if (source !== 'here') return source
  if (delivery === null || delivery.state === 'withdrawn') return 'queued'
  const { state } = delivery
  return state === 'unknown' && !needsDecision(delivery) ? 'sending' : state
}
