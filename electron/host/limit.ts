/** Limits how often something may happen within a time. */
export interface Limit {
  /** Counts one more; returns false if that is too many. */
  take(): boolean
  /** The instants within that time, epoch or monotonic ms as `now` gives them. */
  readonly times: readonly number[]
}

/** At most `most` times within `withinMs`. `earlier` happened before this process. */
export function createLimit(
  most: number,
  withinMs: number,
  now: () => number,
  earlier: readonly number[] = [],
): Limit {
  let times = [...earlier]
  return {
    take() {
      const moment = now()
      times = times.filter((at) => at <= moment && moment - at < withinMs)
      times.push(moment)
      return times.length <= most
    },
    get times() {
      return times
    },
  }
}
