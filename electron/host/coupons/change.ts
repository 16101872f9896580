import { z } from 'zod'
import type { CouponChange, CouponValues } from '#contract/coupons/coupons.ts'
import type { Delivery } from '#contract/deliveries/delivery.ts'
import { changedMeanwhile, pickFields } from '#domain/coupons/change.ts'
import { fieldsOf, type StoredCoupon } from '#domain/coupons/stored-coupon.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { OutboxEntry } from '../outbox/rules.ts'
import type { EmailSeals } from './seals.ts'

export const kind = 'coupon-change'

/** Checks only the frame: the values were parsed when the change was made. */
const values = z.record(z.string(), z.unknown()) as unknown as z.ZodType<CouponValues>

/** A change whose e-mail addresses are sealed with `salt` (seals.ts). */
export const payloadSchema = z.object({ salt: z.string(), before: values, changed: values })
export type CouponPayload = z.infer<typeof payloadSchema>

export type Change = OutboxEntry<CouponPayload>

/** The open change of a coupon; null if there is none, or if its payload can't be read. */
export function openChange(outbox: Pick<Outbox, 'open'>, couponId: string): Change | null {
  const entry = outbox.open(kind, couponId)
  const payload = payloadSchema.safeParse(entry?.payload)
  return entry === null || !payload.success ? null : { ...entry, payload: payload.data }
}

export function changeView(
  { values }: StoredCoupon,
  { payload, state, repeats }: Change,
  delivery: Delivery,
  seals: EmailSeals,
): CouponChange {
  const { salt, before, changed } = payload
  const meanwhile = changedMeanwhile(payload, seals.cover(values, salt))
  // After a lost answer, the request in flight is the read that looks for the outcome.
  const isReading = state === 'sending' && repeats > 0
  return {
    changed: seals.shown(changed),
    before: seals.shown(pickFields(before, [...fieldsOf(changed), ...meanwhile])),
    meanwhile: pickFields(values, meanwhile),
    delivery: isReading ? { ...delivery, state: 'unknown' } : delivery,
  }
}
