import { z } from 'zod'
import { isObject } from './tolerant/tolerant.ts'
import type { Steps } from '#contract/steps.ts'
import type { Known, Look } from './check.ts'
import type { Dialect } from './dialect.ts'
import { number, text, looseBoolean } from './tolerant/loose.ts'
import { operation } from './operation.ts'
import { orderFromWire, orderSchema } from './order.ts'
import { listOf } from './lists/page.ts'
import { idInPath, limit, page, sentInstant, storesInQuery } from './sent-values.ts'

/** Page size of the order list: the coupon list's limit, since its own is not documented. */
export const ordersPageSize = 100

function* orderListFromWire(data: unknown, dialect: Dialect): Steps<unknown> {
  const list: unknown = isObject(data) ? data['items'] : null
  if (!isObject(data) || !Array.isArray(list)) return data
  const items: unknown[] = []
  for (const order of list) {
    items.push(yield* orderFromWire(order, dialect))
    yield
  }
  return { ...data, items }
}

/** Names in orders, which lie at a place of an answer. */
const orderLooks = (...at: string[]): Look[] => [
  { how: 'fields', at: [...at, 'deliveries', 'driverInformation'], thing: 'driver' },
  { how: 'prefix', at },
  {
    how: 'values',
    at,
    field: 'orderStatus',
    names: ['statusesCancelled', 'statusesHandedOver', 'statusesFinal'],
  },
  {
    how: 'values',
    at,
    field: 'deliveryType',
    names: ['deliveryTypeDelivery', 'deliveryTypePickup', 'deliveryTypeTable'],
  },
  { how: 'values', at: [...at, 'deliveries'], field: 'status', names: ['deliveryStatusesDone'] },
  { how: 'has', at: [...at, 'cancellationInfo'], name: 'cancellationReasonFields' },
]

const question = {
  area: 'Orders',
  summary: 'A page of the orders, newest first',
  method: 'GET',
  base: 'v3',
  path: { named: 'ordersPath' },
  query: z.strictObject({
    storesIds: storesInQuery.optional(),
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
  check: {
    looks: orderLooks('items'),
    questions: [
      { how: 'pages', size: 'limit', page: 'page' },
      { how: 'emptied', of: 'from', by: 'far-future' },
      { how: 'largest', of: 'limit', size: ordersPageSize, looks: orderLooks('items') },
      { how: 'of-store', of: 'storesIds' },
      { how: 'of-stores', of: 'storesIds', grows: true },
    ],
  },
} as const

/**
 * A page of the order list (platform/README.md, Orders). It is not specified, so its path and its names are the
 * dialect's. Pages count from 1.
 */
export const listOrders = operation({
  ...question,
  fromWire: orderListFromWire,
  answer: listOf(orderSchema),
})

const rawOrderListSchema = z.looseObject({
  items: z.array(z.looseObject({ _id: z.unknown().optional() })),
  hasNextPage: looseBoolean,
  totalPages: number,
})

export type RawOrderList = z.infer<typeof rawOrderListSchema>

/** What is worth remembering of such a page once its orders are kept: which they were. */
export function idsOfOrders(list: unknown): unknown {
  const read = rawOrderListSchema.safeParse(list).data
  return read === undefined ? list : { ...read, items: read.items.map(({ _id }) => ({ _id })) }
}

/** The same question, its orders as they came: for who keeps them, and reads each later. */
export const listRawOrders = operation({
  ...question,
  answer: rawOrderListSchema,
  promised: listOf(orderSchema),
  // A platform that knows our name for the limit by another one may list the orders of half a day at once.
  mostRecords: 10_000,
})

/** One order, whole; its path is the dialect's. */
export const readOrder = operation({
  area: 'Orders',
  summary: 'One order, whole',
  method: 'GET',
  base: 'v3',
  path: { named: 'orderPath' },
  params: z.strictObject({ orderId: idInPath }),
  fromWire: orderFromWire,
  answer: orderSchema,
  check: {
    async ask({ answerOf }: Known) {
      const orderId = (await answerOf(listOrders))?.items[0]?._id
      return orderId === undefined
        ? { missing: 'there is no order to ask for' }
        : { params: { orderId } }
    },
    looks: orderLooks(),
  },
})

/**
 * POST /ecommerce/orders/{orderId}/preparation-ready: marks an order as prepared; no body. What it does to the
 * order's statuses is not documented, so any success counts as a yes, whatever the order in it looks like.
 */
export const sendPreparationReady = operation({
  area: 'Orders',
  summary: 'Mark an order as prepared',
  method: 'POST',
  base: 'v3',
  path: '/ecommerce/orders/{orderId}/preparation-ready',
  params: z.strictObject({ orderId: idInPath }),
  answer: z.unknown(),
  promised: orderSchema,
  check: { writes: true },
})

/**
 * PUT {tabs_url}/{salesChannelConfigId}/complete-order: an outside sales channel's order is complete.
 * Authorised by the channel's own token in the dialect's `completeOrderAuthorization`; answers without an envelope.
 * Whether it may be repeated is not documented: one attempt, then a person.
 */
export const completeOrder = operation({
  area: 'Sales channel',
  summary: "Complete an outside sales channel's order",
  method: 'PUT',
  base: 'tabs',
  path: '/{salesChannelConfigId}/complete-order',
  params: z.strictObject({ salesChannelConfigId: idInPath }),
  body: z.strictObject({ integrationOrderId: z.string().min(1) }),
  authorization: 'completeOrderAuthorization',
  answer: z.looseObject({ order: z.looseObject({ tabId: text, integrationOrderId: text }) }),
  check: { writes: true },
})
