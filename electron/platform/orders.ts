import { z } from 'zod'
import { isObject } from './tolerant/tolerant.ts'
import type { CheckContext, ObjectCheck } from './check.ts'
import type { Dialect } from './dialect.ts'
import { number, text, looseBoolean } from './tolerant/loose.ts'
import { operation } from './operation.ts'
import { orderFromWire, orderSchema } from './order.ts'
import { listOf } from './lists/page.ts'
import { idInPath, limit, page, sentInstant, storesInQuery } from './sent-values.ts'

/** Page size of the order list. Its own limit is not documented, so this is the coupon list's. */
export const ordersPageSize = 100
/** The same for a look at the newest orders. */
export const newestOrdersPageSize = 20

function orderListFromWire(data: unknown, dialect: Dialect): unknown {
  const list: unknown = isObject(data) ? data['items'] : null
  if (!isObject(data) || !Array.isArray(list)) return data
  return { ...data, items: list.map((order) => orderFromWire(order, dialect)) }
}

/** The paths of dialect names in orders that are at a place of an answer. */
const orderLooks = (...at: string[]): ObjectCheck[] => [
  { how: 'fields', at: [...at, 'deliveries', 'driverInformation'], kind: 'driver' },
  { how: 'prefix', at },
  {
    how: 'values',
    at,
    field: 'orderStatus',
    names: ['statusesCancelled', 'statusesReady', 'statusesHandedOver', 'statusesFinal'],
  },
  {
    how: 'values',
    at,
    field: 'deliveryType',
    names: ['deliveryTypeDelivery', 'deliveryTypePickup', 'deliveryTypeTable'],
  },
  { how: 'values', at: [...at, 'deliveries'], field: 'status', names: ['deliveryStatusesDone'] },
  { how: 'has', at: [...at, 'cancellationInfo'], name: 'cancellationReasonFields' },
  { how: 'has', at, name: 'originFields' },
  { how: 'has', at: [...at, 'items', 'product', 'metadata'], name: 'stationField' },
  { how: 'has', at: [...at, 'items', 'product', 'metadata'], name: 'courseField' },
  {
    how: 'has',
    at: [...at, 'items', 'modifiers', 'options', 'metadata'],
    name: 'defaultOptionField',
  },
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
 * A page of the order list (platform/README.md, Orders). It is not specified, so its path and names
 * are the dialect's. Pages count from 1.
 */
export const listOrders = operation({
  ...question,
  fromWire: orderListFromWire,
  answer: listOf(orderSchema),
})

const rawOrderSchema = z.looseObject({ _id: z.unknown().optional() })

const rawOrderListSchema = z.looseObject({
  items: z.array(rawOrderSchema),
  hasNextPage: looseBoolean,
  totalPages: number,
})

export type RawOrderList = z.infer<typeof rawOrderListSchema>

/** What is worth remembering of a page once its orders are stored: their ids. */
export function idsOfOrders(list: unknown): unknown {
  const read = rawOrderListSchema.safeParse(list).data
  return read === undefined ? list : { ...read, items: read.items.map(({ _id }) => ({ _id })) }
}

/** The same request with unparsed orders, for callers that store them and parse each later. */
export const listRawOrders = operation({
  ...question,
  answer: rawOrderListSchema,
  promised: listOf(orderSchema),
})

const oneOrder = {
  area: 'Orders',
  summary: 'One order, whole',
  method: 'GET',
  base: 'v3',
  path: { named: 'orderPath' },
  params: z.strictObject({ orderId: idInPath }),
  check: {
    async ask({ answerOf }: CheckContext) {
      const orderId = (await answerOf(listOrders))?.items[0]?._id
      return orderId === undefined
        ? { missing: 'there is no order to ask for' }
        : { params: { orderId } }
    },
    looks: orderLooks(),
  },
} as const

export const readOrder = operation({ ...oneOrder, fromWire: orderFromWire, answer: orderSchema })

/** The same request with an unparsed order, like `listRawOrders`. */
export const readRawOrder = operation({
  ...oneOrder,
  answer: rawOrderSchema,
  promised: orderSchema,
})

/**
 * POST /ecommerce/orders/{orderId}/preparation-ready: marks an order as prepared; no body. Its
 * effect on the order's statuses is not documented, so any success confirms it, whatever the order
 * in the answer looks like.
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
 * PUT {tabs_url}/{salesChannelConfigId}/complete-order: an outside sales channel's order is
 * complete. Authorised by the channel's own token in the dialect's `completeOrderAuthorization`;
 * answers without an envelope. Whether it may be repeated is not documented: one attempt, then a
 * person decides.
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

export const orderOperations = { listOrders, readOrder, sendPreparationReady } as const
export const channelOperations = { completeOrder } as const
