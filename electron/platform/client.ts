import { ofetch } from 'ofetch'
import { z } from 'zod'
import type { ErrorCode } from '#contract/result.ts'
import type { Dialect } from './dialect.ts'
import { firstIssue } from './events.ts'
import { truth } from './loose.ts'

/** How to reach one website's platform. */
export interface Connection {
  /** Ends in /v3, no slash after it. */
  v3Url: string
  token: string
  dialect: Dialect
}

/**
 * How a request failed, as far as the sender can know:
 * - `not-sent`: no byte reached the platform (name not found, refused, no route).
 * - `lost`: sent, and no answer came; the effect may have happened.
 * - `answered`: the platform said no, in `words` where it gave any.
 * - `unreadable`: an answer that is not the platform's, or lacks what it must have.
 */
export interface CallFailure {
  kind: 'not-sent' | 'lost' | 'answered' | 'unreadable'
  status: number | null
  words: string
  retryAfterMs: number | null
}

export type CallResult<T> =
  | { ok: true; value: T; answeredAt: number | null }
  | { ok: false; failure: CallFailure }

/** The field's slow answers reach 30 s (outbox.md). */
const answerTimeoutMs = 35_000

const notSentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** The system's code for what went wrong beneath fetch, else its innermost words. */
function systemCode(cause: unknown): string {
  let words = 'no answer'
  for (let at = cause, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if ('code' in at && typeof at.code === 'string') return at.code
    if (at.name === 'TimeoutError') return 'no answer in time'
    if (at instanceof AggregateError) at.cause ??= at.errors[0]
    words = at.message
  }
  return words
}

/** `Retry-After` in seconds or as a date, in milliseconds from `now`; never above an hour. */
function retryAfterMs(header: string | null, now: number): number | null {
  if (header === null || header.trim() === '') return null
  const seconds = Number(header)
  const wait = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - now
  return Number.isFinite(wait) ? Math.min(Math.max(wait, 0), 3_600_000) : null
}

const envelope = z.looseObject({
  success: truth,
  data: z.unknown().optional(),
  error: z.looseObject({ error: z.string().optional(), message: z.string().optional() }).optional(),
})

const failed = (
  kind: CallFailure['kind'],
  words: string,
  status: number | null = null,
  wait: number | null = null,
): { ok: false; failure: CallFailure } => ({
  ok: false,
  failure: { kind, status, words: words.slice(0, 300), retryAfterMs: wait },
})

/**
 * One v3 request (api.md, Endpoints): bearer, JSON, the success envelope opened, `data` read by `schema`.
 * Never throws and never repeats by itself: what a failure means is the caller's policy.
 */
export async function callV3<T>(
  connection: Connection,
  request: { method: 'GET' | 'POST'; path: string; query?: Record<string, string | string[]> },
  schema: z.ZodType<T>,
): Promise<CallResult<T>> {
  let response
  try {
    response = await ofetch.raw<string, 'text'>(connection.v3Url + request.path, {
      method: request.method,
      query: request.query ?? {},
      headers: { authorization: `Bearer ${connection.token}`, accept: 'application/json' },
      responseType: 'text',
      retry: 0,
      timeout: answerTimeoutMs,
      redirect: 'manual',
      ignoreResponseError: true,
    })
  } catch (cause) {
    const code = systemCode(cause)
    return failed(notSentCodes.has(code) ? 'not-sent' : 'lost', code)
  }
  const { status, headers, _data: body } = response
  const wait = retryAfterMs(headers.get('retry-after'), Date.now())
  const isError = status >= 400
  let json: unknown
  try {
    json = JSON.parse(body ?? '')
  } catch {
    const words = `status ${status}, not JSON but ${headers.get('content-type') ?? 'nothing'}`
    return failed(isError ? 'answered' : 'unreadable', words, status, wait)
  }
  const opened = envelope.safeParse(json)
  if (isError || (opened.success && opened.data.success === false)) {
    const said = opened.data?.error
    return failed('answered', said?.message ?? said?.error ?? `status ${status}`, status, wait)
  }
  if (!opened.success || status >= 300)
    return failed(
      'unreadable',
      opened.success ? `status ${status}` : firstIssue(opened.error),
      status,
    )
  const data = schema.safeParse(opened.data.data)
  if (!data.success) return failed('unreadable', `data.${firstIssue(data.error)}`, status)
  const answered = Date.parse(headers.get('date') ?? '')
  return { ok: true, value: data.data, answeredAt: Number.isNaN(answered) ? null : answered }
}

/** The contract's code for a failed call, for a person to read. */
export function errorCode(failure: CallFailure): ErrorCode {
  if (failure.kind === 'unreadable') return 'not-the-platform'
  if (failure.kind !== 'answered') return 'unreachable'
  if (failure.status === 401 || failure.status === 403) return 'unauthorised'
  return (failure.status ?? 0) >= 500 ? 'unreachable' : 'refused'
}
