/** What ends a request before its answer is whole: its time is over, or the caller calls it off. */
export interface Deadline {
  readonly signal: AbortSignal
  /** Once the answer is there. */
  clear(): void
}

/** The most that a timer can wait, some 24 days. */
const longestMs = 2 ** 31 - 1

/** The time is over with a `TimeoutError`, as `AbortSignal.timeout` has it; unlike that one it ends with the answer. */
export function createDeadline(milliseconds: number, signal: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  const timer = setTimeout(
    () => {
      controller.abort(new DOMException('no answer in time', 'TimeoutError'))
    },
    Math.min(milliseconds, longestMs),
  )
  const callOff = (): void => {
    controller.abort(signal?.reason)
  }
  if (signal?.aborted === true) callOff()
  signal?.addEventListener('abort', callOff, { once: true })
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', callOff)
    },
  }
}
