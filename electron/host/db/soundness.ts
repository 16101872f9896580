import type { SQLInputValue } from 'node:sqlite'
import type { Log } from '../log.ts'
import { DamagedDatabase } from './damage.ts'
import { countChange } from './database.ts'

type Row = Record<string, unknown>

interface Asked {
  all(sql: string, ...values: SQLInputValue[]): Row[]
  run(sql: string): number
}

interface Opening extends Asked {
  /** Takes these out of the file's list of tables, without touching their pages. */
  forget(names: readonly string[]): void
}

/** A larger file is not read whole before it is used: a start must not last longer the more is past. 1 ms a MB. */
const mostPages = 6_000

/** Tables that grow with every order. In a large file they are looked at after the start (sweep.ts). */
const growing = new Set(
  'tickets inbox packed_arrivals bumps past_words stock_history pictures'.split(' '),
)

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
      (told) =>
        told !== 'ok' && !told.startsWith('***') && !ofOneRow.test(told) && !harmless.test(told),
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
function mendIndexes(db: Asked, table: string, log: Log): void {
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

const checkSearch = `INSERT INTO past_index (past_index, rank) VALUES ('integrity-check', 1)`
const rebuildSearch = `INSERT INTO past_index (past_index) VALUES ('rebuild')`

/** What is made of tickets, and can be made again: the words of past ones, and their index. */
const derived = /^past_(?:words|index)/

/** What a table of the search is made of, in the file's list of tables. */
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
      sql: typeof sql === 'string' && (type === 'trigger' || name === table) ? sql : null,
    }))

/**
 * Makes them anew, empty: the pages that they had cannot be read. The file is written without these in between, since
 * SQLite would meet them where it makes tables, and where it gives pages back.
 */
function makeAnew(db: Opening, parts: readonly Part[]): void {
  db.forget(parts.map(({ name }) => name))
  db.run('VACUUM')
  for (const { sql } of parts) if (sql !== null) db.run(sql)
  db.run(rebuildSearch)
  db.run(countChange)
}

function lookAtSearch(db: Opening, log: Log): void {
  try {
    db.run(checkSearch)
    return
  } catch (cause) {
    log.error('search of past tickets damaged', { cause: String(cause) })
  }
  const [words, index] = [partsOf(db, 'past_words'), partsOf(db, 'past_index')]
  try {
    db.run(rebuildSearch)
    db.run(checkSearch)
    db.run(countChange)
  } catch {
    try {
      makeAnew(db, index)
    } catch {
      // Not the index alone: its words as well. The orders noun gives the last ones their place again.
      makeAnew(db, [...words, ...index])
    }
  }
  log.warn('built anew', { table: 'past_index' })
}

/** Whose tree begins at a page; '' where nobody's. */
const tableOf = (db: Asked, root = '-1'): string =>
  value(db.all('SELECT tbl_name FROM sqlite_schema WHERE rootpage = ?', Number(root))[0])

/** Throws at what no index mends, and mends the others. */
function heed(db: Opening, log: Log, told: readonly string[]): void {
  const bad = told.filter((each) => !ofIndex.test(each) && !ofSearch.test(each))
  const damaged = new Set(bad.map((each) => tableOf(db, /^Tree (\d+) /.exec(each)?.[1])))
  if (damaged.size > 0 && [...damaged].every((name) => derived.test(name))) {
    log.error('search of past tickets damaged', { cause: bad[0] })
    makeAnew(db, [...partsOf(db, 'past_words'), ...partsOf(db, 'past_index')])
    heed(db, log, faultsOf(db))
    return
  }
  const [fatal] = bad
  if (fatal !== undefined) throw new DamagedDatabase(fatal)
  const tables = told.flatMap((each) => {
    const index = ofIndex.exec(each)?.[1]
    return index === undefined
      ? []
      : db.all('SELECT tbl_name FROM sqlite_schema WHERE name = ?', index).map(value)
  })
  for (const table of new Set(tables)) mendIndexes(db, table, log)
}

const tablesOf = (db: Asked): string[] =>
  db
    .all(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'past\\_index%' ESCAPE '\\'`,
    )
    .map((row) => value(row))

/**
 * Looks at a file before it is used: the pages of its tables, whether each index has what its table has, the free pages. A
 * small file whole, and any one where damage was met; a large one without what grows. Mends what can be made anew from what is sound,
 * and throws `DamagedDatabase` at the rest. What stands in the rows their hashes tell.
 */
export function lookAtFile(db: Opening, log: Log, thorough: boolean): void {
  const isWhole = thorough || isSmall(db)
  const parts = isWhole
    ? ['']
    : ['sqlite_schema', ...tablesOf(db).filter((name) => !growing.has(name))]
  // First, since SQLite's own look at the file ends where that index is nonsense.
  if (isWhole) lookAtSearch(db, log)
  for (const part of parts) heed(db, log, faultsOf(db, part))
}

/** Whether a file is looked at whole before it is used. */
export const isSmall = (db: Asked): boolean =>
  Number(value(db.all('PRAGMA page_count')[0])) <= mostPages

const checkOf = (table: string): string => `PRAGMA integrity_check(${table})`

/**
 * What is asked of a large file while the kitchen works, apart from its loop (sweep.ts): each is one part, and takes 1 ms a MB.
 * The search of past tickets is looked at for its shape here, and compared with its words where a file is looked at whole.
 */
export function questionsOf(db: Asked): string[][] {
  const tables = tablesOf(db)
  const others = tables.filter((name) => !growing.has(name))
  return [
    ...tables.filter((name) => growing.has(name)).map((name) => [checkOf(name)]),
    [...others, 'past_index'].map(checkOf),
  ]
}

/** What an answer has against the file; null where nothing. */
export const faultIn = (rows: readonly Row[]): string | null => faultsIn(rows)[0] ?? null
