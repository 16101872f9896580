import { isDeepStrictEqual } from 'node:util'
import type { AppError } from '#contract/shared/result.ts'
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

interface TokenPauseParts {
  /** Asks the platform. */
  ask(): Promise<TokenVerdict>
  /** The worker checks again later. */
  plan(): void
  /** The same at once. */
  wake(): void
}

/**
 * Whether the token stops the outbox: while it is being checked, and from a refusal until it is
 * good again.
 */
export class TokenPause {
  readonly #context: Pick<Context, 'clock' | 'log' | 'statusChanged'>
  readonly #parts: TokenPauseParts
  #paused: AppError | null = null
  #probedAt = 0
  #asking: Promise<TokenVerdict> | null = null
  /** How often a pause ended, or should have ended. */
  #resumes = 0

  constructor(context: Pick<Context, 'clock' | 'log' | 'statusChanged'>, parts: TokenPauseParts) {
    this.#context = context
    this.#parts = parts
  }

  /** Why nothing is sent; null when it is. */
  get paused(): AppError | null {
    return this.#paused
  }

  get maySend(): boolean {
    return this.#paused === null && this.#asking === null
  }

  /** Checks the token. Callers during a check share its answer. A refusal pauses the outbox. */
  ask(): Promise<TokenVerdict> {
    const before = this.#resumes
    this.#asking ??= this.#parts
      .ask()
      .then((verdict) => {
        // An answer to a check from before somebody resumed is outdated; the next request will
        // tell.
        if (verdict.kind === 'refused' && before === this.#resumes) this.#pause(verdict.error)
        return verdict
      })
      .finally(() => {
        this.#asking = null
        // Sends what it held up, also when the pause ended meanwhile.
        this.#parts.plan()
      })
    return this.#asking
  }

  /**
   * Checks again when the outbox is paused and it is time. Returns the milliseconds until the
   * next check.
   */
  probe(): number {
    if (this.#paused === null) return Infinity
    const now = this.#context.clock.monotonic()
    if (now - this.#probedAt >= probeEveryMs) {
      this.#probedAt = now
      void this.ask().then(({ kind }) => {
        if (kind === 'accepted') this.resume()
      })
    }
    return probeEveryMs
  }

  resume(): void {
    this.#resumes += 1
    if (this.#paused === null) return
    this.#paused = null
    this.#context.statusChanged()
    this.#parts.wake()
  }

  #pause(error: AppError): void {
    this.#probedAt = this.#context.clock.monotonic()
    if (isDeepStrictEqual(this.#paused, error)) return
    this.#paused = error
    this.#context.log.warn('outbox paused', { code: error.code })
    this.#context.statusChanged()
  }
}
