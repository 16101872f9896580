import type { Basket, CouponVerdict } from '#contract/coupons/coupons.ts'
import type { Order, OrderItem } from '#platform/order.ts'
import type { MenuLinks } from './menu-links.ts'

/** The situation that a coupon is checked against. */
export interface CouponContext {
  basket: Basket
  /** By the host's clock, epoch milliseconds. */
  now: number
  /** Null if the store's id is unknown. */
  storeId: string | null
  isOurs(storeId: string): boolean
  links: MenuLinks
}

type Verdict = CouponVerdict['verdict']
type Value = CouponVerdict['required']

const verdictOf = (isMet: boolean | null): Verdict =>
  isMet === null ? 'unknown' : isMet ? 'passed' : 'failed'

/** `isMet` is null if it can't be known. */
export const condition = (
  field: CouponVerdict['field'],
  isMet: boolean | null,
  required: Value,
  had: Value,
): CouponVerdict => ({ field, verdict: verdictOf(isMet), required, had })

/** Whether the item has a discount of its own; null if the order doesn't show it. */
function isDiscounted({ unitPrice, baseUnitPrice, promotionDiscount }: OrderItem): boolean | null {
  if ((promotionDiscount ?? 0) > 0) return true
  return unitPrice == null || baseUnitPrice == null ? null : unitPrice < baseUnitPrice
}

/**
 * The channel as menus name it: source and delivery type of the order (platform/README.md,
 * Coupons).
 */
const channelOf = ({ source, deliveryType }: Partial<Order>): string | null =>
  source == null || deliveryType == null ? null : `${source}-${deliveryType}`

/**
 * The contents of an order as coupon conditions see them: combos, but not the items inside them.
 * The total is the price of the items, without delivery and tip. An order alone doesn't show
 * whether the guest is new or has a birthday.
 */
export const basketOf = (order: Partial<Order>): Basket => ({
  items: (order.items ?? []).flatMap((item) => {
    const productId = item.product?._id ?? item.product?.externalId ?? item.productId
    if (productId == null || item.depth != null) return []
    const amount = Math.max(1, Math.round(item.amount ?? 1))
    return [{ productId, amount, price: item.unitPrice ?? null, isDiscounted: isDiscounted(item) }]
  }),
  total: order.itemsPrice ?? order.totalPrice ?? null,
  channel: channelOf(order),
  paymentType: order.paymentType ?? null,
  email: order.email ?? null,
  isNewUser: null,
  isBirthday: null,
})
