import { z } from 'zod'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Dialect } from './dialect.ts'
import { firstIssue } from './failure.ts'
import { text } from './loose.ts'
import {
  deliveryFromWire,
  deliverySchema,
  orderFromWire,
  orderSchema,
  type Delivery,
  type Order,
} from './order.ts'
import { stockProcessSchema, type StockProcess } from './stock.ts'
import { fromVendor } from './vendor.ts'

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

/** How far a change of stock has come. It carries no id and names no store but its items'. */
export interface ProcessEvent {
  kind: 'process'
  process: StockProcess
  /** When the platform generated it, ISO. */
  date: string
}

/** An event of a type that nobody here knows. */
export interface UnknownEvent {
  kind: 'unknown'
  type: string
}

export type PlatformEvent = OrderEvent | ProcessEvent | UnknownEvent

/** The two types that are specified; the others are the dialect's. */
export const deliveryUpdatedEvent = 'ecommerce.order.delivery.updated'
export const processEvent = 'processStatusUpdated'

// Made once: building a schema costs more than reading with it.
const headSchema = z.looseObject({ type: z.string().min(1).max(200) })

const date = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), 'is not a date')
  .transform((text) => new Date(text).toISOString())

const orderEnvelope = z.looseObject({
  type: z.string().min(1).max(200),
  eventId: text,
  websiteId: text,
  storeId: text,
  date,
  data: z.looseObject({ order: z.unknown().optional(), delivery: z.unknown().optional() }),
})

const orderData = z.object({
  order: orderSchema.optional(),
  delivery: deliverySchema.optional(),
})

const processEnvelope = z.looseObject({ date, data: stockProcessSchema })

const orderTypes = (dialect: Dialect): string[] => [
  deliveryUpdatedEvent,
  dialect.orderCreatedEvent,
  dialect.newOrderEvent,
  dialect.orderStatusEvent,
  dialect.orderItemsEvent,
  dialect.deliveryEvent,
]

function readProcess(body: unknown): Result<PlatformEvent> {
  const parsed = processEnvelope.safeParse(body)
  if (!parsed.success) return fail('bad-input', firstIssue(parsed.error))
  return ok({ kind: 'process', process: parsed.data.data, date: parsed.data.date })
}

interface Told {
  order?: unknown
  delivery?: unknown
  date: string
  websiteId?: string | null | undefined
  storeId?: string | null | undefined
}

/** What was told of an order, a delivery, or both, in our names. */
function readTold(told: Told, dialect: Dialect): Result<OrderEvent> {
  const data = orderData.safeParse({
    order: orderFromWire(told.order, dialect),
    delivery: deliveryFromWire(told.delivery, dialect),
  })
  if (!data.success) return fail('bad-input', firstIssue(data.error, 'data'))
  const order = data.data.order ?? null
  const delivery = data.data.delivery ?? null
  const orderId = order?._id ?? delivery?.orderId ?? null
  if (orderId === null) return fail('bad-input', 'data: names no order')
  return ok({
    kind: 'order',
    order,
    delivery,
    orderId,
    websiteId: told.websiteId ?? order?.websiteId ?? null,
    storeId: told.storeId ?? order?.storeId ?? null,
    date: told.date,
  })
}

function readOrder(body: unknown, dialect: Dialect): Result<PlatformEvent> {
  const parsed = orderEnvelope.safeParse(fromVendor(body, dialect))
  if (!parsed.success) return fail('bad-input', firstIssue(parsed.error))
  return readTold({ ...parsed.data, ...parsed.data.data }, dialect)
}

/** Reads an order as the order list told it; `date` (ISO) is when the platform answered. */
export const readToldOrder = (order: unknown, date: string, dialect: Dialect): Result<OrderEvent> =>
  readTold({ order: fromVendor(order, dialect), date }, dialect)

/**
 * Reads a webhook body (platform/README.md, Events): what it says of orders or of a change of stock, in our names.
 * Types that nobody knows are told by their type alone. Fails with `bad-input` and the field that cannot be read.
 */
export function parseEvent(body: unknown, dialect: Dialect): Result<PlatformEvent> {
  const head = headSchema.safeParse(body)
  if (!head.success) return fail('bad-input', firstIssue(head.error))
  const { type } = head.data
  if (type === processEvent) return readProcess(body)
  return orderTypes(dialect).includes(type)
    ? readOrder(body, dialect)
    : ok({ kind: 'unknown', type })
}
