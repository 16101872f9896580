import type { CouponField } from '#contract/coupons/fields.ts'

/** The groups of a coupon's fields, in the order of the page and the form. */
export const couponGroups = ['gives', 'when', 'often', 'who', 'what', 'where', 'shown'] as const
export type CouponGroup = (typeof couponGroups)[number]

export const groupOf: Readonly<Record<CouponField, CouponGroup>> = {
  percentageOff: 'gives',
  maxPercentageOffDiscount: 'gives',
  discountAmount: 'gives',
  fixedAmount: 'gives',
  maxProductsPerOrder: 'gives',
  applyDeliveryDiscount: 'gives',
  deliveryDiscountType: 'gives',
  deliveryDiscountValue: 'gives',
  deliveryDiscountPercentage: 'gives',
  active: 'when',
  fromDate: 'when',
  endDate: 'when',
  maxRedemptions: 'often',
  maxRedemptionsPerUser: 'often',
  maxRedemptionsPerUserPerDay: 'often',
  maxRedemptionsPerCode: 'often',
  onlyForNewUsers: 'who',
  isBirthdayCoupon: 'who',
  onlyRedeemOnBirthday: 'who',
  requirePhoneVerification: 'who',
  allowedEmails: 'who',
  minimumOrderPrice: 'what',
  maximumOrderPrice: 'what',
  requiresCategoriesIds: 'what',
  requiresProductsIds: 'what',
  dontApplyToProductsIds: 'what',
  onlyForProductsWithoutDiscount: 'what',
  dontApplyDiscountToOptions: 'what',
  requiresStoresIds: 'where',
  requiresMenusIds: 'where',
  requireChannels: 'where',
  requiresPaymentTypes: 'where',
  requiredBINs: 'where',
  name: 'shown',
  code: 'shown',
  description: 'shown',
  isHidden: 'shown',
  autoRecommend: 'shown',
  externalId: 'shown',
}

export const fieldsInOrder = Object.keys(groupOf) as readonly CouponField[]

const shares: readonly string[] = ['percentage', 'percentageOnDiscount']

/** Whether this type of coupon uses the field; an unknown type may use any. */
export function usesField(
  type: string | null,
  field: CouponField,
  applyDeliveryDiscount: boolean,
): boolean {
  const types = [...shares, 'fixed', 'fixedOnDelivery', 'fixedItemPrice']
  if (type === null || !types.includes(type)) return true
  const onDelivery = type === 'fixedOnDelivery'
  switch (field) {
    case 'percentageOff':
    case 'maxPercentageOffDiscount':
      return shares.includes(type)
    case 'discountAmount':
      return type === 'fixed' || onDelivery
    case 'fixedAmount':
      return type === 'fixedItemPrice'
    case 'maxProductsPerOrder':
      return type !== 'fixed' && !onDelivery
    case 'applyDeliveryDiscount':
      return !onDelivery
    case 'deliveryDiscountType':
    case 'deliveryDiscountValue':
    case 'deliveryDiscountPercentage':
      return onDelivery || applyDeliveryDiscount
    case 'onlyForProductsWithoutDiscount':
      return type !== 'percentageOnDiscount' && !onDelivery
    case 'dontApplyDiscountToOptions':
    case 'dontApplyToProductsIds':
      return !onDelivery
    default:
      return true
  }
}
