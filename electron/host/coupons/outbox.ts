import type { DeliveryChoice, DeliveryReason } from '#contract/deliveries/delivery.ts'
import { conflictsOf, fieldsToSend, pickFields } from '#domain/coupons/change.ts'
import type { StoredCoupon } from '#domain/coupons/stored-coupon.ts'
import type { Connection } from '#platform/connection.ts'
import type { CallResult } from '#platform/call/failure.ts'
import type { Context } from '../noun.ts'
import { isOpen } from '../outbox/rows.ts'
import type { OutboxRules, Reconciled, SendOutcome } from '../outbox/rules.ts'
import { payloadSchema, type Change, type CouponPayload } from './change.ts'
import type { CouponRequests } from './request.ts'
import type { EmailSeals } from './seals.ts'
import type { CouponStore } from './store.ts'

const refused = (reason: DeliveryReason): SendOutcome => ({ state: 'refused', reason })

/**
 * A read that fails has no side effects, so it can be repeated for as long as it takes. A rejected
 * token or a rate limit is handled as for any request.
 */
function nothingSent(result: CallResult<unknown> & { ok: false }): CallResult<never> {
  const { kind, status } = result.failure
  const isAnswer = kind === 'answered' && status !== null && status < 500
  if (isAnswer || kind === 'invalid') return result
  return { ok: false, failure: { ...result.failure, kind: 'not-sent' } }
}

/** Reads the coupon before and after each change. */
export class CouponRules implements OutboxRules<CouponPayload> {
  readonly payload = payloadSchema
  readonly #context: Context
  readonly #store: CouponStore
  readonly #requests: CouponRequests
  readonly #seals: EmailSeals

  constructor(context: Context, store: CouponStore, requests: CouponRequests, seals: EmailSeals) {
    this.#context = context
    this.#store = store
    this.#requests = requests
    this.#seals = seals
  }

  mayRepeat(): boolean {
    return false
  }

  send(connection: Connection, changes: readonly Change[]): Promise<SendOutcome[]> {
    return Promise.all(changes.map((change) => this.#send(connection, change)))
  }

  async reconcile(connection: Connection, change: Change): Promise<CallResult<Reconciled>> {
    const result = await this.#read(connection, change)
    if (!result.ok) return result
    if (result.value === null) return { ...result, value: 'did-not-happen' }
    const now = this.#seals.cover(result.value.values, change.payload.salt)
    // If the coupon matches neither version, the next `send` detects the conflict.
    const hasHappened = fieldsToSend(change.payload, now).length === 0
    return { ...result, value: hasHappened ? 'happened' : 'did-not-happen' }
  }

  choices({ state, reason, needsDecision }: Change): readonly DeliveryChoice[] {
    if (state === 'queued') return ['dismiss']
    if (!needsDecision) return []
    return reason === 'not-listed' ? ['dismiss'] : ['retry', 'dismiss']
  }

  title({ subject }: Change): string {
    return this.#store.load(subject)?.values.name ?? ''
  }

  /** Starts from the coupon's current values, which the person has seen. */
  retried({ subject, payload: { salt, before, changed } }: Change): CouponPayload | null {
    const now = this.#seals.save(this.#store.load(subject)?.values ?? {}, salt)
    const left = fieldsToSend({ before, changed }, now)
    return left.length === 0
      ? null
      : { salt, before: { ...before, ...now }, changed: pickFields(changed, left) }
  }

  changed(change: Change): void {
    const payload = payloadSchema.safeParse(change.payload)
    if (!isOpen(change) && payload.success) {
      this.#seals.forget(payload.data.before)
      this.#seals.forget(payload.data.changed)
    }
    this.#context.notify({ type: 'coupons.changed', couponIds: [change.subject] })
  }

  async #send(connection: Connection, change: Change): Promise<SendOutcome> {
    const { payload } = change
    const result = await this.#read(connection, change)
    if (!result.ok) return nothingSent(result)
    const coupon = result.value
    if (coupon === null) return refused('not-listed')
    const now = this.#seals.cover(coupon.values, payload.salt)
    if (conflictsOf(payload, now).length > 0) return refused('conflict')
    const left = fieldsToSend(payload, now)
    if (left.length === 0) return result
    // Writing back a list that was only partly read would delete the rest of it.
    if (left.some((field) => coupon.unread.some((path) => path.startsWith(`${field}.`))))
      return refused('part-unread')
    const values = this.#seals.open(pickFields(payload.changed, left))
    if (values === null) return refused('emails-forgotten')
    const sent = await this.#requests.put(connection, coupon, values)
    if (!sent.ok) return sent
    this.#save(sent.value)
    await this.#read(connection, change)
    return sent
  }

  /** Searches by the values at the last read, before any of this change was sent. */
  async #read(
    connection: Connection,
    { subject: id, payload }: Change,
  ): Promise<CallResult<StoredCoupon | null>> {
    const values = this.#store.load(id)?.values ?? payload.before
    const result = await this.#requests.find(connection, { id, values })
    if (result.ok && result.value !== null) this.#save(result.value)
    return result
  }

  /** Reading the coupon can change what screens show of its open change. */
  #save(coupon: StoredCoupon): void {
    this.#store.save([coupon], [coupon.id])
  }
}
