interface Bucket {
  left: number
  at: number
}

/** Above this many callers, those that have been quiet the longest are forgotten. */
const mostCallers = 5_000

/**
 * Limits how often each caller may ask: `burst` times at once, and `perSecond` in the long run.
 * `now` is a monotonic clock in ms.
 */
export function createRates(
  { burst, perSecond }: { burst: number; perSecond: number },
  now: () => number,
): (caller: string) => boolean {
  const buckets = new Map<string, Bucket>()
  return (caller) => {
    const at = now()
    const before = buckets.get(caller) ?? { left: burst, at }
    const left = Math.min(before.left + ((at - before.at) / 1_000) * perSecond, burst)
    const isAllowed = left >= 1
    // Moves it to the end.
    buckets.delete(caller)
    buckets.set(caller, { left: isAllowed ? left - 1 : left, at })
    for (const quiet of buckets.keys()) {
      if (buckets.size <= mostCallers) break
      buckets.delete(quiet)
    }
    return isAllowed
  }
}
