import { logThrown, type Log } from './log.ts'

/** Time for the whole host, so that a test can own it. */
export interface Clock {
  /** Wall clock, epoch milliseconds. Jumps when someone sets it. */
  now(): number
  /** Milliseconds that only go forward; what timers and waits are reckoned in. */
  monotonic(): number
  /** Calls `run` once after `milliseconds`; answers how to call it off. */
  after(milliseconds: number, run: () => void | Promise<void>): () => void
}

export const systemClock: Clock = {
  now: Date.now,
  monotonic: () => performance.now(),
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

/** Spreads a pause over 75 % to 125 % of itself; `chance` is from 0 up to 1. */
export const jitter = (milliseconds: number, chance: number): number =>
  Math.round(milliseconds * (0.75 + chance / 2))

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
