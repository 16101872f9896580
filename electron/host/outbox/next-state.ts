import type { CallResult } from '#platform/call/failure.ts'
import { isoNow } from '../clock.ts'
import type { Context } from '../noun.ts'
import type { OutboxServices } from './outbox.ts'
import {
  afterFailure,
  afterLoss,
  afterNoEffect,
  type NextAttempt,
  type OutboxTime,
  type Retrying,
} from './policy.ts'
import type { Step } from './record.ts'
import type { OutboxEntry, OutboxKinds, Reconciled, SendOutcome } from './rules.ts'

type StateContext = Pick<Context, 'clock' | 'log' | 'chance'>

/** The states of entries before, during and after an attempt. It writes nothing. */
export class NextState {
  readonly #context: StateContext
  readonly #time: OutboxTime
  readonly #kinds: OutboxKinds

  constructor(context: StateContext, { time, kinds }: OutboxServices) {
    this.#context = context
    this.#time = time
    this.#kinds = kinds()
  }

  sending(entry: OutboxEntry): OutboxEntry {
    // The previous error stays until this attempt is over.
    return this.#become(entry, {
      state: 'sending',
      attempts: entry.attempts + 1,
      repeats: entry.repeats + (entry.state === 'unknown' ? 1 : 0),
      firstSentAt: entry.firstSentAt ?? isoNow(this.#context.clock),
    })
  }

  /** An unreadable payload can't be sent, so a person decides. */
  unreadable(entry: OutboxEntry): OutboxEntry {
    return this.#become(entry, {
      state: 'refused',
      reason: 'unreadable-payload',
      needsDecision: true,
    })
  }

  refused(entry: OutboxEntry): OutboxEntry {
    return this.#become(entry, { state: 'refused', needsDecision: true })
  }

  lost(entry: OutboxEntry, message: string): OutboxEntry {
    return this.#moved(
      entry,
      afterLoss(entry, this.#retrying(entry), message, this.#context.chance()),
    )
  }

  /** After the receiver's answer, or what its kind knows without one. */
  afterSending(entry: OutboxEntry, result: SendOutcome): Step {
    if ('state' in result) return this.#afterOwnOutcome(entry, result)
    if (result.ok) {
      const confirmsLater = this.#kinds[entry.kind].confirmsLater?.(entry) === true
      const state = confirmsLater ? 'accepted' : 'confirmed'
      return { entry: this.#confirmed(entry, state), answer: result.value }
    }
    const { failure } = result
    const { log, chance } = this.#context
    const next = afterFailure(entry, this.#retrying(entry), failure, chance())
    const { kind, status } = failure
    log.warn('outbox attempt failed', { id: entry.id, kind, status })
    return {
      entry: this.#moved(entry, next),
      doubtsToken: next.doubtsToken,
      isAway: kind === 'not-sent',
    }
  }

  /** After the platform said what became of an entry that must not be sent twice. */
  afterReconciling(entry: OutboxEntry, result: CallResult<Reconciled>): Step {
    if (!result.ok) {
      const { kind, status, message } = result.failure
      const doubtsToken = kind === 'answered' && status === 401
      return { entry: this.lost(entry, message), doubtsToken, isAway: kind === 'not-sent' }
    }
    if (result.value === 'happened') return { entry: this.#confirmed(entry, 'confirmed') }
    // Pauses, in case the platform never accepts it.
    const next = { ...afterNoEffect(entry, this.#context.chance()), message: null }
    return { entry: { ...this.#moved(entry, next), repeats: 0 } }
  }

  #afterOwnOutcome(
    entry: OutboxEntry,
    { state, reason, message }: Extract<SendOutcome, { state: unknown }>,
  ): Step {
    const { log, chance } = this.#context
    log.warn('outbox attempt failed', { id: entry.id, state, reason })
    const isAway = state === 'queued'
    const needsDecision = state === 'unknown' || state === 'refused'
    const pausesItself = isAway && entry.lane === null
    const waitMs = pausesItself ? afterNoEffect(entry, chance()).waitMs : isAway ? null : 0
    const next = { state, needsDecision, waitMs, message: message ?? null }
    return { entry: this.#moved(entry, next, reason), isAway }
  }

  #confirmed(entry: OutboxEntry, state: 'accepted' | 'confirmed'): OutboxEntry {
    return this.#become(entry, { state, reason: null, message: null, needsDecision: false })
  }

  #moved(
    entry: OutboxEntry,
    { state, needsDecision, message, waitMs }: Omit<NextAttempt, 'doubtsToken'>,
    reason: OutboxEntry['reason'] = null,
  ): OutboxEntry {
    const due = waitMs === null ? {} : { dueAt: this.#time.dueIn(waitMs), waitMs }
    const firstSentAt = state === 'queued' ? null : entry.firstSentAt
    return this.#become(entry, { state, reason, message, needsDecision, ...due, firstSentAt })
  }

  #become(entry: OutboxEntry, change: Partial<OutboxEntry>): OutboxEntry {
    return { ...entry, ...change, since: isoNow(this.#context.clock) }
  }

  /** How an entry may be retried; an unreadable one may not. */
  #retrying({ kind, payload }: OutboxEntry): Retrying {
    const rules = this.#kinds[kind]
    const parsed = rules.payload.safeParse(payload)
    const mayRepeat = parsed.success && rules.mayRepeat(parsed.data)
    return {
      ownAuthorization: rules.ownAuthorization === true,
      repeatable: mayRepeat || rules.reconcile !== undefined,
    }
  }
}
