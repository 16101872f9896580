import { answers, notFound } from '../answers.ts'
import type { Effects } from '../effects.ts'
import { Random } from '../random.ts'

export interface ChannelOrder {
  tabId: string
  integrationOrderId: string
}

const firstOrders = ['web-1001', 'web-1002', 'web-1003', 'web-1004', 'web-1005', 'web-1006']

interface ChannelOptions {
  effects: Effects
  id?: string
  orderIds?: readonly string[]
}

/** The external sales channel and the orders that it sent to the store. It starts with a few orders. */
export class SalesChannel {
  readonly id: string
  readonly #effects: Effects
  readonly #orders = new Map<string, ChannelOrder>()
  readonly #complete = new Set<string>()

  constructor({ effects, id = 'tsc-practice', orderIds = firstOrders }: ChannelOptions) {
    this.#effects = effects
    this.id = id
    for (const orderId of orderIds) this.inject(orderId)
  }

  /** Adds an order as the external system would. The same id again means the same order. */
  inject(integrationOrderId: string): ChannelOrder {
    const before = this.#orders.get(integrationOrderId)
    if (before !== undefined) return before
    const tabId = `tab-${new Random('sales channel', integrationOrderId).id(12)}`
    const order = { tabId, integrationOrderId }
    this.#orders.set(integrationOrderId, order)
    return order
  }

  /** Completes an order and records each call; undefined for an unknown order. */
  complete(id: string): ChannelOrder | undefined {
    const order = this.#orders.get(id)
    if (order === undefined) return undefined
    this.#complete.add(id)
    this.#effects.happened('complete-order', id)
    return order
  }

  isComplete(id: string): boolean {
    return this.#complete.has(id)
  }
}

/** complete-order. Its errors are not documented. A repeated call gives the same answer. */
export class ChannelOperations {
  readonly #channel: SalesChannel

  readonly completeOrder = answers('completeOrder', {
    find: ({ salesChannelConfigId }) =>
      salesChannelConfigId === this.#channel.id ? this.#channel : notFound('Sales channel'),
    answer: ({ body: { integrationOrderId } }) => {
      const order = this.#channel.complete(integrationOrderId)
      return order === undefined ? notFound('Order') : { order }
    },
  })

  constructor(channel: SalesChannel) {
    this.#channel = channel
  }
}
