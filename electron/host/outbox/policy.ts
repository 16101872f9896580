import { pauseAfter } from '#contract/shared/back-off.ts'
import { deliveryKinds, type DeliveryKind } from '#contract/deliveries/delivery.ts'
import type { CallFailure } from '#platform/call/failure.ts'
import type { Connection } from '#platform/connection.ts'
import type { Clock } from '../clock/clock.ts'
import { originOf } from './reachability.ts'
import type { OutboxEntry, OutboxKinds, OutboxRules } from './rules.ts'

/** What the rules of a kind say about a lost answer. */
export interface Retrying extends Pick<OutboxRules, 'ownAuthorization'> {
  /** Whether it may be sent again, or settled by reading. */
  repeatable: boolean
}

/** The maximum number of repeats while the platform is reachable (README.md, An outage). */
export const maxRepeats = 5

/** The pauses between attempts that certainly had no effect. */
export const queuePatience = { firstMs: 1_000, maxMs: 15_000 }
/** The pauses before repeats. */
const repeatPatience = { firstMs: 3_000, maxMs: 180_000, factor: 3 }

/**
 * The next state of an entry if the platform certainly did nothing: it is sent again, however long
 * it takes.
 */
export const afterNoEffect = (
  { attempts }: Pick<OutboxEntry, 'attempts'>,
  chance: number,
  askedMs: number | null = null,
) =>
  ({
    state: 'queued',
    needsDecision: false,
    waitMs: pauseAfter(attempts, queuePatience, chance, askedMs),
  }) satisfies Partial<NextAttempt>

export interface NextAttempt {
  state: OutboxEntry['state']
  needsDecision: boolean
  /** Null if it stays due: the pause is its lane's. */
  waitMs: number | null
  message: string | null
  /** The token must be checked before anything else is sent. */
  doubtsToken: boolean
}

const textOf = (failure: CallFailure): string =>
  failure.status === null ? failure.message : `${String(failure.status)} ${failure.message}`

/**
 * The next state of an entry after a failed attempt. `entry` is its state while sending.
 * - Not sent, or 429: the platform did nothing, so it returns to the queue, however long it takes.
 *   If it was not sent, an outage that ends makes it due at once (`forgive` in worker.ts).
 * - 401: the same, and the token must be checked; for a kind with its own token it is a rejection.
 *   Both apply only if no earlier answer was lost: an entry that may have happened stays unknown.
 * - No answer, any 5xx, or an unreadable answer: unknown, and repeated within the rules or settled
 *   by reading. Even a 503 may come after the effect, from a gateway that stopped waiting.
 * - Any other answer is a rejection, also 403, and so is a request that we would not send: a person
 *   decides.
 */
export function afterFailure(
  entry: Pick<OutboxEntry, 'attempts' | 'repeats'>,
  rules: Retrying,
  failure: CallFailure,
  chance: number,
): NextAttempt {
  const message = textOf(failure)
  const { status } = failure
  // Without any token nothing is sent, whichever token the kind uses.
  const isOwn = rules.ownAuthorization === true && failure.reason !== 'no-token'
  const doubtsToken = failure.kind === 'answered' && status === 401 && !isOwn
  const untouched = doubtsToken || failure.kind === 'not-sent' || status === 429
  if (untouched && entry.repeats === 0) {
    return { ...afterNoEffect(entry, chance, failure.retryAfterMs), message, doubtsToken }
  }
  if (failure.kind === 'invalid') return refusal(message)
  const isNo = failure.kind === 'answered' && status !== null && status < 500
  if (isNo && !untouched) return refusal(message)
  const next = afterLoss(entry, rules, message, chance, failure.retryAfterMs)
  return { ...next, doubtsToken }
}

const refusal = (message: string): NextAttempt => ({
  state: 'refused',
  needsDecision: true,
  waitMs: 0,
  message,
  doubtsToken: false,
})

/** The next state of an entry whose answer was lost, by the connection or by our crash. */
export function afterLoss(
  { repeats }: Pick<OutboxEntry, 'repeats'>,
  rules: Retrying,
  message: string | null,
  chance: number,
  askedMs: number | null = null,
): NextAttempt {
  const failures = repeats + 1
  if (!rules.repeatable || failures > maxRepeats)
    return { state: 'unknown', needsDecision: true, waitMs: 0, message, doubtsToken: false }
  const waitMs = pauseAfter(failures, repeatPatience, chance, askedMs)
  return { state: 'unknown', needsDecision: false, waitMs, message, doubtsToken: false }
}

/**
 * The clock of the outbox, which nobody can set: it starts with the wall clock at the start of the
 * process and continues with the monotonic clock.
 */
export class OutboxTime {
  readonly #clock: Clock
  /** How far the wall clock was ahead of the monotonic one. */
  readonly #aheadMs: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#aheadMs = clock.now() - clock.monotonic()
  }

  /**
   * When an entry that waits this long is due (ISO). Only this process can compare it with its
   * own clock.
   */
  dueIn(waitMs: number): string {
    return new Date(this.#aheadMs + this.#clock.monotonic() + waitMs).toISOString()
  }
}

/** Where an entry is sent. */
interface Route {
  /** The origin of the server: one server may be down while another is not. */
  server: string
  /** How many entries may share its request. */
  together: number
}

const nowhere: Route = { server: '', together: 1 }

/** Where entries of kinds without lanes are sent. */
export class Routes {
  readonly #kinds: OutboxKinds
  readonly #routes = new Map<DeliveryKind, { shared: Route; alone: Route | null }>()

  constructor(kinds: OutboxKinds, connection: Connection | null) {
    this.#kinds = kinds
    for (const kind of deliveryKinds) {
      const rules = kinds[kind]
      if (rules.lane !== undefined) continue
      const { alone, address = 'v3Url', together = 1 } = rules
      this.#routes.set(kind, {
        shared: { server: originOf(connection?.[address] ?? ''), together },
        alone:
          alone === undefined
            ? null
            : { server: originOf(connection?.[alone.address] ?? ''), together: 1 },
      })
    }
  }

  /** The kinds without lanes. */
  get kinds(): DeliveryKind[] {
    return [...this.#routes.keys()]
  }

  of(kind: DeliveryKind, subject: string): Route {
    const { shared = nowhere, alone = null } = this.#routes.get(kind) ?? {}
    const rules = this.#kinds[kind]
    const isAlone = rules.lane === undefined && rules.alone?.has(subject) === true
    return (isAlone ? alone : null) ?? shared
  }
}

/** Decides when the worker checks the outbox: after a commit, and once for work of many transactions. */
export class DueCheck {
  /** Makes the worker check in a later turn. */
  readonly #check: () => void
  #hasChanged = false
  /** It was committed, and the worker was not notified yet. */
  #isDue = false
  /** How many works of many transactions are running. */
  #gradual = 0

  constructor(check: () => void) {
    this.#check = check
  }

  /** The open transaction added or removed an entry. */
  changed(): void {
    this.#hasChanged = true
  }

  committed(): void {
    this.#isDue ||= this.#hasChanged
    this.#hasChanged = false
    this.#checkIfDue()
  }

  rolledBack(): void {
    this.#hasChanged = false
  }

  /** Runs work of many transactions; the worker checks once, at its end. */
  async gradually<Value>(work: () => Promise<Value>): Promise<Value> {
    this.#gradual += 1
    try {
      return await work()
    } finally {
      this.#gradual -= 1
      this.#checkIfDue()
    }
  }

  #checkIfDue(): void {
    if (!this.#isDue || this.#gradual > 0) return
    this.#isDue = false
    this.#check()
  }
}
