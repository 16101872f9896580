/** The file is not a healthy database; `cause` says why. */
export class DamagedDatabase extends Error {
  override name = 'DamagedDatabase'
}

/** Whether the database refused: a full or read-only disk, a damaged page. Everything else that is thrown is a bug. */
export const isStorageError = (cause: unknown): cause is Error =>
  cause instanceof Error && 'code' in cause && cause.code === 'ERR_SQLITE_ERROR'

/** SQLITE_CORRUPT and SQLITE_NOTADB, without what is said more closely of them; a full disk, say, is no damage. */
const damages = [11, 26]

/** Whether the file, or a page of it, is damaged. */
export const isDamage = (cause: unknown): cause is Error =>
  cause instanceof DamagedDatabase ||
  (isStorageError(cause) && 'errcode' in cause && damages.includes(Number(cause.errcode) & 0xff))

/** SQLITE_ERROR: it makes no sense of what it was told, or of what it read of the file's shape. */
export const isSqlError = (cause: unknown): boolean =>
  isStorageError(cause) && 'errcode' in cause && cause.errcode === 1
