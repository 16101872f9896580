import type { SQLInputValue } from 'node:sqlite'
import type { z } from 'zod'
import type { DeliveryKind } from '#contract/deliveries/delivery.ts'
import { inTurns } from '#platform/reading/turns.ts'
import type { Log } from '../log.ts'
import { isDamage } from './damage.ts'
import type { Database } from './open.ts'
import { packLongText, packText, unpackText } from './packed-text.ts'
import { bytesAsText, sealedHash } from './seal.ts'
import { writeJson } from './write-json.ts'

type Column = string | number | Uint8Array | null
type Raw = Record<string, unknown>

/** Characters of JSON, packed or not, that are read at once where somebody only looks. */
const mostReadAtOnce = 100_000

/** Where a row stands in its table, beside its columns. */
const place = 'place_of_row'

/** How the rows of a table are written. The table has a column for each field of the schema, `version` and `hash` beside. */
export interface RowFormat<Row> {
  table: string
  /** The column that names a row. */
  key: keyof Row & string
  /** A whole row, its JSON read. What it does not let through is set aside. */
  schema: z.ZodType<Row>
  /** Every column, in the order in which they are hashed. */
  columns: readonly (keyof Row & string)[]
  /** Columns that hold JSON. */
  json: readonly (keyof Row & string)[]
  /** Of the shape; raise it with a change of the schema. The first is 2: 1 is from before there were hashes. */
  version: number
  /** A row of an older version in the shape of this one. */
  upgrade?: (row: Raw, version: number) => Raw
  /** A row was set aside: what it said may be had elsewhere. */
  onSetAside?(key: string): void
}

/** The one door to rows that hold JSON. All within the caller's transaction, or alone. */
export interface Rows<Row> {
  get(key: string): Row | null
  /** `where` is what follows WHERE, word for word as in the index that is to serve it. */
  all(where?: string, ...values: SQLInputValue[]): Row[]
  /** Adds, or takes the place of what has its key. What is seldom asked for is kept packed: its JSON takes a fifth. */
  put(row: Row, isPacked?: boolean): void
  /** The same for what may be megabytes: its JSON is written over several turns of the loop, and packed beside it. */
  putLong(row: Row): Promise<void>
  /** A row of another file that has this shape; null where it is not what was written there. */
  verified(raw: Record<string, unknown>): Row | null
  /** Answers whether there was one. */
  remove(key: string): boolean
}

/** How many rows were set aside in this database, ever. */
export const countSetAside = (db: Database): number =>
  Number(db.get('SELECT count(*) AS n FROM set_aside')?.['n'])

/** Whether a row of a table was set aside before an ISO instant. It lies there with all that it said. */
export const isAnySetAside = (db: Database, table: string, before: string): boolean =>
  db.get('SELECT 1 FROM set_aside WHERE origin = ? AND at < ? LIMIT 1', table, before) !== undefined

/** Deletes the rows of a table that were set aside before an ISO instant. */
export function deleteSetAside(db: Database, table: string, before: string): void {
  db.run('DELETE FROM set_aside WHERE origin = ? AND at < ?', table, before)
}

/**
 * Empties rows of some tables, and outbox entries of some kinds, that were set aside before an ISO instant. That they were set
 * aside stays on record. Within the caller's transaction.
 */
export function forgetSetAside(
  db: Database,
  before: string,
  tables: readonly string[],
  kinds: readonly DeliveryKind[],
): void {
  const origins = tables.map(() => '?').join(', ')
  // `LIKE`, because the end of the kind may be what is damaged.
  const ofKinds = kinds.map(
    () => `OR origin = 'outbox' AND json_extract(row, '$.kind') LIKE ? || '%'`,
  )
  db.run(
    `UPDATE set_aside SET row = '{}'
       WHERE at < ? AND row <> '{}' AND (origin IN (${origins}) ${ofKinds.join(' ')})`,
    before,
    ...tables,
    ...kinds,
  )
}

/**
 * A table whose rows have a version, a hash and a schema. A row whose hash is wrong or that does not parse is moved to
 * `set_aside` when it is met, with its reason, and counts as absent: one bad row never stands between a shop and its
 * others. Rows from before there were hashes (version 1) are believed where they parse.
 */
export function createRows<Row extends Record<string, unknown>>(
  db: Database,
  log: Log,
  format: RowFormat<Row>,
): Rows<Row> {
  const { table, key, columns, json, version } = format
  const isJson = new Set<string>(json)
  const names = columns.join(', ')
  const upsert = `INSERT INTO ${table} (${names}, version, hash)
    VALUES (${columns.map(() => '?').join(', ')}, ?, ?)
    ON CONFLICT (${key}) DO UPDATE SET ${[
      ...columns.filter((name) => name !== key),
      'version',
      'hash',
    ]
      .map((name) => `${name} = excluded.${name}`)
      .join(', ')}`

  function setAside(raw: Raw, reason: string): void {
    const name = String(raw[key])
    log.error('row set aside', { table, key: name, reason })
    try {
      db.run(
        `INSERT INTO set_aside (origin, key, reason, at, row)
         VALUES (?, ?, ?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), ?)`,
        table,
        name,
        reason,
        JSON.stringify({ ...raw, [place]: undefined }, bytesAsText),
      )
      // By its place: its name may be what is damaged.
      db.run(`DELETE FROM ${table} WHERE rowid = ?`, Number(raw[place]))
      format.onSetAside?.(name)
    } catch (cause) {
      if (isDamage(cause)) throw cause
      // A disk that takes no writes: the row is passed over now, and met again.
      log.error('row not set aside', { table, key: name, cause: String(cause) })
    }
  }

  function isAsWritten(raw: Raw): boolean {
    const written = Number(raw['version'])
    if (raw['hash'] === null && written === 1) return true
    const values = columns.map((name) => raw[name])
    return raw['hash'] === sealedHash(written, values)
  }

  const isLong = (raw: Raw): boolean =>
    json.some((name) => String(raw[name]).length > mostReadAtOnce)

  /** The row, or why it cannot be one. */
  function read(raw: Raw): Row | string {
    const written = Number(raw['version'])
    if (!isAsWritten(raw)) return 'its hash is wrong'
    if (written > version) return `of version ${String(written)}`
    let row: Raw
    try {
      row = Object.fromEntries(
        columns.map((name) => [
          name,
          isJson.has(name) ? JSON.parse(unpackText(String(raw[name]))) : raw[name],
        ]),
      )
    } catch {
      return 'not JSON'
    }
    const upgraded = written < version ? (format.upgrade?.(row, written) ?? row) : row
    const parsed = format.schema.safeParse(upgraded)
    return parsed.success
      ? parsed.data
      : `${parsed.error.issues[0]?.path.join('.') ?? ''}: ${parsed.error.issues[0]?.message ?? ''}`
  }

  /** `texts` are the columns that hold JSON, as they are to be kept. */
  function write(row: Row, texts: ReadonlyMap<keyof Row, string>): void {
    const values = columns.map((name): Column => texts.get(name) ?? (row[name] as Column))
    db.run(upsert, ...values, version, sealedHash(version, values))
  }

  const taken = (found: readonly Raw[]): Row[] =>
    found.flatMap((raw) => {
      const row = read(raw)
      if (typeof row !== 'string') return [row]
      setAside(raw, row)
      return []
    })
  const list = (sql: string, ...values: SQLInputValue[]): Row[] => taken(db.all(sql, ...values))

  const select = `SELECT ${names}, version, hash, rowid AS ${place} FROM ${table}`
  db.looks.set(table, (after, most) => {
    const found = db.all(
      `${select} NOT INDEXED WHERE rowid > ? ORDER BY rowid LIMIT ?`,
      after,
      most,
    )
    // A long one that is as it was written was read when it was needed, and is not read for a look alone.
    taken(found.filter((raw) => !isLong(raw) || !isAsWritten(raw)))
    return found.length < most ? null : Number(found.at(-1)?.[place])
  })
  return {
    get: (name) => list(`${select} WHERE ${key} = ?`, name)[0] ?? null,
    all: (where, ...values) =>
      list(where === undefined ? select : `${select} WHERE ${where}`, ...values),
    put(row, isPacked = false) {
      const written = (json: string): string => (isPacked ? packText(json) : json)
      write(row, new Map(json.map((name) => [name, written(JSON.stringify(row[name]))])))
    },
    async putLong(row) {
      const texts = new Map<keyof Row, string>()
      for (const name of json)
        texts.set(name, await packLongText(await inTurns(writeJson(row[name]))))
      write(row, texts)
    },
    verified(raw) {
      const row = read(raw)
      return typeof row === 'string' ? null : row
    },
    remove: (name) => db.run(`DELETE FROM ${table} WHERE ${key} = ?`, name) === 1,
  }
}
