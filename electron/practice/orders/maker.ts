import guests from '../../../resources/practice/guests.json' with { type: 'json' }
import { dialect } from '../dialect.ts'
import type { MenuPayload } from '../menu/payload.ts'
import { practiceStore, type HomeStore } from '../practice-store.ts'
import { Random } from '../random.ts'
import { randomItems, addUp } from './items.ts'
import { orderStatus, type WireAddress, type WireItem, type WireOrder } from './wire.ts'

/** Determines the order: the same context gives the same order. */
interface OrderContext {
  seed: number
  /** The start of this run of the practice platform, so that ids of two runs differ. */
  run: string
  /** Counts orders from 1; codes count up from 1001. */
  number: number
  menu: MenuPayload
  /** Epoch milliseconds. */
  now: number
  /** By default the practice store. */
  home?: HomeStore
}

const minute = 60_000
const iso = (time: number): string => new Date(time).toISOString()

const clockIn = (timeZone: string): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat('es-CL', {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone,
  })
const homeClock = clockIn(practiceStore.timeZone)

function timeText(deliverAt: number, timeZone: string): string {
  const clock = timeZone === practiceStore.timeZone ? homeClock : clockIn(timeZone)
  return `${clock.format(deliverAt)} - ${clock.format(deliverAt + 15 * minute)}`
}

/** Preparation in minutes: it grows with the size of the order. */
const preparationOf = (items: WireItem[], random: Random): number =>
  Math.min(40, 8 + items.reduce((sum, item) => sum + item.amount, 0) + random.between(0, 6))

function randomAddress(random: Random, id: string, { location }: HomeStore): WireAddress {
  return {
    _id: `adr-${id}`,
    placeId: `place-${id}`,
    address: `${random.pick(guests.streets)} ${random.between(100, 5200)}`,
    addressLine2: random.chance(0.7)
      ? `Depto ${random.between(1, 22)}0${random.between(1, 8)}`
      : null,
    addressSecondary: random.pick(guests.districts),
    location: {
      lat: location.lat + random.between(-300, 300) / 10_000,
      lng: location.lng + random.between(-300, 300) / 10_000,
    },
  }
}

type Payment = Pick<WireOrder, 'paymentType' | 'paymentTypeLabel' | 'paymentTypeIsIntegration'>
const online: Payment = {
  paymentType: 'other',
  paymentTypeLabel: 'Tarjeta en línea',
  paymentTypeIsIntegration: true,
}
const cash: Payment = {
  paymentType: 'cash',
  paymentTypeLabel: 'Efectivo',
  paymentTypeIsIntegration: false,
}
const inStore: Payment = {
  paymentType: 'inStore',
  paymentTypeLabel: 'Pago en local',
  paymentTypeIsIntegration: false,
}

const noCoupon = {
  couponId: null,
  couponName: null,
  couponCode: null,
  couponExternalId: null,
  couponPercentageOff: null,
  couponType: null,
}
const welcomeCoupon = {
  couponId: 'cpn-bienvenida',
  couponName: 'Bienvenida',
  couponCode: 'BIENVENIDA10',
  couponExternalId: null,
  couponPercentageOff: 10,
  couponType: 'percentage',
}

function randomDeliveryType(random: Random): string {
  return random.weighted([
    [dialect.deliveryTypeDelivery, 50],
    [dialect.deliveryTypePickup, 30],
    [dialect.deliveryTypeTable, 20],
  ])
}

interface OrderTimes {
  /** Epoch milliseconds, as is `deliverAt`. */
  createdAt: number
  deliverAt: number
  isScheduled: boolean
  /** Minutes. */
  expectedPreparationDuration: number
}

function timesOf(
  request: Partial<WireOrder>,
  { now, items, atTable }: { now: number; items: WireItem[]; atTable: boolean },
  random: Random,
): OrderTimes {
  const expectedPreparationDuration =
    request.expectedPreparationDuration ?? preparationOf(items, random)
  const createdAt = request.createdAt === undefined ? now : Date.parse(request.createdAt)
  const isScheduled = request.isScheduled ?? (!atTable && random.chance(0.08))
  const ahead = isScheduled ? random.between(6, 18) * 5 : 0
  const deliverAt =
    request.deliverAt === undefined
      ? createdAt + (ahead + expectedPreparationDuration) * minute
      : Date.parse(request.deliverAt)
  return { createdAt, deliverAt, isScheduled, expectedPreparationDuration }
}

/** The amounts of an order that are not the sum of others, and its coupon. */
function chargesOf(
  request: Partial<WireOrder>,
  items: WireItem[],
  isDelivery: boolean,
  random: Random,
) {
  const coupon = random.chance(0.08) ? welcomeCoupon : noCoupon
  const charges = {
    items,
    deliveryFee: request.deliveryFee ?? (isDelivery ? random.between(3, 7) * 500 : 0),
    serviceFee: request.serviceFee ?? 0,
    tipAmount: request.tipAmount ?? (random.chance(0.3) ? random.between(1, 4) * 500 : 0),
    couponPercentageOff:
      request.couponPercentageOff === undefined
        ? coupon.couponPercentageOff
        : request.couponPercentageOff,
  }
  return { coupon, charges, sums: addUp(charges) }
}

/** The guest, and what they chose besides the dishes. */
const guestOf = (isDelivery: boolean, atTable: boolean, random: Random) => ({
  deliveryDuration: isDelivery ? random.between(4, 9) * 5 : null,
  source: atTable ? 'pos' : random.pick(['web', 'web', 'app']),
  buyerName: random.pick(atTable ? guests.tables : guests.buyers),
  phone: `+569000000${String(random.between(0, 99)).padStart(2, '0')}`,
  email: 'cliente@example.com',
  flagColor: random.chance(0.12) ? random.pick(guests.flagColors) : null,
  deliveryZoneName: isDelivery ? `Zona ${random.between(1, 3)}` : null,
})

/** The card payment of an order that is paid online. */
const transactionOf = (
  { paymentType, paymentTypeIsIntegration }: Payment,
  totalPrice: number,
  random: Random,
): WireOrder['transaction'] =>
  paymentTypeIsIntegration
    ? {
        _id: `trx-${random.id(13)}`,
        paymentType,
        cardType: 'credit',
        cardLast4: String(random.between(1000, 9999)),
        status: 'approved',
        totalPrice,
      }
    : null

/** Fields with the same value in every new order. */
const fresh = {
  orderStatus: orderStatus.pending,
  paymentStatus: 'pending',
  isConfirmed: true,
  serviceCoinsDiscount: 0,
  websiteCoinsDiscount: 0,
  amountFinancedByService: 0,
  promotionDiscount: 0,
  promotionIds: [],
  deliveries: [],
  orderParams: {},
  gift: null,
  billing: { type: null },
  cancellationInfo: {},
}

/**
 * Makes an order that a guest would place now, with every field filled and correct sums. The fields
 * of `request` are used as they are; sums, promised time and address follow from them.
 */
export function makeOrder(context: OrderContext, request: Partial<WireOrder> = {}): WireOrder {
  const { seed, run, number, menu, now, home = practiceStore } = context
  const random = new Random(seed, 'order', number)
  const code = request.code ?? String(1000 + number)
  const id = `ord-${new Random(seed, run, number).id(13)}`
  const deliveryType = request.deliveryType ?? randomDeliveryType(random)
  const isDelivery = deliveryType === dialect.deliveryTypeDelivery
  const atTable = deliveryType === dialect.deliveryTypeTable
  const items = request.items ?? randomItems(menu, random)
  const times = timesOf(request, { now, items, atTable }, random)
  const { coupon, charges, sums } = chargesOf(request, items, isDelivery, random)
  const payment = random.weighted([
    [online, 6],
    [cash, 2],
    [inStore, 3],
  ])
  return {
    ...structuredClone(fresh),
    _id: id,
    websiteId: home.websiteId,
    storeId: home.id,
    code,
    fullCode: `C#${code}`,
    userId: `usr-${random.id(13)}`,
    address: isDelivery ? randomAddress(random, code, home) : null,
    menuId: menu.menu._id,
    deliveryType,
    ...times,
    createdAt: iso(times.createdAt),
    deliverAt: iso(times.deliverAt),
    timeText: timeText(times.deliverAt, home.timeZone),
    ...payment,
    ...charges,
    ...coupon,
    ...sums,
    deliveryFeeWithoutDiscount: charges.deliveryFee,
    cashAmount: payment === cash ? Math.ceil(sums.amountToPay / 5000) * 5000 : null,
    ...guestOf(isDelivery, atTable, random),
    hasManagedDelivery: isDelivery,
    transaction: transactionOf(payment, sums.amountToPay, random),
    ...request,
  }
}
