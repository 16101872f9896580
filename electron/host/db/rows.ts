import type { SQLInputValue } from 'node:sqlite'
import { z } from 'zod'
import { inTurns } from '#platform/reading/turns.ts'
import type { Log } from '../log.ts'
import { isDamage } from './damage.ts'
import type { Database } from './database.ts'
import { packLongText, packText, unpackText, writeJson } from './packed-text.ts'
import { bytesAsText, sealedHash, sumOf } from './seal.ts'
import type { Checksum, Raw, RowFormat, SummedFormat } from './table.ts'

type Column = string | number | Uint8Array | null

/** Characters of JSON, packed or not, that are read at once where somebody only looks. */
const mostReadAtOnce = 100_000
/** Bytes of rows with a long column that are looked at in one step. */
const mostLookedAt = 1024 * 1024

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
  /** Adds a row without JSON, unless another is in its way. What it leaves out is null. Answers whether it was added. */
  add(row: Partial<Row>): boolean
  /** Changes columns of a row that have a checksum of their own. */
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
  const ofPeople = db.tables.filter((each) => each.ofPeople === true)
  const kinds = ofPeople.flatMap(({ shows }) => shows?.kinds ?? [])
  const origins = ofPeople.map(() => '?').join(', ')
  // `LIKE`, because the end of the kind may be what is damaged.
  const ofKinds = kinds.map(
    () => `OR origin = 'outbox' AND json_extract(row, '$.kind') LIKE ? || '%'`,
  )
  db.run(
    `UPDATE set_aside SET key = '', row = '{}'
       WHERE at < ? AND row <> '{}' AND (origin IN (${origins}) ${ofKinds.join(' ')})`,
    before,
    ...ofPeople.map(({ table }) => table),
    ...kinds,
  )
}

/** The beginning of a list whose members have so many bytes together; the first one whatever it has. */
export function upToLength<Member extends { length: number }>(
  members: readonly Member[],
  most: number,
): Member[] {
  let length = 0
  const end = members.findIndex((each, nth) => {
    length += each.length
    return nth > 0 && length > most
  })
  return end === -1 ? [...members] : members.slice(0, end)
}

/** What holds the rows of a table: columns beside its own. */
interface Hold {
  readonly names: readonly string[]
  /** Those columns for a row, its JSON written. */
  of(raw: Raw): Column[]
  isAsWritten(raw: Raw): boolean
}

function holdByHash({ columns, version }: Pick<RowFormat<Raw>, 'columns' | 'version'>): Hold {
  const hashOf = (written: number, raw: Raw): string =>
    sealedHash(
      written,
      columns.map((name) => raw[name]),
    )
  return {
    names: ['version', 'hash'],
    of: (raw) => [version, hashOf(version, raw)],
    isAsWritten(raw) {
      const written = Number(raw['version'])
      // From before there were hashes.
      if (raw['hash'] === null && written === 1) return true
      return raw['hash'] === hashOf(written, raw)
    },
  }
}

const partOf = (value: unknown): string | Uint8Array | null => {
  if (value === null || value === undefined) return null
  return value instanceof Uint8Array ? value : String(value as string | number)
}

function holdBySums(sums: readonly Checksum[]): Hold {
  const own = sums.map(({ over, later = [], unless }) => (raw: Raw): number | null => {
    if (unless?.(raw) === true) return null
    const added = later.map((name) => partOf(raw[name])).filter((part) => part !== null)
    return sumOf([...over.map((name) => partOf(raw[name])), ...added])
  })
  return {
    names: sums.map(({ column }) => column),
    of: (raw) => own.map((sum) => sum(raw)),
    isAsWritten: (raw) =>
      sums.every(({ column }, nth) => {
        const written = raw[column] ?? null
        const sum = written === null ? null : own[nth]?.(raw)
        return sum === null || sum === written
      }),
  }
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
  const { table, key, columns } = format
  const hashed = format.sums === undefined ? format : null
  const summed = format.sums === undefined ? null : format
  const json = hashed?.json ?? []
  const isJson = new Set<string>(json)
  const hold = format.sums === undefined ? holdByHash(format) : holdBySums(format.sums)
  const names = [...columns, ...hold.names]
  const others = names.filter((name) => name !== key)
  const insertSql = (all: readonly string[]): string =>
    `INTO ${table} (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})`
  const fresh = others.map((name) => `excluded.${name}`).join(', ')
  const inWay = others.map((name) => `${table}.${name}`).join(', ')
  // What is long is written only where it has changed.
  const isOther = summed === null ? '' : `WHERE (${inWay}) IS NOT (${fresh})`
  const upsert = `INSERT ${insertSql(names)}
    ON CONFLICT (${key}) DO UPDATE SET (${others.join(', ')}) = (${fresh}) ${isOther}`
  const byPlace = `UPDATE ${table} SET ${others.map((name) => `${name} = ?`).join(', ')} WHERE rowid = ?`

  /** Does what the table declares with a row that is not what was written. */
  function settleDamaged(raw: Raw, reason: string): void {
    if (summed?.stays !== undefined) {
      const row: Raw = summed.stays(raw)
      const held = hold.of(row)
      const values = columns.filter((name) => name !== key).map((name) => row[name] as Column)
      db.run(byPlace, ...values, ...held, Number(raw[place]))
      return
    }
    if (format.derivedFrom === undefined)
      db.run(
        `INSERT INTO set_aside (origin, key, reason, at, row)
         VALUES (?, ?, ?, strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), ?)`,
        table,
        String(raw[key]),
        reason,
        JSON.stringify({ ...raw, [place]: undefined }, bytesAsText),
      )
    // By its place: its name may be what is damaged.
    db.run(`DELETE FROM ${table} WHERE rowid = ?`, Number(raw[place]))
  }

  function meetDamaged(raw: Raw, reason: string): void {
    const name = String(raw[key])
    const isKept = summed?.stays !== undefined || format.derivedFrom !== undefined
    log.error(isKept ? 'row damaged' : 'row set aside', { table, key: name, reason })
    try {
      settleDamaged(raw, reason)
      format.rebuild?.(name)
    } catch (cause) {
      if (isDamage(cause)) throw cause
      // A disk that takes no writes: the row is passed over now, and met again.
      log.error('row not set aside', { table, key: name, cause: String(cause) })
    }
  }

  /** Its columns with their JSON read, in the shape of now. Throws where that is none. */
  function shaped(raw: Raw): Raw {
    if (hashed === null) return raw
    const written = Number(raw['version'])
    const row = Object.fromEntries(
      columns.map((name) => [
        name,
        isJson.has(name) ? JSON.parse(unpackText(String(raw[name]))) : raw[name],
      ]),
    )
    return written < hashed.version ? (hashed.upgrade?.(row, written) ?? row) : row
  }

  /** The row, or why it cannot be one. */
  function read(raw: Raw): Row | string {
    if (!hold.isAsWritten(raw))
      return hashed === null ? 'its checksum is wrong' : 'its hash is wrong'
    const written = Number(raw['version'])
    if (hashed !== null && written > hashed.version) return `of version ${String(written)}`
    let row: Raw
    try {
      row = shaped(raw)
    } catch {
      return 'not JSON'
    }
    const parsed = format.schema.safeParse(row)
    return parsed.success
      ? parsed.data
      : `${parsed.error.issues[0]?.path.join('.') ?? ''}: ${parsed.error.issues[0]?.message ?? ''}`
  }

  /** A row as it is to be kept, its JSON written. */
  function write(raw: Raw): void {
    db.run(upsert, ...columns.map((name) => raw[name] as Column), ...hold.of(raw))
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
  const lengths = `SELECT octet_length(${String(summed?.long)}) AS length FROM ${table} NOT INDEXED
    WHERE rowid > ? ORDER BY rowid LIMIT ?`
  const isLong = (raw: Raw): boolean =>
    json.some((name) => String(raw[name]).length > mostReadAtOnce)

  /** How many of the next rows are looked at in one step. */
  function countNext(after: number, most: number): number {
    if (summed?.long === undefined) return most
    const next = db.all(lengths, after, most).map(({ length }) => ({ length: Number(length) }))
    const taken = upToLength(next, mostLookedAt)
    return taken.length === next.length ? most : taken.length
  }

  db.looks.set(table, (after, most) => {
    const count = countNext(after, most)
    const found = db.all(lookAt, after, count)
    // A long one that is as it was written was read when it was needed, and is not read for a look alone.
    taken(found.filter((raw) => !isLong(raw) || !hold.isAsWritten(raw)))
    return found.length < count || found.length === 0 ? null : Number(found.at(-1)?.[place])
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
    add(row) {
      const given = columns.filter((name) => row[name] !== undefined)
      const values = given.map((name) => row[name] as Column)
      return (
        db.run(
          `INSERT OR IGNORE ${insertSql([...given, ...hold.names])}`,
          ...values,
          ...hold.of(row),
        ) === 1
      )
    },
    change(name, changes) {
      const raw: Raw = { ...changes, [key]: name }
      const changed: Raw = { ...changes }
      for (const [nth, { column, over, later = [] }] of (summed?.sums ?? []).entries()) {
        if (![...over, ...later].some((each) => each in changes)) continue
        if (!over.every((each) => each in raw)) throw new Error(`${column} is over more`)
        changed[column] = hold.of(raw)[nth]
      }
      const assigned = Object.keys(changed).map((each) => `${each} = ?`)
      db.run(
        `UPDATE ${table} SET ${assigned.join(', ')} WHERE ${key} = ?`,
        ...(Object.values(changed) as Column[]),
        name,
      )
    },
    verified(raw) {
      const row = read(raw)
      return typeof row === 'string' ? null : row
    },
    remove: (name) => db.run(`DELETE FROM ${table} WHERE ${key} = ?`, name) === 1,
  }
}
