import type { z } from 'zod'
import type { AppError, ErrorCode, ErrorReason } from '#contract/shared/result.ts'

/**
 * How a call failed, as far as the sender can know:
 * - `invalid`: we did not send it: `message` names the undocumented field or the missing address.
 * - `not-sent`: no byte reached the platform (name not found, refused, no route, no TLS).
 * - `lost`: sent, and no whole answer came; the effect may have happened.
 * - `answered`: the platform rejected the call; `message` is its own text if it gave one.
 * - `portal`: a web page came instead of the platform's answer, such as the sign-in page of a guest Wi-Fi.
 * - `foreign`: JSON or other text without the platform's envelope; `message` says what it was.
 * - `unreadable`: the platform's answer lacks a required field, which `message` names.
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
  /** HTTP status, if there was an answer. */
  status: number | null
  /** At most 300 characters. */
  message: string
  /** Version 3's error name; missing if it gave none. */
  error?: string
  /** A more exact reason than kind and status. */
  reason?: ErrorReason
  /** The platform's `Retry-After`, from a second to ten minutes. */
  retryAfterMs: number | null
  /** Only part of a successful answer came: it is longer than we read, or it ended early. */
  partial?: true
  /** The entries of an updateStock that failed, each with the platform's message. */
  itemErrors?: ItemErrors[]
}

/** One entry of version 1's `data.errors`: the failed input item as the platform repeats it. */
export interface ItemErrors {
  item: unknown
  errors: string[]
}

/**
 * The result of a call. Never thrown. `unread` has the paths in `data` that couldn't be read and
 * were left out (tolerant/tolerant.ts); missing if everything was read. `repeated`: the answer
 * equals the remembered one, and `value` is what the memory kept (call/answer-memory.ts).
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

export const failed = (
  kind: CallFailure['kind'],
  message: string,
  status: number | null = null,
  more: Pick<CallFailure, 'itemErrors' | 'reason' | 'error' | 'partial'> & {
    retryAfterMs?: number | null
  } = {},
): { ok: false; failure: CallFailure } => ({
  ok: false,
  failure: { kind, status, message: message.slice(0, 300), retryAfterMs: null, ...more },
})

/** The first problem of a zod error, as `field: what is wrong`; `within` is the field's parent. */
export function firstIssue(error: z.ZodError, within = ''): string {
  const issue = error.issues[0]
  const path = [within, ...(issue?.path ?? [])].filter((part) => part !== '').join('.')
  return `${path || 'body'}: ${issue?.message ?? 'unreadable'}`
}

const isRefusedToken = (status: number | null): boolean => status === 401 || status === 403

/** 429 and 5xx: the platform is there but unavailable. */
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

/** A failed call as the contract reports it to people. */
export function appError(failure: CallFailure): AppError {
  const reason = reasonOf(failure)
  return { code: codeOf(failure), ...(reason === null ? {} : { reason }), detail: failure.message }
}
