import { expect, test } from 'vitest'
import type { CouponState } from '#contract/coupons/coupons.ts'
import { type StoredCoupon, couponState } from './stored-coupon.ts'

const now = Date.parse('2026-11-20T15:30:00.000Z')
const before = '2026-11-20T15:29:59.999Z'
const at = '2026-11-20T15:30:00.000Z'
const after = '2026-11-20T15:30:00.001Z'

type Reported = Partial<Pick<StoredCoupon, 'values' | 'totalRedemptions' | 'deletedAt'>>

test.for<[string, Reported, CouponState]>([
  ['that says nothing', { values: {} }, 'active'],
  ['that is active', { values: { active: true } }, 'active'],
  ['that is not', { values: { active: false } }, 'off'],
  ['not active and expired', { values: { active: false, endDate: before } }, 'off'],
  ['that begins in a moment', { values: { fromDate: after } }, 'not-yet'],
  ['that begins now', { values: { fromDate: at } }, 'active'],
  ['that ends now', { values: { endDate: at } }, 'active'],
  ['that has ended', { values: { endDate: before } }, 'expired'],
  ['without an end', { values: { endDate: null } }, 'active'],
  ['of which one is left', { values: { maxRedemptions: 5 }, totalRedemptions: 4 }, 'active'],
  ['of which none is left', { values: { maxRedemptions: 5 }, totalRedemptions: 5 }, 'used-up'],
  ['redeemed nobody knows how often', { values: { maxRedemptions: 5 } }, 'active'],
  [
    'used up before it began',
    { values: { maxRedemptions: 5, fromDate: after }, totalRedemptions: 5 },
    'not-yet',
  ],
  [
    'used up and expired',
    { values: { maxRedemptions: 5, endDate: before }, totalRedemptions: 5 },
    'expired',
  ],
  ['that was deleted', { values: { active: true }, deletedAt: before }, 'deleted'],
])('a coupon %s', ([, reported, state]) => {
  const coupon = {
    id: 'c',
    type: null,
    values: {},
    totalRedemptions: null,
    createdAt: null,
    deletedAt: null,
    ...reported,
  }
  expect(couponState(coupon, now)).toBe(state)
})
