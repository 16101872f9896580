import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { Log } from '../log.ts'
import { createOutboxRows } from '../outbox/rows.ts'
import { raiseDelivery } from '../db/migrations/0016/deliveries.ts'
import type { Database } from '../db/open.ts'
import { isSealed } from '../db/seal.ts'
import type { DeclaredTable, Taking } from '../db/table.ts'
import { valueRows } from '../db/values.ts'

type Row = Record<string, unknown>

interface Order {
  /** The damaged file has seen as much as what it is salvaged into: its word is the newer one. */
  isNewer: boolean
  /** What arrived from this ISO instant on is read again. */
  readAgainFrom: string
}

/** Reads the rows of a table from both of its ends, as far as they can be read; one in between may be handed over twice. */
function eachRow(damaged: DatabaseSync, table: string, take: (row: Row) => void): void {
  for (const way of ['ASC', 'DESC'])
    try {
      const rows = damaged.prepare(`SELECT * FROM ${table} ORDER BY rowid ${way}`).iterate()
      for (const row of rows) take(row)
      return
    } catch {
      // Damage, from here on: the other end, and then what came over is what there is.
    }
}

/** Takes over the rows of one table; one that its table does not take (of another shape, say) is left out. */
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
  const has: Taking['has'] = ({ table: of, key: by = 'id' }, name) =>
    into.get(`SELECT 1 FROM ${of} WHERE ${by} = ?`, name as SQLInputValue) !== undefined
  eachRow(damaged, table, (row) => {
    const taken = takeOver?.(row, { has, readAgainFrom }) ?? row
    const given = Object.keys(taken)
    // One whose hash is wrong only where there is no other: it is set aside when it is met.
    const wins = isNewer && (hasHash ? isSealed(row) : isChained)
    try {
      into.run(
        `INSERT INTO ${table} (${given.join(', ')}) VALUES (${given.map(() => '?').join(', ')})
         ${wins ? newest : 'ON CONFLICT DO NOTHING'}`,
        ...given.map((name) => taken[name] as SQLInputValue),
      )
    } catch {
      // Of another shape, or of a row that is not there any more.
    }
  })
}

/**
 * Takes over what can be read of a damaged file into a fresh database, or into what a backup had: by its hash, and the
 * newest state wins. Answers the entries of the outbox that are read there and not over. Within the caller's transaction.
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

/** The first row that a question has in a database that nobody has open; null where there is none, or it cannot be read. */
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

/** How many commits a database has seen; 0 where that cannot be read. */
export const commitsOf = (path: string | URL): number =>
  Number(askOnce(path, 'SELECT number FROM commits')?.['number'] ?? 0)

/** Whether no order ever reached a screen from this file: what stands in its inbox is all that there is of a store. */
export const hasNoOrder = (path: string): boolean =>
  askOnce(path, 'SELECT count(*) AS n FROM (SELECT 1 FROM tickets LIMIT 1)')?.['n'] === 0
