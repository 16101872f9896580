import { hash } from 'node:crypto'
import { notJson, parseJson } from '../tolerant/json.ts'
import type { AnswerMark } from './answer-memory.ts'
import { failed, type CallFailure } from './failure.ts'

export interface RawAnswer {
  status: number
  headers: Headers
  /** The decoded body; null if it was longer than allowed. */
  bytes: Uint8Array | null
}

export interface Expected {
  authorization: string
  /** Of the decoded body. */
  maxAnswerBytes: number
  /**
   * The last answer to the same question; null for the first. If missing, answers aren't compared.
   */
  knownMark?: AnswerMark | null
}

/** A JSON answer with any status. */
export interface WireAnswer {
  ok: true
  status: number
  /** Undefined if it is `repeated`. */
  json: unknown
  /** The platform's clock (header Date), in epoch ms. */
  answeredAt: number | null
  retryAfterMs: number | null
  /** Of the body, if answers are compared. */
  mark?: AnswerMark
  /** The same as the known one: `not-modified` by status, or `same-bytes` by comparison. */
  repeated?: 'not-modified' | 'same-bytes'
}

/** The bytes of a body; null if it is longer than allowed, and then reading stops. */
export async function bytesOf(
  body: ReadableStream<Uint8Array> | null | undefined,
  max: number,
): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body ?? []) {
    size += part.byteLength
    if (size > max) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}

const minWaitMs = 1_000
const maxWaitMs = 10 * 60_000

/**
 * `Retry-After` in seconds, or as a date on the answer's own clock. Limited to between a second and
 * ten minutes: zero or a past date would mean no pause at all.
 */
function retryAfterMs(headers: Headers, answeredAt: number | null): number | null {
  const header = headers.get('retry-after')?.trim() ?? ''
  if (header === '') return null
  const seconds = Number(header)
  const now = answeredAt ?? Date.now()
  const wait = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, minWaitMs), maxWaitMs)
}

/** RFC 6585: a network that needs a sign-in first. */
const networkSignIn = 511

const looksLikePage = (type: string, body: string): boolean =>
  type.startsWith('text/html') || /^\s*<(!doctype|html)/i.test(body)

const beginsAsJson = /^\s*[[{]/

/** The target of a redirect, without possible secrets. */
function originOf(location: string | null): string {
  try {
    return new URL(location ?? '').origin
  } catch {
    return 'nowhere'
  }
}

export const isRedirect = (status: number): boolean => status >= 300 && status < 400
const notModified = 304

/**
 * The headers of a conditional request. Last-Modified has whole seconds, so an ETag is preferred.
 */
export function conditions({ knownMark }: Pick<Expected, 'knownMark'>): Record<string, string> {
  if (knownMark?.etag != null) return { 'if-none-match': knownMark.etag }
  return knownMark?.lastModified == null ? {} : { 'if-modified-since': knownMark.lastModified }
}

/**
 * Two changes within a second may have the same Last-Modified, so it counts only after a minute
 * (RFC 9110, 8.8.2.2).
 */
const settledMs = 60_000
/** ETags have no maximum length; a longer one isn't worth sending. */
const maxEtag = 256

function markOf(headers: Headers, text: string, answeredAt: number | null): AnswerMark {
  const etag = headers.get('etag')
  const modified = headers.get('last-modified')
  const isSettled = answeredAt !== null && answeredAt - Date.parse(modified ?? '') >= settledMs
  return {
    etag: etag !== null && etag.length <= maxEtag ? etag : null,
    lastModified: isSettled ? modified : null,
    digest: hash('sha256', text, 'base64url'),
  }
}

/** Shorter words may occur in an answer by chance. */
const minSecret = 16

/** Removes the request's token from an answer that repeats it, as some servers do in errors. */
function withoutToken(text: string, authorization: string): string {
  const secret = authorization.slice(authorization.lastIndexOf(' ') + 1)
  if (secret.length < minSecret) return text
  const forms = new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
  let masked = text
  for (const form of forms) masked = masked.replaceAll(form, '[token]')
  return masked
}

/** Parses JSON, or says what came instead. */
export function parseAnswer(
  { status, headers, bytes }: RawAnswer,
  expected: Expected,
): WireAnswer | { ok: false; failure: CallFailure } {
  const { maxAnswerBytes, authorization, knownMark } = expected
  const answered = Date.parse(headers.get('date') ?? '')
  const answeredAt = Number.isNaN(answered) ? null : answered
  const wait = { retryAfterMs: retryAfterMs(headers, answeredAt) }
  const type = withoutToken(headers.get('content-type') ?? 'nothing', authorization)
  if (status === notModified && knownMark != null && Object.keys(conditions(expected)).length > 0)
    return { ok: true, status, json: undefined, answeredAt, ...wait, repeated: 'not-modified' }
  if (isRedirect(status)) {
    const target = withoutToken(originOf(headers.get('location')), authorization)
    return failed('portal', `redirected to ${target}`, status)
  }
  const isError = status >= 400
  if (bytes === null) {
    const message = `status ${status}, an answer of more than ${maxAnswerBytes} bytes`
    const more = isError ? wait : { ...wait, partial: true as const }
    return failed(isError ? 'answered' : 'unreadable', message, status, more)
  }
  const text = new TextDecoder().decode(bytes)
  if (status === networkSignIn || (!isError && looksLikePage(type, text)))
    return failed('portal', `a web page, status ${status}`, status)
  const isCompared = !isError && knownMark !== undefined
  const mark = isCompared ? markOf(headers, text, answeredAt) : undefined
  const common = { ok: true, status, answeredAt, ...wait, ...(mark && { mark }) } as const
  if (mark !== undefined && mark.digest === knownMark?.digest)
    return { ...common, json: undefined, repeated: 'same-bytes' }
  const read = parseJson(withoutToken(text, authorization))
  if (read.ok) return { ...common, json: read.value }
  const message = `status ${status}, ${read.why === notJson ? `${notJson} but ${type}` : read.why}`
  const isPage = isError && status < 500 && looksLikePage(type, text)
  const more = {
    ...wait,
    ...(isPage && { reason: 'web-page' as const }),
    ...(!isError && beginsAsJson.test(text) && { partial: true as const }),
  }
  return failed(isError ? 'answered' : 'foreign', message, status, more)
}
