import { pauseAfter } from '#contract/shared/back-off.ts'
import type { AnswerMemory } from './answer-memory.ts'
import type { CallFailure, CallResult } from './failure.ts'
import type { Pace } from './pace.ts'

export interface CallOptions {
  /** Cancels it: the result is a failure of kind `called-off`. */
  signal?: AbortSignal | undefined
  /** How long the whole answer may take, with its body; the connection's value by default. */
  answerWithinMs?: number | undefined
  /** Gets the `data` of an answer as it came. */
  onRaw?: ((data: unknown) => void) | undefined
  /** Only for reads: a lost write may have happened. */
  retries?: never
}

export interface ReadOptions extends Omit<CallOptions, 'retries'> {
  /** How often to retry if that may help; never by default. */
  retries?: number | undefined
  /** The last answer: the same answer isn't parsed again. */
  memory?: AnswerMemory | undefined
}

const patience = { firstMs: 500, maxMs: 30_000 }

/** A longer `Retry-After` isn't waited for: the failure has the time. */
const maxPatienceMs = 60_000

/** The platform says when to ask again. */
export const asksForLaterRetry = ({ kind, status, retryAfterMs }: CallFailure): boolean =>
  kind === 'answered' && (status === 429 || retryAfterMs !== null)

/** A retry may help: nobody was reached, the answer was lost, or the platform is unavailable. */
export const isTemporary = ({ kind, status }: CallFailure): boolean =>
  kind === 'not-sent' ||
  kind === 'lost' ||
  (kind === 'answered' && (status === 429 || (status ?? 0) >= 500))

interface Asking extends Pick<ReadOptions, 'signal'> {
  retries: number
  isWorth: (failure: CallFailure) => boolean
  pace: Pick<Pace, 'wait' | 'chance'>
}

/**
 * Asks, and retries where it makes sense: after the platform's time, otherwise after growing
 * pauses.
 */
export async function askAgain<T>(
  ask: () => Promise<CallResult<T>>,
  { retries, isWorth, pace, signal }: Asking,
): Promise<CallResult<T>> {
  for (let failures = 1; ; failures += 1) {
    const result = await ask()
    if (result.ok || !(failures <= retries && isWorth(result.failure))) return result
    const pause = result.failure.retryAfterMs ?? pauseAfter(failures, patience, pace.chance())
    if (pause > maxPatienceMs) return result
    // If the signal aborted, the next attempt fails before anything is sent.
    await pace.wait(pause, signal)
  }
}
