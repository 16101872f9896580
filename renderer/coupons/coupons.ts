import { computed, inject, provide, shallowRef, watch, type InjectionKey, type Ref } from 'vue'
import type { Coupon, CouponList, CouponNames } from '#contract/coupons/coupons.ts'
import { useStatus } from '../state/health/status.ts'
import { useHostQuery } from '../state/host-query.ts'
import type { Around } from './sentences/value-text.ts'

interface Coupons {
  /** What the texts of coupons depend on. */
  readonly around: Around
  readonly names: CouponNames | null
  /** Coupons that the list has shown. Their values are offered in forms. */
  readonly listed: ReadonlyMap<string, Coupon>
}
const couponsKey: InjectionKey<Coupons> = Symbol('coupons')

/**
 * Provides the coupons to the components of the room. `list` is the shown list, or null if it is
 * outdated.
 */
export function provideCoupons(list: Ref<CouponList | null>): void {
  const status = useStatus()
  // Without names, ids are shown.
  const { data: names } = useHostQuery('coupons.names', {})
  const around = computed<Around>(() => ({
    countryCode: status.countryCode,
    timeZone: status.timeZone,
    names: names.value,
  }))
  const listedCoupons = shallowRef<ReadonlyMap<string, Coupon>>(new Map())
  watch(list, (now) => {
    const shown = (now?.coupons ?? []).map((coupon) => [coupon.id, coupon] as const)
    listedCoupons.value = new Map(now === null ? [] : [...listedCoupons.value, ...shown])
  })
  provide(couponsKey, {
    get around() {
      return around.value
    },
    get names() {
      return names.value
    },
    get listed() {
      return listedCoupons.value
    },
  })
}

export function useCoupons(): Coupons {
  const coupons = inject(couponsKey)
  if (coupons === undefined) throw new Error('A part of the coupons stands outside their room.')
  return coupons
}
