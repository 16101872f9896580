import { Hono } from 'hono'
import { z } from 'zod'
import { failure, listPage, success } from './envelope.ts'
import type { OrderDesk } from './order-desk.ts'
import { dialect, orderStatus } from './practice-store.ts'

const count = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number)

/** Parameters of the order list, as public-facts.md 1.1 infers them; limits as on the coupon list. */
const listQuery = z.object({
  page: count.pipe(z.number().min(1)).default(1),
  limit: count.pipe(z.number().min(1).max(100)).default(10),
  from: z
    .string()
    .refine((text) => !Number.isNaN(Date.parse(text)), 'must be a date')
    .transform((text) => Date.parse(text))
    .default(-Infinity),
  /** Repeated or with commas; none means all stores. */
  stores: z.array(z.string()).transform((each) => each.flatMap((text) => text.split(','))),
})

const path = dialect.ordersPath
const onePath = dialect.orderPath.replace('{orderId}', ':orderId')

/** The order list, one order, and preparation-ready (public-facts.md 1.1; api.md). */
export function orders(desk: OrderDesk): Hono {
  const app = new Hono()

  app.get(path, (context) => {
    const query = listQuery.safeParse({
      page: context.req.query(dialect.ordersPageParameter),
      limit: context.req.query(dialect.ordersLimitParameter),
      from: context.req.query(dialect.ordersFromParameter),
      stores: context.req.queries(dialect.ordersStoresParameter) ?? [],
    })
    if (!query.success) {
      const [issue] = query.error.issues
      const message = `${issue?.path.join('.')}: ${issue?.message}`
      return failure(context, 400, 'bad-request', message)
    }
    const { page, limit, from, stores } = query.data
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

  // Refusing a cancelled order is our assumption: api.md shows no condition.
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
