/**
 * The closed list of expected failures. The screens have a sentence for each in every language;
 * `detail` has the text of the platform or the system, unchanged.
 */
export type ErrorCode =
  /** The message does not have the shape of the contract; `detail` names the field. */
  | 'bad-input'
  /** There is no ticket, row or store with that id. */
  | 'not-found'
  /** The thing is no longer in a state that allows this. */
  | 'too-late'
  /** The screen's role may not do this. A manager can unlock it for a while. */
  | 'not-allowed'
  /** The PIN is not the manager's; `detail` is the number of tries left. */
  | 'wrong-pin'
  /** Too many wrong PINs: no further PIN is checked for `detail` seconds. */
  | 'locked'
  /** It is not the code that the waiting screen shows; `detail` is the number of tries left. */
  | 'wrong-code'
  /** The platform rejects the token (401) or its permissions (403). */
  | 'unauthorised'
  /** The platform understood and rejected it; `detail` is its own text. */
  | 'refused'
  /** The platform could not be reached or did not answer in time. */
  | 'unreachable'
  /** Something else answered, such as a captive portal or another server. */
  | 'not-the-platform'
  /** The platform answered, but a required field can't be read; `detail` names it. */
  | 'unreadable'
  | 'no-vault'
  /** A locked setup file sets this; `detail` names it. */
  | 'set-by-profile'
  | 'storage'
  /** A bug; `detail` is the id under which the log has the cause. */
  | 'internal'

/**
 * The cause, if one code can have several solutions. This list is closed as well. Without a reason
 * there is one solution, or `detail` is all that is known.
 */
export type ErrorReason =
  /**
   * The typed text is not an address; `detail` names the field if it is not the platform's main
   * address.
   */
  | 'no-address'
  /** No machine has that name, or this machine can't look names up because it is offline. */
  | 'no-such-name'
  /** The machine exists, but nothing listens at that port. */
  | 'nobody-listens'
  /** This machine's network has no route to it. */
  | 'no-way-there'
  /** No encrypted connection: a bad certificate, a wrong clock, or a server without encryption. */
  | 'not-secure'
  | 'too-slow'
  | 'cut-off'
  /** The platform is not available at the moment (429, 5xx). */
  | 'unavailable'
  /**
   * A web page answered instead of the platform: a network's sign-in page or the shop's own site.
   */
  | 'web-page'
  /** The server has nothing at this path (404). */
  | 'no-such-path'
  | 'other-answer'
  /** The address is not encrypted (http), is not on this machine, and http was not allowed. */
  | 'unencrypted'
  /**
   * The text is not a token: it has spaces, a line break or a letter beyond ASCII, or is too long.
   */
  | 'bad-token'
  /** The host has no token: none is stored, and nobody has entered one since the start. */
  | 'no-token'
  /** The platform does not know the token (401). */
  | 'token-refused'
  /** The token may not do this (403). */
  | 'rights-missing'
  | 'other-store'
  /** Another Kitchen Pass on this computer runs the store. */
  | 'store-in-use'
  /** The store's hours have changed since they were shown. */
  | 'hours-changed'
  /** The last hours are still being sent. */
  | 'hours-under-way'
  /** How the platform numbers the days of the week is not known yet. */
  | 'weekdays-unknown'
  /** The store's hours are not known, and sending would delete what is not known. */
  | 'hours-unknown'
  /** The device at a printer's address is not a receipt printer. */
  | 'no-printer'
  /** Kitchen Pass doesn't print to this address or port. */
  | 'not-for-printers'
  /** The system of the host's computer keeps USB printers for itself. */
  | 'usb-needs-linux'
  /** The backup is damaged, or one that it continues from. */
  | 'backup-damaged'
  /** It may be in the archive, which can't be read just now. */
  | 'archive-out'
  /** There is not enough room on the disk. */
  | 'no-room'
  /** The kitchen has moved to another computer, and nothing is sent from this one. */
  | 'moved'
  /** `locked` by wrong codes of screens, not by PINs. */
  | 'wrong-codes'

export interface AppError {
  code: ErrorCode
  reason?: ErrorReason
  detail?: string
}

/** The result of anything that may fail in an expected way. */
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

/** Makes a missing case of a closed list a compile error. */
export function assertNever(value: never): never {
  throw new Error(`unexpected case: ${JSON.stringify(value)}`)
}
