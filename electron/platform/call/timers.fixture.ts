import { onTestFinished, vi } from 'vitest'

/** The time of a call goes by as the test says, from now to its end: no busy machine ends one before it was heard. */
export function holdTimers(): { pass: (milliseconds: number) => void } {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  return { pass: (milliseconds) => void vi.advanceTimersByTime(milliseconds) }
}
