import { z } from 'zod'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Dialect } from './dialect.ts'
import { text } from './loose.ts'
import { deliverySchema, orderSchema, type Delivery, type Order } from './order.ts'

/** An event that says something of an order, its delivery, or both. */
export interface OrderEvent {
  kind: 'order'
  order: Order | null
  delivery: Delivery | null
  orderId: string
  websiteId: string | null
  storeId: string | null
  /** When the platform generated it, ISO; what newer and older is decided by. */
  date: string
}

/** An event that is not about orders: known and left to a later reader, or of an unknown type. */
export interface OtherEvent {
  kind: 'process' | 'unknown'
  type: string
}

export type PlatformEvent = OrderEvent | OtherEvent

/** Our own type for an order as the order list told it, dated by the platform's answer. */
export const polledEventType = 'kitchen-pass.order.polled'

// Made once: building a schema costs more than reading with it.
const headSchema = z.looseObject({ type: z.string().min(1).max(200) })

const envelope = z.looseObject({
  type: z.string().min(1).max(200),
  eventId: text,
  websiteId: text,
  storeId: text,
  date: z.string().refine((date) => !Number.isNaN(Date.parse(date)), 'is not a date'),
  data: z.looseObject({ order: orderSchema.optional(), delivery: deliverySchema.optional() }),
})

/** The first problem of a zod error, as `field: what is wrong`. */
export function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0]
  return issue === undefined ? 'unreadable' : `${issue.path.join('.') || 'body'}: ${issue.message}`
}

/**
 * Reads a webhook body (api.md, Events). Order events are parsed whole; `processStatusUpdated` and unknown
 * types are told apart by their type alone. Fails with `bad-input` and the field that cannot be read.
 */
export function parseEvent(body: unknown, dialect: Dialect): Result<PlatformEvent> {
  const head = headSchema.safeParse(body)
  if (!head.success) return fail('bad-input', firstIssue(head.error))
  const { type } = head.data
  if (type === 'processStatusUpdated') return ok({ kind: 'process', type })
  const speaksOfOrders =
    type === 'ecommerce.order.delivery.updated' ||
    type === polledEventType ||
    type === dialect.orderCreatedEvent ||
    type === dialect.newOrderEvent ||
    type === dialect.orderStatusEvent ||
    type === dialect.orderItemsEvent ||
    type === dialect.deliveryEvent
  if (!speaksOfOrders) return ok({ kind: 'unknown', type })

  const parsed = envelope.safeParse(body)
  if (!parsed.success) return fail('bad-input', firstIssue(parsed.error))
  const { data, date } = parsed.data
  const order = data.order ?? null
  const delivery = data.delivery ?? null
  const orderId = order?._id ?? delivery?.orderId ?? null
  if (orderId === null) return fail('bad-input', 'data: names no order')
  return ok({
    kind: 'order',
    order,
    delivery,
    orderId,
    websiteId: parsed.data.websiteId ?? order?.websiteId ?? null,
    storeId: parsed.data.storeId ?? order?.storeId ?? null,
    date: new Date(date).toISOString(),
  })
}
