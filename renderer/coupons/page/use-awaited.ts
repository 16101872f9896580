import { watch, type ComputedRef } from 'vue'
import type { CouponField } from '#contract/coupons/fields.ts'
import type { Coupon, CouponValues } from '#contract/coupons/coupons.ts'
import { useToasts } from '../../ui/note/toasts.ts'
import { isSameTyped } from '../../state/draft-fields.ts'
import { asTyped } from '../form/typed.ts'
import { say } from '../words.ts'

function isSo(changed: CouponValues, { values }: Coupon): boolean {
  const fields = Object.keys(changed) as CouponField[]
  return fields.every((field) =>
    isSameTyped(asTyped(field, values[field]), asTyped(field, changed[field])),
  )
}

/**
 * Tells once what was sent is read back from the platform. Answers how to say that something was: a quick platform is done
 * before anyone hears of a change under way.
 */
export function useAwaited(
  coupon: ComputedRef<Coupon | undefined>,
): (changed: CouponValues) => void {
  const toasts = useToasts()
  let awaited: CouponValues | null = null

  function look(now: Coupon | undefined, before?: Coupon): void {
    if (now === undefined) return
    if (now.change !== null) awaited = now.change.changed
    else if (awaited !== null && isSo(awaited, now)) {
      awaited = null
      toasts.tell(say('couponChange.done', { name: now.values.name ?? '' }), 'good')
    } else if (before !== undefined && before.change !== null) awaited = null
  }
  watch(coupon, look)

  return (changed) => {
    awaited = changed
    look(coupon.value)
  }
}
