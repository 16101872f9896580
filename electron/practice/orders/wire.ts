import { dialect } from '../dialect.ts'

const [cancelled = ''] = dialect.statusesCancelled.split(' ')
const [ready = ''] = dialect.statusesReady.split(' ')
const [delivering = '', done = ''] = dialect.statusesHandedOver.split(' ')

/** The statuses of an order. `pending` is specified, the others are assumed. */
export const orderStatus = { pending: 'pending', ready, cancelled, delivering, done }

/** The field of an order's `cancellationInfo` with the reason. */
export const [cancellationReason = ''] = dialect.cancellationReasonFields.split(' ')

/**
 * An order as the practice platform sends it, with every field. Date-times are ISO 8601 in UTC,
 * money is in whole pesos, durations are in minutes. The app reads the same bodies through the
 * tolerant schemas of platform/order.ts.
 */
export interface WireOrder {
  _id: string
  orderStatus: string
  paymentStatus: string
  isScheduled: boolean
  isConfirmed: boolean
  websiteId: string
  storeId: string
  code: string
  fullCode: string
  userId: string
  createdAt: string
  address: WireAddress | null
  menuId: string
  deliveryType: string
  deliverAt: string
  timeText: string
  paymentType: string
  paymentTypeLabel: string
  paymentTypeIsIntegration: boolean
  tipAmount: number
  amountToPay: number
  deliveryFee: number
  deliveryFeeWithoutDiscount: number
  serviceFee: number
  itemsPrice: number
  totalPrice: number
  baseItemsPrice: number
  baseTotalPrice: number
  itemsPriceBeforeDiscountsAfterProductDiscount: number
  totalPriceBeforeDiscountsAfterProductDiscount: number
  discountedAmountAfterProductDiscount: number
  serviceCoinsDiscount: number
  websiteCoinsDiscount: number
  totalDiscount: number
  amountFinancedByWebsite: number
  amountFinancedByService: number
  expectedPreparationDuration: number
  deliveryDuration: number | null
  cashAmount: number | null
  source: string
  buyerName: string
  phone: string
  email: string
  couponId: string | null
  couponName: string | null
  couponCode: string | null
  couponExternalId: string | null
  couponDiscount: number | null
  couponPercentageOff: number | null
  couponType: string | null
  /** A CSS hex colour. */
  flagColor: string | null
  deliveryZoneName: string | null
  hasManagedDelivery: boolean
  promotionDiscount: number
  promotionIds: string[]
  items: WireItem[]
  deliveries: WireDelivery[]
  transaction: WireTransaction | null
  orderParams: Record<string, string>
  gift: null
  billing: { type: string | null }
  cancellationInfo: Record<string, string>
}

/** An address as an order contains it. */
export interface WireAddress {
  _id: string
  placeId: string
  address: string
  addressLine2: string | null
  addressSecondary: string
  location: WirePlace
}

interface WirePlace {
  lat: number
  lng: number
}

export interface WireItem {
  _id: string
  product: {
    _id: string
    name: string
    externalId: string
    metadata: object
    priceMetadata: object
  }
  unitPrice: number
  baseUnitPrice: number
  productPrice: number
  baseProductPrice: number
  amount: number
  comment: string | null
  /** The modifiers and the comment in one line. */
  description: string | null
  promotionId: string | null
  promotionDiscount: number
  promotionType: string | null
  promotionLabel: string | null
  modifiers: WireModifier[]
}

/** The options that were chosen within one modifier of an item. */
export interface WireModifier {
  modifierId: string
  externalId: string
  name: string
  shortName: string
  description: string
  metadata: object
  /** How many of each option a single item has. */
  countById: Record<string, number>
  countByExternalId: Record<string, number>
  options: {
    optionId: string
    name: string
    price: number
    externalId: string
    metadata: object
    priceMetadata: object
  }[]
}

interface WireTransaction {
  _id: string
  paymentType: string
  cardType: string
  cardLast4: string
  status: string
  totalPrice: number
}

/** A delivery's driverInformation; only public samples show its fields. */
export interface WireDriver {
  code: string
  type: string
  phone: string
  name: string
  categoryId: string
  image: string | null
}

/** How an order gets to its guest, and who brings it. */
export interface WireDelivery {
  _id: string
  status: string
  price: number
  isCash: boolean
  placeName: string
  instructions: string | null
  driverPassword: string
  trackingURL: string
  orderId: string
  externalId: string | null
  specialCode: string
  fromLocation: WirePlace
  toLocation: WirePlace
  createdAt: string
  activatesAt: string
  forDate: string
  nearStoreAt: string | null
  pickupAt: string | null
  nearClientAt: string | null
  completedAt: string | null
  canceledAt: string | null
  deliveryExpectedAt: string
  estimatedArrivalAtStoreAt: string | null
  driverReceivedAt: string | null
  driverInformation: WireDriver | null
  deliveryInformation: object | null
}
