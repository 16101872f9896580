import { z } from 'zod'
import { callV3, type CallResult, type Connection } from './client.ts'
import { number, truth } from './loose.ts'

/** Orders are kept as they came; each is read on its own, so that a bad one does not hide the others. */
const orderListSchema = z.looseObject({
  items: z.array(z.looseObject({ _id: z.unknown().optional() })),
  hasNextPage: truth,
  totalPages: number,
})

export type OrderList = z.infer<typeof orderListSchema>

/** Page size of the order list: the coupon list's limit, since its own is not shown (public-facts.md 1.1). */
const ordersPageSize = 100

/**
 * One page of the order list (public-facts.md 1.1; api.md does not show it, so path and query names are the
 * dialect's). `page` counts from 1, `fromDate` is an ISO instant.
 */
export function listOrders(
  connection: Connection,
  wish: { storeId: string; fromDate: string; page: number },
): Promise<CallResult<OrderList>> {
  const { dialect } = connection
  const query = {
    [dialect.ordersStoresParameter]: [wish.storeId],
    [dialect.ordersFromParameter]: wish.fromDate,
    [dialect.ordersPageParameter]: String(wish.page),
    [dialect.ordersLimitParameter]: String(ordersPageSize),
  }
  return callV3(connection, { method: 'GET', path: dialect.ordersPath, query }, orderListSchema)
}

/**
 * POST /ecommerce/orders/{orderId}/preparation-ready: marks an order as prepared; no body
 * (api.md, POST /ecommerce/orders/{orderId}/preparation-ready). Any order in the answer counts as a yes.
 */
export const sendPreparationReady = (
  connection: Connection,
  orderId: string,
): Promise<CallResult<unknown>> =>
  callV3(
    connection,
    { method: 'POST', path: `/ecommerce/orders/${encodeURIComponent(orderId)}/preparation-ready` },
    z.unknown(),
  )
