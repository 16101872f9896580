import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import type { FetchOptions } from 'ofetch'
import type { ErrorReason } from '#contract/result.ts'
import packageFile from '../../../package.json' with { type: 'json' }
import {
  bytesOf,
  conditions,
  isRedirect,
  readAnswer,
  type Expected,
  type RawAnswer,
  type WireAnswer,
} from './answer.ts'
import { failed, type CallFailure } from './failure.ts'

/** One HTTP request. */
export interface WireRequest extends Expected {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  /** An array is written as one entry for each value. */
  query: Readonly<Record<string, unknown>>
  /** Sent as JSON where it is there. */
  body?: unknown
  /** For the whole answer, its body too. */
  answerWithinMs: number
  signal: AbortSignal | undefined
}

/** Who asks, for the platform's log. */
const userAgent = `KitchenPass/${packageFile.version}`

const [major = 0, minor = 0] = (process.versions['undici'] ?? '').split('.').map(Number)
/** From this version on the fetch of the system decodes zstd; an older one would hand the bytes on as they are. */
const decodesZstd = major > 7 || (major === 7 && minor >= 14)

/** What answers may be packed with. Their limit counts decoded bytes (`bytesOf`), so that no bomb gets through. */
const acceptedEncodings = decodesZstd ? 'gzip, br, zstd' : 'gzip, br'

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

/**
 * How far a request came: `unmade` until fetch has taken it, `waiting` while there is no connection for it (name,
 * address, TLS), and `left` from just before its first byte on. An error's code cannot tell the last two apart: a line
 * that is reset says the same in the middle of TLS and after the request.
 */
interface Departure {
  stage: 'unmade' | 'waiting' | 'left'
  /** Hears how much of the body came off the wire, before it is decoded. */
  onBytes?: ((bytes: number) => void) | undefined
}

const underWay = new AsyncLocalStorage<Departure>()
const byRequest = new WeakMap<object, Departure>()

/** The request that the system's own fetch tells of. */
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
  byRequest.get(requestOf(message))?.onBytes?.(chunk.byteLength)
})

/** Does work that makes one request, and notes in `departure` how far that comes. */
const noting = <Value>(departure: Departure, work: () => Promise<Value>): Promise<Value> =>
  underWay.run(departure, work)

/** What ends a request before its answer is whole: its time is over, or the caller calls it off. */
interface Deadline {
  readonly signal: AbortSignal
  /** Once the answer is there. */
  clear(): void
}

/** The most that a timer can wait, some 24 days. */
const longestMs = 2 ** 31 - 1

/** The time is over with a `TimeoutError`, as `AbortSignal.timeout` has it; unlike that one it ends with the answer. */
function createDeadline(milliseconds: number, signal: AbortSignal | undefined): Deadline {
  const controller = new AbortController()
  const timer = setTimeout(
    () => {
      controller.abort(new DOMException('no answer in time', 'TimeoutError'))
    },
    Math.min(milliseconds, longestMs),
  )
  const callOff = (): void => {
    controller.abort(signal?.reason)
  }
  if (signal?.aborted === true) callOff()
  signal?.addEventListener('abort', callOff, { once: true })
  return {
    signal: controller.signal,
    clear() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', callOff)
    },
  }
}

/** Fetches up to so many bytes, whatever the status; ofetch writes the query and a JSON body. Throws where no whole answer comes. Repeats nothing. */
export async function fetchBytes(
  url: string,
  options: FetchOptions<'stream'>,
  most: number,
): Promise<RawAnswer> {
  // With the first request, since all of fetch comes with it.
  const { ofetch } = await import('ofetch')
  const { status, headers, _data } = await ofetch.raw<unknown, 'stream'>(url, {
    ...options,
    responseType: 'stream',
    retry: 0,
    ignoreResponseError: true,
  })
  if (!isRedirect(status)) return { status, headers, bytes: await bytesOf(_data, most) }
  await _data?.cancel()
  return { status, headers, bytes: new Uint8Array() }
}

function exchange(request: WireRequest, signal: AbortSignal): Promise<RawAnswer> {
  const { url, method, query, body, authorization, mostAnswerBytes } = request
  const headers = {
    authorization,
    accept: 'application/json',
    'accept-encoding': acceptedEncodings,
    'user-agent': userAgent,
    ...conditions(request),
  }
  const json = body === undefined ? {} : { body: body as object }
  const options = { method, headers, query, ...json, signal, redirect: 'manual' } as const
  return fetchBytes(url, options, mostAnswerBytes)
}

function brokenOff(cause: unknown, { stage }: Departure, signal: AbortSignal | undefined) {
  if (signal?.aborted === true) return failed('called-off', 'called off by the caller')
  const code = systemCode(cause)
  const isHere = stage === 'waiting' || (stage === 'unmade' && notSentCodes.has(code))
  return failed(isHere ? 'not-sent' : 'lost', code, null, { reason: reasonOf(code) })
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
