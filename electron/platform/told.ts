import { z } from 'zod'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Dialect } from './dialect.ts'
import { id, text } from './reading/loose.ts'
import {
  deliveryFromWire,
  deliverySchema,
  orderFromWire,
  orderSchema,
  type Delivery,
  type Order,
} from './order.ts'
import { shorten } from './reading/shorten.ts'
import { readInSteps } from './reading/tolerant.ts'
import type { Steps } from '#contract/steps.ts'

type Fields = Readonly<Record<string, unknown>>

/** What was told of an order, a delivery, or both, in our names. */
interface ToldOrder {
  order: Order | null
  delivery: Delivery | null
  orderId: string
  /** Paths of what could not be read (events.ts). */
  unread: string[]
}

interface Telling {
  /** It is a change of status, which may name the new one beside the order. */
  status: boolean
  timeZone: string | null
}

const fields = z.record(z.string(), z.unknown())
const fieldsOf = (value: unknown): Fields => fields.safeParse(value).data ?? {}
const idOf = (value: unknown): string | null => id.safeParse(value).data ?? null
const isNothing = (value: unknown): boolean => value == null || value === '' || value === 'null'

/** An order has one delivery, or a few where drivers were lost. */
const mostLookedAt = 100

/** The order's own id, or as its deliveries name it. */
function findId({ order, delivery, orderId }: Fields): string | null {
  const { _id: own, deliveries } = fieldsOf(order)
  const listed = Array.isArray(deliveries) ? deliveries.slice(0, mostLookedAt) : []
  for (const each of [
    own,
    ...[delivery, ...listed].map((one) => fieldsOf(one)['orderId']),
    orderId,
  ]) {
    const found = idOf(each)
    if (found !== null) return found
  }
  return null
}

/** Reads what `wire` is a part of by the name of `within`; nothing is no part. */
function* readPart<Schema extends z.ZodType>(
  schema: Schema,
  wire: unknown,
  timeZone: string | null,
): Steps<{ value: z.output<Schema> | null; unread: string[] | 'all' }> {
  if (isNothing(wire)) return { value: null, unread: [] }
  const reading = yield* readInSteps(schema, wire, timeZone)
  return reading.ok ? reading : { value: null, unread: 'all' }
}

/** The order with the id that it has from elsewhere, where its own cannot be read. */
const identified = (order: unknown, orderId: string): unknown => {
  const own = fields.safeParse(order).data
  return own === undefined || idOf(own['_id']) !== null ? order : { ...own, _id: orderId }
}

/** Where the order lacks its status, the new one that a change of status names. */
function withStatus(read: ToldOrder, data: Fields, dialect: Dialect): ToldOrder {
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
const longestOrder = 256 * 1024

const orderFields = Object.keys(orderSchema.shape)

/** Reads the `data` of an event of an order, in our names. Refuses only what names no order. */
export function* readTold(
  data: unknown,
  dialect: Dialect,
  { status, timeZone }: Telling,
): Steps<Result<ToldOrder>> {
  const parts = fieldsOf(data)
  const orderId = findId(parts)
  if (orderId === null) return fail('bad-input', 'data: names no order')
  const named = identified(parts['order'], orderId)
  const short = yield* shorten(named, longestOrder, orderFields)
  const order = yield* readPart(orderSchema, yield* orderFromWire(short.value, dialect), timeZone)
  const beside = yield* shorten(parts['delivery'], longestOrder)
  const told = deliveryFromWire(beside.value, dialect)
  const delivery = yield* readPart(deliverySchema, told, timeZone)
  const unread = [
    ...(named === parts['order'] || isNothing(fieldsOf(parts['order'])['_id']) ? [] : ['_id']),
    ...(order.unread === 'all' ? ['order'] : [...short.cut, ...order.unread]),
    ...(delivery.unread === 'all'
      ? ['delivery']
      : [...beside.cut, ...delivery.unread].map((path) => `delivery.${path}`)),
  ]
  const read = {
    order: order.value,
    delivery: delivery.value,
    orderId,
    unread: [...new Set(unread)],
  }
  return ok(status ? withStatus(read, parts, dialect) : read)
}
