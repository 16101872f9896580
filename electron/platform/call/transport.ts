import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { FetchOptions } from 'ofetch'
import type { ErrorReason } from '#contract/shared/result.ts'
import packageFile from '../../../package.json' with { type: 'json' }
import { bytesOf, conditions, isRedirect, type Expected, type RawAnswer } from './answer.ts'
import { failed, type CallFailure } from './failure.ts'

export interface WireRequest extends Expected {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  /** An array is written as one entry per value. */
  query: Readonly<Record<string, unknown>>
  /** Sent as JSON if present. */
  body?: unknown
  /** For the whole answer, with its body. */
  answerWithinMs: number
  signal: AbortSignal | undefined
}

/** The user agent for the platform's log. */
const userAgent = `KitchenPass/${packageFile.version}`

const [major = 0, minor = 0] = (process.versions['undici'] ?? '').split('.').map(Number)
/** From this version on, the system's fetch decodes zstd; older ones pass it on undecoded. */
const decodesZstd = major > 7 || (major === 7 && minor >= 14)

/**
 * Accepted encodings. The limit counts decoded bytes (`bytesOf`), so a compression bomb can't pass.
 */
const acceptedEncodings = decodesZstd ? 'gzip, br, zstd' : 'gzip, br'

/** Fetch's error for a forbidden port. */
const badPort = 'bad port'

/** Fetch rejected the request, or doesn't say how far it came. */
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
/** TLS errors: a certificate, or a server without TLS. */
const tlsCode = /^(ERR_TLS|ERR_SSL|EPROTO|CERT|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO)/

/** By the system's code; other codes mean that the connection broke. */
const reasonOf = (code: string): ErrorReason =>
  tlsCode.test(code) ? 'not-secure' : (reasons[code] ?? 'cut-off')

/** Why a fetch threw, for a person. */
export const reasonOfThrown = (cause: unknown): ErrorReason => reasonOf(systemCode(cause))

/** The form of the system's codes; thrown messages look different. */
const systemName = /^[A-Z][A-Z\d_]{2,60}$/

/**
 * The system's error code below fetch, otherwise our own. Never the thrown message: it may repeat
 * the header or address.
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

/**
 * How far a request came: `unmade` until fetch accepted it, `waiting` while it has no connection
 * (name, address, TLS), and `left` from just before its first byte. Error codes can't distinguish
 * the last two: a reset looks the same during TLS and after the request.
 */
interface RequestProgress {
  stage: 'unmade' | 'waiting' | 'left'
  /** Part of the answer's body arrived. */
  hasBody?: boolean
  /** Gets the number of received bytes before decoding. */
  onBytes?: ((bytes: number) => void) | undefined
}

const underWay = new AsyncLocalStorage<RequestProgress>()
const byRequest = new WeakMap<object, RequestProgress>()

/** The request, as reported by the system's fetch. */
const requestOf = (message: unknown): object => (message as { request: object }).request

subscribe('undici:request:create', (message) => {
  const departure = underWay.getStore()
  if (departure === undefined) return
  departure.stage = 'waiting'
  byRequest.set(requestOf(message), departure)
})
subscribe('undici:client:sendHeaders', (message) => {
  const departure = byRequest.get(requestOf(message))
  if (departure !== undefined) departure.stage = 'left'
})
subscribe('undici:request:bodyChunkReceived', (message) => {
  const { chunk } = message as { chunk: Uint8Array }
  const departure = byRequest.get(requestOf(message))
  if (departure === undefined) return
  departure.hasBody = true
  departure.onBytes?.(chunk.byteLength)
})

/** Runs work that makes one request, and records in `departure` how far it comes. */
const withProgress = <Value>(
  departure: RequestProgress,
  work: () => Promise<Value>,
): Promise<Value> => underWay.run(departure, work)

/** The maximum of a timer, about 24 days. */
const maxMs = 2 ** 31 - 1

/**
 * What ends a request before its answer is complete: its timeout, or the caller. Times out with a
 * `TimeoutError`, like `AbortSignal.timeout`; unlike it, it ends with the answer.
 */
class Deadline {
  readonly #controller = new AbortController()
  readonly #caller: AbortSignal | undefined
  readonly #timer: NodeJS.Timeout
  readonly #callOff = (): void => this.#controller.abort(this.#caller?.reason)

  constructor(milliseconds: number, caller: AbortSignal | undefined) {
    this.#caller = caller
    this.#timer = setTimeout(
      () => {
        this.#controller.abort(new DOMException('no answer in time', 'TimeoutError'))
      },
      Math.min(milliseconds, maxMs),
    )
    if (caller?.aborted === true) this.#callOff()
    caller?.addEventListener('abort', this.#callOff, { once: true })
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Once the answer is there. */
  clear(): void {
    clearTimeout(this.#timer)
    this.#caller?.removeEventListener('abort', this.#callOff)
  }
}

/**
 * Fetches up to a number of bytes, with any status; ofetch writes the query and JSON body. Throws
 * if no complete answer arrives. No retries.
 */
export async function fetchBytes(
  url: string,
  options: FetchOptions<'stream'>,
  max: number,
): Promise<RawAnswer> {
  // Load fetch with the first request.
  const { ofetch } = await import('ofetch')
  const { status, headers, _data } = await ofetch.raw<unknown, 'stream'>(url, {
    ...options,
    responseType: 'stream',
    retry: 0,
    ignoreResponseError: true,
  })
  if (!isRedirect(status)) return { status, headers, bytes: await bytesOf(_data, max) }
  await _data?.cancel()
  return { status, headers, bytes: new Uint8Array() }
}

function exchange(request: WireRequest, signal: AbortSignal): Promise<RawAnswer> {
  const { url, method, query, body, authorization, maxAnswerBytes } = request
  const headers = {
    authorization,
    accept: 'application/json',
    'accept-encoding': acceptedEncodings,
    'user-agent': userAgent,
    ...conditions(request),
  }
  const json = body === undefined ? {} : { body: body as object }
  const options = { method, headers, query, ...json, signal, redirect: 'manual' } as const
  return fetchBytes(url, options, maxAnswerBytes)
}

function brokenOff(
  cause: unknown,
  { stage, hasBody }: RequestProgress,
  signal: AbortSignal | undefined,
) {
  if (signal?.aborted === true) return failed('called-off', 'called off by the caller')
  const code = systemCode(cause)
  const isHere = stage === 'waiting' || (stage === 'unmade' && notSentCodes.has(code))
  return failed(isHere ? 'not-sent' : 'lost', code, null, {
    reason: reasonOf(code),
    ...(hasBody === true && { partial: true }),
  })
}

/**
 * Sends one request and receives the whole answer. It follows no redirect, because that would send
 * the token elsewhere; it never throws and never retries: the caller decides what a failure means.
 */
export async function send(
  request: WireRequest,
  onBytes?: (bytes: number) => void,
): Promise<{ ok: true; answer: RawAnswer } | { ok: false; failure: CallFailure }> {
  const { signal, answerWithinMs } = request
  if (signal?.aborted === true) return failed('called-off', 'called off before it was sent')
  const deadline = new Deadline(answerWithinMs, signal)
  const departure: RequestProgress = { stage: 'unmade', onBytes }
  try {
    const answer = await withProgress(departure, () => exchange(request, deadline.signal))
    return { ok: true, answer }
  } catch (cause) {
    return brokenOff(cause, departure, signal)
  } finally {
    deadline.clear()
  }
}
