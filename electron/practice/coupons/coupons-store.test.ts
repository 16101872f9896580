import { describe, expect, test } from 'vitest'
import { Effects } from '../effects.ts'
import { tokenInfo } from '../practice-store.ts'
import { PracticeCoupons, deliveryDiscountTypes } from './coupons.ts'
import { couponTypes } from '#platform/coupons.ts'
import type { WireCoupon } from './change.ts'

const start = Date.parse('2026-11-20T15:00:00.000Z')
const all = () => new PracticeCoupons({ now: () => start, effects: new Effects() }).list('', [])

/** The fields of a coupon, in the specification's order. */
const documented =
  `_id websiteId code name description type active percentageOff maxPercentageOffDiscount
  discountAmount fromDate endDate maxRedemptions maxRedemptionsPerUser maxRedemptionsPerUserPerDay
  maxRedemptionsPerCode totalRedemptions onlyForNewUsers onlyForProductsWithoutDiscount
  requirePhoneVerification requiresCategoriesIds requiresProductsIds requiresStoresIds requiresMenusIds
  requiresPaymentTypes requireChannels requiredBINs minimumOrderPrice maximumOrderPrice
  dontApplyToProductsIds dontApplyDiscountToOptions isHidden allowedEmails externalId isBirthdayCoupon
  onlyRedeemOnBirthday autoRecommend applyDeliveryDiscount deliveryDiscountValue deliveryDiscountType
  deliveryDiscountPercentage maxProductsPerOrder fixedAmount createdAt deletedAt`.split(/\s+/)

describe('the coupons', () => {
  test('are 25 of the website, of all five types, with every field', () => {
    const coupons = all()
    expect(coupons).toHaveLength(25)
    expect(new Set(coupons.map(({ type }) => type))).toEqual(new Set(couponTypes))
    for (const coupon of coupons) {
      expect(Object.keys(coupon).sort()).toEqual([...documented].sort())
      expect(coupon.websiteId).toBe(tokenInfo.website._id)
      expect(coupon.totalRedemptions).toBeLessThanOrEqual(coupon.maxRedemptions ?? Infinity)
    }
  })

  test('have all states that a screen distinguishes', () => {
    const coupons = all()
    const now = new Date(start).toISOString()
    const kinds: Record<string, (coupon: WireCoupon) => boolean> = {
      deleted: ({ deletedAt }) => deletedAt !== null && deletedAt < now,
      expired: ({ endDate }) => endDate !== null && endDate < now,
      'still to come': ({ fromDate }) => fromDate !== null && fromDate > now,
      endless: ({ endDate }) => endDate === null,
      paused: ({ active }) => !active,
      hidden: ({ isHidden }) => isHidden,
      'without a code': ({ code }) => code === null,
      'for birthdays': ({ isBirthdayCoupon }) => isBirthdayCoupon,
      'for new users': ({ onlyForNewUsers }) => onlyForNewUsers,
      'of some stores': ({ requiresStoresIds }) => requiresStoresIds.length > 0,
      'of some products': ({ requiresProductsIds }) => requiresProductsIds.length > 0,
      'of some channels': ({ requireChannels }) => requireChannels.length > 0,
      'of some cards': ({ requiredBINs }) => requiredBINs.length > 0,
      'off a share of the delivery': ({ deliveryDiscountType }) =>
        deliveryDiscountType === deliveryDiscountTypes.percentage,
      'off the delivery': ({ deliveryDiscountType }) =>
        deliveryDiscountType === deliveryDiscountTypes.fixed,
      capped: ({ maxPercentageOffDiscount }) => maxPercentageOffDiscount !== null,
      'used up before its end': ({ maxRedemptions, totalRedemptions, endDate }) =>
        maxRedemptions === totalRedemptions && endDate !== null && endDate > now,
    }
    for (const [kind, isOne] of Object.entries(kinds)) expect(coupons.some(isOne), kind).toBe(true)
  })

  test('have days that are whole on the clocks of the website', () => {
    const coupon = all().find(({ _id }) => _id === 'cpn-sin-codigo')
    expect(coupon).toMatchObject({
      createdAt: '2026-11-18T13:00:00.000Z',
      fromDate: '2026-11-19T03:00:00.000Z',
      endDate: '2026-11-27T02:59:59.999Z',
    })
  })
})
