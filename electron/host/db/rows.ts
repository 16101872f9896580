import type { SQLInputValue } from 'node:sqlite'
import { z } from 'zod'
import { inTurns } from '#platform/tolerant/turns.ts'
import type { Log } from '../log.ts'
import { isDamage } from './damage.ts'
import type { Database } from './database.ts'
import { packLongText, packText, unpackText, writeJson } from './packed-text.ts'
import { bytesAsText, checksumOf, holdByHash, holdBySums, type Column } from './seal.ts'
import type { Raw, RowFormat, SummedFormat } from './table.ts'

/** Characters of JSON, packed or not, that are read at once where somebody only looks. */
const mostReadAtOnce = 100_000

/** Where a row stands in its table, beside its columns. */
const place = 'place_of_row'

/** A column of bytes. */
export const bytesSchema = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

/** The one door to rows that are held against damage. All within the caller's transaction, or alone. */
export interface Rows<Row> {
  get(key: string): Row | null
  /** `where` is what follows WHERE, word for word as in the index that is to serve it. */
  all(where?: string, ...values: SQLInputValue[]): Row[]
  /** Adds, or takes the place of what has its key. What is seldom asked for is kept packed: its JSON takes a fifth. */
  put(row: Row, isPacked?: boolean): void
  /** The same for what may be megabytes: its JSON is written over several turns of the loop, and packed beside it. */
  putLong(row: Row): Promise<void>
  /**
   * Adds a row without JSON, unless another is in its way. What it leaves out is null; its key may be, where no checksum of it is
   * over that. Answers whether it was added.
   */
  add(row: Partial<Row>): boolean
  /** Changes the columns of a row that have a checksum of their own, all of them. */
  change(key: SQLInputValue, changes: Partial<Row>): void
  /** A row of this file or of another; null where it is not what was written there. */
  verified(raw: Raw): Row | null
  /** Answers whether there was one. */
  remove(key: SQLInputValue): boolean
}

/** How many rows were set aside in this database, ever. */
export const countSetAside = (db: Database): number =>
  Number(db.get('SELECT count(*) AS n FROM set_aside')?.['n'])

/**
 * Empties what was set aside before an ISO instant of the tables that are of people, and of the outbox entries that those tables
 * show. That it was set aside stays on record.
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
  // `LIKE`, because the end of the kind may be what is damaged.
  const ofKinds = kinds.map(() => `origin = 'outbox' AND json_extract(row, '$.kind') LIKE ? || '%'`)
  db.run(
    `UPDATE set_aside SET key = '', row = '{}'
       WHERE at < ? AND row <> '{}' AND (${['FALSE', ...rows, ...ofKinds].join(' OR ')})`,
    before,
    ...values,
    ...kinds,
  )
}

/**
 * A table whose rows have a version, a hash and a schema, or checksums. A row that is not what was written or does not parse is
 * moved to `set_aside` when it is met, with its reason, and counts as absent: one bad row never stands between a shop and its
 * others. One that is derived is deleted, and made anew. Rows from before there were hashes (version 1) are believed where they
 * parse.
 */
export function createRows<Row extends Record<string, unknown>>(
  db: Database,
  log: Log,
  format: RowFormat<Row> | SummedFormat<Row>,
): Rows<Row> {
  const { table, key, columns, json = [], version, upgrade, sums, derivedFrom, stays } = format
  const isJson = new Set<string>(json)
  const hold = sums === undefined ? holdByHash(columns, version) : holdBySums(sums)
  const names = [...columns, ...hold.names]
  const others = names.filter((name) => name !== key)
  const into = `INTO ${table} (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`
  const add = `INSERT OR IGNORE ${into}`
  const set = others.map((name) => `${name} = excluded.${name}`).join(', ')
  // What is long is written only where it has changed.
  const isOther = others.map((name) => `${table}.${name} IS NOT excluded.${name}`).join(' OR ')
  const upsert = `INSERT ${into} ON CONFLICT (${key}) DO UPDATE SET ${set}
    ${sums === undefined ? '' : `WHERE ${isOther}`}`

  /** What each checksum is over, beside the key, and how that is changed alone. */
  const parts = (sums ?? []).map((sum) => {
    const own = [...sum.over, ...(sum.later ?? [])].filter((name) => name !== key)
    const assigned = [...own, sum.column].map((name) => `${name} = ?`).join(', ')
    const update = `UPDATE ${table} SET ${assigned} WHERE ${key} = ?`
    return { sum, own, update, has: (name: string) => own.includes(name) }
  })

  /** Does what the table declares with a row that is not what was written. */
  function meetDamaged(raw: Raw, reason: string): void {
    const name = String(raw[key])
    const isSetAside = stays === undefined && derivedFrom === undefined
    log.error(isSetAside ? 'row set aside' : 'row damaged', { table, key: name, reason })
    try {
      if (isSetAside)
        db.run(
          `INSERT INTO set_aside (origin, key, reason, at, row)
           VALUES (?, ?, ?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), ?)`,
          table,
          name,
          reason,
          JSON.stringify({ ...raw, [place]: undefined }, bytesAsText),
        )
      if (stays !== undefined) write(stays(raw))
      // By its place: its name may be what is damaged.
      else db.run(`DELETE FROM ${table} WHERE rowid = ?`, Number(raw[place]))
      format.rebuild?.(name)
    } catch (cause) {
      if (isDamage(cause)) throw cause
      // A disk that takes no writes: the row is passed over now, and met again.
      log.error('row not set aside', { table, key: name, cause: String(cause) })
    }
  }

  /** Its columns with their JSON read, in the shape of now. Throws where that is none. */
  function shaped(raw: Raw, written: number): Raw {
    const row = Object.fromEntries(
      columns.map((name) => [
        name,
        isJson.has(name) ? JSON.parse(unpackText(String(raw[name]))) : raw[name],
      ]),
    )
    return version !== undefined && written < version ? (upgrade?.(row, written) ?? row) : row
  }

  /** The row, or why it cannot be one. */
  function read(raw: Raw): Row | string {
    const written = Number(raw['version'])
    if (!hold.isAsWritten(raw)) return `its ${sums === undefined ? 'hash' : 'checksum'} is wrong`
    if (version !== undefined && written > version) return `of version ${String(written)}`
    let row: Raw
    try {
      row = shaped(raw, written)
    } catch {
      return 'not JSON'
    }
    const parsed = format.schema.safeParse(row)
    return parsed.success
      ? parsed.data
      : `${parsed.error.issues[0]?.path.join('.') ?? ''}: ${parsed.error.issues[0]?.message ?? ''}`
  }

  /** Writes a row as it is to be kept, its JSON written; answers whether anything changed. */
  function write(raw: Raw, sql = upsert): boolean {
    const values = columns.map((name) => (raw[name] ?? null) as Column)
    return db.run(sql, ...values, ...hold.of(raw, values)) === 1
  }

  const taken = (found: readonly Raw[]): Row[] =>
    found.flatMap((raw) => {
      const row = read(raw)
      if (typeof row !== 'string') return [row]
      meetDamaged(raw, row)
      return []
    })
  const list = (sql: string, ...values: SQLInputValue[]): Row[] => taken(db.all(sql, ...values))

  const select = `SELECT ${names.join(', ')}, rowid AS ${place} FROM ${table}`
  const lookAt = `${select} NOT INDEXED WHERE rowid > ? ORDER BY rowid LIMIT ?`
  const isLong = (raw: Raw): boolean =>
    json.some((name) => String(raw[name]).length > mostReadAtOnce)

  db.looks.set(table, (after, most) => {
    // What has checksums may be megabytes.
    const count = sums === undefined ? most : 1
    const found = db.all(lookAt, after, count)
    // A long one that is as it was written was read when it was needed, and is not read for a look alone.
    taken(found.filter((raw) => !isLong(raw) || !hold.isAsWritten(raw)))
    return found.length < count ? null : Number(found.at(-1)?.[place])
  })
  return {
    get: (name) => list(`${select} WHERE ${key} = ?`, name)[0] ?? null,
    all: (where, ...values) =>
      list(where === undefined ? select : `${select} WHERE ${where}`, ...values),
    put(row, isPacked = false) {
      const raw: Raw = { ...row }
      for (const name of json) {
        const text = JSON.stringify(row[name])
        raw[name] = isPacked ? packText(text) : text
      }
      write(raw)
    },
    async putLong(row) {
      const raw: Raw = { ...row }
      for (const name of json) raw[name] = await packLongText(await inTurns(writeJson(row[name])))
      write(raw)
    },
    add: (row) => write(row, add),
    change(name, changes) {
      const raw: Raw = { ...changes, [key]: name }
      const given = Object.keys(changes)
      const own = parts.find((each) => each.own.length === given.length && given.every(each.has))
      if (own === undefined) throw new Error(`${given.join(', ')}: no checksum is over these alone`)
      const values = own.own.map((each) => raw[each] as Column)
      db.run(own.update, ...values, checksumOf(own.sum, raw), name)
    },
    verified(raw) {
      const row = read(raw)
      return typeof row === 'string' ? null : row
    },
    remove: (name) => db.run(`DELETE FROM ${table} WHERE ${key} = ?`, name) === 1,
  }
}
