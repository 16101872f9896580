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
  /** The keychain cannot keep a secret on this machine. */
  | 'no-vault'
  /** The disk or the database does not accept writes. */
  | 'storage'
  /** A bug; `words` is the id under which the log has its cause. */
  | 'internal'

export interface AppError {
  code: ErrorCode
  words?: string
}

/** The answer of anything that may fail in an expected way. */
export type Result<T> = { ok: true; value: T } | { ok: false; error: AppError }

export const ok = <T>(value: T): Result<T> => ({ ok: true, value })

export const fail = (code: ErrorCode, words?: string): { ok: false; error: AppError } => ({
  ok: false,
  error: words === undefined ? { code } : { code, words },
})

/** Makes a forgotten case of a closed list a compile error. */
export function assertNever(value: never): never {
  throw new Error(`unexpected case: ${JSON.stringify(value)}`)
}
