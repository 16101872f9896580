import type { CouponField } from '#contract/coupons/fields.ts'
import type { Basket, CouponVerdict } from '#contract/coupons/coupons.ts'
import { type CouponContext, condition } from './condition.ts'
import type { StoredCoupon } from './stored-coupon.ts'
import { productVerdicts } from './product-verdicts.ts'
import { addExact, differenceOf, noAmount, plainExact, readWire } from '../money/money.ts'

/** The prices of the items if the basket has no total; null if a price is unknown. */
function pricesOf({ total, items }: Basket): { price: number; amount: number }[] | null {
  if (total !== null) return [{ price: total, amount: 1 }]
  const priced = items.flatMap(({ price, amount }) => (price === null ? [] : [{ price, amount }]))
  return priced.length === 0 || priced.length < items.length ? null : priced
}

/** More digits are kept as well, so that the comparison is exact in every currency. */
const decimals = 2

/**
 * Compares a basket's total with a limit, exactly; null if one of them is unknown or not an amount.
 */
function compare(basket: Basket, limit: number): { total: number; difference: bigint } | null {
  const priced = pricesOf(basket)
  const bound = readWire(limit, decimals)
  if (priced === null || bound === null) return null
  const total = noAmount()
  for (const { price, amount } of priced) {
    const read = readWire(price, decimals)
    if (read === null) return null
    addExact(total, read, amount)
  }
  return { total: Number(plainExact(total, decimals)), difference: differenceOf(total, bound) }
}

function priceVerdicts({ values }: Pick<StoredCoupon, 'values'>, basket: Basket): CouponVerdict[] {
  const verdicts: CouponVerdict[] = []
  const { minimumOrderPrice: min, maximumOrderPrice: max } = values
  if (min != null) {
    const comparison = compare(basket, min)
    const isMet = comparison === null ? null : comparison.difference >= 0n
    verdicts.push(condition('minimumOrderPrice', isMet, min, comparison?.total ?? null))
  }
  if (max != null) {
    const comparison = compare(basket, max)
    const isMet = comparison === null ? null : comparison.difference <= 0n
    verdicts.push(condition('maximumOrderPrice', isMet, max, comparison?.total ?? null))
  }
  return verdicts
}

const lower = (text: string): string => text.trim().toLowerCase()

const isAmong = (value: string | null, required: readonly string[]): boolean | null =>
  value === null ? null : required.map(lower).includes(lower(value))

/** Conditions that don't depend on the basket. */
function ownVerdicts(
  { values, deletedAt, totalRedemptions }: StoredCoupon,
  { now, storeId, isOurs, links }: CouponContext,
): CouponVerdict[] {
  const { active, isHidden, fromDate, endDate, maxRedemptions } = values
  const verdicts: CouponVerdict[] = []
  const at = new Date(now).toISOString()
  if (deletedAt !== null) verdicts.push(condition('deletedAt', false, null, deletedAt))
  verdicts.push(condition('active', active ?? null, true, active ?? null))
  // A hidden coupon is valid for anyone who has the code.
  if (isHidden === true) verdicts.push(condition('isHidden', true, null, true))
  if (fromDate != null)
    verdicts.push(condition('fromDate', now >= Date.parse(fromDate), fromDate, at))
  if (endDate != null) verdicts.push(condition('endDate', now <= Date.parse(endDate), endDate, at))
  if (maxRedemptions != null) {
    const isLeft = totalRedemptions === null ? null : totalRedemptions < maxRedemptions
    verdicts.push(condition('maxRedemptions', isLeft, maxRedemptions, totalRedemptions))
  }
  const stores = values.requiresStoresIds ?? []
  if (stores.length > 0) {
    // It may name the store by any of its ids, the external one too.
    const isMet = stores.some(isOurs) || isAmong(storeId, stores)
    verdicts.push(condition('requiresStoresIds', isMet, stores, storeId))
  }
  const menus = values.requiresMenusIds ?? []
  if (menus.length > 0) {
    const sold = links.storeMenus
    const required = sold.filter((ids) => ids.some((id) => menus.includes(id)))
    // If the store has several menus, the order doesn't show which one it came from.
    const isMet =
      sold.length === 0
        ? null
        : required.length === sold.length || (required.length > 0 ? null : false)
    verdicts.push(
      condition(
        'requiresMenusIds',
        isMet,
        menus,
        sold.flatMap(([id]) => id ?? []),
      ),
    )
  }
  return verdicts
}

/** Conditions on the channel, the payment and the price. */
function orderVerdicts({ type, values }: StoredCoupon, { basket }: CouponContext): CouponVerdict[] {
  const { channel, paymentType } = basket
  const verdicts: CouponVerdict[] = []
  if (type === 'fixedOnDelivery') {
    // Without delivery there is no delivery fee to discount.
    const isDelivered = channel === null ? null : lower(channel).endsWith('delivery')
    verdicts.push(condition('applyDeliveryDiscount', isDelivered, true, channel))
  }
  const channels = values.requireChannels ?? []
  if (channels.length > 0)
    verdicts.push(condition('requireChannels', isAmong(channel, channels), channels, channel))
  const payments = values.requiresPaymentTypes ?? []
  if (payments.length > 0)
    verdicts.push(
      condition('requiresPaymentTypes', isAmong(paymentType, payments), payments, paymentType),
    )
  // Kitchen Pass never has a card's number.
  const bins = values.requiredBINs ?? []
  if (bins.length > 0) verdicts.push(condition('requiredBINs', null, bins, null))
  return [...verdicts, ...priceVerdicts({ values }, basket)]
}

/**
 * Conditions on the guest. Only the platform knows how often a guest redeemed it, and whether a
 * phone number is verified.
 */
function guestVerdicts({ values }: StoredCoupon, { basket }: CouponContext): CouponVerdict[] {
  const { email, isNewUser, isBirthday } = basket
  const verdicts: CouponVerdict[] = []
  for (const field of ['maxRedemptionsPerUser', 'maxRedemptionsPerCode'] as const)
    if (values[field] != null) verdicts.push(condition(field, null, values[field], null))
  for (const field of ['maxRedemptionsPerUserPerDay', 'requirePhoneVerification'] as const)
    if (values[field] === true) verdicts.push(condition(field, null, true, null))
  if (values.onlyForNewUsers === true)
    verdicts.push(condition('onlyForNewUsers', isNewUser, true, isNewUser))
  // How close the birthday must be is not documented; on the day itself it is close enough.
  if (values.isBirthdayCoupon === true && values.onlyRedeemOnBirthday !== true)
    verdicts.push(
      condition('isBirthdayCoupon', isBirthday === true ? true : null, true, isBirthday),
    )
  if (values.onlyRedeemOnBirthday === true)
    verdicts.push(condition('onlyRedeemOnBirthday', isBirthday, true, isBirthday))
  const emails = values.allowedEmails ?? []
  if (emails.length > 0)
    verdicts.push(condition('allowedEmails', isAmong(email, emails), emails, email))
  return verdicts
}

/** Fields with a condition: if one could not be read, its condition is unknown. */
const conditions: readonly CouponField[] = [
  'active',
  'fromDate',
  'endDate',
  'maxRedemptions',
  'maxRedemptionsPerUser',
  'maxRedemptionsPerUserPerDay',
  'maxRedemptionsPerCode',
  'onlyForNewUsers',
  'requirePhoneVerification',
  'isBirthdayCoupon',
  'onlyRedeemOnBirthday',
  'allowedEmails',
  'minimumOrderPrice',
  'maximumOrderPrice',
  'requiresCategoriesIds',
  'requiresProductsIds',
  'requiresStoresIds',
  'requiresMenusIds',
  'requiresPaymentTypes',
  'requireChannels',
  'requiredBINs',
  'dontApplyToProductsIds',
  'onlyForProductsWithoutDiscount',
  'maxProductsPerOrder',
]

/** All conditions of a coupon for a basket, without those that the coupon doesn't have. */
export function couponVerdicts(coupon: StoredCoupon, occasion: CouponContext): CouponVerdict[] {
  const unread = new Set(coupon.unread.map((path) => path.split('.')[0] ?? ''))
  const verdicts = [
    ...ownVerdicts(coupon, occasion),
    ...orderVerdicts(coupon, occasion),
    ...productVerdicts(coupon, occasion),
    ...guestVerdicts(coupon, occasion),
  ].filter(({ field }) => !unread.has(field))
  const unknown = conditions
    .filter((field) => unread.has(field))
    .map((field) => condition(field, null, null, null))
  return [...verdicts, ...unknown]
}
