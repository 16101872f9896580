import type { ReadOptions } from './call-options.ts'
import type { CallFailure, CallResult } from './failure.ts'
import type { Wait } from './pace.ts'

/** The first pause; each further one is twice as long. */
const firstPauseMs = 500
const longestPauseMs = 30_000

/** A platform that asks for more patience than this (`Retry-After`) is not waited for: its failure says how long. */
const mostPatienceMs = 60_000

/** The platform says by itself that it wants to be asked later. */
export const isPutOff = ({ kind, status, retryAfterMs }: CallFailure): boolean =>
  kind === 'answered' && (status === 429 || retryAfterMs !== null)

/** Asking again may help: nobody was reached, the answer was lost, or the platform takes nothing at the moment. */
export const mayPass = ({ kind, status }: CallFailure): boolean =>
  kind === 'not-sent' ||
  kind === 'lost' ||
  (kind === 'answered' && (status === 429 || (status ?? 0) >= 500))

/** Growing, and spread over 75 % to 125 % of itself. */
const pauseAfter = (attempt: number): number =>
  Math.min(firstPauseMs * 2 ** attempt, longestPauseMs) * (0.75 + Math.random() / 2)

interface Patience extends Pick<ReadOptions, 'signal'> {
  retries: number
  isWorth: (failure: CallFailure) => boolean
  wait: Wait
}

/** Asks, and asks again where that is worth it: after as long as the platform says, else after growing pauses. */
export async function askAgain<T>(
  ask: () => Promise<CallResult<T>>,
  { retries, isWorth, wait, signal }: Patience,
): Promise<CallResult<T>> {
  for (let attempt = 0; ; attempt += 1) {
    const result = await ask()
    if (result.ok || !(attempt < retries && isWorth(result.failure))) return result
    const pause = result.failure.retryAfterMs ?? pauseAfter(attempt)
    if (pause > mostPatienceMs) return result
    // Where the signal ended it, the next asking says so before anything is sent.
    await wait(pause, signal)
  }
}
