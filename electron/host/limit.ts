/** Counts what may happen only so often within a time. */
export interface Limit {
  /** Once more; answers false where that is once too often. */
  take(): boolean
  /** When it happened within that time, epoch or forward milliseconds as `now` gives them. */
  readonly times: readonly number[]
}

/** At most `most` times within `withinMs`. `earlier` is what happened before this process. */
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
