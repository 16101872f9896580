import { z } from 'zod'
import type { DialectName } from '../assumptions.ts'
import type { Dialect } from '../dialect.ts'
import { deliveryUpdatedEvent, processEvent } from '../events.ts'
import { listOfThings } from '../tolerant/loose.ts'
import { deliverySchema, orderSchema } from '../order.ts'
import { stockRecordSchema } from '../stock.ts'
import type { Json, Schemas } from './json-schema.ts'

/** A delivery in ecommerce.order.delivery.updated (platform/README.md, Events) lacks these. */
const lightDelivery = deliverySchema.omit({
  status: true,
  driverPassword: true,
  nearStoreAt: true,
  nearClientAt: true,
  estimatedArrivalAtStoreAt: true,
})

/** An order in it lacks these. */
const lightOrder = orderSchema
  .omit({
    orderStatus: true,
    paymentStatus: true,
    deliveryType: true,
    deliveryFeeWithoutDiscount: true,
    baseItemsPrice: true,
    baseTotalPrice: true,
    itemsPriceBeforeDiscountsAfterProductDiscount: true,
    totalPriceBeforeDiscountsAfterProductDiscount: true,
    discountedAmountAfterProductDiscount: true,
    serviceCoinsDiscount: true,
    websiteCoinsDiscount: true,
    amountFinancedByWebsite: true,
    amountFinancedByService: true,
    couponExternalId: true,
    couponPercentageOff: true,
    couponType: true,
    promotionDiscount: true,
    promotionIds: true,
  })
  .extend({ deliveries: listOfThings(lightDelivery) })

/** Version 3's envelope of an event. The store is named only if there is one. */
const version3 = (type: string, data: z.ZodType) =>
  z.looseObject({
    type: z.literal(type),
    data,
    websiteId: z.string(),
    storeId: z.string().optional(),
    date: z.iso.datetime(),
    eventId: z.string().min(1),
  })

/** The envelope of the older events and of processStatusUpdated. */
const older = (type: string, data: z.ZodType) =>
  z.looseObject({ type: z.literal(type), data, date: z.iso.datetime() })

const record = z.union([
  z.looseObject({
    status: z.literal('RUNNING'),
    processId: z.string(),
    processedItems: z.array(z.never()),
  }),
  z.looseObject({
    status: z.literal('FINISHED'),
    processId: z.string(),
    processedItems: z.array(stockRecordSchema).min(1),
  }),
])

interface Event {
  summary: string
  /** Facts beyond the summary. */
  description?: string
  body: z.ZodType
}

const assumed = (name: DialectName): string => `Its type is an assumption: the dialect's ${name}.`

function eventsOf(dialect: Dialect): Record<string, Event> {
  const order = z.looseObject({ order: orderSchema })
  const statuses = z.looseObject({
    order: orderSchema,
    previousOrderStatus: z.string(),
    [dialect['orderStatusEvent.newOrderStatus']]: z.string(),
  })
  const delivery = z.looseObject({ order: lightOrder, delivery: lightDelivery })
  return {
    [dialect.orderCreatedEvent]: {
      summary: 'A new order',
      description: assumed('orderCreatedEvent'),
      body: version3(dialect.orderCreatedEvent, order),
    },
    [deliveryUpdatedEvent]: {
      summary: 'The state of the delivery of an order changed',
      description: 'Its order and its deliveries lack some fields.',
      body: version3(deliveryUpdatedEvent, delivery),
    },
    [processEvent]: {
      summary: 'A change of stock began or is complete',
      body: older(processEvent, record),
    },
    [dialect.orderStatusEvent]: {
      summary: 'The status of an order changed',
      description: assumed('orderStatusEvent'),
      body: older(dialect.orderStatusEvent, statuses),
    },
    [dialect.orderItemsEvent]: {
      summary: 'The items or the sums of an order changed',
      description: assumed('orderItemsEvent'),
      body: older(dialect.orderItemsEvent, order),
    },
  }
}

/** The document's webhooks: what the platform posts to a receiver. */
export const webhooksOf = (schemas: Schemas, dialect: Dialect): Json =>
  Object.fromEntries(
    Object.entries(eventsOf(dialect)).map(([type, { body, ...texts }]) => [
      type,
      {
        post: {
          tags: ['Events'],
          ...texts,
          security: [{ webhookToken: [] }],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemas.read(body) } },
          },
          responses: { '2XX': { description: 'It was taken.' } },
        },
      },
    ]),
  )
