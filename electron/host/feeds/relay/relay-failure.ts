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

/** The error of the system or of TLS, which fetch hides behind its own. */
function rootOf(cause: Error): Error {
  let root = cause
  while (root.cause instanceof Error) root = root.cause
  // Several addresses of one name were tried.
  const [first] = root instanceof AggregateError ? (root.errors as unknown[]) : []
  return first instanceof Error ? first : root
}

/** The codes of Node and OpenSSL for a certificate or a handshake that is wrong. */
const notSecure = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|EPROTO|HOSTNAME_)/

/** The codes of a connection that ended while it was used. */
const brokenOff = ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE']

function problemOf(cause: Error): RelayProblem {
  const code = codeOf(cause)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'no-such-name'
  if (notSecure.test(code)) return 'not-secure'
  if (brokenOff.includes(code) || cause.name === 'TimeoutError') return 'broken-off'
  return 'not-reached'
}

/** What an error of a request means. */
export function toFailure(cause: unknown): RelayFailure {
  if (cause instanceof RelayFailure) return cause
  if (!(cause instanceof Error)) return new RelayFailure('not-reached')
  const root = rootOf(cause)
  return new RelayFailure(problemOf(root), (root.message || root.name).slice(0, 300))
}
