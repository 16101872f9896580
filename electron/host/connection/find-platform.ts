import type { TokenView } from '#contract/connection/connection.ts'
import { fail, ok, type AppError, type ErrorReason, type Result } from '#contract/shared/result.ts'
import { platformAddresses } from '#domain/connection/address.ts'
import { areasLeftOut } from '#domain/connection/key-access.ts'
import { createDialect, type Dialect } from '#platform/dialect.ts'
import { appError, type CallFailure, type CallResult } from '#platform/call/failure.ts'
import { permissionsOf } from '#platform/key-areas.ts'
import { readMe } from '#platform/me.ts'
import { readLong } from '../worker/read-long.ts'

/**
 * How long all addresses together may take: less than the page waits, more than one answer takes.
 */
const patienceMs = 40_000

/**
 * From the answer that is closest to the platform's to the least telling one. Answers without a
 * reason come first.
 */
const nearness: readonly (ErrorReason | undefined)[] = [
  'token-refused',
  'rights-missing',
  'unavailable',
  'unencrypted',
  'other-answer',
  'web-page',
  'no-such-path',
  'not-secure',
  'cut-off',
  'too-slow',
  'nobody-listens',
  'no-way-there',
  'no-such-name',
]

/** A server without this path is not the platform. */
const errorOf = (failure: CallFailure): AppError =>
  failure.kind === 'answered' && failure.status === 404
    ? { code: 'not-the-platform', reason: 'no-such-path', detail: failure.message }
    : appError(failure)

interface Asked {
  v3Url: string
  token: string
  allowHttp: boolean
}

async function ask(
  { v3Url, token, allowHttp }: Asked,
  answerWithinMs: number,
  dialect: Dialect,
): Promise<CallResult<TokenView>> {
  const me = await readMe({
    v3Url,
    v1Url: null,
    tabsUrl: null,
    token,
    channelToken: null,
    allowHttp,
    dialect,
    answerWithinMs,
    readLong,
  })
  if (!me.ok) return me
  const { website, stores, permissions } = me.value
  const seen: TokenView = {
    v3Url,
    brand: website.name ?? website._id,
    countryCode: website.countryCode ?? '',
    stores: stores.map((store) => ({
      id: store._id,
      externalId: store.externalId ?? null,
      name: store.name ?? store._id,
      timeZone: store.timezone ?? website.timezone ?? 'UTC',
    })),
    permissions: permissions ?? [],
    notAllowed: areasLeftOut(permissions ?? null, permissionsOf(dialect)),
    skewMs: me.answeredAt === null ? null : me.answeredAt - Date.now(),
  }
  return { ...me, value: seen }
}

/** The stores of a token at a known address with its dialect. */
export async function readToken(place: Asked, dialect: Dialect): Promise<Result<TokenView>> {
  const asked = await ask(place, patienceMs, dialect)
  return asked.ok ? ok(asked.value) : { ok: false, error: errorOf(asked.failure) }
}

/**
 * Finds the platform from the typed address, and returns the token's stores. If no possible address
 * is the platform's, the answer that came closest counts, and the error's `detail` describes each
 * address. `dialectAt` has the names of a platform that is known already.
 */
export async function findPlatform(
  typed: string,
  token: string,
  {
    withinMs = patienceMs,
    allowHttp = false,
    dialectAt = (_v3Url: string) => createDialect(),
  } = {},
): Promise<Result<TokenView>> {
  const endsAt = performance.now() + withinMs
  const errors: AppError[] = []
  const text: string[] = []
  const silent = new Set<string>()
  for (const v3Url of platformAddresses(typed)) {
    const { origin } = new URL(v3Url)
    // A server that is silent on one path is silent on all.
    if (silent.has(origin)) continue
    const answerWithinMs = Math.max(endsAt - performance.now(), 100)
    const asked = await ask({ v3Url, token, allowHttp }, answerWithinMs, dialectAt(v3Url))
    if (asked.ok) return ok(asked.value)
    if (asked.failure.status === null) silent.add(origin)
    errors.push(errorOf(asked.failure))
    text.push(`${v3Url}: ${asked.failure.message}`)
  }
  const [nearest] = errors.toSorted(
    (one, other) => nearness.indexOf(one.reason) - nearness.indexOf(other.reason),
  )
  if (nearest === undefined) return fail('bad-input', undefined, 'no-address')
  return { ok: false, error: { ...nearest, detail: text.join('; ') } }
}
