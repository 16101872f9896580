import { uptime } from 'node:os'
import { logThrown, type Log } from './log.ts'

/** Time for the whole host, so that a test can own it. */
export interface Clock {
  /** Wall clock, epoch milliseconds. Jumps when someone sets it. */
  now(): number
  /**
   * Milliseconds that only go forward, the sleep of the machine among them; what timers and waits are reckoned in. A timer
   * itself may stand still while the machine sleeps.
   */
  monotonic(): number
  /** Calls `run` once after `milliseconds`; answers how to call it off. */
  after(milliseconds: number, run: () => void | Promise<void>): () => void
}

/** How seldom the system is asked how long it has been up. */
const lookForSleepMs = 1_000
/** Less than this between the two clocks is rounding. */
const shortestSleepMs = 2_000

/**
 * A forward-only clock that counts the sleep of the machine: `awake` stands still meanwhile on some systems (Linux), `up`
 * does not. Both in milliseconds.
 */
export function countingSleep(awake: () => number, up: () => number): () => number {
  let slept = 0
  let lookedAt = awake()
  /** The one less the other, without the sleep that is counted. */
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
  // Elsewhere the clock beneath `performance` goes on while the machine sleeps.
  monotonic: process.platform === 'linux' ? countingSleep(awake, () => uptime() * 1_000) : awake,
  after(milliseconds, run) {
    const timer = setTimeout(() => void run(), milliseconds)
    return () => {
      clearTimeout(timer)
    }
  },
}

/** The same time, whose timers end nothing: what one throws is logged, and what its promise rejects with as well. */
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

/** The wall clock as an ISO 8601 instant in UTC. */
export const isoNow = (clock: Clock): string => new Date(clock.now()).toISOString()

/** Resolves after so long by a clock, or once the signal calls it off. */
export const waitBy =
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
