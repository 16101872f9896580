import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { isDamage } from './damage.ts'
import type { Journal } from './journal.ts'
import type { DeclaredTable } from './table.ts'

type Row = Record<string, unknown>

/** Looks at up to so many rows after a place; answers where it came to, null at the end. */
type Look = (after: number, most: number) => number | null

/** A store's database: one connection, one owner. Statements are prepared once, by their text. */
export interface Database {
  all(sql: string, ...values: SQLInputValue[]): Row[]
  get(sql: string, ...values: SQLInputValue[]): Row | undefined
  /** Answers how many rows it changed. */
  run(sql: string, ...values: SQLInputValue[]): number
  /** Runs `work` in one transaction; what it throws rolls back and is thrown on. Not to be nested. */
  transact<T>(work: () => T): T
  /** What is declared of its tables. */
  readonly tables: readonly DeclaredTable[]
  /** Of each table whose rows tell whether they are what was written, who looks at them (file-care.ts). */
  readonly looks: Map<string, Look>
  /** The number of the last commit that changed something, ever: it stands in the file itself. */
  readonly commits: number
  /** Counts on from here: what came back older must not give a number twice. */
  countFrom(commit: number): void
  /** How many frames the write-ahead log has: all of them committed, some maybe in the file already. */
  logFrames(): number
  /** How many of them are not in the file yet. */
  waitingFrames(): number
  /**
   * Writes what the write-ahead log has into the file; the next commit begins the log anew. False where that was not all,
   * or while somebody reads the file apart.
   */
  checkpoint(): boolean
  /**
   * Runs `read`, and leaves the file as it is until that ends: another connection can read it in peace, without the log
   * and without a lock. It has what the last `checkpoint` left there.
   */
  separately<T>(read: () => Promise<T>): Promise<T>
  /** Gives up to so many pages that hold nothing back to the disk, where there are more than `spare`. */
  giveBack(pages: number, spare: number): void
  close(): void
}

/**
 * Frames of the write-ahead log at which SQLite copies it into the file by itself, within a commit. Backups do that earlier,
 * after they have read the log (recovery/backup.ts): this is for a flood that they don't keep up with.
 */
export const mostFrames = 4_000

interface Statement {
  prepared: StatementSync
  isReading: boolean
}

/** What an opened connection answers and does, its commits not counted yet: for whoever looks at it before it is used. */
export interface Opened extends Database {
  /** From now on commits are counted, and told to a journal. */
  count(journal: Journal): void
}

/** An integer that JavaScript has no number for was never written by us: its row comes as text, and fails its hash. */
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

/** The value of a pragma that is one number. */
export const numberOf = (db: DatabaseSync, pragma: string): number =>
  Number(Object.values(db.prepare(`PRAGMA ${pragma}`).get() ?? {})[0])

const countSql =
  'INSERT INTO commits (only, number) VALUES (1, ?) ON CONFLICT DO UPDATE SET number = excluded.number'

/** What changes a file while it is opened counts as well: it is another one than its last copy. */
export const countChange = 'UPDATE commits SET number = number + 1'

/** Each text of SQL prepared once. */
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
  /** How many read the file apart. */
  let readers = 0
  /** Whether the transaction that is open has changed something. */
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
      // A full disk has rolled back by itself already.
      if (db.isTransaction) db.exec('ROLLBACK')
      throw cause
    }
  }

  /** What changes something and is not asked within a transaction is one of its own, so that it counts. */
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

  /** -1 where there is no log yet. */
  function logState(): { frames: number; written: number } {
    const reported = db.prepare('PRAGMA wal_checkpoint(NOOP)').get()
    return { frames: Number(reported?.['log']), written: Number(reported?.['checkpointed']) }
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
    count(reported) {
      commits = Number(db.prepare('SELECT number FROM commits').get()?.['number'] ?? 0)
      journal = reported
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
        // It moves pages: a file that is otherwise the same is another one for the copies.
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

/** Runs work in which people's data is overwritten where it stood, also where that costs writes of its own. */
export function overwriting<Value>(db: Pick<Database, 'get'>, work: () => Value): Value {
  db.get('PRAGMA secure_delete = ON')
  try {
    return work()
  } finally {
    db.get('PRAGMA secure_delete = FAST')
  }
}

/** The same, and nothing of what was there before is left in the write-ahead log. Not within a transaction. */
export function withoutTrace<Value>(db: Pick<Database, 'get'>, work: () => Value): Value {
  try {
    return overwriting(db, work)
  } finally {
    db.get('PRAGMA wal_checkpoint(TRUNCATE)')
  }
}

/** The same database, with somebody who hears when a transaction begins and how it ended. */
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

/** The same database, with somebody who hears of damage that a statement meets. It is thrown all the same. */
export function noticing(db: Database, onDamage: (cause: Error) => void): Database {
  function received<T>(work: () => T): T {
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
    all: (...asked) => received(() => db.all(...asked)),
    get: (...asked) => received(() => db.get(...asked)),
    run: (...asked) => received(() => db.run(...asked)),
    transact: (work) => received(() => db.transact(work)),
  }
}
