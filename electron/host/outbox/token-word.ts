import type { AppError } from '#contract/result.ts'
import { appError, type CallResult } from '#platform/call/failure.ts'

/** What the platform says of the token when it is asked whose it is; `unknown` where it gave no answer to that. */
export type TokenWord =
  | { kind: 'accepted' }
  | { kind: 'refused'; error: AppError }
  | { kind: 'unknown' }

/** By the answer of `/api/me`. One that lacks what it should have is still an answer to a good token. */
export function readTokenWord(me: CallResult<unknown>): TokenWord {
  if (me.ok || me.failure.kind === 'unreadable') return { kind: 'accepted' }
  const { kind, status } = me.failure
  const isRefused = kind === 'answered' && (status === 401 || status === 403)
  return isRefused ? { kind: 'refused', error: appError(me.failure) } : { kind: 'unknown' }
}

/** Without a token nothing is lost, and nothing can be sent. */
export const noToken: AppError = { code: 'unauthorised', reason: 'no-token' }
