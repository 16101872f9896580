import { z } from 'zod'
import type { couponTypes } from '#platform/coupons.ts'
import { dateTimeInUtc } from '../answers.ts'

const aText = z.string('must be a text')
const aNumber = z.number('must be a number').min(0, 'must not be below 0')

const text = z.exactOptional(aText.nullable())
const texts = z.exactOptional(z.array(aText, 'must be a list of texts'))
const yesOrNo = z.exactOptional(z.boolean('must be true or false'))
const amount = z.exactOptional(aNumber.nullable())
const percentage = z.exactOptional(aNumber.max(100, 'must be at most 100').nullable())
const instant = z.exactOptional(dateTimeInUtc.nullable())

/**
 * The body of a coupon update: these fields and no others, each optional and with the coupon's own
 * types. Our assumptions: percentages go from 0 to 100, amounts and counts are not negative, and
 * null clears a field unless it is a list, a switch or the name.
 */
export const couponChange = z.strictObject({
  code: text,
  name: z.exactOptional(aText),
  description: text,
  active: yesOrNo,
  percentageOff: percentage,
  maxPercentageOffDiscount: amount,
  discountAmount: amount,
  fixedAmount: amount,
  fromDate: instant,
  endDate: instant,
  maxRedemptions: amount,
  maxRedemptionsPerUser: amount,
  maxRedemptionsPerUserPerDay: yesOrNo,
  maxRedemptionsPerCode: amount,
  onlyForNewUsers: yesOrNo,
  onlyForProductsWithoutDiscount: yesOrNo,
  requirePhoneVerification: yesOrNo,
  requiresCategoriesIds: texts,
  requiresProductsIds: texts,
  requiresStoresIds: texts,
  requiresMenusIds: texts,
  requiresPaymentTypes: texts,
  requireChannels: texts,
  requiredBINs: texts,
  minimumOrderPrice: amount,
  maximumOrderPrice: amount,
  dontApplyToProductsIds: texts,
  dontApplyDiscountToOptions: yesOrNo,
  isHidden: yesOrNo,
  allowedEmails: texts,
  externalId: text,
  isBirthdayCoupon: yesOrNo,
  onlyRedeemOnBirthday: yesOrNo,
  autoRecommend: yesOrNo,
  applyDeliveryDiscount: yesOrNo,
  deliveryDiscountValue: amount,
  deliveryDiscountType: text,
  deliveryDiscountPercentage: percentage,
  maxProductsPerOrder: amount,
})

/** The empty value of a field with this schema. */
export function emptyValueFor(schema: z.ZodType): null | false | [] {
  if (schema === yesOrNo) return false
  return schema === texts ? [] : null
}

/** The changes of one update; null clears a field. */
export type CouponChange = z.output<typeof couponChange>

/** A coupon. Date-times are ISO 8601 in UTC, amounts in the store's currency. */
export type WireCoupon = Required<CouponChange> & {
  _id: string
  websiteId: string
  type: (typeof couponTypes)[number]
  totalRedemptions: number
  createdAt: string
  deletedAt: string | null
}
