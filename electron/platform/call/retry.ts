import { pauseAfter } from '#contract/back-off.ts'
import type { ReadOptions } from './call-options.ts'
import type { CallFailure, CallResult } from './failure.ts'
import type { Pace } from './pace.ts'

const patience = { firstMs: 500, longestMs: 30_000 }

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

interface Asking extends Pick<ReadOptions, 'signal'> {
  retries: number
  isWorth: (failure: CallFailure) => boolean
  pace: Pick<Pace, 'wait' | 'chance'>
}

/** Asks, and asks again where that is worth it: after as long as the platform says, else after growing pauses. */
export async function askAgain<T>(
  ask: () => Promise<CallResult<T>>,
  { retries, isWorth, pace, signal }: Asking,
): Promise<CallResult<T>> {
  for (let failures = 1; ; failures += 1) {
    const result = await ask()
    if (result.ok || !(failures <= retries && isWorth(result.failure))) return result
    const pause = result.failure.retryAfterMs ?? pauseAfter(failures, patience, pace.chance())
    if (pause > mostPatienceMs) return result
    // Where the signal ended it, the next asking says so before anything is sent.
    await pace.wait(pause, signal)
  }
}
