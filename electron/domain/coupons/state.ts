import type { CouponState } from '#contract/coupons/coupons.ts'
import type { KnownCoupon } from './known.ts'

/** A coupon at a glance, at `now` (epoch milliseconds). What the platform did not tell stands in nobody's way. */
export function couponState(
  { values, totalRedemptions, deletedAt }: Omit<KnownCoupon, 'unread' | 'readAt'>,
  now: number,
): CouponState {
  const { active, fromDate, endDate, maxRedemptions } = values
  if (deletedAt !== null) return 'deleted'
  if (active === false) return 'off'
  if (endDate != null && now > Date.parse(endDate)) return 'expired'
  if (fromDate != null && now < Date.parse(fromDate)) return 'not-yet'
  if (maxRedemptions != null && (totalRedemptions ?? 0) >= maxRedemptions) return 'used-up'
  return 'active'
}
