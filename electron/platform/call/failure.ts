import type { z } from 'zod'
import type { AppError, ErrorCode, ErrorReason } from '#contract/result.ts'

/**
 * How a call failed, as far as the sender can know:
 * - `invalid`: we did not send it: `words` names the field that is not documented so, or the address that is missing.
 * - `not-sent`: no byte reached the platform (name not found, refused, no route, no TLS).
 * - `lost`: sent, and no whole answer came; the effect may have happened.
 * - `answered`: the platform said no, in `words` where it gave any.
 * - `portal`: a web page answered in the platform's place, as the sign-in page of a guest Wi-Fi does.
 * - `foreign`: JSON, or another text, that is not in the platform's envelope; `words` say what it was.
 * - `unreadable`: the platform's answer, which lacks what it must have; `words` names the field.
 * - `called-off`: the caller's signal ended it; what was already sent may have taken effect.
 */
export interface CallFailure {
  kind:
    | 'invalid'
    | 'not-sent'
    | 'lost'
    | 'answered'
    | 'portal'
    | 'foreign'
    | 'unreadable'
    | 'called-off'
  /** HTTP status, where there was an answer. */
  status: number | null
  /** At most 300 characters. */
  message: string
  /** Version 3's own name of the error, beside its message; absent where it gave none. */
  error?: string
  /** Where the sender knows more than kind and status tell. */
  reason?: ErrorReason
  /** The platform's wish (`Retry-After`), from a second to ten minutes. */
  retryAfterMs: number | null
  /** Which entries of an updateStock were at fault, each with the platform's words. */
  itemErrors?: ItemErrors[]
}

/** One entry of version 1's `data.errors`: the offending input item as the platform repeats it. */
export interface ItemErrors {
  item: unknown
  errors: string[]
}

/**
 * What a call came to. Never thrown. `unread` has the paths within `data` of what could not be read and was left out
 * (reading/tolerant.ts); absent where all of it was read. `repeated`: the answer is the one that the caller's memory
 * has, and `value` is what that kept of it (call/answer-memory.ts).
 */
export type CallResult<T> =
  | {
      ok: true
      value: T
      answeredAt: number | null
      unread?: readonly string[]
      repeated?: true
    }
  | { ok: false; failure: CallFailure }

/** A failure as a result. */
export const failed = (
  kind: CallFailure['kind'],
  message: string,
  status: number | null = null,
  more: Pick<CallFailure, 'itemErrors' | 'reason' | 'error'> & {
    retryAfterMs?: number | null
  } = {},
): { ok: false; failure: CallFailure } => ({
  ok: false,
  failure: { kind, status, message: message.slice(0, 300), retryAfterMs: null, ...more },
})

/** The first problem of a zod error, as `field: what is wrong`; `within` is what the field lies in. */
export function firstIssue(error: z.ZodError, within = ''): string {
  const issue = error.issues[0]
  const path = [within, ...(issue?.path ?? [])].filter((part) => part !== '').join('.')
  return `${path || 'body'}: ${issue?.message ?? 'unreadable'}`
}

const isRefusedToken = (status: number | null): boolean => status === 401 || status === 403

/** 429 and 5xx: the platform is there, and takes nothing at the moment. */
const isUnavailable = (status: number | null): boolean => status === 429 || (status ?? 0) >= 500

function codeOf({ kind, status }: CallFailure): ErrorCode {
  switch (kind) {
    case 'invalid':
      return 'bad-input'
    case 'unreadable':
      return 'unreadable'
    case 'foreign':
    case 'portal':
      return 'not-the-platform'
    case 'not-sent':
    case 'lost':
    case 'called-off':
      return 'unreachable'
    case 'answered':
      if (isRefusedToken(status)) return 'unauthorised'
      return (status ?? 0) >= 500 ? 'unreachable' : 'refused'
  }
}

function reasonOf({ kind, status, reason }: CallFailure): ErrorReason | null {
  if (reason !== undefined) return reason
  if (kind === 'portal') return 'web-page'
  if (kind === 'foreign') return 'other-answer'
  if (kind !== 'answered') return null
  if (isUnavailable(status)) return 'unavailable'
  if (!isRefusedToken(status)) return null
  return status === 401 ? 'token-refused' : 'rights-missing'
}

/** A failed call as the contract tells it, for a person to read. */
export function appError(failure: CallFailure): AppError {
  const reason = reasonOf(failure)
  return { code: codeOf(failure), ...(reason === null ? {} : { reason }), detail: failure.message }
}
