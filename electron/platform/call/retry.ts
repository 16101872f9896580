import { pauseAfter } from '#contract/back-off.ts'
import type { AnswerMemory } from './answer-memory.ts'
import type { CallFailure, CallResult } from './failure.ts'
import type { Pace } from './pace.ts'

/** What the caller of one operation may say about the call itself. */
export interface CallOptions {
  /** Calls it off: the answer is a failure of the kind `called-off`. */
  signal?: AbortSignal | undefined
  /** How long the whole answer may take, its body too; default the connection's. */
  answerWithinMs?: number | undefined
  /** For what reads alone: a write that was lost may have happened. */
  retries?: never
}

/** The same for what only reads. */
export interface ReadOptions extends Omit<CallOptions, 'retries'> {
  /** How often it may be asked again where that may help; default never. */
  retries?: number | undefined
  /** Hears what an answer holds before it is read, so that what comes next can be asked for meanwhile. */
  onData?: ((data: unknown) => void) | undefined
  /** What was answered last: an answer that repeats it is not parsed again. */
  memory?: AnswerMemory | undefined
}

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
