import { z } from 'zod'
import { renamedFields, renameOwn, type Dialect } from './dialect.ts'
import { withoutEntities } from './tolerant/entities.ts'
import { itemsFromWire } from './tolerant/item-shape.ts'
import { isObject } from './tolerant/tolerant.ts'
import {
  otherId,
  anything,
  jsonObject,
  otherNumber,
  id,
  instant,
  optionalThing,
  thingOrName,
  minutes,
  number,
  listOfThings,
  text,
  texts,
  looseBoolean,
  wording,
} from './tolerant/loose.ts'

/** An option; a plain text is its name. */
const option = thingOrName(
  z.looseObject({
    optionId: text,
    modifierOptionId: otherId,
    _id: otherId,
    id: otherId,
    name: wording,
    externalId: text,
    /** The option's own count, if it has one. */
    count: otherNumber,
    price: number,
    metadata: jsonObject,
    priceMetadata: jsonObject,
  }),
  (name) => ({ name }),
)

const counts = optionalThing(z.record(z.string(), number))

/** A group of choices; a plain text is what was chosen. */
const modifier = thingOrName(
  z.looseObject({
    modifierId: text,
    _id: otherId,
    id: otherId,
    externalId: text,
    name: wording,
    shortName: wording,
    description: wording,
    metadata: jsonObject,
    countById: counts,
    countByExternalId: counts,
    /** The count of a modifier without options, which is itself the choice. */
    count: otherNumber,
    options: listOfThings(option),
  }),
  (name) => ({ options: [{ name }] }),
)

const product = thingOrName(
  z.looseObject({
    _id: text,
    productId: otherId,
    importId: otherId,
    id: otherId,
    name: wording,
    externalId: text,
    metadata: jsonObject,
    priceMetadata: jsonObject,
  }),
  (name) => ({ name }),
)

/** A plain text is still a dish. What is in a combo follows it in the same list (item-shape.ts). */
const orderItemSchema = thingOrName(
  z.looseObject({
    _id: text,
    id: otherId,
    productId: otherId,
    productExternalId: otherId,
    importId: otherId,
    externalId: otherId,
    /** The level within combos; absent outside of combos. */
    depth: otherNumber,
    product: optionalThing(product),
    unitPrice: number,
    baseUnitPrice: number,
    productPrice: number,
    baseProductPrice: number,
    amount: number,
    promotionDiscount: number,
    comment: wording,
    description: wording,
    promotionId: text,
    promotionType: text,
    promotionLabel: text,
    modifiers: listOfThings(modifier),
  }),
  (name) => ({ product: { name } }),
)

const place = optionalThing(z.looseObject({ lat: number, lng: number }))

/**
 * A delivery. `deliveryInformation` is specified as an object and was a text in older versions:
 * both are read.
 */
export const deliverySchema = z.looseObject({
  _id: id,
  status: text,
  placeName: text,
  instructions: wording,
  driverPassword: text,
  trackingURL: text,
  orderId: text,
  externalId: text,
  specialCode: text,
  isCash: looseBoolean,
  price: number,
  fromLocation: place,
  toLocation: place,
  activatesAt: instant,
  createdAt: instant,
  forDate: instant,
  nearStoreAt: instant,
  pickupAt: instant,
  nearClientAt: instant,
  completedAt: instant,
  canceledAt: instant,
  deliveryExpectedAt: instant,
  estimatedArrivalAtStoreAt: instant,
  driverReceivedAt: instant,
  driverInformation: optionalThing(
    z.looseObject({
      code: text,
      type: text,
      phone: text,
      name: text,
      categoryId: text,
      image: text,
    }),
  ),
  deliveryInformation: anything,
})

const address = optionalThing(
  z.looseObject({
    _id: text,
    placeId: text,
    address: text,
    addressLine2: text,
    addressSecondary: text,
    location: place,
  }),
)

const transaction = optionalThing(
  z.looseObject({
    _id: text,
    paymentType: text,
    cardType: text,
    cardLast4: text,
    status: text,
    totalPrice: number,
  }),
)

/**
 * All fields of an order. Tolerant: unknown fields stay, absent ones stay absent (the delivery
 * event may leave 18 out), `null` and the texts "null" and "false" are understood.
 */
export const orderSchema = z.looseObject({
  _id: id,
  orderStatus: text,
  paymentStatus: text,
  websiteId: text,
  storeId: text,
  code: text,
  fullCode: text,
  userId: text,
  menuId: text,
  deliveryType: text,
  timeText: text,
  paymentType: text,
  paymentTypeLabel: text,
  source: text,
  buyerName: text,
  phone: text,
  email: text,
  couponId: text,
  couponName: text,
  couponCode: text,
  couponExternalId: text,
  couponType: text,
  flagColor: text,
  deliveryZoneName: text,
  isScheduled: looseBoolean,
  isConfirmed: looseBoolean,
  paymentTypeIsIntegration: looseBoolean,
  hasManagedDelivery: looseBoolean,
  createdAt: instant,
  deliverAt: instant,
  tipAmount: number,
  amountToPay: number,
  deliveryFee: number,
  deliveryFeeWithoutDiscount: number,
  serviceFee: number,
  itemsPrice: number,
  totalPrice: number,
  baseItemsPrice: number,
  baseTotalPrice: number,
  itemsPriceBeforeDiscountsAfterProductDiscount: number,
  totalPriceBeforeDiscountsAfterProductDiscount: number,
  discountedAmountAfterProductDiscount: number,
  serviceCoinsDiscount: number,
  websiteCoinsDiscount: number,
  totalDiscount: number,
  amountFinancedByWebsite: number,
  amountFinancedByService: number,
  expectedPreparationDuration: minutes,
  deliveryDuration: number,
  cashAmount: number,
  couponDiscount: number,
  couponPercentageOff: number,
  promotionDiscount: number,
  promotionIds: texts,
  items: listOfThings(orderItemSchema),
  deliveries: listOfThings(deliverySchema),
  address,
  transaction,
  orderParams: jsonObject,
  gift: jsonObject,
  billing: jsonObject,
  cancellationInfo: jsonObject,
})

/** An order from the platform: a whole one, or the part of it in an event. */
export type Order = z.infer<typeof orderSchema>
export type OrderItem = z.infer<typeof orderItemSchema>
export type Delivery = z.infer<typeof deliverySchema>

const wireDelivery = z.looseObject({ driverInformation: z.unknown() })

/**
 * A delivery with our names for its driver's fields; the dialect may use others. HTML entities are
 * decoded.
 */
export function deliveryFromWire(sent: unknown, dialect: Dialect): unknown {
  const data = withoutEntities(sent)
  const names = renamedFields(dialect, 'driver')
  const delivery = names === null ? null : wireDelivery.safeParse(data)
  if (delivery?.success !== true) return data
  const driverInformation = renameOwn(delivery.data.driverInformation, names)
  return { ...delivery.data, driverInformation }
}

/**
 * An order with its items in our shape, and with our names for every delivery's fields. HTML
 * entities are decoded.
 */
export function orderFromWire(data: unknown, dialect: Dialect): unknown {
  if (!isObject(data)) return data
  const { items, deliveries, ...fields } = data
  const order = { ...data, ...(withoutEntities(fields) as object) }
  return {
    ...order,
    ...(items != null && { items: itemsFromWire(items) }),
    ...(Array.isArray(deliveries) && {
      deliveries: deliveries.map((each: unknown) => deliveryFromWire(each, dialect)),
    }),
  }
}
