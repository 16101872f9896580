import { isDeepStrictEqual } from 'node:util'
import type { AppError } from '#contract/result.ts'
import { appError, type CallResult } from '#platform/call/failure.ts'
import type { Context } from '../noun.ts'

/** The platform's verdict about the token; `unknown` without an answer. */
export type TokenVerdict =
  | { kind: 'accepted' }
  | { kind: 'refused'; error: AppError }
  | { kind: 'unknown' }

/** From the answer of `/api/me`. An incomplete answer still proves a good token. */
export function readTokenVerdict(me: CallResult<unknown>): TokenVerdict {
  if (me.ok || me.failure.kind === 'unreadable') return { kind: 'accepted' }
  const { kind, status } = me.failure
  const isRefused = kind === 'answered' && (status === 401 || status === 403)
  return isRefused ? { kind: 'refused', error: appError(me.failure) } : { kind: 'unknown' }
}

/** Without a token nothing is lost, but nothing can be sent. */
export const noToken: AppError = { code: 'unauthorised', reason: 'no-token' }

/** How often a paused outbox checks the token. */
const probeEveryMs = 60_000

/**
 * Whether the token stops the outbox: while it is being checked, and from a refusal until it is
 * good again. `ask` asks the platform, `plan` lets the worker check again later, `wake` at once.
 */
export function createTokenPause(
  { clock, log, statusChanged }: Pick<Context, 'clock' | 'log' | 'statusChanged'>,
  { ask, plan, wake }: { ask(): Promise<TokenVerdict>; plan(): void; wake(): void },
) {
  let paused: AppError | null = null
  let probedAt = 0
  let asking: Promise<TokenVerdict> | null = null
  /** How often a pause ended, or should have ended. */
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
        // An answer to a check from before somebody resumed is outdated; the next request will
        // tell.
        if (word.kind === 'refused' && before === resumes) pause(word.error)
        return word
      })
      .finally(() => {
        asking = null
        // Sends what it held up, also when the pause ended meanwhile.
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
    /** Checks the token. Callers during a check share its answer. A refusal pauses the outbox. */
    ask: askOnce,
    /**
     * Checks again when the outbox is paused and it is time. Returns the milliseconds until the
     * next check.
     */
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
    resume,
    /** Why nothing is sent; null when it is. */
    get paused() {
      return paused
    },
    get maySend() {
      return paused === null && asking === null
    },
  }
}
