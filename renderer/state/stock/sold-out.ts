import { needsDecision } from '#contract/deliveries/delivery.ts'
import type { StockState } from '#contract/stock.ts'

/**
 * What counts as sold out wherever it is counted or listed: also what is on its way back, so that no line leaves from under
 * a finger, and a count that needs somebody; a count that stands is on sale.
 */
export const isSoldOut = ({ state, delivery }: StockState): boolean =>
  state !== 'counted' || (delivery !== null && needsDecision(delivery))
