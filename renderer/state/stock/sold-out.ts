import { needsDecision } from '#contract/deliveries/delivery.ts'
import type { StockState } from '#contract/stock/stock.ts'

/**
 * The one definition of sold out: includes items on their way back, so that no row disappears under
 * a finger, and counts that need a decision; other counts are on sale.
 */
export const isSoldOut = ({ state, delivery }: StockState): boolean =>
  state !== 'counted' || (delivery !== null && needsDecision(delivery))
