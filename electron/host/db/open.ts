import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import type { Log } from '../log.ts'
import { DamagedDatabase, isDamage, isSqlError } from './damage.ts'
import { databaseOf, mostFrames, numberOf, type Database } from './database.ts'
import { closeFile } from './files.ts'
import { dropForeignCode, faultOfTriggers, migrate, takeOwnSchema } from './schema.ts'
import { noJournal, type Journal } from './journal.ts'
import { checkFile } from './soundness.ts'
import type { DeclaredTable } from './table.ts'

// Re-exported here because callers expect them here.
export { NewerDatabase } from './schema.ts'
export { DamagedDatabase, isDamage, isStorageError } from './damage.ts'
export {
  withDamageReports,
  overwriteDeleted,
  watched,
  withoutTrace,
  type Database,
} from './database.ts'

const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** A checksum of the file's version and schema, stored as its application id. */
function sealOf(db: DatabaseSync): number {
  const shape = db
    .prepare(
      `SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE type <> 'trigger' ORDER BY type, name`,
    )
    .all()
  const text = JSON.stringify([
    numberOf(db, 'user_version'),
    shape.map((row) => Object.values(row)),
  ])
  // 0 means that the file was never sealed.
  return crc32(text) | 0 || 1
}

function sealFile(db: DatabaseSync): void {
  const seal = sealOf(db)
  if (numberOf(db, 'application_id') !== seal) db.exec(`PRAGMA application_id = ${String(seal)}`)
}

/**
 * Why the file header or the schema is not what we wrote; null if it is. SQLite trusts both: a
 * flipped bit can turn the version into a newer one, or rename a column.
 */
export function faultOfHead(db: DatabaseSync): string | null {
  const encoding = db.prepare('PRAGMA encoding').get()?.['encoding']
  if (encoding !== 'UTF-8') return `encoding ${String(encoding)}`
  const roots = db.prepare('SELECT rootpage FROM sqlite_schema WHERE rootpage > 0').all()
  if (new Set(roots.map((row) => row['rootpage'])).size < roots.length) return 'shared pages'
  const trigger = faultOfTriggers(db)
  if (trigger !== null) return `trigger ${trigger}`
  const written = numberOf(db, 'application_id')
  return written === 0 || written === sealOf(db) ? null : 'its seal is wrong'
}

/**
 * Whether SQLite would treat the file as read-only because of damage. Two bytes of the header
 * decide; only 1 and 2 are valid.
 */
function isTakenForReadOnly(path: string): boolean {
  const bytes = Buffer.alloc(20)
  const file = openSync(path, 'r')
  try {
    return readSync(file, bytes) === bytes.length && Math.max(bytes[18] ?? 0, bytes[19] ?? 0) > 2
  } finally {
    closeSync(file)
  }
}

/**
 * Configures the connection. If SQLite can't understand the file at its first read, the file is
 * damaged.
 */
function begin(db: DatabaseSync, path: string): void {
  try {
    // Before anything is in the file. The write-ahead log takes its mode from the file.
    closeFile(path)
    // Before the first read: anything read earlier would be shared with other processes.
    db.exec('PRAGMA busy_timeout = 2000; PRAGMA locking_mode = EXCLUSIVE')
    // Only for a new file. In any other file this would be a write, even if the file isn't ours.
    if (numberOf(db, 'page_count') === 0) db.exec('PRAGMA auto_vacuum = INCREMENTAL')
    db.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA wal_autocheckpoint = ${String(mostFrames)};
      PRAGMA synchronous = FULL;
      PRAGMA fullfsync = ON;
      PRAGMA foreign_keys = ON;
      PRAGMA secure_delete = FAST;
    `)
    const fault = faultOfHead(db)
    if (fault !== null) throw new DamagedDatabase(fault)
  } catch (cause) {
    if (isSqlError(cause)) throw new DamagedDatabase('not to be read', { cause })
    throw cause
  }
}

/** Removes tables from the schema; their pages stay as they are. */
function forget(db: DatabaseSync, names: readonly string[]): void {
  db.enableDefensive(false)
  db.exec('PRAGMA writable_schema = ON')
  const away = db.prepare('DELETE FROM sqlite_schema WHERE name = ?')
  for (const name of names) away.run(name)
  db.exec('PRAGMA writable_schema = RESET')
  db.enableDefensive(true)
}

/** Rewrite the file if it has more free pages than this (24 MB) and more than this share. */
const mostFree = 6_000
const freeShare = 0.5

/**
 * Rewrites a file at its smallest size if most of it is free and it can't release pages gradually
 * (it is from before auto_vacuum). It happens once, before any order is accepted, and takes about a
 * second for each 100 MB that remain.
 */
function shrink(db: DatabaseSync, log: Log): void {
  const [pages, free, isGradual] = ['page_count', 'freelist_count', 'auto_vacuum'].map((pragma) =>
    numberOf(db, pragma),
  ) as [number, number, number]
  if (isGradual !== 0 || free < mostFree || free < pages * freeShare) return
  try {
    db.exec('PRAGMA auto_vacuum = INCREMENTAL; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)')
    log.info('file written anew', { pages, free })
  } catch (cause) {
    if (isDamage(cause)) throw cause
    // No room for a second copy: the free pages are reused instead.
    log.warn('file not written anew', { cause: String(cause) })
  }
}

interface OpenOptions {
  log?: Log
  /** Damage was found: check all of the file, even if it is large. */
  thorough?: boolean
  /** Default none, for a copy. */
  journal?: Journal
  /** It is a backup, which may come from elsewhere. */
  isBackup?: boolean
  /** The declared tables. By default none, and then nothing can be rebuilt. */
  tables?: readonly DeclaredTable[]
}

/**
 * Opens a store's database at `path`, or creates it. Durable: write-ahead log with
 * synchronous=FULL, so commits survive a power cut (test/bench/README.md: it costs little). The
 * lock is exclusive while the process lives, so a second process can't send our outbox entries.
 * Deleted data is overwritten in its page, because it may be personal. Each commit that changed
 * something has a number, in the file and in the journal. Throws `NewerDatabase`,
 * `DamagedDatabase`, or SQLite's own error if the file is in use.
 */
export function openDatabase(
  path: string,
  {
    log = quiet,
    thorough = false,
    journal = noJournal,
    isBackup = false,
    tables = [],
  }: OpenOptions = {},
): Database {
  if (existsSync(path) && isTakenForReadOnly(path)) throw new DamagedDatabase('its format')
  const db = new DatabaseSync(path)
  try {
    begin(db, path)
    if (isBackup) dropForeignCode(db, log)
    migrate(db)
    if (isBackup) takeOwnSchema(db, log)
    // SQLite also opens a file that it can't write, and would fail at the first order.
    db.exec('BEGIN IMMEDIATE; ROLLBACK')
    const opened = databaseOf(db, tables)
    checkFile({ ...opened, forget: (names) => forget(db, names) }, log, thorough)
    // Only the store's own file. A copy stays as it is.
    if (journal !== noJournal) shrink(db, log)
    sealFile(db)
    opened.startCounting(journal)
    return opened
  } catch (cause) {
    db.close()
    const isUnusable = isDamage(cause) || (isBackup && isSqlError(cause))
    if (isUnusable && !(cause instanceof DamagedDatabase))
      throw new DamagedDatabase(path, { cause })
    throw cause
  }
}
