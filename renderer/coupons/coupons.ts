import { computed, inject, provide, shallowRef, watch, type InjectionKey, type Ref } from 'vue'
import type { Coupon, CouponList, CouponNames } from '#contract/coupons/coupons.ts'
import { useStatus } from '../state/health/status.ts'
import { useHostQuery } from '../state/host-query.ts'
import type { Around } from './sentences/value-text.ts'

interface Coupons {
  /** What coupons are put into words by. */
  readonly around: Around
  readonly names: CouponNames | null
  /** Those that the list has shown: their words are offered at others. */
  readonly known: ReadonlyMap<string, Coupon>
}
const couponsKey: InjectionKey<Coupons> = Symbol('coupons')

/** Gives all parts of the room what they tell coupons by; `list` is what it shows, null where that is not true any more. */
export function provideCoupons(list: Ref<CouponList | null>): void {
  const status = useStatus()
  // Ids are shown as they are where their names do not come.
  const { data: names } = useHostQuery('coupons.names', {})
  const around = computed<Around>(() => ({
    countryCode: status.countryCode,
    timeZone: status.timeZone,
    names: names.value,
  }))
  const known = shallowRef<ReadonlyMap<string, Coupon>>(new Map())
  watch(list, (now) => {
    const shown = (now?.coupons ?? []).map((coupon) => [coupon.id, coupon] as const)
    known.value = new Map(now === null ? [] : [...known.value, ...shown])
  })
  provide(couponsKey, {
    get around() {
      return around.value
    },
    get names() {
      return names.value
    },
    get known() {
      return known.value
    },
  })
}

/** What the room gives its parts. */
export function useCoupons(): Coupons {
  const coupons = inject(couponsKey)
  if (coupons === undefined) throw new Error('A part of the coupons stands outside their room.')
  return coupons
}
