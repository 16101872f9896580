import { isDeepStrictEqual } from 'node:util'
import type { CallResult } from '#platform/call/failure.ts'
import type { Connection } from '#platform/connection.ts'
import type { Context } from '../noun.ts'
import type { OutboxServices } from './outbox.ts'
import { StepRecord, type Step } from './record.ts'
import type { OutboxRows } from './rows.ts'
import type {
  LaneRules,
  OutboxEntry,
  OutboxKinds,
  OutboxRules,
  SendOutcome,
  Reconciled,
} from './rules.ts'
import type { TokenVerdict } from './token.ts'
import { isoNow } from '../clock/clock.ts'
import {
  afterFailure,
  afterLoss,
  afterNoEffect,
  type NextAttempt,
  type OutboxTime,
  type Retrying,
} from './policy.ts'

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

const noToken: CallResult<never> = {
  ok: false,
  failure: {
    kind: 'answered',
    status: 401,
    message: 'no token',
    reason: 'no-token',
    retryAfterMs: null,
  },
}

type AttemptContext = Pick<Context, 'db' | 'clock' | 'log' | 'chance' | 'connection' | 'notify'>

/** Attempts to send entries, each recorded before the socket opens and afterwards. */
export class Attempts {
  readonly #connection: Connection | null
  readonly #rows: OutboxRows
  readonly #kinds: OutboxKinds
  /** Checks the token; if it is rejected, nothing more is sent. */
  readonly #askToken: () => Promise<TokenVerdict>
  readonly #next: NextState
  readonly #record: StepRecord

  constructor(
    context: AttemptContext,
    services: OutboxServices,
    askToken: () => Promise<TokenVerdict>,
  ) {
    this.#connection = context.connection
    this.#rows = services.rows
    this.#kinds = services.kinds()
    this.#askToken = askToken
    this.#next = new NextState(context, services)
    this.#record = new StepRecord(context, services)
  }

  /**
   * Sends a batch of entries in one request, and records each outcome. Returns whether the
   * receiver was reachable; null if nothing was sent. Rejects if the disk refuses the mark that
   * precedes the request: then nothing was sent. If it refuses the outcome, that stays in memory
   * until the disk accepts it.
   */
  async send(entries: readonly OutboxEntry[]): Promise<boolean | null> {
    const [first] = entries
    if (first === undefined) return null
    const rules = this.#kinds[first.kind]
    const marked = entries.map((entry) =>
      rules.payload.safeParse(entry.payload).success
        ? this.#next.sending(entry)
        : this.#next.unreadable(entry),
    )
    // Only the kind's own code runs between this mark and the socket.
    this.#record.write(marked.map((entry) => ({ entry })))
    const leaving = marked.filter(({ state }) => state === 'sending')
    if (leaving.length === 0) return null
    const isReading = first.state === 'unknown' && rules.reconcile !== undefined
    const steps = await (isReading ? this.#read(rules, leaving) : this.#send(rules, leaving))
    await this.#settle(steps, isReading)
    return !steps.some(({ isAway }) => isAway)
  }

  /** An attempt that the end of the process interrupted. */
  interrupted(entry: OutboxEntry): void {
    this.#record.write([{ entry: this.#next.lost(entry, 'interrupted') }])
  }

  /**
   * An entry of an older, restored database: it may have been sent since, so it counts as sent
   * without an answer.
   */
  doubted(entry: OutboxEntry): void {
    const sent = entry.state === 'sending' ? entry : this.#next.sending(entry)
    this.#record.write([{ entry: sent }, { entry: this.#next.lost(sent, 'interrupted') }])
  }

  retell(entries: readonly OutboxEntry[]): void {
    this.#record.retell(entries)
  }

  stop(): void {
    this.#record.stop()
  }

  async #send(rules: OutboxRules | LaneRules, entries: readonly OutboxEntry[]): Promise<Step[]> {
    const results = await this.#resultsOf(rules, entries)
    return entries.flatMap((entry, index) => {
      const result = results[index]
      return result === undefined ? [] : [this.#next.afterSending(entry, result)]
    })
  }

  async #resultsOf(
    rules: OutboxRules | LaneRules,
    entries: readonly OutboxEntry[],
  ): Promise<SendOutcome[]> {
    if (rules.lane !== undefined) return Promise.all(entries.map((entry) => rules.send(entry)))
    return this.#connection === null
      ? entries.map(() => noToken)
      : rules.send(this.#connection, entries)
  }

  /** Asks the platform what became of entries that must not be sent twice. */
  #read(rules: OutboxRules | LaneRules, entries: readonly OutboxEntry[]): Promise<Step[]> {
    return Promise.all(
      entries.map(async (entry) => {
        const read = this.#connection && rules.reconcile?.(this.#connection, entry)
        return this.#next.afterReconciling(entry, (await read) ?? noToken)
      }),
    )
  }

  /** Records the outcome of an attempt. If the token is valid, a 401 was about the entry itself. */
  async #settle(steps: readonly Step[], isReading: boolean): Promise<void> {
    await this.#record.writeOutcome(steps)
    const doubted = steps.filter(({ doubtsToken }) => doubtsToken)
    if (doubted.length === 0) return
    const { kind } = await this.#askToken()
    if (kind !== 'accepted' || isReading) return
    // Meanwhile it may have been withdrawn or replaced.
    const same = doubted.filter(({ entry }) =>
      isDeepStrictEqual(this.#rows.open(entry.kind, entry.subject), entry),
    )
    this.#record.write(same.map(({ entry }) => ({ entry: this.#next.refused(entry) })))
  }
}
