/** Time for the whole host, so that a test can own it. */
export interface Clock {
  /** Wall clock, epoch milliseconds. Jumps when someone sets it. */
  now(): number
  /** Milliseconds that only go forward; what timers and waits are reckoned in. */
  monotonic(): number
  /** Calls `run` once after `milliseconds`; answers how to call it off. */
  after(milliseconds: number, run: () => void): () => void
}

export const systemClock: Clock = {
  now: Date.now,
  monotonic: () => performance.now(),
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds)
    return () => {
      clearTimeout(timer)
    }
  },
}

/** The wall clock as an ISO 8601 instant in UTC. */
export const isoNow = (clock: Clock): string => new Date(clock.now()).toISOString()

/** Spreads a pause over 75 % to 125 % of itself; `chance` is from 0 up to 1. */
export const jitter = (milliseconds: number, chance: number): number =>
  Math.round(milliseconds * (0.75 + chance / 2))
