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
