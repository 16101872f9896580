import { defineStore } from 'pinia'
import { computed, onScopeDispose, shallowRef } from 'vue'
import type { Coupon, CouponNames } from '#contract/coupons/coupons.ts'
import type { AppError } from '#contract/result.ts'
import { useBridge } from '../bridge/key.ts'
import { useReadDrafts } from '../state/drafts.ts'
import { useStatus } from '../state/health/status.ts'
import type { Around } from './sentences/value-words.ts'

/** The coupons that this screen has seen, as the host last told them, and what their ids mean. */
export const useCoupons = defineStore('coupons', () => {
  const bridge = useBridge()
  const status = useStatus()
  const known = shallowRef<ReadonlyMap<string, Coupon>>(new Map())
  const names = shallowRef<CouponNames | null>(null)
  /** The newest question about each. */
  const asked = new Map<string, number>()

  const around = computed<Around>(() => ({
    countryCode: status.countryCode,
    timeZone: status.timeZone,
    names: names.value,
  }))

  function take(coupons: readonly Coupon[]): void {
    known.value = new Map([...known.value, ...coupons.map((each) => [each.id, each] as const)])
  }

  /** Asks for one; why it could not be told, or null. */
  async function read(couponId: string): Promise<AppError | null> {
    const nth = (asked.get(couponId) ?? 0) + 1
    asked.set(couponId, nth)
    const answer = await bridge.call('coupons.read', { couponId })
    if (!answer.ok) return answer.error
    // It may be asked about once more: what is older is not taken over that.
    if (nth === asked.get(couponId)) take([answer.value])
    return null
  }

  /** Ids are shown as they are where their names do not come. */
  async function readNames(): Promise<void> {
    const answer = await bridge.call('coupons.names', {})
    if (answer.ok) names.value = answer.value
  }

  return {
    known,
    names,
    around,
    take,
    read,
    readNames,
    forget(): void {
      known.value = new Map()
      names.value = null
    },
  }
})

/** Follows what the host says of coupons for as long as a room shows them; `again` where all is to be asked for again. */
export function followCoupons(again: () => void): void {
  const coupons = useCoupons()
  const bridge = useBridge()
  useReadDrafts()
  onScopeDispose(
    bridge.onEvent((event) => {
      if (event.type === 'coupons.changed')
        for (const id of event.couponIds) if (coupons.known.has(id)) void coupons.read(id)
      if (event.type === 'host.replaced') coupons.forget()
      if (event.type !== 'host.replaced' && event.type !== 'events.missed') return
      void coupons.readNames()
      again()
    }),
  )
  void coupons.readNames()
}
