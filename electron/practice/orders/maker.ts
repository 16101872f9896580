import guests from '../../../resources/practice/guests.json' with { type: 'json' }
import { dialect } from '../dialect.ts'
import type { MenuPayload } from '../menu/payload.ts'
import { practiceStore, type HomeStore } from '../practice-store.ts'
import { createRandom, type Random } from '../random.ts'
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

/**
 * Makes an order that a guest would place now, with every field filled and correct sums. The fields
 * of `request` are used as they are; sums, promised time and address follow from them.
 */
export function makeOrder(context: OrderContext, request: Partial<WireOrder> = {}): WireOrder {
  const { seed, run, number, menu, home = practiceStore } = context
  const random = createRandom(seed, 'order', number)
  const code = request.code ?? String(1000 + number)
  const id = `ord-${createRandom(seed, run, number).id(13)}`
  const deliveryType =
    request.deliveryType ??
    random.weighted([
      [dialect.deliveryTypeDelivery, 50],
      [dialect.deliveryTypePickup, 30],
      [dialect.deliveryTypeTable, 20],
    ])
  const isDelivery = deliveryType === dialect.deliveryTypeDelivery
  const atTable = deliveryType === dialect.deliveryTypeTable
  const items = request.items ?? randomItems(menu, random)
  const expectedPreparationDuration =
    request.expectedPreparationDuration ?? preparationOf(items, random)
  const createdAt = request.createdAt === undefined ? context.now : Date.parse(request.createdAt)
  const isScheduled = request.isScheduled ?? (!atTable && random.chance(0.08))
  const ahead = isScheduled ? random.between(6, 18) * 5 : 0
  const deliverAt =
    request.deliverAt === undefined
      ? createdAt + (ahead + expectedPreparationDuration) * minute
      : Date.parse(request.deliverAt)
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
  const sums = addUp(charges)
  const payment = random.weighted([
    [online, 6],
    [cash, 2],
    [inStore, 3],
  ])
  const order: WireOrder = {
    _id: id,
    orderStatus: orderStatus.pending,
    paymentStatus: 'pending',
    isScheduled,
    isConfirmed: true,
    websiteId: home.websiteId,
    storeId: home.id,
    code,
    fullCode: `C#${code}`,
    userId: `usr-${random.id(13)}`,
    createdAt: iso(createdAt),
    address: isDelivery ? randomAddress(random, code, home) : null,
    menuId: menu.menu._id,
    deliveryType,
    deliverAt: iso(deliverAt),
    timeText: timeText(deliverAt, home.timeZone),
    ...payment,
    ...charges,
    ...coupon,
    ...sums,
    deliveryFeeWithoutDiscount: charges.deliveryFee,
    serviceCoinsDiscount: 0,
    websiteCoinsDiscount: 0,
    amountFinancedByService: 0,
    expectedPreparationDuration,
    deliveryDuration: isDelivery ? random.between(4, 9) * 5 : null,
    cashAmount: payment === cash ? Math.ceil(sums.amountToPay / 5000) * 5000 : null,
    source: atTable ? 'pos' : random.pick(['web', 'web', 'app']),
    buyerName: random.pick(atTable ? guests.tables : guests.buyers),
    phone: `+569000000${String(random.between(0, 99)).padStart(2, '0')}`,
    email: 'cliente@example.com',
    flagColor: random.chance(0.12) ? random.pick(guests.flagColors) : null,
    deliveryZoneName: isDelivery ? `Zona ${random.between(1, 3)}` : null,
    hasManagedDelivery: isDelivery,
    promotionDiscount: 0,
    promotionIds: [],
    deliveries: [],
    transaction: payment.paymentTypeIsIntegration
      ? {
          _id: `trx-${random.id(13)}`,
          paymentType: payment.paymentType,
          cardType: 'credit',
          cardLast4: String(random.between(1000, 9999)),
          status: 'approved',
          totalPrice: sums.amountToPay,
        }
      : null,
    orderParams: {},
    gift: null,
    billing: { type: null },
    cancellationInfo: {},
  }
  return { ...order, ...request }
}
