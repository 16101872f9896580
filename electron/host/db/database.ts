import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite'
import { isDamage } from '../core/damage.ts'
import type { DeclaredTable } from './table.ts'

type Row = Record<string, unknown>

/** A store's database: one connection, one owner. Each statement is prepared once. */
export interface Database {
  all(sql: string, ...values: SQLInputValue[]): Row[]
  get(sql: string, ...values: SQLInputValue[]): Row | undefined
  /** Returns the number of changed rows. */
  run(sql: string, ...values: SQLInputValue[]): number
  /** Runs `work` in one transaction. An error rolls back and is rethrown. Can't be nested. */
  transact<T>(work: () => T): T
  readonly tables: readonly DeclaredTable[]
  /** How many commits changed something since the file was opened. */
  readonly commits: number
  close(): void
}

export class SqliteDatabase implements Database {
  readonly tables: readonly DeclaredTable[]
  readonly #db: DatabaseSync
  readonly #prepared = new Map<string, StatementSync>()
  #commits = 0
  /** Statements that changed something since the last commit. */
  #changes = 0

  constructor(db: DatabaseSync, tables: readonly DeclaredTable[]) {
    this.#db = db
    this.tables = tables
  }

  #statement(sql: string): StatementSync {
    let prepared = this.#prepared.get(sql)
    if (prepared === undefined) {
      prepared = this.#db.prepare(sql)
      this.#prepared.set(sql, prepared)
    }
    return prepared
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#statement(sql).all(...values)
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#statement(sql).get(...values)
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    const changed = Number(this.#statement(sql).run(...values).changes)
    if (changed > 0) this.#changes += 1
    if (!this.#db.isTransaction) this.#countCommit()
    return changed
  }

  transact<T>(work: () => T): T {
    this.#db.exec('BEGIN IMMEDIATE')
    this.#changes = 0
    try {
      const result = work()
      this.#db.exec('COMMIT')
      this.#countCommit()
      return result
    } catch (cause) {
      // SQLite has already rolled back if the disk is full.
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK')
      throw cause
    }
  }

  #countCommit(): void {
    if (this.#changes > 0) this.#commits += 1
    this.#changes = 0
  }

  get commits(): number {
    return this.#commits
  }

  close(): void {
    this.#prepared.clear()
    if (this.#db.isOpen) this.#db.close()
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

interface TransactionHooks {
  began?(): void
  committed(): void
  rolledBack(): void
}

/** A database with hooks for the start and the end of each transaction. */
export class WatchedDatabase implements Database {
  readonly tables: readonly DeclaredTable[]
  readonly #db: Database
  readonly #hooks: TransactionHooks

  constructor(db: Database, hooks: TransactionHooks) {
    this.#db = db
    this.#hooks = hooks
    this.tables = db.tables
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#db.all(sql, ...values)
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#db.get(sql, ...values)
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    return this.#db.run(sql, ...values)
  }

  transact<T>(work: () => T): T {
    let result
    this.#hooks.began?.()
    try {
      result = this.#db.transact(work)
    } catch (cause) {
      this.#hooks.rolledBack()
      throw cause
    }
    this.#hooks.committed()
    return result
  }

  get commits(): number {
    return this.#db.commits
  }

  close(): void {
    this.#db.close()
  }
}

/** A database that reports when a statement finds damage. The error is still thrown. */
export class ReportingDatabase implements Database {
  readonly tables: readonly DeclaredTable[]
  readonly #db: Database
  readonly #onDamage: (cause: Error) => void

  constructor(db: Database, onDamage: (cause: Error) => void) {
    this.#db = db
    this.#onDamage = onDamage
    this.tables = db.tables
  }

  #report<T>(work: () => T): T {
    try {
      return work()
    } catch (cause) {
      if (isDamage(cause)) this.#onDamage(cause)
      throw cause
    }
  }

  all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#report(() => this.#db.all(sql, ...values))
  }

  get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#report(() => this.#db.get(sql, ...values))
  }

  run(sql: string, ...values: SQLInputValue[]): number {
    return this.#report(() => this.#db.run(sql, ...values))
  }

  transact<T>(work: () => T): T {
    return this.#report(() => this.#db.transact(work))
  }

  get commits(): number {
    return this.#db.commits
  }

  close(): void {
    this.#db.close()
  }
}
