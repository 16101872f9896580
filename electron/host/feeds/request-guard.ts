import type { IncomingHttpHeaders } from 'node:http'
import { maxEventBytes } from './body.ts'
import { createHash, timingSafeEqual } from 'node:crypto'
import { isoNow, type Clock } from '../clock/clock.ts'

const hash = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Hashes the tokens. Two are valid during a rotation; an empty list accepts no request. */
export function hashTokens(secret: string | null): Buffer[] {
  return (secret ?? '')
    .split('\n')
    .map((token) => token.trim())
    .filter((token) => token !== '')
    .slice(0, 2)
    .map(hash)
}

interface WebhookToken {
  hashed: Buffer
  usedAt: string | null
}

/** The bearers of the platform's events, and when each was last used since the start. */
export class WebhookTokens {
  readonly #clock: Clock
  #tokens: readonly WebhookToken[] = []

  constructor(secret: string | null, clock: Clock) {
    this.#clock = clock
    this.replace(secret)
  }

  /** Whether an Authorization header has one of them. That one counts as used now. */
  accepts(header: string | undefined): boolean {
    const used = this.#tokens.filter(({ hashed }) => isBearer(header, [hashed]))
    for (const token of used) token.usedAt = isoNow(this.#clock)
    return used.length > 0
  }

  /** Accepts others from now on. One that stays keeps its last use. */
  replace(secret: string | null): void {
    this.#tokens = hashTokens(secret).map(
      (hashed) =>
        this.#tokens.find((token) => token.hashed.equals(hashed)) ?? { hashed, usedAt: null },
    )
  }

  usedAt(): (string | null)[] {
    return this.#tokens.map(({ usedAt }) => usedAt)
  }
}

/** The hash of the bearer in an Authorization header; null if it has none. */
export function hashOfBearer(header: string | undefined): Buffer | null {
  const token = /^bearer +(.+)$/is.exec(header ?? '')?.[1]
  return token === undefined ? null : hash(token)
}

/**
 * Whether an Authorization header has one of the tokens. Hashes are compared in constant time,
 * because they have equal length, and every token is compared.
 */
export function isBearer(header: string | undefined, accepted: readonly Buffer[]): boolean {
  const presented = hashOfBearer(header)
  if (presented === null) return false
  let isAccepted = false
  for (const each of accepted) isAccepted = timingSafeEqual(each, presented) || isAccepted
  return isAccepted
}

/** Whose events a listener accepts. */
export interface AcceptedTokens extends Pick<WebhookTokens, 'accepts'> {
  /** False while a relay has no list of them yet, and can tell nobody from a stranger. */
  readonly areKnown?: boolean
}

interface Refusal {
  status: 400 | 401 | 403 | 404 | 405 | 413 | 415 | 421 | 503
  why: string
}

interface RequestRules {
  /** Lower-case host names of the listener, each with and without its port; null accepts any. */
  hosts: ReadonlySet<string> | null
  tokens: AcceptedTokens
}

const path = /^\/[\w.-]{0,200}(\?.*)?$/

/**
 * The first check of a webhook request. A platform posts to `/` or `/<type>` with its bearer token
 * (platform/README.md, Events). A browser never does, so any Origin is refused, even `null`. An
 * unknown Host may be DNS rebinding by another site. Null accepts the request.
 */
export function refuse(
  method: string,
  url: string,
  headers: IncomingHttpHeaders,
  rules: RequestRules,
): Refusal | null {
  if (rules.hosts?.has((headers.host ?? '').toLowerCase()) === false)
    return { status: 421, why: 'not a host of this listener' }
  if (headers.origin !== undefined) return { status: 403, why: 'browsers are not welcome' }
  if (rules.tokens.areKnown === false) return { status: 503, why: 'not ready' }
  if (!rules.tokens.accepts(headers.authorization)) return { status: 401, why: 'wrong bearer' }
  if (!path.test(url)) return { status: 404, why: 'no such path' }
  if (method !== 'POST') return { status: 405, why: 'only POST' }
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    return { status: 415, why: 'no content encoding' }
  if (Number(headers['content-length'] ?? 0) > maxEventBytes)
    return { status: 413, why: 'too large' }
  return null
}

/** The names of a listener at `address` and `port`, plus the names from the store's settings. */
export function hostNames(address: string, port: number, more: readonly string[]): Set<string> {
  const local = ['127.0.0.1', 'localhost', '[::1]']
  const own = address.includes(':') ? `[${address}]` : address
  const names = [...local, own, ...more].map((name) => name.toLowerCase())
  return new Set([...names, ...names.map((name) => `${name}:${String(port)}`)])
}
