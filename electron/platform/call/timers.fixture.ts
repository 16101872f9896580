import { onTestFinished, vi } from 'vitest'

/**
 * The test controls the time of a call, from now to its end, so a busy machine doesn't time out too
 * early.
 */
export function holdTimers(): { pass: (milliseconds: number) => void } {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  return { pass: (milliseconds) => void vi.advanceTimersByTime(milliseconds) }
}
