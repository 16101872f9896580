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

/** Page size of the order list: the coupon list's limit, since its own is not documented. */
export const ordersPageSize = 100

/**
 * A page of the order list (platform/README.md, Orders). It is not specified, so its path and its names are the
 * dialect's. Pages count from 1.
 */
export const listOrders = operation({
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

/** One order, whole; its path is the dialect's. */
export const readOrder = operation({
  method: 'GET',
  base: 'v3',
  path: { named: 'orderPath' },
  params: z.strictObject({ orderId: idInPath }),
  fromWire: orderFromWire,
  answer: orderSchema,
})

/**
 * POST /ecommerce/orders/{orderId}/preparation-ready: marks an order as prepared; no body. What it does to the
 * order's statuses is not documented, so any success counts as a yes, whatever the order in it looks like.
 */
export const sendPreparationReady = operation({
  method: 'POST',
  base: 'v3',
  path: '/ecommerce/orders/{orderId}/preparation-ready',
  params: z.strictObject({ orderId: idInPath }),
  answer: z.unknown(),
  promised: orderSchema,
})
