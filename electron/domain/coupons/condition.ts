import type { Basket, CouponVerdict } from '#contract/coupons/coupons.ts'
import type { Order, OrderItem } from '#platform/order.ts'
import type { MenuLinks } from './menu-links.ts'

/** What a coupon is held against. */
export interface Occasion {
  basket: Basket
  /** By the host's clock, epoch milliseconds. */
  now: number
  /** Null where nobody knows which store this is. */
  storeId: string | null
  /** Whether an id is one of this store's. */
  isOurs(storeId: string): boolean
  links: MenuLinks
}

type Verdict = CouponVerdict['verdict']
type Value = CouponVerdict['required']

const verdictOf = (isMet: boolean | null): Verdict =>
  isMet === null ? 'unknown' : isMet ? 'passed' : 'failed'

/** One condition; `isMet` is null where it cannot be known. */
export const condition = (
  field: CouponVerdict['field'],
  isMet: boolean | null,
  required: Value,
  had: Value,
): CouponVerdict => ({ field, verdict: verdictOf(isMet), required, had })

/** Whether an item costs less than it would without a discount of its own; null where the order does not tell. */
function isDiscounted({ unitPrice, baseUnitPrice, promotionDiscount }: OrderItem): boolean | null {
  if ((promotionDiscount ?? 0) > 0) return true
  return unitPrice == null || baseUnitPrice == null ? null : unitPrice < baseUnitPrice
}

/** A channel as menus name it: where the order came from, and how it leaves (platform/README.md, Coupons). */
const channelOf = ({ source, deliveryType }: Partial<Order>): string | null =>
  source == null || deliveryType == null ? null : `${source}-${deliveryType}`

/**
 * What an order has in it, for the conditions of a coupon: combos, not what is in them. The total is what its items cost, without delivery and tip.
 * Nobody knows from an order alone whether the guest is new or has a birthday.
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
