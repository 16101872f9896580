import { fail, ok } from '#contract/result.ts'
import {
  type DesiredChange,
  merged,
  problemOf,
  trimmed,
  withEmptyLists,
} from '#domain/coupons/change.ts'
import { fieldsOf } from '#domain/coupons/stored-coupon.ts'
import type { HandlersOf } from '../dispatch.ts'
import { drafts } from '../drafts/drafts.ts'
import type { Context } from '../noun.ts'
import { dismissed, isNotSending, withdrawn } from '../outbox/outbox.ts'
import { kind, openChange } from './change.ts'
import type { EmailSeals } from './seals.ts'
import type { CouponStore } from './store.ts'

export function createCouponCommands(
  { db, outbox, newId, notify, use }: Context,
  store: CouponStore,
  seals: EmailSeals,
): Pick<HandlersOf<'coupons'>, 'coupons.change'> {
  const savedDrafts = use(drafts)

  /**
   * Adds to a change that waits for the connection or for a decision. Returns false if the change
   * is being sent or may have been sent.
   */
  function enqueue(id: string, subject: string, change: DesiredChange): boolean {
    const known = openChange(outbox, subject)
    const isBeingRead = known?.state === 'unknown' && !known.needsDecision
    if (known?.state === 'sending' || isBeingRead) return false
    const salt = known?.payload.salt ?? newId()
    const sealed = {
      before: seals.keep(change.before, salt),
      changed: seals.keep(change.changed, salt),
    }
    const next = known === null ? trimmed(sealed) : merged(known.payload, sealed)
    const payload = { salt, ...next }
    const isNothing = fieldsOf(next.changed).length === 0
    if (known?.state === 'queued' && !isNothing) {
      outbox.replace(known, payload)
      return true
    }
    outbox.move(kind, subject, isNotSending, known?.state === 'queued' ? withdrawn : dismissed)
    if (!isNothing) outbox.enqueue({ id, kind, subject, payload })
    return true
  }

  return {
    'coupons.change': ({ changeId, couponId, before, changed: changes }, { screen }) =>
      db.transact(() => {
        if (outbox.has(changeId)) return ok(null)
        const coupon = store.load(couponId)
        if (coupon === null) return fail('not-found')
        const changed = withEmptyLists(changes)
        const waiting = openChange(outbox, couponId)?.payload.changed ?? {}
        const seen = { ...coupon.values, ...before }
        const problem = problemOf(changed, { ...seen, ...waiting, ...changed })
        if (problem !== null) return fail('bad-input', problem)
        if (!enqueue(changeId, couponId, { before: seen, changed })) return fail('too-late')
        savedDrafts.remove('coupon', screen, couponId)
        notify({ type: 'coupons.changed', couponIds: [couponId] })
        return ok(null)
      }),
  }
}
