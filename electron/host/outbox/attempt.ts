import { isDeepStrictEqual } from 'node:util'
import type { CallResult } from '#platform/call/failure.ts'
import type { Connection } from '#platform/connection.ts'
import type { Context } from '../noun.ts'
import { NextState } from './next-state.ts'
import type { OutboxServices } from './outbox.ts'
import { StepRecord, type Step } from './record.ts'
import type { OutboxRows } from './rows.ts'
import type { LaneRules, OutboxEntry, OutboxKinds, OutboxRules, SendOutcome } from './rules.ts'
import type { TokenVerdict } from './token.ts'

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
