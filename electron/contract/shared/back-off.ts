/** How long to wait before trying again after a failure. All times are in milliseconds. */
export interface Patience {
  firstMs: number
  /** The longest pause, unless the other side asks for a longer one. */
  maxMs: number
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
  { firstMs, maxMs, factor = 2 }: Patience,
  chance = 0.5,
  askedMs: number | null = null,
): number =>
  Math.max(askedMs ?? 0, jitter(Math.min(firstMs * factor ** (failures - 1), maxMs), chance))

/**
 * A pause that several callers of one receiver share. Each failure makes the next pause longer for
 * all of them; one answer ends it.
 */
export class BackOff {
  readonly #chance: () => number
  #failures = 0

  constructor(chance: () => number) {
    this.#chance = chance
  }

  answered(): void {
    this.#failures = 0
  }

  after({ retryAfterMs }: { retryAfterMs: number | null }, patience: Patience): number {
    this.#failures += 1
    return pauseAfter(this.#failures, patience, this.#chance(), retryAfterMs)
  }
}

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
export class ReceiverPauses {
  readonly #now: () => number
  readonly #chance: () => number
  readonly #rests = new Map<string, Rest>()

  constructor(now: () => number, chance: () => number) {
    this.#now = now
    this.#chance = chance
  }

  /** Milliseconds until this receiver may be asked again. */
  leftOf(name: string): number {
    return Math.max((this.#rests.get(name)?.until ?? 0) - this.#now(), 0)
  }

  /** The shortest remaining pause of all; Infinity when there is none. */
  soonest(): number {
    const left = [...this.#rests.values()].map(({ until }) => until - this.#now())
    return Math.min(...left.filter((milliseconds) => milliseconds > 0))
  }

  /**
   * An attempt that began at `beganAt` failed. Attempts from before the current pause say nothing
   * new and are ignored.
   */
  lengthen(name: string, patience: Patience, beganAt: number): void {
    const rest = this.#rests.get(name)
    if (rest !== undefined && beganAt <= rest.since) return
    const failures = (rest?.failures ?? 0) + 1
    const since = this.#now()
    const until = since + pauseAfter(failures, patience, this.#chance())
    this.#rests.set(name, { failures, since, until })
  }

  end(name: string): void {
    this.#rests.delete(name)
  }
}
