import { answers, notFound } from '../answers.ts'
import type { Effects } from '../effects.ts'
import { createRandom } from '../random.ts'

/** An order of the outside channel and its tab in the store. */
export interface ChannelOrder {
  tabId: string
  integrationOrderId: string
}

/** Orders that are there from the start. */
const firstOrders = ['web-1001', 'web-1002', 'web-1003', 'web-1004', 'web-1005', 'web-1006']

/**
 * The outside sales channel and the orders that it put into the store. Opens the channel with a few orders in it.
 */
export function createSalesChannel({
  effects,
  id: ownId = 'tsc-practice',
  orderIds = firstOrders,
}: {
  effects: Effects
  id?: string
  orderIds?: readonly string[]
}) {
  const orders = new Map<string, ChannelOrder>()
  const complete = new Set<string>()

  function inject(integrationOrderId: string): ChannelOrder {
    const known = orders.get(integrationOrderId)
    if (known !== undefined) return known
    const tabId = `tab-${createRandom('sales channel', integrationOrderId).id(12)}`
    const order = { tabId, integrationOrderId }
    orders.set(integrationOrderId, order)
    return order
  }
  for (const id of orderIds) inject(id)

  return {
    /** Its salesChannelConfigId. */
    id: ownId,
    /** Puts in an order as the outside system would; the same id again is the same order. */
    inject,
    /** Completes an order, each time an effect; undefined where nobody knows it. */
    complete(id: string) {
      const order = orders.get(id)
      if (order === undefined) return undefined
      complete.add(id)
      effects.happened('complete-order', id)
      return order
    },
    isComplete: (id: string) => complete.has(id),
  }
}

export type SalesChannel = ReturnType<typeof createSalesChannel>

/** complete-order. Its errors are not documented. Completing again answers the same. */
export const salesChannel = (channel: SalesChannel) => ({
  completeOrder: answers('completeOrder', {
    find: ({ salesChannelConfigId }) =>
      salesChannelConfigId === channel.id ? channel : notFound('Sales channel'),
    answer({ body: { integrationOrderId } }) {
      const order = channel.complete(integrationOrderId)
      return order === undefined ? notFound('Order') : { order }
    },
  }),
})
