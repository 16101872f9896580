import { z } from 'zod'
import type { CouponValues } from '#contract/coupons.ts'
import { leftOf, merged, pick, trimmed, type WantedChange } from '#domain/coupons/change.ts'
import { fieldsOf } from '#domain/coupons/known.ts'
import type { OutboxEntry } from '../outbox/entry.ts'
import {
  isNotSending,
  isUndecided,
  markedDone,
  queuedAgain,
  withdrawn,
  type Outbox,
} from '../outbox/outbox.ts'
import type { EmailSeals } from './seals.ts'

const kind = 'coupon-change'

/** Its frame: what is in it was parsed when a person said it. */
const values = z.record(z.string(), z.unknown()) as unknown as z.ZodType<CouponValues>

/** A change, its addresses sealed with `salt` (seals.ts). */
export const payloadSchema = z.object({ salt: z.string(), before: values, changed: values })
export type CouponPayload = z.infer<typeof payloadSchema>

/** What the outbox owes the platform about coupons: at most one change a coupon. All within the caller's transaction. */
export interface CouponEntries {
  /** The change of a coupon that is not over; null where there is none, or it cannot be read. */
  live(couponId: string): OutboxEntry<CouponPayload> | null
  /** Adds to what waits for a line or for a person; what is on the wire, or may be there, is not touched: then false. */
  enqueue(changeId: string, couponId: string, change: WantedChange): boolean
  /** Sends what waits for a person, by what the coupon says now; false where nothing does. */
  sendAnyway(couponId: string, now: CouponValues): boolean
  /** Lets go of a change that is neither on the wire nor being read to find out whether it came through; else false. */
  discard(couponId: string): boolean
}

export function createCouponEntries(
  outbox: Outbox,
  seals: EmailSeals,
  newId: () => string,
): CouponEntries {
  function live(couponId: string): OutboxEntry<CouponPayload> | null {
    const entry = outbox.open(kind, couponId)
    const payload = payloadSchema.safeParse(entry?.payload)
    return entry === null || !payload.success ? null : { ...entry, payload: payload.data }
  }

  /** Takes it out: nothing was sent of what is queued. */
  function end(couponId: string): boolean {
    const isQueued = outbox.open(kind, couponId)?.state === 'queued'
    return outbox.move(kind, couponId, isNotSending, isQueued ? withdrawn : markedDone) !== null
  }

  /** Its answer was lost, and the coupon is read to find out what happened. */
  const isBeingRead = (entry: OutboxEntry | null): boolean =>
    entry?.state === 'unknown' && !entry.needsDecision
  const isNothing = ({ changed }: WantedChange): boolean => fieldsOf(changed).length === 0

  return {
    live,
    enqueue(changeId, subject, change) {
      const known = live(subject)
      if (known?.state === 'sending' || isBeingRead(known)) return false
      const salt = known?.payload.salt ?? newId()
      const sealed = {
        before: seals.keep(change.before, salt),
        changed: seals.keep(change.changed, salt),
      }
      const next = known === null ? trimmed(sealed) : merged(known.payload, sealed)
      if (known?.state === 'queued' && !isNothing(next)) {
        outbox.replace(known, { salt, ...next })
        return true
      }
      end(subject)
      if (!isNothing(next))
        outbox.enqueue({ id: changeId, kind, subject, payload: { salt, ...next } })
      return true
    },
    sendAnyway(couponId, now) {
      const known = live(couponId)
      if (known?.needsDecision !== true) return false
      const { salt, before, changed } = known.payload
      const present = seals.keep(now, salt)
      const left = leftOf(known.payload, present)
      if (left.length === 0) return end(couponId)
      const again = outbox.move(kind, couponId, isUndecided, queuedAgain)
      if (again === null) return false
      const payload = { salt, before: { ...before, ...present }, changed: pick(changed, left) }
      outbox.replace(again, payload)
      return true
    },
    discard(couponId) {
      const known = live(couponId)
      // Nobody would read the coupon any more, and it would be shown as it was.
      if (isBeingRead(known)) return false
      const payload = known?.payload
      const isOver = end(couponId)
      if (!isOver || payload === undefined) return isOver
      seals.forget(payload.before)
      seals.forget(payload.changed)
      return true
    },
  }
}
