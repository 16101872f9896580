import type { CouponField } from '#contract/coupons/fields.ts'
import type { CouponDraft } from '#contract/drafts/drafts.ts'
import type { CouponChange } from '#contract/coupons/coupons.ts'
import { hostNow } from '../../clock/host-clock.ts'
import { useDrafts } from '../../state/drafts.ts'
import { useToasts } from '../../ui/note/toasts.ts'
import { say } from '../messages.ts'
import { asTyped } from './typed.ts'

/** A sent change as the text that was typed. */
export function draftOf({ changed, before }: CouponChange, timeZone?: string): CouponDraft {
  const fields = Object.keys(changed) as CouponField[]
  return {
    at: new Date(hostNow()).toISOString(),
    typed: Object.fromEntries(
      fields.map((field) => [field, asTyped(field, changed[field], timeZone)]),
    ),
    seen: before,
  }
}

/** Discards the draft of a coupon. A toast offers to undo this for a moment. */
export function useDiscardDraft(): (couponId: string) => void {
  const drafts = useDrafts()
  const toasts = useToasts()
  return (couponId) => {
    const draft = drafts.of('coupon', couponId)
    if (draft === undefined) return
    drafts.discard('coupon', couponId)
    const run = () => drafts.save('coupon', couponId, draft)
    toasts.show(say('couponChange.discarded'), 'plain', { label: say('couponChange.undo'), run })
  }
}
