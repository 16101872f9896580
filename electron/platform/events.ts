import { z } from 'zod'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { fromVendor, type Dialect } from './dialect.ts'
import { firstIssue } from './call/failure.ts'
import { id, instant, text } from './tolerant/loose.ts'
import {
  deliveryFromWire,
  deliverySchema,
  orderFromWire,
  orderSchema,
  type Delivery,
  type Order,
} from './order.ts'
import { maxRecords } from './read-answer.ts'
import { shorten } from './tolerant/shorten.ts'
import { stockProcessSchema, type StockProcess } from './stock.ts'
import { readTolerantly } from './tolerant/tolerant.ts'

/** An event about an order, its delivery, or both. */
export interface OrderEvent {
  kind: 'order'
  order: Order | null
  delivery: Delivery | null
  orderId: string
  /** Every website and store that it names. */
  websiteIds: string[]
  storeIds: string[]
  /** When the platform generated it, ISO. This decides which event is newer. */
  date: string
  /**
   * Paths that couldn't be read and were left out (tolerant/tolerant.ts): the order's own paths
   * without prefix (`items.0.unitPrice`; `order` for all of it), others within `delivery` or
   * `event`.
   */
  unread: string[]
}

/** The progress of a stock change. It has no id, and names no store except its items'. */
export interface ProcessEvent {
  kind: 'process'
  process: StockProcess
  /** When the platform generated it, ISO. */
  date: string
  /** Paths that couldn't be read and were left out. */
  unread: string[]
}

export interface UnknownEvent {
  kind: 'unknown'
  type: string
}

export type PlatformEvent = OrderEvent | ProcessEvent | UnknownEvent

/** The two specified types; the others are the dialect's. */
export const deliveryUpdatedEvent = 'ecommerce.order.delivery.updated'
export const processEvent = 'processStatusUpdated'

// Built once: building a schema costs more than parsing with it.
const headSchema = z.looseObject({ type: z.string().min(1).max(200) })

const envelope = z.looseObject({
  eventId: text,
  websiteId: text,
  storeId: text,
  date: instant,
  data: z.unknown(),
})

export interface Received {
  /**
   * When, ISO: it replaces the event's date if that can't be read. If missing, an event needs its
   * date.
   */
  receivedAt?: string
  /** The store's time zone for instants without one; null if unknown. */
  timeZone?: string | null
}

const orderTypes = (dialect: Dialect): string[] => [
  deliveryUpdatedEvent,
  dialect.orderCreatedEvent,
  dialect.newOrderEvent,
  dialect.orderStatusEvent,
  dialect.orderItemsEvent,
  dialect.deliveryEvent,
]

type Envelope = z.infer<typeof envelope>

/** What surrounds an event's data, and which parts couldn't be read. Its date is always valid. */
function readEnvelope(
  body: unknown,
  { receivedAt, timeZone = null }: Received,
): Result<Envelope & { date: string; unread: string[] }> {
  const parsed = readTolerantly(envelope, body, timeZone)
  if (!parsed.ok) return fail('bad-input', firstIssue(parsed.error))
  const { value } = parsed
  const date = value.date ?? receivedAt
  if (date === undefined) return fail('bad-input', 'date: is not a date')
  const unread = new Set(parsed.unread)
  if (value.date == null) unread.add('date')
  return ok({ ...value, date, unread: [...unread].map((path) => `event.${path}`) })
}

function readProcess(body: unknown, received: Received): Result<PlatformEvent> {
  const around = readEnvelope(body, received)
  if (!around.ok) return around
  const { data, date, unread } = around.value
  const { processedItems } = fieldsOf(data)
  const count = Array.isArray(processedItems) ? processedItems.length : 0
  if (count > maxRecords)
    return fail('bad-input', `data.processedItems: ${count} records, more than ${maxRecords}`)
  const parsed = readTolerantly(stockProcessSchema, data, received.timeZone)
  if (!parsed.ok) return fail('bad-input', firstIssue(parsed.error, 'data'))
  return ok({
    kind: 'process',
    process: parsed.value,
    date,
    unread: [...parsed.unread, ...unread],
  })
}

/** An order, a delivery or both, with our names. */
type ReportedOrder = Pick<OrderEvent, 'order' | 'delivery' | 'orderId' | 'unread'>

type Fields = Readonly<Record<string, unknown>>

const fields = z.record(z.string(), z.unknown())
const fieldsOf = (value: unknown): Fields => fields.safeParse(value).data ?? {}
const idOf = (value: unknown): string | null => id.safeParse(value).data ?? null
const isNothing = (value: unknown): boolean => value == null || value === '' || value === 'null'

/** An order has one delivery, or several if drivers were lost. */
const maxLookedAt = 100

/** The order's own id, or the one in its deliveries. */
function findId({ order, delivery, orderId }: Fields): string | null {
  const { _id: own, deliveries } = fieldsOf(order)
  const listed = (Array.isArray(deliveries) ? (deliveries as unknown[]) : []).slice(0, maxLookedAt)
  for (const each of [
    own,
    ...[delivery, ...listed].map((one) => fieldsOf(one)['orderId']),
    orderId,
  ]) {
    const foundId = idOf(each)
    if (foundId !== null) return foundId
  }
  return null
}

/** Reads `wire` with `schema`; null if it is missing or cannot be read. */
function readPart<Schema extends z.ZodType>(
  schema: Schema,
  wire: unknown,
  timeZone: string | null,
): { value: z.output<Schema> | null; unread: string[] | 'all' } {
  if (isNothing(wire)) return { value: null, unread: [] }
  const parsed = readTolerantly(schema, wire, timeZone)
  return parsed.ok ? parsed : { value: null, unread: 'all' }
}

/** The order with an id from elsewhere, because its own can't be read. */
const identified = (order: unknown, orderId: string): unknown => {
  const own = fields.safeParse(order).data
  return own === undefined || idOf(own['_id']) !== null ? order : { ...own, _id: orderId }
}

/** The new status from a status event, because the order has none. */
function withStatus(read: ReportedOrder, data: Fields, dialect: Dialect): ReportedOrder {
  const status = text.safeParse(data[dialect['orderStatusEvent.newOrderStatus']]).data
  if (status == null || read.order?.orderStatus != null) return read
  return {
    ...read,
    order: { _id: read.orderId, ...read.order, orderStatus: status },
    unread: read.unread.filter((path) => path !== 'orderStatus'),
  }
}

/**
 * An order takes some 5,000 characters, and one for a hundred guests some 100,000. Of one that is longer than this, what is
 * long is shortened and named as unread, so that the ticket says that it is not whole: a ticket is worked out, kept and
 * shown in one turn of the loop.
 */
const maxOrderBytes = 256 * 1024

const orderFields = Object.keys(orderSchema.shape)

/** Parses the `data` of an order event with our names. Fails only if no order is named. */
function readReported(
  data: unknown,
  dialect: Dialect,
  { isStatus, timeZone }: { isStatus: boolean; timeZone: string | null },
): Result<ReportedOrder> {
  const parts = fieldsOf(data)
  const orderId = findId(parts)
  if (orderId === null) return fail('bad-input', 'data: names no order')
  const named = identified(parts['order'], orderId)
  const short = shorten(named, maxOrderBytes, orderFields)
  const order = readPart(orderSchema, orderFromWire(short.value, dialect), timeZone)
  const shortDelivery = shorten(parts['delivery'], maxOrderBytes)
  const deliveryFields = deliveryFromWire(shortDelivery.value, dialect)
  const delivery = readPart(deliverySchema, deliveryFields, timeZone)
  const unread = [
    ...(named === parts['order'] || isNothing(fieldsOf(parts['order'])['_id']) ? [] : ['_id']),
    ...(order.unread === 'all' ? ['order'] : [...short.cut, ...order.unread]),
    ...(delivery.unread === 'all'
      ? ['delivery']
      : [...shortDelivery.cut, ...delivery.unread].map((path) => `delivery.${path}`)),
  ]
  const read = {
    order: order.value,
    delivery: delivery.value,
    orderId,
    unread: [...new Set(unread)],
  }
  return ok(isStatus ? withStatus(read, parts, dialect) : read)
}

const uniqueTexts = (...ids: (string | null | undefined)[]): string[] => [
  ...new Set(ids.filter((each) => typeof each === 'string')),
]

function readOrder(body: unknown, dialect: Dialect, received: Received): Result<PlatformEvent> {
  const around = readEnvelope(fromVendor(body, dialect), received)
  if (!around.ok) return around
  const { data, date, unread, websiteId, storeId } = around.value
  const isStatus = around.value['type'] === dialect.orderStatusEvent
  const parsed = readReported(data, dialect, {
    isStatus,
    timeZone: received.timeZone ?? null,
  })
  if (!parsed.ok) return parsed
  const { order, delivery, orderId } = parsed.value
  return ok({
    kind: 'order',
    order,
    delivery,
    orderId,
    websiteIds: uniqueTexts(websiteId, order?.websiteId),
    storeIds: uniqueTexts(storeId, order?.storeId),
    date,
    unread: [...parsed.value.unread, ...unread],
  })
}

/** Parses an order from the order list; `date` (ISO) is when the platform answered. */
const parseReportedOrder = (
  order: unknown,
  date: string,
  dialect: Dialect,
  timeZone: string | null = null,
): Result<PlatformEvent> => readOrder({ date, data: { order } }, dialect, { timeZone })

/**
 * Parses a webhook body (platform/README.md, Events) with our names, field by field: it fails with
 * `bad-input` only if no order is named. Unknown types give only their type.
 */
export function parseEvent(
  body: unknown,
  dialect: Dialect,
  received: Received = {},
): Result<PlatformEvent> {
  const head = headSchema.safeParse(body)
  if (!head.success) return fail('bad-input', firstIssue(head.error))
  const { type } = head.data
  if (type === processEvent) return readProcess(body, received)
  return orderTypes(dialect).includes(type)
    ? readOrder(body, dialect, received)
    : ok({ kind: 'unknown', type })
}

/** What is known of a stored message besides its text. */
export interface HowToParse {
  /** An event, or an order from the order list. */
  source: 'webhook' | 'poll'
  /** ISO. */
  receivedAt: string
  /** When the platform listed an order, ISO; null for an event. */
  reportedAt: string | null
  dialect: Dialect
  timeZone: string | null
}

/** Parses a stored message. Fails with `bad-input`. */
export function parseMessage(
  json: unknown,
  { source, receivedAt, reportedAt, dialect, timeZone }: HowToParse,
): Result<PlatformEvent> {
  return source === 'poll'
    ? parseReportedOrder(json, reportedAt ?? receivedAt, dialect, timeZone)
    : parseEvent(json, dialect, { receivedAt, timeZone })
}
