import { hash } from 'node:crypto'
import type { ErrorReason } from '#contract/result.ts'
import packageFile from '../../../package.json' with { type: 'json' }
import { acceptedEncodings } from './accepted-encodings.ts'
import type { AnswerMark } from './answer-memory.ts'
import { answerText } from './answer-text.ts'
import { createDeadline } from './deadline.ts'
import { notJson, readJson } from '../reading/json.ts'
import { inTurns } from '../reading/turns.ts'
import { noting, type Departure } from './departure.ts'
import { failed, type CallFailure } from './failure.ts'

/** One HTTP request. */
export interface WireRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  /** Appended in this order; a name may come more than once. */
  query: [name: string, value: string][]
  authorization: string
  /** Sent as JSON where it is there. */
  body?: unknown
  /** For the whole answer, its body too. */
  answerWithinMs: number
  /** Of the decoded body. */
  mostAnswerBytes: number
  signal: AbortSignal | undefined
  /** The last answer to the same question; null before one. Where it is left out, answers are not compared. */
  known?: AnswerMark | null
}

/** Who asks, for the platform's log. */
const userAgent = `KitchenPass/${packageFile.version}`

/** An answer with JSON in it; its status may be any. */
export interface WireAnswer {
  ok: true
  status: number
  /** Undefined where it is `repeated`. */
  json: unknown
  /** The platform's clock (header Date), epoch milliseconds. */
  answeredAt: number | null
  retryAfterMs: number | null
  /** Of the body, where answers are compared. */
  mark?: AnswerMark
  /** The same as the known one: `not-modified` by the platform's word, or `same-bytes` once it had come. */
  repeated?: 'not-modified' | 'same-bytes'
}

/** What fetch says of a port that it asks nobody on. */
const badPort = 'bad port'

/** What ends a request that fetch has not even taken, or of which it does not tell how far it came. */
const notSentCodes = new Set([
  'ERR_INVALID_URL',
  badPort,
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
const noAnswer = 'no answer'

const reasons: Readonly<Record<string, ErrorReason>> = {
  ERR_INVALID_URL: 'no-address',
  [badPort]: 'no-address',
  ENOTFOUND: 'no-such-name',
  EAI_AGAIN: 'no-such-name',
  ECONNREFUSED: 'nobody-listens',
  EHOSTUNREACH: 'no-way-there',
  ENETUNREACH: 'no-way-there',
  ENETDOWN: 'no-way-there',
  EADDRNOTAVAIL: 'no-way-there',
  EHOSTDOWN: 'no-way-there',
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

/** The shape of the system's codes: words of a thrown message have another. */
const systemName = /^[A-Z][A-Z\d_]{2,60}$/

/**
 * The system's code for what went wrong beneath fetch, else words of ours. Never what was thrown: its message may repeat
 * the header or the address that was to be sent.
 */
function systemCode(cause: unknown): string {
  for (let at = cause, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if ('code' in at && typeof at.code === 'string' && systemName.test(at.code)) return at.code
    if (at.name === 'TimeoutError') return tooSlow
    if (at.name === 'HTTPParserError') return notHttp
    if (at.message === badPort) return badPort
    if (at instanceof AggregateError) at.cause ??= at.errors[0]
  }
  return noAnswer
}

const shortestWaitMs = 1_000
const longestWaitMs = 10 * 60_000

/**
 * `Retry-After` in seconds, or as a date by the same clock that dated the answer. Kept between a second and ten minutes:
 * nothing, or what is past, would have us ask without a pause.
 */
function retryAfterMs(headers: Headers, answeredAt: number | null): number | null {
  const header = headers.get('retry-after')?.trim() ?? ''
  if (header === '') return null
  const seconds = Number(header)
  const now = answeredAt ?? Date.now()
  const wait = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, shortestWaitMs), longestWaitMs)
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

/** A status, its headers, and the text of its body; null where that was too long. */
interface TextAnswer {
  status: number
  headers: Headers
  text: string | null
}

const isRedirect = (status: number): boolean => status >= 300 && status < 400
const notModified = 304

/** The headers of a conditional request. Last-Modified tells whole seconds, so an ETag stands above it. */
function conditions({ known }: WireRequest): Record<string, string> {
  if (known?.etag != null) return { 'if-none-match': known.etag }
  return known?.lastModified == null ? {} : { 'if-modified-since': known.lastModified }
}

/** What changed twice within a second may have one Last-Modified: it counts once it is a minute old (RFC 9110, 8.8.2.2). */
const settledMs = 60_000
/** An ETag may be of any length; a longer one is not worth sending. */
const longestEtag = 256

/** Undefined where answers are not compared. */
function markOf({ headers, text }: TextAnswer, { known }: WireRequest, answeredAt: number | null) {
  if (known === undefined || text === null) return undefined
  const etag = headers.get('etag')
  const modified = headers.get('last-modified')
  const isSettled = answeredAt !== null && answeredAt - Date.parse(modified ?? '') >= settledMs
  return {
    etag: etag !== null && etag.length <= longestEtag ? etag : null,
    lastModified: isSettled ? modified : null,
    digest: hash('sha256', text, 'base64url'),
  }
}

async function exchange(request: WireRequest, signal: AbortSignal): Promise<TextAnswer> {
  const url = new URL(request.url)
  for (const [name, value] of request.query) url.searchParams.append(name, value)
  // With the first request, since all of fetch comes with it.
  const { ofetch } = await import('ofetch')
  const { status, headers, _data } = await ofetch.raw<unknown, 'stream'>(url.href, {
    method: request.method,
    headers: {
      authorization: request.authorization,
      accept: 'application/json',
      'accept-encoding': acceptedEncodings,
      'user-agent': userAgent,
      ...conditions(request),
    },
    ...(request.body === undefined ? {} : { body: request.body as object }),
    responseType: 'stream',
    retry: 0,
    signal,
    redirect: 'manual',
    ignoreResponseError: true,
  })
  if (!isRedirect(status))
    return { status, headers, text: await answerText(_data, request.mostAnswerBytes) }
  await _data?.cancel()
  return { status, headers, text: '' }
}

function brokenOff(cause: unknown, { stage }: Departure, signal: AbortSignal | undefined) {
  if (signal?.aborted === true) return failed('called-off', 'called off by the caller')
  const code = systemCode(cause)
  const isHere = stage === 'waiting' || (stage === 'unmade' && notSentCodes.has(code))
  return failed(isHere ? 'not-sent' : 'lost', code, null, { reason: reasonOf(code) })
}

/** Shorter words may stand in an answer by chance. */
const shortestSecret = 16

/** Takes out the token of a request where the answer repeats it, as servers do that say what they do not like. */
function createMask(authorization: string): (text: string) => string {
  const secret = authorization.slice(authorization.lastIndexOf(' ') + 1)
  if (secret.length < shortestSecret) return (text) => text
  const forms = new Set([secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
  return (text) => {
    let masked = text
    for (const form of forms) masked = masked.replaceAll(form, '[token]')
    return masked
  }
}

/** Reads JSON, over several turns where it is long, or tells what came in its place. */
async function readAnswer(
  answer: TextAnswer,
  request: WireRequest,
): Promise<WireAnswer | { ok: false; failure: CallFailure }> {
  const { status, headers, text } = answer
  const { mostAnswerBytes, authorization, known } = request
  const answered = Date.parse(headers.get('date') ?? '')
  const answeredAt = Number.isNaN(answered) ? null : answered
  const wait = { retryAfterMs: retryAfterMs(headers, answeredAt) }
  const mask = createMask(authorization)
  const type = mask(headers.get('content-type') ?? 'nothing')
  if (status === notModified && known != null && Object.keys(conditions(request)).length > 0)
    return { ok: true, status, json: undefined, answeredAt, ...wait, repeated: 'not-modified' }
  if (isRedirect(status))
    return failed('portal', `redirected to ${mask(originOf(headers.get('location')))}`, status)
  const isError = status >= 400
  if (text === null) {
    const words = `status ${status}, an answer of more than ${mostAnswerBytes} bytes`
    return failed(isError ? 'answered' : 'unreadable', words, status, wait)
  }
  if (status === networkSignIn || (!isError && looksLikePage(type, text)))
    return failed('portal', `a web page, status ${status}`, status)
  const mark = isError ? undefined : markOf(answer, request, answeredAt)
  const told = { ok: true, status, answeredAt, ...wait, ...(mark && { mark }) } as const
  if (mark !== undefined && mark.digest === known?.digest)
    return { ...told, json: undefined, repeated: 'same-bytes' }
  const read = await inTurns(readJson(mask(text)))
  if (read.ok) return { ...told, json: read.value }
  const words = `status ${status}, ${read.why === notJson ? `${notJson} but ${type}` : read.why}`
  const isPage = isError && status < 500 && looksLikePage(type, text)
  const more = isPage ? { ...wait, reason: 'web-page' as const } : wait
  return failed(isError ? 'answered' : 'foreign', words, status, more)
}

/**
 * Sends one request and reads JSON. Follows no redirect, since it would carry the token elsewhere; never throws and
 * never repeats by itself: what a failure means is the caller's policy.
 */
export async function send(
  request: WireRequest,
  onBytes?: (bytes: number) => void,
): Promise<WireAnswer | { ok: false; failure: CallFailure }> {
  const { signal, answerWithinMs } = request
  if (signal?.aborted === true) return failed('called-off', 'called off before it was sent')
  const deadline = createDeadline(answerWithinMs, signal)
  const departure: Departure = { stage: 'unmade', onBytes }
  try {
    const answer = await noting(departure, () => exchange(request, deadline.signal))
    return await readAnswer(answer, request)
  } catch (cause) {
    return brokenOff(cause, departure, signal)
  } finally {
    deadline.clear()
  }
}
