import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { kitchen } from './migrations/0001-kitchen.ts'
import { stock } from './migrations/0002-stock.ts'
import { rows } from './migrations/0003-rows.ts'
import { screens } from './migrations/0004-screens.ts'
import { past } from './migrations/0005-past.ts'

/** Each is SQL, or a function where rows have to be read for it. */
const migrations: readonly (string | ((db: DatabaseSync) => void))[] = [
  kitchen,
  stock,
  rows,
  screens,
  past,
]

type Row = Record<string, unknown>

/** A store's database: one connection, one owner. Statements are prepared once, by their text. */
export interface Database {
  all(sql: string, ...values: SQLInputValue[]): Row[]
  get(sql: string, ...values: SQLInputValue[]): Row | undefined
  /** Answers how many rows it changed. */
  run(sql: string, ...values: SQLInputValue[]): number
  /** Runs `work` in one transaction; what it throws rolls back and is thrown on. Not to be nested. */
  transact<T>(work: () => T): T
  close(): void
}

/** The file is of a newer Kitchen Pass: it must not be touched by this one. */
export class NewerDatabase extends Error {
  override name = 'NewerDatabase'
}

/** The file is not a healthy database; `cause` says why. */
export class DamagedDatabase extends Error {
  override name = 'DamagedDatabase'
}

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
}

/** Whether the database refused: a full or read-only disk, a damaged page. Everything else that is thrown is a bug. */
export const isStorageError = (cause: unknown): cause is Error =>
  cause instanceof Error && 'code' in cause && cause.code === 'ERR_SQLITE_ERROR'

/** SQLITE_CORRUPT and SQLITE_NOTADB, without what is said more closely of them; a full disk, say, is no damage. */
const damages = [11, 26]

/** Whether the file, or a page of it, is damaged. */
export const isDamage = (cause: unknown): cause is Error =>
  isStorageError(cause) && 'errcode' in cause && damages.includes(Number(cause.errcode) & 0xff)

/**
 * Reads what a start needs: what is owed, what is open, what is unread, and their indexes. A damaged page among them
 * is found here. Not the whole file: years of past orders would keep the kitchen waiting for it.
 */
function lookAtWhatIsNeeded(db: DatabaseSync): void {
  for (const table of ['outbox', 'settings']) {
    const health = db.prepare(`PRAGMA quick_check(${table})`).get()?.['quick_check']
    if (health !== 'ok') throw new DamagedDatabase(String(health))
  }
  db.exec(`
    SELECT sum(length(known) + length(marks)) FROM tickets WHERE open = 1;
    SELECT count(*) FROM tickets WHERE left_at > '9';
    SELECT count(*) FROM bumps WHERE bumped_at > '9';
    SELECT sum(length(body)) FROM inbox WHERE state = 'arrived';
    SELECT count(*) FROM inbox WHERE state = 'unread';
    SELECT count(*) FROM inbox WHERE state = 'elsewhere';
  `)
}

/**
 * Opens a store's database at `path`, making it where there is none. Durable: write-ahead log with
 * synchronous=FULL, so that what was committed survives a power cut (test/bench/README.md: it costs little). The lock is exclusive
 * for as long as the process lives, so a second process cannot send what this one owes. Throws
 * `NewerDatabase`, `DamagedDatabase`, or SQLite's own error where the file is in use.
 */
export function openDatabase(path: string): Database {
  const db = new DatabaseSync(path)
  try {
    db.exec(`
      PRAGMA busy_timeout = 2000;
      PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      PRAGMA fullfsync = ON;
      PRAGMA foreign_keys = ON;
    `)
    migrate(db)
    lookAtWhatIsNeeded(db)
  } catch (cause) {
    db.close()
    if (isDamage(cause)) throw new DamagedDatabase(path, { cause })
    throw cause
  }

  const prepared = new Map<string, StatementSync>()
  const statement = (sql: string): StatementSync => {
    const known = prepared.get(sql)
    if (known !== undefined) return known
    const made = db.prepare(sql)
    prepared.set(sql, made)
    return made
  }
  return {
    all: (sql, ...values) => statement(sql).all(...values),
    get: (sql, ...values) => statement(sql).get(...values),
    run: (sql, ...values) => Number(statement(sql).run(...values).changes),
    transact(work) {
      db.exec('BEGIN IMMEDIATE')
      try {
        const result = work()
        db.exec('COMMIT')
        return result
      } catch (cause) {
        // A full disk has rolled back by itself already.
        if (db.isTransaction) db.exec('ROLLBACK')
        throw cause
      }
    },
    close() {
      prepared.clear()
      db.close()
    },
  }
}

/** The same database, with somebody who hears how each transaction ended. */
export const watched = (
  db: Database,
  hooks: { committed(): void; rolledBack(): void },
): Database => ({
  ...db,
  transact(work) {
    let result
    try {
      result = db.transact(work)
    } catch (cause) {
      hooks.rolledBack()
      throw cause
    }
    hooks.committed()
    return result
  },
})
