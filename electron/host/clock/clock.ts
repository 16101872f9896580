import { uptime } from 'node:os'
import { logThrown, type Log } from '../core/log.ts'

/** Time for the whole host, so that a test can control it. */
export interface Clock {
  /** Wall clock in epoch milliseconds. It jumps when somebody sets it. */
  now(): number
  /**
   * Monotonic milliseconds that include the machine's sleep. Timers and waits are calculated in it;
   * a timer itself may stop while the machine sleeps.
   */
  monotonic(): number
  /** Calls `run` once after `milliseconds`. Returns a function that cancels it. */
  after(milliseconds: number, run: () => void | Promise<void>): () => void
}

/** The interval between questions to the system about its uptime. */
const lookForSleepMs = 1_000
/** A smaller difference between the two clocks is rounding. */
const minSleepMs = 2_000

/**
 * A monotonic clock that includes sleep: on some systems (Linux) `awake` stops during sleep and
 * `up` doesn't. Both in milliseconds.
 */
export class SleepAwareClock {
  readonly #awake: () => number
  readonly #up: () => number
  /** The difference of both at the start. */
  readonly #difference: number
  #sleptMs = 0
  #lookedAt: number

  constructor(awake: () => number, up: () => number) {
    this.#awake = awake
    this.#up = up
    this.#lookedAt = awake()
    this.#difference = up() - this.#lookedAt
  }

  monotonic(): number {
    const now = this.#awake()
    if (now - this.#lookedAt >= lookForSleepMs) {
      this.#lookedAt = now
      const moreMs = this.#up() - now - this.#difference - this.#sleptMs
      if (moreMs >= minSleepMs) this.#sleptMs += moreMs
    }
    return now + this.#sleptMs
  }
}

const awake = (): number => performance.now()

// On other systems the clock behind `performance` runs during sleep.
const sleepAware =
  process.platform === 'linux' ? new SleepAwareClock(awake, () => uptime() * 1_000) : null

export const systemClock: Clock = {
  now: Date.now,
  monotonic: sleepAware === null ? awake : () => sleepAware.monotonic(),
  after(milliseconds, run) {
    const timer = setTimeout(() => void run(), milliseconds)
    return () => {
      clearTimeout(timer)
    }
  },
}

/** The same clock, but an error in a timer or its promise is logged and ends nothing. */
export class GuardedClock implements Clock {
  readonly #clock: Clock
  readonly #log: Log

  constructor(clock: Clock, log: Log) {
    this.#clock = clock
    this.#log = log
  }

  now(): number {
    return this.#clock.now()
  }

  monotonic(): number {
    return this.#clock.monotonic()
  }

  after(milliseconds: number, run: () => void | Promise<void>): () => void {
    return this.#clock.after(milliseconds, () => this.#run(run))
  }

  #run(run: () => void | Promise<void>): void {
    try {
      void Promise.resolve(run()).catch((cause: unknown) => {
        logThrown(this.#log, 'timer', cause)
      })
    } catch (cause) {
      logThrown(this.#log, 'timer', cause)
    }
  }
}

/** Nobody had this program before. An earlier time comes from a clock that was wrong. */
export const firstUse = '2025-01-01T00:00:00.000Z'

/** The wall clock as ISO 8601 in UTC. */
export const isoNow = (clock: Clock): string => new Date(clock.now()).toISOString()

/**
 * The instant to store with a row: when it happened. It decides nothing, so wall-clock.test.ts doesn't
 * list its uses.
 */
export const stampNow = (clock: Clock): string => isoNow(clock)

class Wait {
  readonly ended: Promise<void>
  readonly #signal: AbortSignal | undefined
  readonly #cancel: () => void
  #resolve: () => void = () => undefined
  readonly #onAbort = (): void => this.#end()

  constructor(clock: Clock, milliseconds: number, signal?: AbortSignal) {
    this.ended = new Promise((resolve) => (this.#resolve = resolve))
    this.#signal = signal
    this.#cancel = clock.after(milliseconds, () => this.#end())
    if (signal?.aborted === true) this.#end()
    else signal?.addEventListener('abort', this.#onAbort)
  }

  #end(): void {
    this.#cancel()
    this.#signal?.removeEventListener('abort', this.#onAbort)
    this.#resolve()
  }
}

/** Resolves after this long, or when the signal aborts. */
export const createWait =
  (clock: Clock) =>
  (milliseconds: number, signal?: AbortSignal): Promise<void> =>
    new Wait(clock, milliseconds, signal).ended
