/** How long to wait before trying again after a failure. All times are in milliseconds. */
export interface Patience {
  firstMs: number
  /** The longest pause, unless the other side asks for a longer one. */
  longestMs: number
  /** The factor by which each further pause grows. Default 2. */
  factor?: number
}

/** Spreads a pause over 75 % to 125 % of its length. `chance` is from 0 up to 1. */
export const jitter = (milliseconds: number, chance: number): number =>
  Math.round(milliseconds * (0.75 + chance / 2))

/**
 * The pause after `failures` failures in a row, in milliseconds; it grows with each failure.
 * `chance` (0 up to 1) spreads it; 0.5 leaves it as it is. Never shorter than the other side asked
 * for (`Retry-After`).
 */
export const pauseAfter = (
  failures: number,
  { firstMs, longestMs, factor = 2 }: Patience,
  chance = 0.5,
  askedMs: number | null = null,
): number =>
  Math.max(askedMs ?? 0, jitter(Math.min(firstMs * factor ** (failures - 1), longestMs), chance))

/**
 * A pause that several callers of one receiver share. Each failure makes the next pause longer for
 * all of them; one answer ends it.
 */
export function createBackOff(chance: () => number) {
  let failures = 0
  return {
    answered() {
      failures = 0
    },
    after({ retryAfterMs }: { retryAfterMs: number | null }, patience: Patience): number {
      failures += 1
      return pauseAfter(failures, patience, chance(), retryAfterMs)
    },
  }
}

export type BackOff = ReturnType<typeof createBackOff>

/**
 * A receiver that can't be reached and gets no requests for a while. Times are milliseconds of a
 * monotonic clock.
 */
interface Rest {
  failures: number
  since: number
  until: number
}

/** Receivers that get no requests for a while, each longer after every failure. `now` is a monotonic time. */
export function createReceiverPauses(now: () => number, chance: () => number) {
  const rests = new Map<string, Rest>()
  return {
    /** Milliseconds until this receiver may be asked again. */
    leftOf: (name: string): number => Math.max((rests.get(name)?.until ?? 0) - now(), 0),
    /** The shortest remaining pause of all; Infinity when there is none. */
    soonest: (): number =>
      Math.min(...[...rests.values()].map(({ until }) => until - now()).filter((left) => left > 0)),
    /**
     * An attempt that began at `beganAt` failed. Attempts from before the current pause say nothing
     * new and are ignored.
     */
    lengthen(name: string, patience: Patience, beganAt: number): void {
      const rest = rests.get(name)
      if (rest !== undefined && beganAt <= rest.since) return
      const failures = (rest?.failures ?? 0) + 1
      const since = now()
      rests.set(name, { failures, since, until: since + pauseAfter(failures, patience, chance()) })
    },
    end: (name: string): void => void rests.delete(name),
  }
}
