import { uptime } from 'node:os'
import { logThrown, type Log } from './log.ts'

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
const shortestSleepMs = 2_000

/**
 * A monotonic clock that includes sleep: on some systems (Linux) `awake` stops during sleep and
 * `up` doesn't. Both in milliseconds.
 */
export function countingSleep(awake: () => number, up: () => number): () => number {
  let slept = 0
  let lookedAt = awake()
  /** The difference of both, without the sleep that is already counted. */
  const difference = up() - lookedAt
  return () => {
    const now = awake()
    if (now - lookedAt >= lookForSleepMs) {
      lookedAt = now
      const more = up() - now - difference - slept
      if (more >= shortestSleepMs) slept += more
    }
    return now + slept
  }
}

const awake = (): number => performance.now()

export const systemClock: Clock = {
  now: Date.now,
  // On other systems the clock behind `performance` runs during sleep.
  monotonic: process.platform === 'linux' ? countingSleep(awake, () => uptime() * 1_000) : awake,
  after(milliseconds, run) {
    const timer = setTimeout(() => void run(), milliseconds)
    return () => {
      clearTimeout(timer)
    }
  },
}

/** The same clock, but an error in a timer or its promise is logged and ends nothing. */
export const guardedClock = (clock: Clock, log: Log): Clock => ({
  now: () => clock.now(),
  monotonic: () => clock.monotonic(),
  after: (milliseconds, run) =>
    clock.after(milliseconds, () => {
      try {
        void Promise.resolve(run()).catch((cause: unknown) => {
          logThrown(log, 'timer', cause)
        })
      } catch (cause) {
        logThrown(log, 'timer', cause)
      }
    }),
})

/** Nobody had this program before. An earlier time comes from a clock that was wrong. */
export const firstUse = '2025-01-01T00:00:00.000Z'

/** The wall clock as ISO 8601 in UTC. */
export const isoNow = (clock: Clock): string => new Date(clock.now()).toISOString()

/** Resolves after this long, or when the signal aborts. */
export const createWait =
  (clock: Clock) =>
  (milliseconds: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve) => {
      const end = (): void => {
        callOff()
        signal?.removeEventListener('abort', end)
        resolve()
      }
      const callOff = clock.after(milliseconds, end)
      if (signal?.aborted === true) end()
      signal?.addEventListener('abort', end)
    })
