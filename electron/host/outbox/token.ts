import { isDeepStrictEqual } from 'node:util'
import type { AppError } from '#contract/result.ts'
import { appError, type CallResult } from '#platform/call/failure.ts'
import type { Context } from '../noun.ts'

/** What the platform says of the token when it is asked whose it is; `unknown` where it gave no answer to that. */
export type TokenVerdict =
  | { kind: 'accepted' }
  | { kind: 'refused'; error: AppError }
  | { kind: 'unknown' }

/** By the answer of `/api/me`. One that lacks what it should have is still an answer to a good token. */
export function readTokenVerdict(me: CallResult<unknown>): TokenVerdict {
  if (me.ok || me.failure.kind === 'unreadable') return { kind: 'accepted' }
  const { kind, status } = me.failure
  const isRefused = kind === 'answered' && (status === 401 || status === 403)
  return isRefused ? { kind: 'refused', error: appError(me.failure) } : { kind: 'unknown' }
}

/** Without a token nothing is lost, and nothing can be sent. */
export const noToken: AppError = { code: 'unauthorised', reason: 'no-token' }

/** How often a paused outbox asks whether the token is good again. */
const probeEveryMs = 60_000

/**
 * Whether the token keeps the outbox from sending: while it is being asked after, and from when it was refused until it is good
 * again. `ask` asks the platform, `plan` has the worker look again in a later turn, `wake` at once.
 */
export function createTokenPause(
  { clock, log, statusChanged }: Pick<Context, 'clock' | 'log' | 'statusChanged'>,
  { ask, plan, wake }: { ask(): Promise<TokenVerdict>; plan(): void; wake(): void },
) {
  let paused: AppError | null = null
  let probedAt = 0
  let asking: Promise<TokenVerdict> | null = null
  /** How often a pause was ended, or was to be. */
  let resumes = 0

  function pause(error: AppError): void {
    probedAt = clock.monotonic()
    if (isDeepStrictEqual(paused, error)) return
    paused = error
    log.warn('outbox paused', { code: error.code })
    statusChanged()
  }

  function askOnce(): Promise<TokenVerdict> {
    const before = resumes
    asking ??= ask()
      .then((word) => {
        // What was asked before somebody had it go on says nothing of now: what is sent will tell.
        if (word.kind === 'refused' && before === resumes) pause(word.error)
        return word
      })
      .finally(() => {
        asking = null
        // What it held up goes, also where the pause was ended meanwhile.
        plan()
      })
    return asking
  }

  function resume(): void {
    resumes += 1
    if (paused === null) return
    paused = null
    statusChanged()
    wake()
  }

  return {
    /** Asks whether the token is good; whoever asks while it is being asked shares the answer. A refusal pauses the outbox. */
    ask: askOnce,
    /** Asks again where the outbox is paused and it is time to. Answers in how many milliseconds to look again. */
    probe(): number {
      if (paused === null) return Infinity
      if (clock.monotonic() - probedAt >= probeEveryMs) {
        probedAt = clock.monotonic()
        void askOnce().then(({ kind }) => {
          if (kind === 'accepted') resume()
        })
      }
      return probeEveryMs
    },
    /** Ends the pause. */
    resume,
    /** Why nothing is sent; null where it is. */
    get paused() {
      return paused
    },
    get maySend() {
      return paused === null && asking === null
    },
  }
}
