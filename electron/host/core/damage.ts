export class DamagedDatabase extends Error {
  override name = 'DamagedDatabase'
}

/**
 * True for SQLite's own errors: a full or read-only disk, a damaged page. Any other error is a bug.
 */
export const isStorageError = (cause: unknown): cause is Error =>
  cause instanceof Error && 'code' in cause && cause.code === 'ERR_SQLITE_ERROR'

/** SQLITE_CORRUPT and SQLITE_NOTADB, without their extended codes. A full disk is not damage. */
const damages = [11, 26]

export const isDamageCode = (errcode: unknown): boolean => damages.includes(Number(errcode) & 0xff)

export const isDamage = (cause: unknown): cause is Error =>
  cause instanceof DamagedDatabase ||
  (isStorageError(cause) && 'errcode' in cause && isDamageCode(cause.errcode))

/** SQLITE_ERROR: SQLite can't parse the statement, or the schema it read from the file. */
export const isSqlError = (cause: unknown): boolean =>
  isStorageError(cause) && 'errcode' in cause && cause.errcode === 1
