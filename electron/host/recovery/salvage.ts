import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { Log } from '../log.ts'
import { createOutboxRows } from '../outbox/rows.ts'
import { raiseDelivery } from '../db/migrations/0016/deliveries.ts'
import type { Database } from '../db/open.ts'
import { isSealed } from '../db/seal.ts'
import type { DeclaredTable, RestoreContext } from '../db/table.ts'
import { valueRows } from '../db/values.ts'

type Row = Record<string, unknown>

interface Order {
  /** The damaged file has at least as many commits as its replacement, so its rows are newer. */
  isNewer: boolean
  /** Inbox messages received since this ISO instant are read again. */
  readAgainFrom: string
}

/** Reads the rows of a table from both ends, as far as possible. May pass a row twice. */
function eachRow(damaged: DatabaseSync, table: string, take: (row: Row) => void): void {
  for (const way of ['ASC', 'DESC'])
    try {
      const rows = damaged.prepare(`SELECT * FROM ${table} ORDER BY rowid ${way}`).iterate()
      for (const row of rows) take(row)
      return
    } catch {
      // A damaged page: continue from the other end. The rows read so far are all that can be read
      // from this one.
    }
}

/**
 * Copies the rows of one table. Skips a row that the new table rejects, for example because of
 * another schema.
 */
function takeTable(
  damaged: DatabaseSync,
  into: Database,
  { table, key = 'id', isChained = false, takeOver }: DeclaredTable,
  { isNewer, readAgainFrom }: Order,
): void {
  const names = into.all(`PRAGMA table_info(${table})`).map(({ name }) => String(name))
  const hasHash = names.includes('hash') && names.includes('version')
  const others = names.filter((name) => name !== key)
  const newest = `ON CONFLICT (${key}) DO UPDATE SET ${others.map((name) => `${name} = excluded.${name}`).join(', ')}`
  const has: RestoreContext['has'] = ({ table: of, key: by = 'id' }, name) =>
    into.get(`SELECT 1 FROM ${of} WHERE ${by} = ?`, name as SQLInputValue) !== undefined
  eachRow(damaged, table, (row) => {
    const taken = takeOver?.(row, { has, readAgainFrom }) ?? row
    const given = Object.keys(taken)
    // A row with a wrong hash is copied only if there is no other; it is set aside when it is read.
    const wins = isNewer && (hasHash ? isSealed(row) : isChained)
    try {
      into.run(
        `INSERT INTO ${table} (${given.join(', ')}) VALUES (${given.map(() => '?').join(', ')})
         ${wins ? newest : 'ON CONFLICT DO NOTHING'}`,
        ...given.map((name) => taken[name] as SQLInputValue),
      )
    } catch {
      // Another schema, or a reference to a missing row.
    }
  })
}

/**
 * Copies the readable rows of a damaged file into a new database, or into a restored backup: rows
 * with a right hash replace others, and the newest state wins. Returns the ids of the outbox
 * entries that are open in the damaged file. Runs in the caller's transaction.
 */
export function salvage(from: string, into: Database, order: Order, log: Log): string[] {
  const open = new Set<string>()
  let damaged: DatabaseSync
  try {
    damaged = new DatabaseSync(from, { readOnly: true })
  } catch {
    return []
  }
  try {
    const outbox = createOutboxRows(into, log)
    eachRow(damaged, 'outbox', (row) => {
      const entry = outbox.salvage('since' in row ? row : raiseDelivery(row), order.isNewer)
      if (entry?.isOpen === true) open.add(entry.id)
    })
    const tables = into.tables.filter(({ derivedFrom }) => derivedFrom !== 'platform')
    for (const table of [valueRows, ...tables]) takeTable(damaged, into, table, order)
  } finally {
    damaged.close()
  }
  return [...open]
}

/**
 * The first row of a query in a database that isn't open; null if there is none or it can't be
 * read.
 */
function askOnce(path: string | URL, question: string): Row | null {
  try {
    const db = new DatabaseSync(path, { readOnly: true })
    try {
      return db.prepare(question).get() ?? null
    } finally {
      db.close()
    }
  } catch {
    return null
  }
}

export const commitsOf = (path: string | URL): number =>
  Number(askOnce(path, 'SELECT number FROM commits')?.['number'] ?? 0)

/**
 * Whether the file never had a ticket: its inbox then has everything that there is of the store.
 */
export const hasNoOrder = (path: string): boolean =>
  askOnce(path, 'SELECT count(*) AS n FROM (SELECT 1 FROM tickets LIMIT 1)')?.['n'] === 0
