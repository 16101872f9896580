interface Bucket {
  left: number
  at: number
}

/** Above this many callers, those that have been quiet the longest are forgotten. */
const maxCallers = 5_000

/** Limits how often each caller may ask: `burst` times at once, and `perSecond` in the long run. */
export class Rates {
  readonly #burst: number
  readonly #perSecond: number
  /** A monotonic clock in ms. */
  readonly #now: () => number
  readonly #buckets = new Map<string, Bucket>()

  constructor({ burst, perSecond }: { burst: number; perSecond: number }, now: () => number) {
    this.#burst = burst
    this.#perSecond = perSecond
    this.#now = now
  }

  /** Counts this call of the caller; false if it is one too many. */
  take(caller: string): boolean {
    const at = this.#now()
    const before = this.#buckets.get(caller) ?? { left: this.#burst, at }
    const refilled = before.left + ((at - before.at) / 1_000) * this.#perSecond
    const left = Math.min(refilled, this.#burst)
    const isAllowed = left >= 1
    // Moves it to the end.
    this.#buckets.delete(caller)
    this.#buckets.set(caller, { left: isAllowed ? left - 1 : left, at })
    for (const quiet of this.#buckets.keys()) {
      if (this.#buckets.size <= maxCallers) break
      this.#buckets.delete(quiet)
    }
    return isAllowed
  }
}
