/** Limits how often something may happen within a time. */
export class Limit {
  readonly #max: number
  readonly #withinMs: number
  readonly #now: () => number
  #times: readonly number[]

  /** At most `max` times within `withinMs`. `earlier` happened before this process. */
  constructor(max: number, withinMs: number, now: () => number, earlier: readonly number[] = []) {
    this.#max = max
    this.#withinMs = withinMs
    this.#now = now
    this.#times = [...earlier]
  }

  /** The instants within that time, epoch or monotonic ms as `now` gives them. */
  get times(): readonly number[] {
    return this.#times
  }

  /** Counts one more; returns false if that is too many. */
  take(): boolean {
    const now = this.#now()
    const recent = this.#times.filter((at) => at <= now && now - at < this.#withinMs)
    this.#times = [...recent, now]
    return this.#times.length <= this.#max
  }
}
