import { DatabaseSync } from 'node:sqlite'
import { DamagedDatabase, isDamage, isSqlError } from '../core/damage.ts'
import { SqliteDatabase, type Database } from './database.ts'
import { closeFile } from './files.ts'
import { checkSchema, migrate } from './schema.ts'
import type { DeclaredTable } from './table.ts'

// Re-exported here because callers expect them here.
export { NewerDatabase } from './schema.ts'
export { DamagedDatabase, isDamage, isStorageError } from '../core/damage.ts'
export {
  overwriteDeleted,
  ReportingDatabase,
  WatchedDatabase,
  withoutTrace,
  type Database,
} from './database.ts'

/** How long a statement waits for another connection's write, in ms. SQLite's default is 0. */
const busyMs = 2_000

function configure(db: DatabaseSync, path: string): void {
  // Before anything is in the file. The write-ahead log takes its mode from the file.
  closeFile(path)
  db.exec(`
    PRAGMA busy_timeout = ${String(busyMs)};
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = FULL;
    PRAGMA fullfsync = ON;
    PRAGMA foreign_keys = ON;
    PRAGMA secure_delete = FAST;
  `)
}

/**
 * From now on. Nobody else writes, and a reader holds up only the emptying of the log: while a copy
 * is made, that waits for the next time, and not the kitchen for the copy.
 */
export const neverWait = (db: DatabaseSync): void => db.exec('PRAGMA busy_timeout = 0')

/**
 * Throws `DamagedDatabase` if SQLite finds a fault. `quick_check` reads every page, 2 to 3 ms for a
 * megabyte; `integrity_check` also compares indexes with their tables.
 */
function check(db: DatabaseSync, pragma: 'quick_check' | 'integrity_check'): void {
  const fault = db.prepare(`PRAGMA ${pragma}(1)`).get()?.[pragma]
  if (fault !== 'ok') throw new DamagedDatabase(String(fault))
}

interface OpenOptions {
  /** It is a backup, which may come from elsewhere: its tables are compared with ours. */
  isBackup?: boolean
  /** Its pages were checked already. */
  isChecked?: boolean
  /** A statement found damage: its indexes are checked too. */
  isSuspect?: boolean
  /** The declared tables; none by default. */
  tables?: readonly DeclaredTable[]
}

/**
 * Opens a store's database at `path` after a check of its pages, or creates it. Commits survive a
 * power cut: write-ahead log, synchronous=FULL. Throws `NewerDatabase`, `DamagedDatabase`, or
 * SQLite's own error if the file can't be used.
 */
export function openDatabase(
  path: string,
  { isBackup = false, isChecked = false, isSuspect = false, tables = [] }: OpenOptions = {},
): Database {
  const db = new DatabaseSync(path)
  try {
    configure(db, path)
    if (!isChecked) check(db, isSuspect ? 'integrity_check' : 'quick_check')
    migrate(db)
    if (isBackup) checkSchema(db)
    // SQLite also opens a file that it can't write, and would fail at the first order.
    db.exec('BEGIN IMMEDIATE; ROLLBACK')
    neverWait(db)
    return new SqliteDatabase(db, tables)
  } catch (cause) {
    db.close()
    // A schema that SQLite can't parse is damage too.
    if (cause instanceof DamagedDatabase || !(isDamage(cause) || isSqlError(cause))) throw cause
    throw new DamagedDatabase(path, { cause })
  }
}
