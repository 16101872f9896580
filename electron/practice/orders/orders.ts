import { Hono } from 'hono'
import { z } from 'zod'
import { dateInQuery, readQuery, severalTexts, wholeNumber } from '../asked.ts'
import { dialect } from '../dialect.ts'
import { badRequest, failure, listPage, success } from '../envelope.ts'
import type { OrderDesk } from './desk.ts'
import { orderStatus } from './status.ts'

/** Parameters of the order list, all inferred (platform/README.md, Orders): its limits are the coupon list's. */
const listQuery = z.object({
  page: wholeNumber(1).default(1),
  limit: wholeNumber(1, 100).default(10),
  from: dateInQuery.default(-Infinity),
  /** None means all stores. */
  stores: severalTexts,
})

const listNames = {
  page: dialect.ordersPageParameter,
  limit: dialect.ordersLimitParameter,
  from: dialect.ordersFromParameter,
  stores: dialect.ordersStoresParameter,
}

const path = dialect.ordersPath
const onePath = dialect.orderPath.replace('{orderId}', ':orderId')

/** The order list and one order, as the dialect has them, and preparation-ready. */
export function orders(desk: OrderDesk): Hono {
  const app = new Hono()

  app.get(path, (context) => {
    const query = readQuery(context, listQuery, listNames)
    if (!query.ok) return badRequest(context, query.message)
    const { page, limit, from, stores } = query.value
    const all = desk
      .orders()
      .filter((order) => Date.parse(order.createdAt) >= from)
      .filter((order) => stores.length === 0 || stores.includes(order.storeId))
    return success(context, listPage(all, page, limit))
  })

  app.get(onePath, (context) => {
    const order = desk.find(context.req.param('orderId') ?? '')
    return order === undefined
      ? failure(context, 404, 'not-found', 'Order not found')
      : success(context, order)
  })

  // Refusing a cancelled order is our assumption: no condition is documented.
  app.post('/ecommerce/orders/:orderId/preparation-ready', (context) => {
    const order = desk.find(context.req.param('orderId'))
    if (order === undefined) return failure(context, 404, 'not-found', 'Order not found')
    if (order.orderStatus === orderStatus.cancelled) {
      return failure(context, 400, 'order-cancelled', 'The order is cancelled')
    }
    return success(context, desk.markReady(order._id))
  })

  return app
}
