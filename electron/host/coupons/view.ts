import type { Coupon, CouponChange } from '#contract/coupons/coupons.ts'
import type { Delivery } from '#contract/deliveries/delivery.ts'
import { meanwhileOf, pick } from '#domain/coupons/change.ts'
import { fieldsOf, type KnownCoupon } from '#domain/coupons/known.ts'
import { couponState } from '#domain/coupons/state.ts'
import type { Change } from './outbox.ts'
import type { EmailSeals } from './seals.ts'

/** A change of a coupon that is not over, as a screen has it. */
export function changeView(
  { values }: KnownCoupon,
  { payload, state, repeats }: Change,
  delivery: Delivery,
  seals: EmailSeals,
): CouponChange {
  const { salt, before, changed } = payload
  const meanwhile = meanwhileOf(payload, seals.cover(values, salt))
  // After a lost answer it is a reading that is on the wire.
  const isReading = state === 'sending' && repeats > 0
  return {
    changed: seals.shown(changed),
    before: seals.shown(pick(before, [...fieldsOf(changed), ...meanwhile])),
    meanwhile: pick(values, meanwhile),
    delivery: isReading ? { ...delivery, state: 'unknown' } : delivery,
  }
}

/** A coupon as a screen has it, at `now` (epoch milliseconds). */
export const couponView = (
  coupon: KnownCoupon,
  change: CouponChange | null,
  now: number,
): Coupon => ({
  ...coupon,
  state: couponState(coupon, now),
  unread: [...new Set(coupon.unread.map((path) => path.split('.')[0] ?? path))],
  change,
})
