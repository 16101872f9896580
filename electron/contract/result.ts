/**
 * The closed list of expected failures. The screens own a sentence for each in
 * every language; `words` carries what the platform or the system said, verbatim.
 */
export type ErrorCode =
  /** The message does not have the shape of the contract; `words` names the field. */
  | 'bad-input'
  /** No ticket, row or store with that id. */
  | 'not-found'
  /** The thing is no longer in a state in which this can be done. */
  | 'too-late'
  /** The screen's role may not do this; a manager can unlock it for a while. */
  | 'not-allowed'
  /** The PIN is not the manager's; `words` is how many tries are left. */
  | 'wrong-pin'
  /** Too many wrong PINs: no more are looked at for `words` seconds. */
  | 'locked'
  /** The platform does not accept the token (401) or its rights (403). */
  | 'unauthorised'
  /** The platform understood and said no; `words` are its own. */
  | 'refused'
  /** The platform could not be reached or did not answer in time. */
  | 'unreachable'
  /** Something answered that is not the platform (a captive portal, another server). */
  | 'not-the-platform'
  /** The platform answered, and what it must say cannot be read; `words` names the field. */
  | 'unreadable'
  /** The keychain cannot keep a secret on this machine. */
  | 'no-vault'
  /** The disk or the database does not accept writes. */
  | 'storage'
  /** A bug; `words` is the id under which the log has its cause. */
  | 'internal'

/**
 * Why, where one code has several ways out; closed as well. A code without one has one way out, or nobody knows
 * more than `words`.
 */
export type ErrorReason =
  /** What was typed cannot be read as an address; `words` names the field where it is not the platform's own. */
  | 'no-address'
  /** No machine has that name, or this one cannot look names up: it is offline. */
  | 'no-such-name'
  /** The machine is there, and nothing listens at that port. */
  | 'nobody-listens'
  /** This machine's network has no way there. */
  | 'no-way-there'
  /** No encrypted connection: a certificate that is not good, a clock that is wrong, a server that has none. */
  | 'not-secure'
  /** Nothing was heard in time. */
  | 'too-slow'
  /** The connection broke off. */
  | 'cut-off'
  /** The platform is there, and takes nothing at the moment (429, 5xx). */
  | 'unavailable'
  /** A web page in the platform's place: a sign-in of the network, a shop's own site. */
  | 'web-page'
  /** A server that has nothing at this path (404). */
  | 'no-such-path'
  /** An answer that is not the platform's. */
  | 'other-answer'
  /** The address is not encrypted (http), it is not this machine's own, and nobody has allowed that. */
  | 'unencrypted'
  /** What was given is no token: white space inside, a line break, a letter beyond ASCII, too long. */
  | 'bad-token'
  /** The host has no token: it is kept nowhere, and nobody has given it since the start. */
  | 'no-token'
  /** The platform does not know the token (401). */
  | 'token-refused'
  /** The token may not do this (403). */
  | 'rights-missing'
  /** The token is good, and does not see this store. */
  | 'other-store'
  /** What answers at a printer's address is no receipt printer. */
  | 'no-printer'
  /** An address or a port at which Kitchen Pass looks for no receipt printer. */
  | 'not-for-printers'

export interface AppError {
  code: ErrorCode
  reason?: ErrorReason
  detail?: string
}

/** The answer of anything that may fail in an expected way. */
export type Result<T> = { ok: true; value: T } | { ok: false; error: AppError }

export const ok = <T>(value: T): Result<T> => ({ ok: true, value })

export const fail = (
  code: ErrorCode,
  detail?: string,
  reason?: ErrorReason,
): { ok: false; error: AppError } => ({
  ok: false,
  error: {
    code,
    ...(reason === undefined ? {} : { reason }),
    ...(detail === undefined ? {} : { detail: detail }),
  },
})

/** Makes a forgotten case of a closed list a compile error. */
export function assertNever(value: never): never {
  throw new Error(`unexpected case: ${JSON.stringify(value)}`)
}
