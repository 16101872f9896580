import type { SQLInputValue } from 'node:sqlite'
import type { Log } from '../log.ts'
import { DamagedDatabase } from './damage.ts'
import { countChange } from './database.ts'
import type { DeclaredTable } from './table.ts'

type Row = Record<string, unknown>

interface Asked {
  all(sql: string, ...values: SQLInputValue[]): Row[]
  run(sql: string): number
  readonly tables: readonly DeclaredTable[]
}

interface Opening extends Asked {
  /** Removes tables from the schema without touching their pages. */
  forget(names: readonly string[]): void
}

/**
 * A larger file isn't fully checked at start, so that the start doesn't get slower with history.
 * The check takes 1 ms per MB.
 */
const mostPages = 6_000

/** Faults in a single row: its hash fails as well, so only that row is set aside. */
const ofOneRow = /^(?:CHECK constraint failed|NULL value|[\w-]+ value) in /
const ofIndex = / (?:missing from|in|of|differ from) index (\S+)$/
const ofSearch = /FTS5/
/** An unused page holds no data. */
const harmless = /never used$/

/** The first column of a row as text, or ''. */
const value = (row: Record<string, unknown> | undefined): string =>
  (Object.values(row ?? {}) as (string | number | null)[]).map((each) => String(each ?? ''))[0] ??
  ''

const faultsIn = (rows: readonly Row[]): string[] =>
  rows
    // Faults of pages come as lines of one row, below a heading.
    .flatMap((row) => value(row).split('\n'))
    .filter(
      (fault) =>
        fault !== 'ok' &&
        !fault.startsWith('***') &&
        !ofOneRow.test(fault) &&
        !harmless.test(fault),
    )

/** SQLite's faults of one table, or of the whole file. */
const faultsOf = (db: Asked, table = ''): string[] =>
  faultsIn(db.all(table === '' ? 'PRAGMA integrity_check(1000)' : checkOf(table)))

const count = (db: Asked, table: string, by: string): number =>
  Number(value(db.all(`SELECT count(*) FROM ${table} ${by}`)[0]))

/**
 * Rebuilds the indexes of a table from its rows, which have hashes. Throws if an index has more
 * entries than the table has rows: then rows are lost, and only a backup has them.
 */
function repairIndexes(db: Asked, table: string, log: Log): void {
  const full = db.all(`PRAGMA index_list(${table})`).filter((row) => row['partial'] === 0)
  const rows = count(db, table, 'NOT INDEXED')
  for (const { name } of full)
    if (count(db, table, `INDEXED BY ${String(name)}`) > rows)
      throw new DamagedDatabase(`${table}: rows are gone`)
  db.run(`REINDEX ${table}`)
  db.run(countChange)
  const [left] = faultsOf(db, table)
  if (left !== undefined) throw new DamagedDatabase(left)
  log.warn('built anew', { table, what: 'indexes' })
}

const checkSearch = (search: string): string =>
  `INSERT INTO ${search} (${search}, rank) VALUES ('integrity-check', 1)`
const rebuildSearch = (search: string): string =>
  `INSERT INTO ${search} (${search}) VALUES ('rebuild')`

type Searched = DeclaredTable & { search: string }
const searchedIn = ({ tables }: Asked): Searched[] =>
  tables.filter((each): each is Searched => each.search !== undefined)

/** Whether a table is a full-text index or one of its internal tables. */
const isOfSearch = (name: string, search = ''): boolean =>
  search !== '' && (name === search || name.startsWith(`${search}_`))

/** A schema entry of a derived table. */
interface Part {
  name: string
  /** Null if another statement creates it. */
  sql: string | null
}

const partsOf = (db: Opening, table: string): Part[] =>
  db
    .all(
      `SELECT type, name, sql FROM sqlite_schema WHERE tbl_name = ? OR name LIKE ? ESCAPE '\\'`,
      table,
      `${table.replaceAll('_', '\\_')}\\_%`,
    )
    .map(({ type, name, sql }) => ({
      name: String(name),
      sql: typeof sql === 'string' && (type !== 'table' || name === table) ? sql : null,
    }))

/**
 * Recreates a derived table empty, or only its index, because their pages can't be read. VACUUM
 * first writes the file without them: otherwise SQLite would read those pages when it creates
 * tables or frees pages.
 */
function rebuildTable(db: Opening, parts: readonly Part[], search?: string): void {
  db.forget(parts.map(({ name }) => name))
  db.run('VACUUM')
  for (const { sql } of parts) if (sql !== null) db.run(sql)
  if (search !== undefined) db.run(rebuildSearch(search))
  db.run(countChange)
}

function checkSearchTable(db: Opening, { table, search }: Searched, log: Log): void {
  try {
    db.run(checkSearch(search))
    return
  } catch (cause) {
    log.error('table damaged', { table: search, cause: String(cause) })
  }
  const [rows, index] = [partsOf(db, table), partsOf(db, search)]
  try {
    db.run(rebuildSearch(search))
    db.run(checkSearch(search))
    db.run(countChange)
  } catch {
    try {
      rebuildTable(db, index, search)
    } catch {
      // The index alone is not enough: rebuild its words too. Their noun fills them in again.
      rebuildTable(db, [...rows, ...index], search)
    }
  }
  log.warn('built anew', { table: search })
}

/** Check derived tables first, because SQLite's integrity check stops at one that it can't read. */
function checkDerivedTables(db: Opening, log: Log): void {
  for (const searched of searchedIn(db)) checkSearchTable(db, searched, log)
  for (const { table, derivedFrom, search } of db.tables) {
    if (derivedFrom === undefined || search !== undefined) continue
    try {
      count(db, table, 'NOT INDEXED')
    } catch (cause) {
      log.error('table damaged', { table, cause: String(cause) })
      rebuildTable(db, partsOf(db, table))
    }
  }
}

/** The table whose tree starts at a page, or ''. */
const tableOf = (db: Asked, root = '-1'): string =>
  value(db.all('SELECT tbl_name FROM sqlite_schema WHERE rootpage = ?', Number(root))[0])

/** The derived table that a table in the file is, or whose index it belongs to. */
const derivedTableOf = ({ tables }: Asked, name: string): DeclaredTable | undefined =>
  tables.find(
    ({ table, derivedFrom, search }) =>
      derivedFrom !== undefined && (table === name || isOfSearch(name, search)),
  )

/** Rebuilds damaged indexes and derived tables. Throws for any other fault. */
function handleFaults(db: Opening, log: Log, faults: readonly string[]): void {
  const bad = faults.filter((each) => !ofIndex.test(each) && !ofSearch.test(each))
  const damaged = bad.map((each) => derivedTableOf(db, tableOf(db, /^Tree (\d+) /.exec(each)?.[1])))
  if (damaged.length > 0 && damaged.every((each) => each !== undefined)) {
    for (const { table, search } of new Set(damaged)) {
      log.error('table damaged', { table, cause: bad[0] })
      const index = search === undefined ? [] : partsOf(db, search)
      rebuildTable(db, [...partsOf(db, table), ...index], search)
    }
    handleFaults(db, log, faultsOf(db))
    return
  }
  const [fatal] = bad
  if (fatal !== undefined) throw new DamagedDatabase(fatal)
  const tables = faults.flatMap((each) => {
    const index = ofIndex.exec(each)?.[1]
    return index === undefined
      ? []
      : db.all('SELECT tbl_name FROM sqlite_schema WHERE name = ?', index).map(value)
  })
  for (const table of new Set(tables)) repairIndexes(db, table, log)
}

/**
 * The tables of a file without its full-text indexes: those that grow with every order, and the
 * others.
 */
function tablesOf(db: Asked): { growing: string[]; others: string[] } {
  const names = db
    .all(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
    .map((row) => value(row))
    .filter((name) => !searchedIn(db).some(({ search }) => isOfSearch(name, search)))
  const grow = new Set(db.tables.filter(({ grows }) => grows).map(({ table }) => table))
  return {
    growing: names.filter((name) => grow.has(name)),
    others: names.filter((name) => !grow.has(name)),
  }
}

/**
 * Checks a file before it is used: table pages, indexes against their tables, free pages. Checks
 * all of a small file, or of any file with known damage; skips the growing tables of a large one.
 * Rebuilds what can be rebuilt from sound data, and throws `DamagedDatabase` otherwise. Hashes
 * protect the content of rows.
 */
export function checkFile(db: Opening, log: Log, thorough: boolean): void {
  const isWhole = thorough || isSmall(db)
  const parts = isWhole ? [''] : ['sqlite_schema', ...tablesOf(db).others]
  if (isWhole) checkDerivedTables(db, log)
  for (const part of parts) handleFaults(db, log, faultsOf(db, part))
}

/** Whether the whole file is checked before it is used. */
export const isSmall = (db: Asked): boolean =>
  Number(value(db.all('PRAGMA page_count')[0])) <= mostPages

const checkOf = (table: string): string => `PRAGMA integrity_check(${table})`

/**
 * The checks of a large file that run in another thread while the kitchen works (file-care.ts).
 * Each group takes 1 ms per MB. Here a full-text index is only checked for its structure; a whole
 * check also compares it with its words.
 */
export function questionsOf(db: Asked): string[][] {
  const { growing, others } = tablesOf(db)
  const searches = searchedIn(db).map(({ search }) => search)
  return [...growing.map((name) => [checkOf(name)]), [...others, ...searches].map(checkOf)]
}

/** The first fault in an answer; null if there is none. */
export const faultIn = (rows: readonly Row[]): string | null => faultsIn(rows)[0] ?? null
