import type { RelayProblem } from '#contract/status/relay.ts'

/** Why the relay can't be used now. `details` is the system's or the relay's text. */
export class RelayFailure extends Error {
  readonly problem: RelayProblem
  readonly details: string | null
  constructor(problem: RelayProblem, details: string | null = null) {
    super(problem)
    this.problem = problem
    this.details = details
  }
}

const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : ''

/** The codes of Node and OpenSSL for a certificate or a handshake that is wrong. */
const notSecure = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO|HOSTNAME_)/

/** The names of the client's errors when the server doesn't accept the store's user or its key. */
const refusals = [
  'AuthorizationError',
  'UserAuthenticationExpiredError',
  'PermissionViolationError',
  'NKeysError',
]

function problemOf(cause: Error): RelayProblem {
  const { name, message } = cause
  // A busy server also says that the time for signing in is over.
  if (refusals.includes(name) && !/timeout/i.test(message)) return 'refused'
  if (/revoked/i.test(message)) return 'refused'
  if (name.startsWith('JetStream')) return 'broken-off'
  const code = codeOf(cause)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'no-such-name'
  if (notSecure.test(code) || /'tls'/.test(message)) return 'not-secure'
  return 'not-reached'
}

/** What an error of the connection means. */
export function toFailure(cause: unknown): RelayFailure {
  if (cause instanceof RelayFailure) return cause
  if (!(cause instanceof Error)) return new RelayFailure('not-reached')
  const { name, message } = cause
  return new RelayFailure(problemOf(cause), (message || name).slice(0, 300))
}
