import { DatabaseSync } from 'node:sqlite'
import { faultOfHead } from '../db/open.ts'
import { holdBySums, isSealed } from '../db/seal.ts'
import type { DeclaredTable, Raw } from '../db/table.ts'
import { valueRows } from '../db/values.ts'
import { immutableUrl } from '../db/separate-thread.ts'
import { nextTurn } from './steps.ts'

/** Enough to see what it is. */
const mostFaults = 10
const rowsAStep = 50

/** Rows from before there were hashes are trusted. */
const hasItsHash = (row: Raw): boolean =>
  isSealed(row) || !('hash' in row) || (row['hash'] === null && row['version'] === 1)

/** How a table's rows are checked; null if nothing protects them. */
function checkOf({ version, sums }: DeclaredTable): ((row: Raw) => boolean) | null {
  if (sums !== undefined) return holdBySums(sums).isAsWritten
  return version === undefined ? null : hasItsHash
}

function* faultsOfRows(
  db: DatabaseSync,
  table: string,
  isAsWritten: (row: Raw) => boolean,
): Generator<string | null> {
  // A file of an older version may not have it yet.
  if (db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = ?`).get(table) === undefined) return
  let seen = 0
  for (const row of db.prepare(`SELECT * FROM ${table} NOT INDEXED`).iterate()) {
    if (!isAsWritten(row)) yield `${table}: a row is not what was written`
    if (++seen % rowsAStep === 0) yield null
  }
}

/** The faults of all rows that something protects, and null after some rows without one. */
function* faultsOfAllRows(
  db: DatabaseSync,
  tables: readonly DeclaredTable[],
): Generator<string | null> {
  yield* faultsOfRows(db, 'outbox', hasItsHash)
  for (const table of [valueRows, ...tables]) {
    const check = checkOf(table)
    if (check !== null) yield* faultsOfRows(db, table.table, check)
  }
}

function* faultsIn(db: DatabaseSync, tables: readonly DeclaredTable[]): Generator<string | null> {
  const head = faultOfHead(db)
  if (head !== null) yield `the header: ${head}`
  for (const row of db.prepare(`PRAGMA integrity_check(${String(mostFaults)})`).iterate()) {
    const fault = String(row['integrity_check'])
    if (fault !== 'ok') yield fault
  }
  yield* faultsOfAllRows(db, tables)
}

/** Whether every row is what was written, in a file that nobody changes. A few rows per turn. */
export async function areRowsSound(
  path: string,
  tables: readonly DeclaredTable[],
): Promise<boolean> {
  const db = new DatabaseSync(immutableUrl(path), { readOnly: true })
  try {
    for (const fault of faultsOfAllRows(db, tables)) {
      if (fault !== null) return false
      await nextTurn()
    }
    return true
  } finally {
    db.close()
  }
}

/**
 * What is wrong in a database file that nobody changes, the first ten faults: reads every page, and
 * every row that has a hash or a checksum. It repairs nothing. Close-outs have a check of their own
 * (shifts/verify-files.ts).
 */
export function faultsOfFile(path: string | URL, tables: readonly DeclaredTable[]): string[] {
  const found = new Set<string>()
  try {
    const db = new DatabaseSync(path, { readOnly: true })
    try {
      for (const fault of faultsIn(db, tables)) {
        if (fault === null) continue
        found.add(fault.replaceAll('\n', ' '))
        if (found.size === mostFaults) break
      }
    } finally {
      db.close()
    }
  } catch (cause) {
    found.add(cause instanceof Error ? cause.message : String(cause))
  }
  return [...found]
}
