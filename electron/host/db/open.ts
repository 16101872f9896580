import { closeSync, existsSync, openSync, readSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { crc32 } from 'node:zlib'
import { firstMigrations } from './migrations/0001-0015.ts'
import { deliveries } from './migrations/0016/deliveries.ts'
import { drafts } from './migrations/0017-drafts.ts'
import type { Log } from '../log.ts'
import { DamagedDatabase, isDamage, isSqlError } from './damage.ts'
import { countChange, databaseOf, mostFrames, numberOf, type Database } from './database.ts'
import { closeFile } from './files.ts'
import { noJournal, type Journal } from './journal.ts'
import { lookAtFile } from './soundness.ts'
import type { DeclaredTable } from './table.ts'

// What is thrown and answered here, where everybody looks for it.
export { DamagedDatabase, isDamage, isStorageError } from './damage.ts'
export { noticing, overwriting, watched, withoutTrace, type Database } from './database.ts'

/** Each is SQL, or a function where rows have to be read for it. */
const migrations: readonly (string | ((db: DatabaseSync) => void))[] = [
  ...firstMigrations,
  deliveries,
  drafts,
]

/** The triggers that some of them make, as SQLite keeps them. */
const triggers: ReadonlyMap<string, string> = new Map(
  migrations
    .flatMap((each) => (typeof each === 'string' ? each.split(/;\n+(?=CREATE)|;\n*$/) : []))
    .flatMap((sql) => {
      const name = /CREATE TRIGGER (\w+)/.exec(sql)?.[1]
      return name === undefined ? [] : [[name, sql.trim()] as const]
    }),
)

/** The file is of a newer Kitchen Pass: it must not be touched by this one. */
export class NewerDatabase extends Error {
  override name = 'NewerDatabase'
}

const quiet: Log = { info: () => undefined, warn: () => undefined, error: () => undefined }

function migrate(db: DatabaseSync): void {
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version'])
  if (version > migrations.length) throw new NewerDatabase(`version ${String(version)}`)
  for (const [index, migration] of migrations.entries()) {
    if (index < version) continue
    db.exec('BEGIN IMMEDIATE')
    if (typeof migration === 'string') db.exec(migration)
    else migration(db)
    db.exec(`PRAGMA user_version = ${String(index + 1)}; COMMIT`)
  }
  if (version > 0 && version < migrations.length) db.exec(countChange)
}

/** A checksum of a file's version and of the shape of its tables, as its application id. */
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
  // 0 is what a file has that was never sealed.
  return crc32(text) | 0 || 1
}

/** Writes the seal, where it is not there. */
function sealFile(db: DatabaseSync): void {
  const seal = sealOf(db)
  if (numberOf(db, 'application_id') !== seal) db.exec(`PRAGMA application_id = ${String(seal)}`)
}

/**
 * Why the head of a file, or the shape of its tables, is not what was written there; null where it is. SQLite believes both:
 * a version with a flipped bit is a newer one, a column's name another column.
 */
function faultOfHead(db: DatabaseSync): string | null {
  const encoding = db.prepare('PRAGMA encoding').get()?.['encoding']
  if (encoding !== 'UTF-8') return `encoding ${String(encoding)}`
  const roots = db.prepare('SELECT rootpage FROM sqlite_schema WHERE rootpage > 0').all()
  if (new Set(roots.map((row) => row['rootpage'])).size < roots.length) return 'shared pages'
  const stored = db.prepare(`SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`).all()
  for (const { name, sql } of stored)
    if ((triggers.get(String(name)) ?? sql) !== sql) return `trigger ${String(name)}`
  const written = numberOf(db, 'application_id')
  return written === 0 || written === sealOf(db) ? null : 'its seal is wrong'
}

/** Whether SQLite would take the file for one that nobody may write. Told by two bytes, of which it knows 1 and 2. */
function isTakenForReadOnly(path: string): boolean {
  const bytes = Buffer.alloc(20)
  const file = openSync(path, 'r')
  try {
    return readSync(file, bytes) === bytes.length && Math.max(bytes[18] ?? 0, bytes[19] ?? 0) > 2
  } finally {
    closeSync(file)
  }
}

/** Makes the connection what it has to be. What SQLite cannot make sense of at its first look is damage. */
function begin(db: DatabaseSync, path: string): void {
  try {
    // Before there is anything in it, and before a write-ahead log is made, which takes its mode from here.
    closeFile(path)
    // First of all: what was read before it would be shared with other processes.
    db.exec('PRAGMA busy_timeout = 2000; PRAGMA locking_mode = EXCLUSIVE')
    // Only of a fresh file: it would be written to any other, whosever that is.
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

/** Takes tables out of the list of tables; their pages stay as they are. */
function forget(db: DatabaseSync, names: readonly string[]): void {
  db.enableDefensive(false)
  db.exec('PRAGMA writable_schema = ON')
  const away = db.prepare('DELETE FROM sqlite_schema WHERE name = ?')
  for (const name of names) away.run(name)
  db.exec('PRAGMA writable_schema = RESET')
  db.enableDefensive(true)
}

/** Free pages, and their share of the file, from which on it is written anew: 24 MB, more than half. */
const mostFree = 6_000
const freeShare = 0.5

/**
 * Writes a file anew, as small as it can be, where most of it is free and it cannot give pages back a few at a time: one of
 * before there was a map for that, after what was over has been packed. It happens once, before anybody waits for an order,
 * and takes about a second for each 100 MB that stay.
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
    // No room for a second one: the free pages are used again instead.
    log.warn('file not written anew', { cause: String(cause) })
  }
}

interface OpenOptions {
  log?: Log
  /** Damage was met: a large file is looked at whole as well. */
  thorough?: boolean
  /** Default none: of a copy that is looked at, or made. */
  journal?: Journal
  /** What is declared of its tables; default nothing: then nothing of it is made anew. */
  tables?: readonly DeclaredTable[]
}

/**
 * Opens a store's database at `path`, making it where there is none. Durable: write-ahead log with
 * synchronous=FULL, so that what was committed survives a power cut (test/bench/README.md: it costs little). The lock is exclusive
 * for as long as the process lives, so a second process cannot send what this one owes. What is deleted is overwritten in
 * its page: it may be of people. Throws
 * `NewerDatabase`, `DamagedDatabase`, or SQLite's own error where the file is in use. Each commit that changed something has a
 * number, in the file and in the journal.
 */
export function openDatabase(
  path: string,
  { log = quiet, thorough = false, journal = noJournal, tables = [] }: OpenOptions = {},
): Database {
  if (existsSync(path) && isTakenForReadOnly(path)) throw new DamagedDatabase('its format')
  const db = new DatabaseSync(path)
  try {
    begin(db, path)
    migrate(db)
    // What cannot be written to opens all the same, and refuses the first order.
    db.exec('BEGIN IMMEDIATE; ROLLBACK')
    const opened = databaseOf(db, tables)
    lookAtFile({ ...opened, forget: (names) => forget(db, names) }, log, thorough)
    // Of the store's own file alone: a copy that is looked at stays as it is.
    if (journal !== noJournal) shrink(db, log)
    sealFile(db)
    opened.count(journal)
    return opened
  } catch (cause) {
    db.close()
    if (isDamage(cause) && !(cause instanceof DamagedDatabase))
      throw new DamagedDatabase(path, { cause })
    throw cause
  }
}
