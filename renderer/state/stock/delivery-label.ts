import { needsDecision, type DeliveryState } from '#contract/deliveries/delivery.ts'
import type { StockState } from '#contract/stock.ts'

/**
 * How a state is known, for words, icons and colours: who says so, or how far the platform is with what is wanted here. Until a
 * person has to decide, `sending` is also what has no answer yet.
 */
export type DeliveryLabel = 'menu' | 'elsewhere' | Exclude<DeliveryState, 'withdrawn'>

export function stockStateOf({ source, delivery }: StockState): DeliveryLabel {
  if (source !== 'here') return source
  if (delivery === null || delivery.state === 'withdrawn') return 'queued'
  const { state } = delivery
  return state === 'unknown' && !needsDecision(delivery) ? 'sending' : state
}
