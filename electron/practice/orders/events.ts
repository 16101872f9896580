import { dialect } from '../dialect.ts'
import type { PracticeEvent, Stamp } from '../events/event.ts'
import type { WireDelivery, WireOrder } from './wire.ts'

/** Fields that the order of a delivery event lacks. */
export const absentFromOrder = [
  'orderStatus',
  'paymentStatus',
  'deliveryType',
  'deliveryFeeWithoutDiscount',
  'baseItemsPrice',
  'baseTotalPrice',
  'itemsPriceBeforeDiscountsAfterProductDiscount',
  'totalPriceBeforeDiscountsAfterProductDiscount',
  'discountedAmountAfterProductDiscount',
  'serviceCoinsDiscount',
  'websiteCoinsDiscount',
  'amountFinancedByWebsite',
  'amountFinancedByService',
  'couponExternalId',
  'couponPercentageOff',
  'couponType',
  'promotionDiscount',
  'promotionIds',
] as const satisfies (keyof WireOrder)[]

/** The same for `data.delivery` and each of the order's deliveries. */
export const absentFromDelivery = [
  'status',
  'driverPassword',
  'nearStoreAt',
  'nearClientAt',
  'estimatedArrivalAtStoreAt',
] as const satisfies (keyof WireDelivery)[]

const without = (whole: object, names: readonly string[]): object =>
  Object.fromEntries(Object.entries(whole).filter(([name]) => !names.includes(name)))

function version3(type: string, order: WireOrder, data: object, stamp: Stamp): PracticeEvent {
  const { websiteId, storeId } = order
  return { path: type, body: { type, data, websiteId, storeId, ...stamp } }
}

export const orderCreated = (order: WireOrder, stamp: Stamp): PracticeEvent =>
  version3(dialect.orderCreatedEvent, order, { order }, stamp)

/** The delivery of an order changed. */
export function deliveryUpdated(
  order: WireOrder,
  delivery: WireDelivery,
  stamp: Stamp,
): PracticeEvent {
  const data = {
    order: {
      ...without(order, absentFromOrder),
      deliveries: order.deliveries.map((each) => without(each, absentFromDelivery)),
    },
    delivery: without(delivery, absentFromDelivery),
  }
  return version3('ecommerce.order.delivery.updated', order, data, stamp)
}

/** An older event: items or sums changed. It has no event id and no store. */
export const itemsUpdated = (order: WireOrder, { date }: Stamp): PracticeEvent => ({
  path: '',
  body: { type: dialect.orderItemsEvent, data: { order }, date },
})

/** An older event: the status changed. */
export const statusUpdated = (
  order: WireOrder,
  previousOrderStatus: string,
  { date }: Stamp,
): PracticeEvent => ({
  path: '',
  body: {
    type: dialect.orderStatusEvent,
    data: {
      order,
      previousOrderStatus,
      [dialect['orderStatusEvent.newOrderStatus']]: order.orderStatus,
    },
    date,
  },
})
