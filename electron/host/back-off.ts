import type { CallFailure } from '#platform/call/failure.ts'
import { jitter } from './clock.ts'

interface Patience {
  /** The pause after the first failure; it doubles with each further one. */
  firstMs: number
  longestMs: number
}

/**
 * How long to leave the platform alone. Whoever asks it on his own (the order list, the menu, whose the token is) says
 * here what came of it: each failure makes the next pause of everybody longer, an answer to anybody ends that.
 */
export function createBackOff(chance: () => number) {
  let failures = 0
  return {
    /** The platform has answered one of them. */
    answered() {
      failures = 0
    },
    /** The pause after a failure, never shorter than what the platform asks for. */
    after({ retryAfterMs }: Pick<CallFailure, 'retryAfterMs'>, { firstMs, longestMs }: Patience) {
      const pause = Math.min(firstMs * 2 ** Math.min(failures, 16), longestMs)
      failures += 1
      return Math.max(retryAfterMs ?? 0, jitter(pause, chance()))
    },
  }
}

export type BackOff = ReturnType<typeof createBackOff>
