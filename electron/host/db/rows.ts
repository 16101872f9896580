import type { SQLInputValue } from 'node:sqlite'
import { z } from 'zod'
import { runInTurns } from '#platform/tolerant/turns.ts'
import type { Log } from '../log.ts'
import { isDamage } from './damage.ts'
import type { Database } from './database.ts'
import { packLongText, packText, unpackText, writeJson } from './packed-text.ts'
import { bytesAsText, checksumOf, holdByHash, holdBySums, type Column } from './seal.ts'
import type { Raw, RowFormat, SummedFormat } from './table.ts'

/** The largest JSON, in characters, that a check reads at once. */
const mostReadAtOnce = 100_000

/** The name for the rowid in queries. */
const place = 'place_of_row'

export const bytesSchema = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

/**
 * The only access to rows that are protected against damage. Runs in the caller's transaction, or
 * alone.
 */
export interface Rows<Row> {
  get(key: string): Row | null
  /** `where` follows WHERE. Write it exactly as in the index that it needs. */
  all(where?: string, ...values: SQLInputValue[]): Row[]
  /**
   * Adds a row, or replaces the row with its key. Pack rows that are seldom read: their JSON takes
   * a fifth of the space.
   */
  put(row: Row, isPacked?: boolean): void
  /**
   * Like `put` for rows of several megabytes: writes the JSON over several turns of the event loop
   * and packs it in another thread.
   */
  putLong(row: Row): Promise<void>
  /**
   * Adds a row without JSON, unless it conflicts with another. Missing columns are null; the key
   * may be missing if no checksum covers it. Returns whether it was added.
   */
  add(row: Partial<Row>): boolean
  /** Changes all the columns of one checksum in a row. */
  change(key: SQLInputValue, changes: Partial<Row>): void
  /** Parses a row of this or another file; null if it fails its hash or checksum. */
  verified(raw: Raw): Row | null
  remove(key: SQLInputValue): boolean
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
  // `LIKE`, because the end of the kind may be damaged.
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
 * A table whose rows have a version, a hash and a schema, or checksums. A row that fails them is
 * moved to `set_aside` with a reason when it is read, and counts as missing, so one bad row never
 * blocks the others. A damaged derived row is deleted and rebuilt. Rows from before there were
 * hashes (version 1) are trusted if they parse.
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
  // Long rows are only written if they changed.
  const isOther = others.map((name) => `${table}.${name} IS NOT excluded.${name}`).join(' OR ')
  const upsert = `INSERT ${into} ON CONFLICT (${key}) DO UPDATE SET ${set}
    ${sums === undefined ? '' : `WHERE ${isOther}`}`

  /** The columns of each checksum without the key, and the statement that updates only them. */
  const parts = (sums ?? []).map((sum) => {
    const own = [...sum.over, ...(sum.later ?? [])].filter((name) => name !== key)
    const assigned = [...own, sum.column].map((name) => `${name} = ?`).join(', ')
    const update = `UPDATE ${table} SET ${assigned} WHERE ${key} = ?`
    return { sum, own, update, has: (name: string) => own.includes(name) }
  })

  /** Handles a damaged row as its table declares. */
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
      // By rowid, because the key may be damaged.
      else db.run(`DELETE FROM ${table} WHERE rowid = ?`, Number(raw[place]))
      format.rebuild?.(name)
    } catch (cause) {
      if (isDamage(cause)) throw cause
      // The disk can't be written. Skip the row now; the next read tries again.
      log.error('row not set aside', { table, key: name, cause: String(cause) })
    }
  }

  /** Parses the JSON and upgrades an older version. Throws if it isn't JSON. */
  function shaped(raw: Raw, written: number): Raw {
    const row = Object.fromEntries(
      columns.map((name) => [
        name,
        isJson.has(name) ? JSON.parse(unpackText(String(raw[name]))) : raw[name],
      ]),
    )
    return version !== undefined && written < version ? (upgrade?.(row, written) ?? row) : row
  }

  /** Returns the row, or the reason why it is invalid. */
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
    // Rows with checksums may have several megabytes.
    const count = sums === undefined ? most : 1
    const found = db.all(lookAt, after, count)
    // A long row that passes its checksum isn't parsed just for a check.
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
      for (const name of json)
        raw[name] = await packLongText(await runInTurns(writeJson(row[name])))
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
