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
  /** Takes these out of the file's list of tables, without touching their pages. */
  forget(names: readonly string[]): void
}

/** A larger file is not read whole before it is used: a start must not last longer the more is past. 1 ms a MB. */
const mostPages = 6_000

/** About what stands in one row: its hash says so as well, and it is set aside alone. */
const ofOneRow = /^(?:CHECK constraint failed|NULL value|[\w-]+ value) in /
const ofIndex = / (?:missing from|in|of|differ from) index (\S+)$/
const ofSearch = /FTS5/
/** Pages that nobody uses lose nothing. */
const harmless = /never used$/

/** The first column of a row, as text; '' where there is none. */
const value = (row: Record<string, unknown> | undefined): string =>
  (Object.values(row ?? {}) as (string | number | null)[]).map((each) => String(each ?? ''))[0] ??
  ''

/** What SQLite has to say against a file, in its answer. */
const faultsIn = (rows: readonly Row[]): string[] =>
  rows
    // What it says of pages comes as lines of one row, below a heading.
    .flatMap((row) => value(row).split('\n'))
    .filter(
      (reported) =>
        reported !== 'ok' &&
        !reported.startsWith('***') &&
        !ofOneRow.test(reported) &&
        !harmless.test(reported),
    )

/** What SQLite has to say against a table, or against the whole file. */
const faultsOf = (db: Asked, table = ''): string[] =>
  faultsIn(db.all(table === '' ? 'PRAGMA integrity_check(1000)' : checkOf(table)))

const count = (db: Asked, table: string, by: string): number =>
  Number(value(db.all(`SELECT count(*) FROM ${table} ${by}`)[0]))

/**
 * Builds the indexes of a table anew from its rows, which their hashes vouch for. Not where an index knows of more rows than
 * there are: then rows are gone, and only a backup has them.
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

/** A table with a full-text index. */
type Searched = DeclaredTable & { search: string }
const searchedIn = ({ tables }: Asked): Searched[] =>
  tables.filter((each): each is Searched => each.search !== undefined)

/** Whether a table is a full-text index, or one of those that SQLite keeps it in. */
const isOfSearch = (name: string, search = ''): boolean =>
  search !== '' && (name === search || name.startsWith(`${search}_`))

/** What a derived table is made of, in the file's list of tables. */
interface Part {
  name: string
  /** How it is made; null where something else makes it. */
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
 * Makes a derived table anew, empty, or its index alone: the pages that they had cannot be read. The file is written without
 * these in between, since SQLite would meet them where it makes tables, and where it gives pages back.
 */
function rebuildTable(db: Opening, parts: readonly Part[], search?: string): void {
  db.forget(parts.map(({ name }) => name))
  db.run('VACUUM')
  for (const { sql } of parts) if (sql !== null) db.run(sql)
  if (search !== undefined) db.run(rebuildSearch(search))
  db.run(countChange)
}

function lookAtSearch(db: Opening, { table, search }: Searched, log: Log): void {
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
      // Not the index alone: its words as well. Their noun gives them their place again.
      rebuildTable(db, [...rows, ...index], search)
    }
  }
  log.warn('built anew', { table: search })
}

/** Derived tables first, since SQLite's own look at the file ends where it cannot read one of them. */
function lookAtDerived(db: Opening, log: Log): void {
  for (const searched of searchedIn(db)) lookAtSearch(db, searched, log)
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

/** Whose tree begins at a page; '' where nobody's. */
const tableOf = (db: Asked, root = '-1'): string =>
  value(db.all('SELECT tbl_name FROM sqlite_schema WHERE rootpage = ?', Number(root))[0])

/** The derived table that a table of the file is, or keeps the index of. */
const derivedBehind = ({ tables }: Asked, name: string): DeclaredTable | undefined =>
  tables.find(
    ({ table, derivedFrom, search }) =>
      derivedFrom !== undefined && (table === name || isOfSearch(name, search)),
  )

/** Throws at what no index mends, and mends the others. */
function heed(db: Opening, log: Log, reported: readonly string[]): void {
  const bad = reported.filter((each) => !ofIndex.test(each) && !ofSearch.test(each))
  const damaged = bad.map((each) => derivedBehind(db, tableOf(db, /^Tree (\d+) /.exec(each)?.[1])))
  if (damaged.length > 0 && damaged.every((each) => each !== undefined)) {
    for (const { table, search } of new Set(damaged)) {
      log.error('table damaged', { table, cause: bad[0] })
      const index = search === undefined ? [] : partsOf(db, search)
      rebuildTable(db, [...partsOf(db, table), ...index], search)
    }
    heed(db, log, faultsOf(db))
    return
  }
  const [fatal] = bad
  if (fatal !== undefined) throw new DamagedDatabase(fatal)
  const tables = reported.flatMap((each) => {
    const index = ofIndex.exec(each)?.[1]
    return index === undefined
      ? []
      : db.all('SELECT tbl_name FROM sqlite_schema WHERE name = ?', index).map(value)
  })
  for (const table of new Set(tables)) repairIndexes(db, table, log)
}

/** The tables of a file but those of its full-text indexes: those that grow with every order, and the others. */
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
 * Looks at a file before it is used: the pages of its tables, whether each index has what its table has, the free pages. A
 * small file whole, and any one where damage was met; a large one without what grows. Mends what can be made anew from what is sound,
 * and throws `DamagedDatabase` at the rest. What stands in the rows their hashes tell.
 */
export function lookAtFile(db: Opening, log: Log, thorough: boolean): void {
  const isWhole = thorough || isSmall(db)
  const parts = isWhole ? [''] : ['sqlite_schema', ...tablesOf(db).others]
  if (isWhole) lookAtDerived(db, log)
  for (const part of parts) heed(db, log, faultsOf(db, part))
}

/** Whether a file is looked at whole before it is used. */
export const isSmall = (db: Asked): boolean =>
  Number(value(db.all('PRAGMA page_count')[0])) <= mostPages

const checkOf = (table: string): string => `PRAGMA integrity_check(${table})`

/**
 * What is asked of a large file while the kitchen works, apart from its loop (file-care.ts): each is one part, and takes 1 ms a MB.
 * A full-text index is looked at for its shape here, and compared with its words where a file is looked at whole.
 */
export function questionsOf(db: Asked): string[][] {
  const { growing, others } = tablesOf(db)
  const searches = searchedIn(db).map(({ search }) => search)
  return [...growing.map((name) => [checkOf(name)]), [...others, ...searches].map(checkOf)]
}

/** What an answer has against the file; null where nothing. */
export const faultIn = (rows: readonly Row[]): string | null => faultsIn(rows)[0] ?? null
