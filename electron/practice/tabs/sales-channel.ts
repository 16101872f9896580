import { answers, notFound } from '../answers.ts'
import type { Effects } from '../effects.ts'
import { createRandom } from '../random.ts'

export interface ChannelOrder {
  tabId: string
  integrationOrderId: string
}

const firstOrders = ['web-1001', 'web-1002', 'web-1003', 'web-1004', 'web-1005', 'web-1006']

/** The external sales channel and the orders that it sent to the store. It starts with a few orders. */
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
    id: ownId,
    /** Adds an order as the external system would. The same id again means the same order. */
    inject,
    /** Completes an order and records each call; undefined for an unknown order. */
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

/** complete-order. Its errors are not documented. A repeated call gives the same answer. */
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
