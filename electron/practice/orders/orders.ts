import { z } from 'zod'
import { answers, listPage, notFound, pageAndLimit, Refusal, severalTexts } from '../answers.ts'
import type { OrderDesk } from './desk.ts'
import { orderStatus, type WireOrder } from './wire.ts'

/**
 * Parameters of the order list, all inferred (platform/README.md, Orders): its limits are the
 * coupon list's.
 */
const listQuery = z.object({
  ...pageAndLimit,
  /** A date-time, or a plain YYYY-MM-DD for its first instant in UTC. */
  from: z
    .string()
    .refine((text) => !Number.isNaN(Date.parse(text)), 'must be a date')
    .transform((text) => Date.parse(text))
    .default(-Infinity),
  /** None means all stores. */
  storesIds: severalTexts,
})

/** The order list and one order, by the dialect, and preparation-ready. */
export class OrderOperations {
  readonly #desk: OrderDesk

  readonly listOrders = answers('listOrders', {
    query: listQuery,
    answer: ({ query: { page, limit, from, storesIds } }) => {
      const orders = this.#desk
        .orders()
        .filter((order) => Date.parse(order.createdAt) >= from)
        .filter((order) => storesIds.length === 0 || storesIds.includes(order.storeId))
      return listPage(orders, page, limit)
    },
  })

  readonly readOrder = answers('readOrder', {
    find: ({ orderId }) => this.#find(orderId),
    answer: ({ target: order }) => order,
  })

  // Rejecting a cancelled order is an assumption: no condition is documented.
  readonly sendPreparationReady = answers('sendPreparationReady', {
    find: ({ orderId }) => this.#find(orderId),
    answer: ({ target: order }) =>
      order.orderStatus === orderStatus.cancelled
        ? new Refusal(400, 'order-cancelled', 'The order is cancelled')
        : this.#desk.markReady(order._id),
  })

  constructor(desk: OrderDesk) {
    this.#desk = desk
  }

  #find(id: string): WireOrder | Refusal {
    return this.#desk.find(id) ?? notFound('Order')
  }
}
