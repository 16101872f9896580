import { jitter } from '#contract/shared/back-off.ts'
import type { PollerStatus } from '#contract/status/status.ts'
import { isoNow } from '../clock/clock.ts'
import type { Context } from '../noun.ts'
import { OrderListReader, type LookOutcome, type OrderListParts } from './order-list-reader.ts'

const maxPauseMs = 5 * 60_000

export interface PollerParts extends OrderListParts {
  /** Whether another computer has the kitchen. */
  isAway(): boolean
  /** When the last webhook event arrived, by the monotonic clock; null before the first. */
  lastEventAt(): number | null
}

type PollerContext = Pick<
  Context,
  'clock' | 'log' | 'chance' | 'backOff' | 'dialect' | 'settings' | 'damage' | 'statusChanged'
>

/** Between two looks whether a kitchen that moved to another computer is back. */
const awayMs = 10_000

/** Events flow while the last one is not older than this. */
const flowingMs = 60_000

/**
 * Between two requests for a list that the platform does not offer, at least. Its 404 shows that it
 * can be reached, which nothing else does while no events come. If the 404 came from something on
 * the way, the next answer is the list again.
 */
const notOfferedMs = 20_000

/** Polls the order list, the second of the two feeds (inbox/README.md, The order list). */
export class Poller {
  readonly #context: PollerContext
  readonly #parts: PollerParts
  readonly #reader: OrderListReader
  #status: PollerStatus = { state: 'waiting', lastOkAt: null, error: null }
  #cancelTimer: () => void = () => undefined
  #isRunning = false
  #askAgain = false
  #isStopped = false

  constructor(context: PollerContext, parts: PollerParts) {
    this.#context = context
    this.#parts = parts
    this.#reader = new OrderListReader(context, parts)
  }

  get status(): PollerStatus {
    return this.#status
  }

  start(): void {
    void this.#run()
  }

  /** Reads the whole list at once: after a pause, or because a user asked. */
  wake(): void {
    this.#reader.gap()
    this.#askAgain = this.#isRunning
    this.#cancelTimer()
    void this.#run()
  }

  stop(): void {
    this.#isStopped = true
    this.#reader.stop()
    this.#cancelTimer()
  }

  async #run(): Promise<void> {
    if (this.#isRunning || this.#isStopped) return
    if (this.#parts.isAway()) {
      // Another computer reads it now.
      this.#runAfter(awayMs)
      return
    }
    this.#isRunning = true
    const outcome = await this.#look()
    this.#isRunning = false
    this.#goOn(outcome)
  }

  #goOn(outcome: LookOutcome): void {
    if (this.#isStopped) return
    const pauseMs = this.#pauseAfter(outcome)
    this.#showOutcome(outcome, pauseMs)
    const nextMs = this.#askAgain ? 0 : pauseMs
    this.#askAgain = false
    this.#runAfter(nextMs)
  }

  #runAfter(milliseconds: number): void {
    this.#cancelTimer = this.#context.clock.after(milliseconds, () => this.#run())
  }

  async #look(): Promise<LookOutcome> {
    try {
      return await this.#reader.look()
    } catch (cause) {
      this.#context.log.error('order list not kept', { cause: String(cause) })
      this.#parts.answers.clear()
      return { error: { code: 'storage' }, status: null, retryAfterMs: null }
    }
  }

  #pauseAfter(outcome: LookOutcome): number {
    const { settings, chance, backOff } = this.#context
    const everyMs = settings().pollSeconds * 1000
    if (outcome !== 'not-offered' && 'error' in outcome)
      // A storage error doesn't mean that the platform has a problem.
      return outcome.error.code === 'storage'
        ? jitter(everyMs, chance())
        : backOff.after(outcome, { firstMs: everyMs, maxMs: maxPauseMs })
    backOff.answered()
    if (outcome === 'not-offered') return jitter(Math.max(everyMs, notOfferedMs), chance())
    return jitter(this.#areEventsFlowing() ? everyMs * 2 : everyMs, chance())
  }

  #areEventsFlowing(): boolean {
    const lastEventAt = this.#parts.lastEventAt()
    if (lastEventAt === null) return false
    const age = this.#context.clock.monotonic() - lastEventAt
    return age < flowingMs && this.#reader.isProven
  }

  #showOutcome(outcome: LookOutcome, pauseMs: number): void {
    const answered = { lastOkAt: isoNow(this.#context.clock), pauseMs, error: null }
    if (outcome === 'not-offered') {
      this.#reader.gap()
      this.#show({ state: 'unsupported', ...answered })
    } else if ('error' in outcome) {
      const { code, reason } = outcome.error
      this.#context.log.warn('order list failed', { code, reason, status: outcome.status })
      this.#reader.gap()
      this.#show({ ...this.#status, state: 'failing', error: outcome.error })
    } else {
      const { leftOut } = outcome
      this.#show({ state: 'fresh', ...answered, ...(leftOut > 0 && { leftOut }) })
    }
  }

  #show(status: PollerStatus): void {
    this.#status = status
    this.#context.statusChanged()
  }
}
