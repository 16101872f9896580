import type { ErrorReason } from '#contract/result.ts'
import { failed, type CallFailure } from './failure.ts'

/** One HTTP request. */
export interface WireRequest {
  method: 'GET' | 'POST' | 'PUT'
  url: string
  /** Appended in this order; a name may come more than once. */
  query: [name: string, value: string][]
  authorization: string
  /** Sent as JSON where it is there. */
  body?: unknown
  answerWithinMs: number
}

/** An answer with JSON in it; its status may be any. */
export interface WireAnswer {
  ok: true
  status: number
  json: unknown
  /** The platform's clock (header Date), epoch milliseconds. */
  answeredAt: number | null
  retryAfterMs: number | null
}

const notSentCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'UND_ERR_CONNECT_TIMEOUT',
])

const tooSlow = 'no answer in time'
const notHttp = 'an answer that is not HTTP'

const reasons: Readonly<Record<string, ErrorReason>> = {
  ENOTFOUND: 'no-such-name',
  EAI_AGAIN: 'no-such-name',
  ECONNREFUSED: 'nobody-listens',
  EHOSTUNREACH: 'no-way-there',
  ENETUNREACH: 'no-way-there',
  ENETDOWN: 'no-way-there',
  ETIMEDOUT: 'too-slow',
  UND_ERR_CONNECT_TIMEOUT: 'too-slow',
  [tooSlow]: 'too-slow',
  [notHttp]: 'other-answer',
}
/** What TLS says of a certificate, and of a server that does not speak it. */
const tlsCode = /^(ERR_TLS|ERR_SSL|EPROTO|CERT|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO)/

/** By the system's code; what is in no list broke off in some way. */
const reasonOf = (code: string): ErrorReason =>
  tlsCode.test(code) ? 'not-secure' : (reasons[code] ?? 'cut-off')

/** The system's code for what went wrong beneath fetch, else its innermost words. */
function systemCode(cause: unknown): string {
  let words = 'no answer'
  for (let at = cause, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if ('code' in at && typeof at.code === 'string') return at.code
    if (at.name === 'TimeoutError') return tooSlow
    if (at.name === 'HTTPParserError') return notHttp
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

/** RFC 6585: a network that wants a sign-in first. */
const networkSignIn = 511

const looksLikePage = (type: string, body: string): boolean =>
  type.startsWith('text/html') || /^\s*<(!doctype|html)/i.test(body)

/** Where a redirect points, without what may be secret in it. */
function originOf(location: string | null): string {
  try {
    return new URL(location ?? '').origin
  } catch {
    return 'nowhere'
  }
}

/**
 * Sends one request and reads JSON. Follows no redirect, since it would carry the token elsewhere; never throws and
 * never repeats by itself: what a failure means is the caller's policy.
 */
export async function send(
  request: WireRequest,
): Promise<WireAnswer | { ok: false; failure: CallFailure }> {
  const url = new URL(request.url)
  for (const [name, value] of request.query) url.searchParams.append(name, value)
  // With the first request, since all of fetch comes with it.
  const { ofetch } = await import('ofetch')
  let response
  try {
    response = await ofetch.raw<string, 'text'>(url.href, {
      method: request.method,
      headers: { authorization: request.authorization, accept: 'application/json' },
      ...(request.body === undefined ? {} : { body: request.body as object }),
      responseType: 'text',
      retry: 0,
      timeout: request.answerWithinMs,
      redirect: 'manual',
      ignoreResponseError: true,
    })
  } catch (cause) {
    const code = systemCode(cause)
    const kind = notSentCodes.has(code) ? 'not-sent' : 'lost'
    return failed(kind, code, null, { reason: reasonOf(code) })
  }
  const { status, headers } = response
  const body = response._data ?? ''
  const wait = { retryAfterMs: retryAfterMs(headers.get('retry-after'), Date.now()) }
  const type = headers.get('content-type') ?? 'nothing'
  if (status >= 300 && status < 400)
    return failed('portal', `redirected to ${originOf(headers.get('location'))}`, status)
  const isError = status >= 400
  if (status === networkSignIn || (!isError && looksLikePage(type, body)))
    return failed('portal', `a web page, status ${status}`, status)
  try {
    const answered = Date.parse(headers.get('date') ?? '')
    return {
      ok: true,
      status,
      json: JSON.parse(body) as unknown,
      answeredAt: Number.isNaN(answered) ? null : answered,
      ...wait,
    }
  } catch {
    const words = `status ${status}, not JSON but ${type}`
    const isPage = isError && status < 500 && looksLikePage(type, body)
    const more = isPage ? { ...wait, reason: 'web-page' as const } : wait
    return failed(isError ? 'answered' : 'unreadable', words, status, more)
  }
}
