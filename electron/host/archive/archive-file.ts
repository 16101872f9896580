import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { firstUse } from '../clock/clock.ts'
import { isStorageError } from '../core/damage.ts'
import { closeFile } from '../db/files.ts'
import {
  packContent,
  packMessages,
  unpackContent,
  unpackMessages,
  type ArchivedMessage,
} from './content.ts'
import { prepareArchive } from './schema.ts'

/** An order that is over, as it is stored. Instants are ISO. */
export interface ArchivedOrder {
  id: string
  leftAt: string
  isBumped: boolean
  hasGuest: boolean
  /** The words that find it, each once, with spaces between. */
  words: string
  /** JSON; null if it is damaged. */
  content: unknown
}

export interface NewArchivedOrder extends ArchivedOrder {
  messages: readonly ArchivedMessage[]
}

/** What replaces an order whose guest is forgotten. */
export type Forgotten = Pick<ArchivedOrder, 'words' | 'content'>

type Row = Record<string, unknown>
export const columns = ['row', 'id', 'left_at', 'bumped', 'has_guest', 'words', 'content']
/** A row as it is, to be copied into another file. */
export interface PackedOrder {
  row: number
  order: Row
  messages: Row | undefined
}

const toOrder = (row: Row): ArchivedOrder => ({
  id: String(row['id']),
  leftAt: String(row['left_at']),
  isBumped: row['bumped'] === 1,
  hasGuest: row['has_guest'] === 1,
  words: String(row['words']),
  content: unpackContent(row['content'] as Uint8Array),
})

const toRow = (order: ArchivedOrder): Row => ({
  id: order.id,
  left_at: order.leftAt,
  bumped: order.isBumped ? 1 : 0,
  has_guest: order.hasGuest ? 1 : 0,
  words: order.words,
  content: packContent(order.content),
})

/** SQLITE_CONSTRAINT and SQLITE_MISMATCH. */
const isRefusedRow = (cause: unknown): boolean =>
  isStorageError(cause) && 'errcode' in cause && [19, 20].includes(Number(cause.errcode) & 0xff)

/** A clock that was wrong makes nothing old. */
const old = `left_at >= '${firstUse}' AND left_at < ?`
const sparePages = 1_024
const pagesAtOnce = 200
/** Pages of the index: some milliseconds of work. */
const mergedAtOnce = 64

/** The tables of an archive. Throws SQLite's errors; `Archive` decides what they mean. */
export class ArchiveFile {
  readonly #db: DatabaseSync
  readonly #statements = new Map<string, StatementSync>()

  constructor(path: string) {
    this.#db = new DatabaseSync(path)
    try {
      closeFile(path)
      prepareArchive(this.#db)
    } catch (cause) {
      this.#db.close()
      throw cause
    }
  }

  /** Replaces an order that is there already, and keeps what is there of its messages. */
  add(orders: readonly NewArchivedOrder[]): void {
    this.#write(() => orders.forEach((order) => this.#put(order)))
  }

  get(id: string): ArchivedOrder | null {
    const row = this.#get('SELECT * FROM orders WHERE id = ?', id)
    return row === undefined ? null : toOrder(row)
  }

  has(id: string): boolean {
    return this.#get('SELECT 1 FROM orders WHERE id = ?', id) !== undefined
  }

  messagesOf(id: string): ArchivedMessage[] {
    const row = this.#get('SELECT row FROM orders WHERE id = ?', id)
    return row === undefined ? [] : this.#messagesAt(Number(row['row']))
  }

  /** The last `limit` that left the wall, newest first. */
  newest(limit: number): ArchivedOrder[] {
    return this.#all('SELECT * FROM orders ORDER BY left_at DESC LIMIT ?', limit).map(toOrder)
  }

  /** The newest with a word that begins like each search term. */
  search(terms: readonly string[], limit: number): ArchivedOrder[] {
    // Search terms contain only letters and digits, so between quotes they are no syntax.
    const query = terms.map((term) => `"${term}"*`).join(' ')
    return this.#all(
      `SELECT orders.* FROM search JOIN orders ON orders.row = search.rowid
       WHERE search MATCH ? ORDER BY search.rowid DESC LIMIT ?`,
      query,
      limit,
    ).map(toOrder)
  }

  /** The ids of those that left the wall in that time without a bump. */
  withoutBump(from: string, to: string): string[] {
    const sql = 'SELECT id FROM orders WHERE bumped = 0 AND left_at >= ? AND left_at < ?'
    return this.#all(sql, from, to).map(({ id }) => String(id))
  }

  /** Deletes the messages of up to `most` orders that left before an instant. Returns whether there were any. */
  dropMessages(before: string, max: number): boolean {
    const some = `SELECT row FROM messages WHERE ${old} LIMIT ?`
    return this.#deletes(some, [before, max], ({ row }) =>
      this.#run('DELETE FROM messages WHERE row = ?', Number(row)),
    )
  }

  /** Deletes up to `most` orders that left before an instant. Returns whether there were any. */
  dropOld(before: string, max: number): boolean {
    const some = `SELECT row, has_guest, words FROM orders WHERE ${old} ORDER BY left_at LIMIT ?`
    const dropped = this.#deletes(some, [before, max], (row) => this.#remove(row))
    if (Number(this.#get('PRAGMA freelist_count')?.['freelist_count']) > sparePages)
      this.#write(() => this.#db.exec(`PRAGMA incremental_vacuum(${String(pagesAtOnce)})`))
    return dropped
  }

  /**
   * Takes the guest out of up to `most` orders that left before an instant. One that can't be read is
   * deleted. Then it removes their words from the index, some pages at a time. Returns whether there
   * may be more.
   */
  forgetPeople(
    before: string,
    max: number,
    forget: (order: ArchivedOrder) => Forgotten | null,
  ): boolean {
    const some = `SELECT * FROM orders WHERE has_guest = 1 AND ${old} ORDER BY left_at LIMIT ?`
    const rows = this.#all(some, before, max)
    if (rows.length === 0) return this.#mergeWords()
    this.#write(() => this.#replaceAll(rows, forget))
    return true
  }

  /** Files from which orders are still to be copied, and the last row of each that was. */
  lost(): { file: string; row: number }[] {
    return this.#all('SELECT file, row FROM lost ORDER BY rowid').map(({ file, row }) => ({
      file: String(file),
      row: Number(row),
    }))
  }

  addLost(files: readonly string[]): void {
    this.#write(() => {
      for (const file of files) this.#run('INSERT OR IGNORE INTO lost VALUES (?, 0)', file)
    })
  }

  /** Adds orders of a lost file that aren't here. `upTo` null: that was all of it. Returns how many. */
  takeOver(file: string, packed: readonly PackedOrder[], upTo: number | null): number {
    return this.#write(() => {
      const added = packed.filter((each) => this.#tryToTakeOver(each)).length
      if (upTo === null) this.#run('DELETE FROM lost WHERE file = ?', file)
      else this.#run('UPDATE lost SET row = ? WHERE file = ?', upTo, file)
      return added
    })
  }

  /** A number that grows with each change; null if all of them were copied. */
  changesToCopy(): number | null {
    const { changes, copied } = this.#get('SELECT changes, copied FROM counts') ?? {}
    return changes === copied ? null : Number(changes)
  }

  noteCopied(changes: number): void {
    this.#run('UPDATE counts SET copied = ?', changes)
  }

  close(): void {
    this.#statements.clear()
    if (this.#db.isOpen) this.#db.close()
  }

  /** It counts as new, also if an earlier state of it is there. */
  #put(order: NewArchivedOrder): void {
    const before = this.#get('SELECT row, has_guest, words FROM orders WHERE id = ?', order.id)
    const messages = before === undefined ? [] : this.#messagesAt(Number(before['row']))
    if (before !== undefined) this.#remove(before)
    const row = this.#insert(toRow(order))
    const byKey = new Map([...messages, ...order.messages].map((each) => [each.key, each]))
    if (byKey.size > 0) this.#insertMessages(row, order.leftAt, packMessages([...byKey.values()]))
  }

  /**
   * They keep their places among the others, and have no messages. All are deleted first: rows that
   * shrink one by one leave their pages a third empty.
   */
  #replaceAll(rows: readonly Row[], forget: (order: ArchivedOrder) => Forgotten | null): void {
    const forgotten = rows.flatMap((row) => {
      const order = toOrder(row)
      const left = forget(order)
      return left === null
        ? []
        : [{ ...toRow({ ...order, ...left, hasGuest: false }), row: row['row'] }]
    })
    for (const row of rows) this.#remove(row)
    for (const row of forgotten) this.#insert(row)
  }

  /** A damaged row may not fit the schema. */
  #tryToTakeOver(packed: PackedOrder): boolean {
    try {
      return this.#takeOver(packed)
    } catch (cause) {
      if (isRefusedRow(cause)) return false
      throw cause
    }
  }

  #takeOver({ row, order, messages }: PackedOrder): boolean {
    if (this.has(String(order['id']))) return false
    const isTaken = this.#get('SELECT 1 FROM orders WHERE row = ?', row) !== undefined
    const at = this.#insert({ ...order, row: isTaken ? null : row })
    if (messages !== undefined) this.#insertMessages(at, messages['left_at'], messages['content'])
    return true
  }

  #insert(order: Row): number {
    const values = columns.map((name) => (order[name] ?? null) as SQLInputValue)
    this.#run(
      `INSERT INTO orders (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`,
      ...values,
    )
    const row = Number(this.#get('SELECT last_insert_rowid() AS row')?.['row'])
    this.#run('INSERT INTO search (rowid, words) VALUES (?, ?)', row, String(order['words']))
    return row
  }

  #insertMessages(row: number, leftAt: unknown, content: unknown): void {
    const values = [row, leftAt, content] as SQLInputValue[]
    this.#run('INSERT INTO messages (row, left_at, content) VALUES (?, ?, ?)', ...values)
  }

  #messagesAt(row: number): ArchivedMessage[] {
    const stored = this.#get('SELECT content FROM messages WHERE row = ?', row)
    return stored === undefined ? [] : unpackMessages(stored['content'] as Uint8Array)
  }

  #remove(order: Row): void {
    const [row, words] = [Number(order['row']), String(order['words'])]
    this.#run(`INSERT INTO search (search, rowid, words) VALUES ('delete', ?, ?)`, row, words)
    this.#run('DELETE FROM orders WHERE row = ?', row)
    this.#run('DELETE FROM messages WHERE row = ?', row)
    if (order['has_guest'] === 1) this.#run('UPDATE counts SET traces = 1')
  }

  /**
   * A deleted word stays in its part of the index until all parts are merged. Returns whether there
   * is more to merge.
   */
  #mergeWords(): boolean {
    const traces = Number(this.#get('SELECT traces FROM counts')?.['traces'])
    if (traces === 0) return false
    return this.#write(() => {
      const before = this.#changes()
      // A negative number begins with all parts.
      const pages = traces === 1 ? -mergedAtOnce : mergedAtOnce
      this.#run(`INSERT INTO search (search, rank) VALUES ('merge', ?)`, pages)
      const isOver = traces === 2 && this.#changes() - before < 2
      this.#run('UPDATE counts SET traces = ?', isOver ? 0 : 2)
      return !isOver
    })
  }

  #changes(): number {
    return Number(this.#get('SELECT total_changes() AS n')?.['n'])
  }

  /** Runs `work` for each row of a query, in one transaction. Returns whether there were any. */
  #deletes(sql: string, values: SQLInputValue[], work: (row: Row) => void): boolean {
    const rows = this.#all(sql, ...values)
    if (rows.length === 0) return false
    this.#write(() => rows.forEach(work))
    return true
  }

  /**
   * One transaction. Then everything is in the file itself: nothing that was moved depends on the
   * log, and nothing that was deleted stays in it. Only while another thread reads the file, for a
   * copy, that waits for the next one.
   */
  #write<T>(work: () => T): T {
    this.#db.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      this.#run('UPDATE counts SET changes = changes + 1')
      this.#db.exec('COMMIT')
      this.#db.exec('PRAGMA wal_checkpoint(TRUNCATE)')
      return result
    } catch (cause) {
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK')
      throw cause
    }
  }

  #statement(sql: string): StatementSync {
    const stored = this.#statements.get(sql)
    if (stored !== undefined) return stored
    const prepared = this.#db.prepare(sql)
    this.#statements.set(sql, prepared)
    return prepared
  }

  #all(sql: string, ...values: SQLInputValue[]): Row[] {
    return this.#statement(sql).all(...values)
  }

  #get(sql: string, ...values: SQLInputValue[]): Row | undefined {
    return this.#statement(sql).get(...values)
  }

  #run(sql: string, ...values: SQLInputValue[]): void {
    this.#statement(sql).run(...values)
  }
}
