import guests from '../../../resources/practice/guests.json' with { type: 'json' }
import type { HomeStore } from '../practice-store.ts'
import type { Random } from '../random.ts'
import type { WireDelivery, WireDriver, WireOrder } from './wire.ts'

/** The progress of an order's driver. Going back to `searching` means that the driver was lost. */
export type CourierStage =
  | 'searching'
  | 'assigned'
  | 'at-store'
  | 'picked-up'
  | 'near-client'
  | 'delivered'

const iso = (time: number): string => new Date(time).toISOString()
const minute = 60_000

/** A new driver, different from the previous one of the delivery. */
function makeDriver(random: Random, before: WireDriver | null): WireDriver {
  return {
    code: `D-${random.between(10, 99)}`,
    type: random.pick(['moto', 'moto', 'bike']),
    phone: `+569111111${random.between(10, 99)}`,
    name: random.pick(guests.drivers.filter((name) => name !== before?.name)),
    categoryId: 'c1',
    image: null,
  }
}

/** The first delivery of an order. Throws for an order without an address. */
export function makeDelivery(
  order: WireOrder,
  random: Random,
  now: number,
  home: HomeStore,
): WireDelivery {
  const { address } = order
  if (address === null) throw new Error(`order ${order.code} is not delivered anywhere`)
  return {
    _id: `dlv-${random.id(13)}`,
    status: 'active',
    price: order.deliveryFee,
    isCash: order.paymentType === 'cash',
    placeName: address.addressLine2 ?? address.address,
    instructions: random.pick(guests.instructions),
    driverPassword: String(random.between(1000, 9999)),
    trackingURL: `https://example.com/t/${order.code}`,
    orderId: order._id,
    externalId: null,
    specialCode: String(random.between(100, 999)),
    fromLocation: home.location,
    toLocation: address.location,
    createdAt: iso(now),
    activatesAt: iso(now),
    forDate: order.deliverAt,
    nearStoreAt: null,
    pickupAt: null,
    nearClientAt: null,
    completedAt: null,
    canceledAt: null,
    deliveryExpectedAt: iso(Date.parse(order.deliverAt) + (order.deliveryDuration ?? 30) * minute),
    estimatedArrivalAtStoreAt: null,
    driverReceivedAt: null,
    driverInformation: null,
    deliveryInformation: null,
  }
}

/** The delivery with its driver at a stage: fills in earlier stages and removes later ones. */
export function moveTo(
  delivery: WireDelivery,
  stage: CourierStage,
  random: Random,
  now: number,
): WireDelivery {
  const nowhere = {
    ...delivery,
    status: 'active',
    nearStoreAt: null,
    pickupAt: null,
    driverReceivedAt: null,
    nearClientAt: null,
    completedAt: null,
    estimatedArrivalAtStoreAt: null,
  }
  if (stage === 'searching') return { ...nowhere, driverInformation: null }
  const assigned = {
    ...nowhere,
    driverInformation: delivery.driverInformation ?? makeDriver(random, null),
    estimatedArrivalAtStoreAt: delivery.estimatedArrivalAtStoreAt ?? iso(now + 6 * minute),
  }
  if (stage === 'assigned') {
    return { ...assigned, driverInformation: makeDriver(random, delivery.driverInformation) }
  }
  const atStore = { ...assigned, nearStoreAt: delivery.nearStoreAt ?? iso(now) }
  if (stage === 'at-store') return atStore
  const pickupAt = delivery.pickupAt ?? iso(now)
  const pickedUp = { ...atStore, pickupAt, driverReceivedAt: pickupAt }
  if (stage === 'picked-up') return pickedUp
  const near = { ...pickedUp, nearClientAt: delivery.nearClientAt ?? iso(now) }
  if (stage === 'near-client') return near
  return { ...near, status: 'done', completedAt: iso(now) }
}

/** The delivery of a cancelled order; `canceled` has one l here, unlike the order's. */
export const cancelCourier = (delivery: WireDelivery, now: number): WireDelivery => ({
  ...delivery,
  status: 'canceled',
  canceledAt: iso(now),
})
