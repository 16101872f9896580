import type { HostEvent } from '#contract/operations.ts'

/** The coupons of which the screens have to ask again. */
export interface CouponChanges {
  touch(couponId: string): void
  take(): HostEvent[]
}

export function createCouponChanges(): CouponChanges {
  const touched = new Set<string>()
  return {
    touch: (couponId) => void touched.add(couponId),
    take() {
      const couponIds = [...touched]
      touched.clear()
      return couponIds.length === 0 ? [] : [{ type: 'coupons.changed', couponIds }]
    },
  }
}
