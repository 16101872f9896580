/** How long whoever fails waits before it tries again. In milliseconds. */
export interface Patience {
  /** The pause after the first failure. */
  firstMs: number
  /** No pause is longer, unless the other side asks for it. */
  longestMs: number
  /** How many times as long each further pause is; default twice. */
  factor?: number
}

/** Spreads a pause over 75 % to 125 % of itself; `chance` is from 0 up to 1. */
export const jitter = (milliseconds: number, chance: number): number =>
  Math.round(milliseconds * (0.75 + chance / 2))

/**
 * The pause in milliseconds after so many failures in a row, from 1: it grows with each. `chance`, from 0 up to 1, spreads it;
 * one half leaves it as it is. Never shorter than what the other side asked for (`Retry-After`).
 */
export const pauseAfter = (
  failures: number,
  { firstMs, longestMs, factor = 2 }: Patience,
  chance = 0.5,
  askedMs: number | null = null,
): number =>
  Math.max(askedMs ?? 0, jitter(Math.min(firstMs * factor ** (failures - 1), longestMs), chance))

/**
 * How long to leave somebody alone of whom several ask on their own. Each failure makes the next pause of everybody longer,
 * an answer to anybody ends that.
 */
export function createBackOff(chance: () => number) {
  let failures = 0
  return {
    /** There was an answer to one of them. */
    answered() {
      failures = 0
    },
    /** The pause after a failure, in milliseconds. */
    after({ retryAfterMs }: { retryAfterMs: number | null }, patience: Patience): number {
      failures += 1
      return pauseAfter(failures, patience, chance(), retryAfterMs)
    },
  }
}

export type BackOff = ReturnType<typeof createBackOff>

/** Somebody who could not be reached, and is left alone. Instants are milliseconds of a clock that only goes forward. */
interface Rest {
  /** How often in a row. */
  failures: number
  since: number
  until: number
}

/** Several who are left alone, each for longer every time that they can't be reached. `now` only goes forward. */
export function createRests(now: () => number, chance: () => number) {
  const rests = new Map<string, Rest>()
  return {
    has: (name: string): boolean => rests.has(name),
    /** For how many more milliseconds somebody is left alone. */
    leftOf: (name: string): number => Math.max((rests.get(name)?.until ?? 0) - now(), 0),
    /** The shortest of all that are left; infinite where none is. */
    soonest: (): number =>
      Math.min(...[...rests.values()].map(({ until }) => until - now()).filter((left) => left > 0)),
    /** Somebody was away for an attempt that began at `beganAt`. One that began before the rest says nothing new. */
    lengthen(name: string, patience: Patience, beganAt: number): void {
      const rest = rests.get(name)
      if (rest !== undefined && beganAt <= rest.since) return
      const failures = (rest?.failures ?? 0) + 1
      const since = now()
      rests.set(name, { failures, since, until: since + pauseAfter(failures, patience, chance()) })
    },
    /**
     * Somebody is asked again so long after it was asked last, but not within `leastMs` from now, if not sooner anyway. The next
     * rest is longer all the same.
     */
    shorten(name: string, sinceMs: number, leastMs = 0): void {
      const rest = rests.get(name)
      if (rest === undefined) return
      rest.until = Math.min(rest.until, Math.max(rest.since + sinceMs, now() + leastMs))
    },
    /** Somebody is there. */
    end: (name: string): void => void rests.delete(name),
  }
}
