import type { SQLInputValue } from 'node:sqlite'
import type { Log } from '../core/log.ts'
import { isDamage } from '../core/damage.ts'
import type { Database } from './database.ts'
import type { Raw, RowFormat } from './table.ts'
import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompressSync } from 'node:zlib'

/** The prefix of packed text; no JSON starts like this. */
const mark = 'zstd:'
const params = { [constants.ZSTD_c_compressionLevel]: 6 }

const compress = promisify(zstdCompress)

/** Compresses long JSON into text for a text column, in a thread of Node's own. */
const packText = async (json: string): Promise<string> =>
  mark + (await compress(json, { params })).toString('base64')

/** Returns text that was never packed unchanged. Throws if the text is damaged. */
const unpackText = (text: string): string =>
  text.startsWith(mark)
    ? zstdDecompressSync(Buffer.from(text.slice(mark.length), 'base64')).toString()
    : text

/** The name for the rowid in queries. */
const place = 'place_of_row'

type Column = string | number | null

/** More than the open orders of a rush. Above this, the value that was read first is forgotten. */
const maxLasting = 500

/** The values of a column by their rows, with the text that each was parsed from. */
class LastingValues {
  readonly #values = new Map<unknown, { text: unknown; value: unknown }>()

  /** The value of before if it had this text; otherwise this one, which lasts from now on. */
  same(key: unknown, text: unknown, value: unknown): unknown {
    const before = this.#values.get(key)
    if (before?.text === text) return before?.value
    this.#values.delete(key)
    this.#values.set(key, { text, value })
    for (const first of this.#values.keys())
      if (this.#values.size > maxLasting) this.#values.delete(first)
      else break
    return value
  }

  forget(key: unknown): void {
    this.#values.delete(key)
  }
}

/** The number of rows ever set aside in this database. */
export const countSetAside = (db: Database): number =>
  Number(db.get('SELECT count(*) AS n FROM set_aside')?.['n'])

/**
 * Empties the rows of tables with personal data, and of outbox entries that those tables show, that
 * were set aside before an ISO instant. The record that they were set aside stays.
 */
export function forgetSetAside(db: Database, before: string): void {
  const rows: string[] = []
  const kinds: string[] = []
  const values: string[] = []
  for (const { table, ofPeople, shows } of db.tables) {
    if (ofPeople === undefined) continue
    const others = ofPeople === true ? [] : ofPeople.except
    rows.push(`origin = ?${others.map(() => ' AND substr(key, 1, length(?)) <> ?').join('')}`)
    values.push(table, ...others.flatMap((begin) => [begin, begin]))
    kinds.push(...(shows?.kinds ?? []))
  }
  const ofKinds = kinds.map(() => `origin = 'outbox' AND json_extract(row, '$.kind') = ?`)
  db.run(
    `UPDATE set_aside SET key = '', row = '{}'
       WHERE at < ? AND row <> '{}' AND (${['FALSE', ...rows, ...ofKinds].join(' OR ')})`,
    before,
    ...values,
    ...kinds,
  )
}

/**
 * The rows of a table. A row that isn't JSON or doesn't match its schema is moved to `set_aside`
 * with a reason when it is read, and counts as missing, so one bad row never blocks the others. Runs
 * in the caller's transaction, or alone.
 */
export class Rows<Row extends Record<string, unknown>> {
  readonly #db: Database
  readonly #log: Log
  readonly #format: RowFormat<Row>
  readonly #isJson: ReadonlySet<string>
  readonly #insert: string
  readonly #upsert: string
  readonly #select: string
  readonly #lasting = new LastingValues()

  constructor(db: Database, log: Log, format: RowFormat<Row>) {
    const { table, key, columns, json } = format
    const others = columns.filter((name) => name !== key)
    // A long row is only written if it changed.
    const isOther = others.map((name) => `${table}.${name} IS NOT excluded.${name}`).join(' OR ')
    const into = `INTO ${table} (${columns.join(', ')}) VALUES (${columns.map(() => '?').join(', ')})`
    this.#db = db
    this.#log = log
    this.#format = format
    this.#isJson = new Set<string>(json)
    this.#insert = `INSERT OR IGNORE ${into}`
    this.#upsert = `INSERT ${into} ON CONFLICT (${key}) DO UPDATE
      SET ${others.map((name) => `${name} = excluded.${name}`).join(', ')} WHERE ${isOther}`
    this.#select = `SELECT ${columns.join(', ')}, rowid AS ${place} FROM ${table}`
  }

  get(key: SQLInputValue): Row | null {
    return this.all(`${this.#format.key} = ?`, key)[0] ?? null
  }

  /** `where` follows WHERE. Write it exactly as in the index that it needs. */
  all(where?: string, ...values: SQLInputValue[]): Row[] {
    const sql = where === undefined ? this.#select : `${this.#select} WHERE ${where}`
    return this.#db.all(sql, ...values).flatMap((raw) => {
      const row = this.#parse(raw)
      if (typeof row !== 'string') return [row]
      this.#setAside(raw, row)
      return []
    })
  }

  /** Adds a row, or replaces the row with its key. */
  put(row: Row): void {
    const raw: Raw = { ...row }
    for (const name of this.#format.json) raw[name] = JSON.stringify(row[name])
    this.#write(this.#upsert, raw)
    this.#withLasting(raw, row)
  }

  /** Like `put` for rows of several megabytes: packs the JSON, in another thread. */
  async putLong(row: Row): Promise<void> {
    const raw: Raw = { ...row }
    for (const name of this.#format.json) raw[name] = await packText(JSON.stringify(row[name]))
    this.#write(this.#upsert, raw)
  }

  /**
   * Adds a row without JSON, unless it conflicts with another. Missing columns are null, and a
   * missing number as the key is the next one. Returns whether it was added.
   */
  add(row: Partial<Row>): boolean {
    return this.#write(this.#insert, row)
  }

  /** Changes columns without JSON in a row. */
  change(key: SQLInputValue, changes: Partial<Row>): void {
    const { table, key: keyColumn } = this.#format
    const names = Object.keys(changes)
    this.#db.run(
      `UPDATE ${table} SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE ${keyColumn} = ?`,
      ...names.map((name) => changes[name] as Column),
      key,
    )
  }

  remove(key: SQLInputValue): boolean {
    const { table, key: keyColumn } = this.#format
    return this.#db.run(`DELETE FROM ${table} WHERE ${keyColumn} = ?`, key) === 1
  }

  #write(sql: string, raw: Raw): boolean {
    const values = this.#format.columns.map((name) => (raw[name] ?? null) as Column)
    return this.#db.run(sql, ...values) === 1
  }

  /** Returns the row, or the reason why it is invalid. */
  #parse(raw: Raw): Row | string {
    const row: Raw = {}
    try {
      for (const name of this.#format.columns)
        row[name] = this.#isJson.has(name) ? JSON.parse(unpackText(String(raw[name]))) : raw[name]
    } catch {
      return 'not JSON'
    }
    const parsed = this.#format.schema.safeParse(row)
    if (parsed.success) return this.#withLasting(raw, parsed.data)
    const [issue] = parsed.error.issues
    return `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`
  }

  #withLasting(raw: Raw, row: Row): Row {
    const { key, lasting } = this.#format
    if (lasting === undefined) return row
    const { column, needed } = lasting
    if (raw[needed] === 1)
      return { ...row, [column]: this.#lasting.same(raw[key], raw[column], row[column]) }
    this.#lasting.forget(raw[key])
    return row
  }

  #setAside(raw: Raw, reason: string): void {
    const { table, key: keyColumn, rebuild } = this.#format
    const key = String(raw[keyColumn])
    this.#log.error('row set aside', { table, key, reason })
    try {
      this.#db.run(
        `INSERT INTO set_aside (origin, key, reason, at, row)
           VALUES (?, ?, ?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), ?)`,
        table,
        key,
        reason,
        JSON.stringify({ ...raw, [place]: undefined }),
      )
      this.#db.run(`DELETE FROM ${table} WHERE rowid = ?`, Number(raw[place]))
      rebuild?.(key)
    } catch (cause) {
      if (isDamage(cause)) throw cause
      // The disk can't be written. Skip the row now; the next read tries again.
      this.#log.error('row not set aside', { table, key, cause: String(cause) })
    }
  }
}
