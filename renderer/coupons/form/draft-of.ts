import type { CouponField } from '#contract/coupons/fields.ts'
import type { CouponDraft } from '#contract/drafts.ts'
import type { CouponChange } from '#contract/coupons/coupons.ts'
import { hostNow } from '../../clock/host-clock.ts'
import { asTyped } from './typed.ts'

/** A change that was made, as it was typed. */
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
