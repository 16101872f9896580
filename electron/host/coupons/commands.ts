import { fail, ok } from '#contract/result.ts'
import { problemOf, withEmptyLists } from '#domain/coupons/problem.ts'
import type { Database } from '../db/open.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { CouponChanges } from './changes.ts'
import type { CouponEntries } from './entries.ts'
import type { CouponStore } from './store.ts'

interface CommandsDeps {
  db: Database
  store: CouponStore
  entries: CouponEntries
  changes: CouponChanges
  /** Whether there ever was an entry of that id. */
  wasTold(changeId: string): boolean
}

/** What people do about coupons. */
export type CouponCommands = Pick<HandlersOf<'coupons'>, 'coupons.change' | 'coupons.decide'>

export function createCouponCommands(deps: CommandsDeps): CouponCommands {
  const { db, store, entries, changes } = deps
  return {
    'coupons.change': ({ changeId, couponId, before, changed: wanted }) =>
      db.transact(() => {
        if (deps.wasTold(changeId)) return ok(null)
        const coupon = store.load(couponId)
        if (coupon === null) return fail('not-found')
        const changed = withEmptyLists(wanted)
        const waiting = entries.live(couponId)?.payload.changed ?? {}
        const seen = { ...coupon.values, ...before }
        const problem = problemOf(changed, { ...seen, ...waiting, ...changed })
        if (problem !== null) return fail('bad-input', problem)
        if (!entries.enqueue(changeId, couponId, { before: seen, changed })) return fail('too-late')
        changes.touch(couponId)
        return ok(null)
      }),
    'coupons.decide': ({ couponId, choice }) =>
      db.transact(() => {
        const now = store.load(couponId)?.values ?? {}
        const isDone =
          choice === 'discard' ? entries.discard(couponId) : entries.sendAnyway(couponId, now)
        if (!isDone) return fail('too-late')
        changes.touch(couponId)
        return ok(null)
      }),
  }
}
