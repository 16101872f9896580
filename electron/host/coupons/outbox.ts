import type { DeliveryReason } from '#contract/deliveries/delivery.ts'
import { conflictsOf, fieldsToSend, pickFields } from '#domain/coupons/change.ts'
import type { StoredCoupon } from '#domain/coupons/stored-coupon.ts'
import type { Connection } from '#platform/connection.ts'
import type { CallResult } from '#platform/call/failure.ts'
import type { Context } from '../noun.ts'
import { isOpen } from '../outbox/rows.ts'
import type { OutboxKinds, OutboxRules, SendOutcome } from '../outbox/rules.ts'
import { kind, payloadSchema, type Change, type CouponPayload } from './change.ts'
import type { CouponRequests, FindBy } from './request.ts'
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
export function couponRules(
  { notify }: Context,
  store: CouponStore,
  requests: CouponRequests,
  seals: EmailSeals,
): Pick<OutboxKinds, typeof kind> {
  /** Reading the coupon can change what screens show of its open change. */
  const keep = (read: StoredCoupon): void => store.keep([read], [read.id])

  /** The values at the last read, before any of this change was sent. */
  const findBy = ({ subject, payload }: Change): FindBy => ({
    id: subject,
    values: store.load(subject)?.values ?? payload.before,
  })

  async function read(
    connection: Connection,
    change: Change,
  ): Promise<CallResult<StoredCoupon | null>> {
    const found = await requests.find(connection, findBy(change))
    if (found.ok && found.value !== null) keep(found.value)
    return found
  }

  async function send(connection: Connection, change: Change): Promise<SendOutcome> {
    const { payload } = change
    const found = await read(connection, change)
    if (!found.ok) return nothingSent(found)
    if (found.value === null) return refused('not-listed')
    const now = seals.cover(found.value.values, payload.salt)
    if (conflictsOf(payload, now).length > 0) return refused('conflict')
    const left = fieldsToSend(payload, now)
    if (left.length === 0) return found
    // Writing back a list that was only partly read would delete the rest of it.
    if (left.some((field) => found.value?.unread.some((path) => path.startsWith(`${field}.`))))
      return refused('part-unread')
    const values = seals.open(pickFields(payload.changed, left))
    if (values === null) return refused('emails-forgotten')
    const sent = await requests.put(connection, found.value, values)
    if (!sent.ok) return sent
    keep(sent.value)
    await read(connection, change)
    return sent
  }

  const rules: OutboxRules<CouponPayload> = {
    payload: payloadSchema,
    mayRepeat: () => false,
    send: (connection, entries) => Promise.all(entries.map((change) => send(connection, change))),
    async reconcile(connection, change) {
      const found = await read(connection, change)
      if (!found.ok) return found
      if (found.value === null) return { ...found, value: 'did-not-happen' }
      const now = seals.cover(found.value.values, change.payload.salt)
      // If the coupon matches neither version, the next `send` detects the conflict.
      const hasHappened = fieldsToSend(change.payload, now).length === 0
      return { ...found, value: hasHappened ? 'happened' : 'did-not-happen' }
    },
    choices({ state, reason, needsDecision }) {
      if (state === 'queued') return ['dismiss']
      if (!needsDecision) return []
      return reason === 'not-listed' ? ['dismiss'] : ['retry', 'dismiss']
    },
    title: ({ subject }) => store.load(subject)?.values.name ?? '',
    /** Starts from the coupon's current values, which the person has seen. */
    retried({ subject, payload: { salt, before, changed } }) {
      const now = seals.keep(store.load(subject)?.values ?? {}, salt)
      const left = fieldsToSend({ before, changed }, now)
      return left.length === 0
        ? null
        : { salt, before: { ...before, ...now }, changed: pickFields(changed, left) }
    },
    changed(entry) {
      const payload = payloadSchema.safeParse(entry.payload)
      if (!isOpen(entry) && payload.success) {
        seals.forget(payload.data.before)
        seals.forget(payload.data.changed)
      }
      notify({ type: 'coupons.changed', couponIds: [entry.subject] })
    },
  }
  return { [kind]: rules }
}
