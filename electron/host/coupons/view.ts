import type { Coupon, CouponChange } from '#contract/coupons.ts'
import { meanwhileOf, pick } from '#domain/coupons/change.ts'
import { fieldsOf, type KnownCoupon } from '#domain/coupons/known.ts'
import { couponState } from '#domain/coupons/state.ts'
import type { OutboxEntry } from '../outbox/entry.ts'
import { legacyState } from '../outbox/legacy.ts'
import type { CouponPayload } from './entries.ts'
import { refusalIn } from './refusals.ts'
import type { EmailSeals } from './seals.ts'

function stateOf(entry: OutboxEntry): CouponChange['state'] {
  const { repeats, reason } = entry
  const state = legacyState(entry)
  switch (state) {
    case 'queued':
    case 'unknown':
    case 'unconfirmed':
      return state
    case 'sending':
      // After a lost answer it is a reading that is on the wire.
      return repeats > 0 ? 'unknown' : 'sending'
    default:
      return reason === 'conflict' ? 'conflict' : 'refused'
  }
}

function changeOf(
  { values }: KnownCoupon,
  entry: OutboxEntry<CouponPayload>,
  seals: EmailSeals,
): CouponChange {
  const { salt, before, changed } = entry.payload
  const { message: words } = entry
  const refusal = refusalIn(entry.reason)
  const meanwhile = meanwhileOf(entry.payload, seals.cover(values, salt))
  return {
    changed: seals.shown(changed),
    before: seals.shown(pick(before, [...fieldsOf(changed), ...meanwhile])),
    state: stateOf(entry),
    meanwhile: pick(values, meanwhile),
    words: refusal === null ? words : null,
    refusal: refusal === 'conflict' ? null : refusal,
  }
}

/** A coupon as a screen has it, at `now` (epoch milliseconds). */
export function couponView(
  coupon: KnownCoupon,
  entry: OutboxEntry<CouponPayload> | null,
  seals: EmailSeals,
  now: number,
): Coupon {
  return {
    ...coupon,
    state: couponState(coupon, now),
    unread: [...new Set(coupon.unread.map((path) => path.split('.')[0] ?? path))],
    change: entry === null ? null : changeOf(coupon, entry, seals),
  }
}
