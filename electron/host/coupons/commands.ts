import type { Caller } from '#contract/shared/caller.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import {
  type DesiredChange,
  merged,
  problemOf,
  trimmed,
  withEmptyLists,
} from '#domain/coupons/change.ts'
import { fieldsOf } from '#domain/coupons/stored-coupon.ts'
import type { Parsed } from '../dispatch.ts'
import { drafts } from '../drafts/drafts.ts'
import type { Context } from '../noun.ts'
import { dismissed, isNotSending, withdrawn } from '../outbox/outbox.ts'
import { kind, openChange } from './change.ts'
import type { EmailSeals } from './seals.ts'
import type { CouponStore } from './store.ts'

export class CouponCommands {
  readonly #context: Context
  readonly #store: CouponStore
  readonly #seals: EmailSeals

  constructor(context: Context, store: CouponStore, seals: EmailSeals) {
    this.#context = context
    this.#store = store
    this.#seals = seals
  }

  change(input: Parsed<'coupons.change'>, { screen }: Caller): Result<null> {
    return this.#context.db.transact(() => this.#change(input, screen))
  }

  #change(
    { changeId, couponId, before, changed: changes }: Parsed<'coupons.change'>,
    screen: string,
  ): Result<null> {
    const { outbox, notify, use } = this.#context
    if (outbox.has(changeId)) return ok(null)
    const coupon = this.#store.load(couponId)
    if (coupon === null) return fail('not-found')
    const changed = withEmptyLists(changes)
    const waiting = openChange(outbox, couponId)?.payload.changed ?? {}
    const seen = { ...coupon.values, ...before }
    const problem = problemOf(changed, { ...seen, ...waiting, ...changed })
    if (problem !== null) return fail('bad-input', problem)
    if (!this.#enqueue(changeId, couponId, { before: seen, changed })) return fail('too-late')
    use(drafts).remove('coupon', screen, couponId)
    notify({ type: 'coupons.changed', couponIds: [couponId] })
    return ok(null)
  }

  /**
   * Adds to a change that waits for the connection or for a decision. Returns false if the change
   * is being sent or may have been sent.
   */
  #enqueue(id: string, subject: string, desired: DesiredChange): boolean {
    const { outbox, newId } = this.#context
    const open = openChange(outbox, subject)
    const isBeingRead = open?.state === 'unknown' && !open.needsDecision
    if (open?.state === 'sending' || isBeingRead) return false
    const salt = open?.payload.salt ?? newId()
    const sealed = {
      before: this.#seals.save(desired.before, salt),
      changed: this.#seals.save(desired.changed, salt),
    }
    const next = open === null ? trimmed(sealed) : merged(open.payload, sealed)
    const payload = { salt, ...next }
    const isNothing = fieldsOf(next.changed).length === 0
    if (open?.state === 'queued' && !isNothing) {
      outbox.replace(open, payload)
      return true
    }
    outbox.move(kind, subject, isNotSending, open?.state === 'queued' ? withdrawn : dismissed)
    if (!isNothing) outbox.enqueue({ id, kind, subject, payload })
    return true
  }
}
