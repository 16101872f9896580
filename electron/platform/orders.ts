import { z } from 'zod'
import { number, truth } from './loose.ts'
import { operation } from './operation.ts'
import { orderFromWire, orderSchema } from './order.ts'
import { listOf } from './page.ts'
import { idInPath, limit, page, sentInstant } from './sent.ts'

/** Orders are kept as they came; each is read on its own, so that a bad one does not hide the others. */
const orderListSchema = z.looseObject({
  items: z.array(z.looseObject({ _id: z.unknown().optional() })),
  hasNextPage: truth,
  totalPages: number,
})

export type OrderList = z.infer<typeof orderListSchema>

/** Page size of the order list: the coupon list's limit, since its own is not shown (public-facts.md 1.1). */
export const ordersPageSize = 100

/**
 * A page of the order list (public-facts.md 1.1; api.md does not show it, so path and query names are the dialect's).
 * Pages count from 1.
 */
export const listOrders = operation({
  section: 'public-facts.md 1.1, List orders',
  method: 'GET',
  base: 'v3',
  path: { named: 'ordersPath' },
  query: z.strictObject({
    storesIds: z.array(z.string()).optional(),
    from: sentInstant.optional(),
    page: page.optional(),
    limit: limit.optional(),
  }),
  queryNames: {
    storesIds: 'ordersStoresParameter',
    from: 'ordersFromParameter',
    page: 'ordersPageParameter',
    limit: 'ordersLimitParameter',
  },
  answer: orderListSchema,
  promised: listOf(orderSchema),
})

/** One order, whole (public-facts.md 1.1, Get order); its path is the dialect's. */
export const readOrder = operation({
  section: 'public-facts.md 1.1, Get order',
  method: 'GET',
  base: 'v3',
  path: { named: 'orderPath' },
  params: z.strictObject({ orderId: idInPath }),
  fromWire: orderFromWire,
  answer: orderSchema,
})

/**
 * POST /ecommerce/orders/{orderId}/preparation-ready: marks an order as prepared; no body (api.md). What it does to
 * the order's statuses is not shown, so any success counts as a yes, whatever the order in it looks like.
 */
export const sendPreparationReady = operation({
  section: 'POST /ecommerce/orders/{orderId}/preparation-ready',
  method: 'POST',
  base: 'v3',
  path: '/ecommerce/orders/{orderId}/preparation-ready',
  params: z.strictObject({ orderId: idInPath }),
  answer: z.unknown(),
  promised: orderSchema,
})
