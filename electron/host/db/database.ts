import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { isDamage } from './damage.ts'
import type { Journal } from './journal.ts'
import type { DeclaredTable } from './table.ts'

type Row = Record<string, unknown>

/** Checks up to `most` rows after a rowid. Returns the last rowid checked, or null at the end. */
type Look = (after: number, most: number) => number | null

/** A store's database: one connection, one owner. Each statement is prepared once. */
export interface Database {
  all(sql: string, ...values: SQLInputValue[]): Row[]
  get(sql: string, ...values: SQLInputValue[]): Row | undefined
  /** Returns the number of changed rows. */
  run(sql: string, ...values: SQLInputValue[]): number
  /** Runs `work` in one transaction. An error rolls back and is rethrown. Can't be nested. */
  transact<T>(work: () => T): T
  readonly tables: readonly DeclaredTable[]
  /** The check of each table whose rows have a hash or a checksum (file-care.ts). */
  readonly looks: Map<string, Look>
  /**
   * The number of the last commit that changed something. It is stored in the file and never
   * restarts.
   */
  readonly commits: number
  /** Continues counting from this commit. A restored older file must not use a number twice. */
  countFrom(commit: number): void
  /**
   * The number of frames in the write-ahead log. All are committed; some may be in the file
   * already.
   */
  logFrames(): number
  /** The number of frames that are not in the file yet. */
  waitingFrames(): number
  /**
   * Copies the write-ahead log into the file; the next commit starts the log again. Returns false
   * if some frames remain, or while `separately` is running.
   */
  checkpoint(): boolean
  /**
   * Runs `read` and leaves the file unchanged until it ends, so another connection can read it
   * without the log and without a lock. The file has the state of the last `checkpoint`.
   */
  separately<T>(read: () => Promise<T>): Promise<T>
  /** Returns up to `pages` free pages to the disk, if there are more than `spare`. */
  giveBack(pages: number, spare: number): void
  close(): void
}

/**
 * At this many frames SQLite itself copies the write-ahead log into the file, within a commit.
 * Backups usually do it earlier, after they have read the log (recovery/backup.ts); this is the
 * limit when they can't keep up.
 */
export const mostFrames = 4_000

interface Statement {
  prepared: StatementSync
  isReading: boolean
}

/**
 * An open connection that doesn't count commits yet, so that the file can be checked before it is
 * used.
 */
export interface Opened extends Database {
  /** Starts counting commits and writing them to a journal. */
  startCounting(journal: Journal): void
}

/**
 * We never write an integer that is too large for a JavaScript number. The row is read as text and
 * fails its hash.
 */
const isTooLarge = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && cause.code === 'ERR_OUT_OF_RANGE'

const withText = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value !== 'bigint'
        ? value
        : Number.isSafeInteger(Number(value))
          ? Number(value)
          : String(value),
    ]),
  )

export const numberOf = (db: DatabaseSync, pragma: string): number =>
  Number(Object.values(db.prepare(`PRAGMA ${pragma}`).get() ?? {})[0])

const countSql =
  'INSERT INTO commits (only, number) VALUES (1, ?) ON CONFLICT DO UPDATE SET number = excluded.number'

/** A change made while the file is opened counts too: the file then differs from its last copy. */
export const countChange = 'UPDATE commits SET number = number + 1'

function createStatements(db: DatabaseSync) {
  const prepared = new Map<string, Statement>()
  return {
    of(sql: string): Statement {
      const known = prepared.get(sql)
      if (known !== undefined) return known
      const made = { prepared: db.prepare(sql), isReading: /^\s*(?:SELECT|PRAGMA)/u.test(sql) }
      prepared.set(sql, made)
      return made
    },
    forget: () => prepared.clear(),
  }
}

export function databaseOf(db: DatabaseSync, tables: readonly DeclaredTable[]): Opened {
  const statements = createStatements(db)
  let journal: Journal | null = null
  let commits = 0
  /** The number of running `separately` calls. */
  let readers = 0
  let hasChanged = false
  function begin(): void {
    db.exec('BEGIN IMMEDIATE')
    hasChanged = false
  }

  function transact<T>(work: () => T): T {
    begin()
    try {
      const result = work()
      const isCounted = hasChanged && journal !== null
      if (isCounted) statements.of(countSql).prepared.run(commits + 1)
      db.exec('COMMIT')
      if (isCounted) journal?.write((commits += 1))
      return result
    } catch (cause) {
      // SQLite has already rolled back if the disk is full.
      if (db.isTransaction) db.exec('ROLLBACK')
      throw cause
    }
  }

  /** A change outside a transaction gets a transaction of its own, so that it is counted. */
  function ask<T>(sql: string, work: (prepared: StatementSync) => T): T {
    const { prepared, isReading } = statements.of(sql)
    if (isReading) return work(prepared)
    if (journal !== null && !db.isTransaction) return transact(() => ask(sql, work))
    const result = work(prepared)
    hasChanged = true
    return result
  }

  function run(sql: string, ...values: SQLInputValue[]): number {
    if (journal !== null && !db.isTransaction) return transact(() => run(sql, ...values))
    const changed = Number(statements.of(sql).prepared.run(...values).changes)
    hasChanged ||= changed > 0
    return changed
  }

  function all(sql: string, ...values: SQLInputValue[]): Row[] {
    try {
      return ask(sql, (found) => found.all(...values))
    } catch (cause) {
      if (!isTooLarge(cause)) throw cause
      const exact = db.prepare(sql)
      exact.setReadBigInts(true)
      return exact.all(...values).map(withText)
    }
  }

  /** Both are -1 if there is no log yet. */
  function logState(): { frames: number; written: number } {
    const position = db.prepare('PRAGMA wal_checkpoint(NOOP)').get()
    return { frames: Number(position?.['log']), written: Number(position?.['checkpointed']) }
  }

  return {
    tables,
    looks: new Map(),
    all,
    get(sql, ...values) {
      try {
        return ask(sql, (found) => found.get(...values))
      } catch (cause) {
        if (!isTooLarge(cause)) throw cause
        return all(sql, ...values)[0]
      }
    },
    run,
    transact,
    startCounting(newJournal) {
      commits = Number(db.prepare('SELECT number FROM commits').get()?.['number'] ?? 0)
      journal = newJournal
    },
    get commits() {
      return commits
    },
    countFrom(commit) {
      commits = Math.max(commits, commit)
    },
    logFrames: () => Math.max(0, logState().frames),
    waitingFrames() {
      const { frames, written } = logState()
      return frames - written
    },
    checkpoint() {
      if (readers > 0) return false
      const done = db.prepare('PRAGMA wal_checkpoint(PASSIVE)').get()
      return done?.['busy'] === 0 && done['log'] === done['checkpointed']
    },
    async separately(read) {
      readers += 1
      db.exec('PRAGMA wal_autocheckpoint = 0')
      try {
        return await read()
      } finally {
        readers -= 1
        if (readers === 0 && db.isOpen) db.exec(`PRAGMA wal_autocheckpoint = ${String(mostFrames)}`)
      }
    },
    giveBack(pages, spare) {
      if (numberOf(db, 'freelist_count') <= spare) return
      transact(() => {
        db.exec(`PRAGMA incremental_vacuum(${String(pages)})`)
        // It moves pages, so the file differs from its copies even if no row changed.
        hasChanged = true
      })
    },
    close() {
      statements.forget()
      if (db.isOpen) db.close()
      journal?.close()
    },
  }
}

/** Overwrites deleted personal data in the file, even if that costs extra writes. */
export function overwriteDeleted<Value>(db: Pick<Database, 'get'>, work: () => Value): Value {
  db.get('PRAGMA secure_delete = ON')
  try {
    return work()
  } finally {
    db.get('PRAGMA secure_delete = FAST')
  }
}

/**
 * Like `overwriteDeleted`, and also removes the old data from the write-ahead log. Can't run in a
 * transaction.
 */
export function withoutTrace<Value>(db: Pick<Database, 'get'>, work: () => Value): Value {
  try {
    return overwriteDeleted(db, work)
  } finally {
    db.get('PRAGMA wal_checkpoint(TRUNCATE)')
  }
}

/** The same database, with hooks for the start and the end of each transaction. */
export const watched = (
  db: Database,
  hooks: { began?(): void; committed(): void; rolledBack(): void },
): Database => ({
  ...db,
  get commits() {
    return db.commits
  },
  transact(work) {
    let result
    hooks.began?.()
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

/**
 * The same database, but calls `onDamage` when a statement finds damage. The error is still thrown.
 */
export function withDamageReports(db: Database, onDamage: (cause: Error) => void): Database {
  function reportDamage<T>(work: () => T): T {
    try {
      return work()
    } catch (cause) {
      if (isDamage(cause)) onDamage(cause)
      throw cause
    }
  }
  return {
    ...db,
    get commits() {
      return db.commits
    },
    all: (...asked) => reportDamage(() => db.all(...asked)),
    get: (...asked) => reportDamage(() => db.get(...asked)),
    run: (...asked) => reportDamage(() => db.run(...asked)),
    transact: (work) => reportDamage(() => db.transact(work)),
  }
}
