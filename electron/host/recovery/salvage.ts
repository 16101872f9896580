import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { Log } from '../log.ts'
import { createOutboxRows } from '../outbox/rows.ts'
import { raiseDelivery } from '../db/migrations/0016/deliveries.ts'
import type { Database } from '../db/open.ts'
import { isSealed } from '../db/seal.ts'

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

/** Its own tables and no others: those that others make from them come by themselves. */
const ownTables = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'
  AND name NOT LIKE 'past_index%' AND name NOT IN ('outbox', 'inbox', 'set_aside', 'pictures', 'commits')`

/** Adds rows of one table; one that its table does not take (of another shape, say) is left out. */
function createFilling(into: Database, table: string) {
  const columns = into.all(`PRAGMA table_info(${table})`)
  const key = String(columns.find(({ pk }) => pk === 1)?.['name'])
  const others = columns.map(({ name }) => String(name)).filter((name) => name !== key)
  const hasHash = others.includes('hash') && others.includes('version')
  const newest = `ON CONFLICT (${key}) DO UPDATE SET ${others.map((name) => `${name} = excluded.${name}`).join(', ')}`
  return (row: Row, isNewer: boolean): void => {
    const names = Object.keys(row)
    const values = names.map((name) => row[name] as SQLInputValue)
    const places = names.map(() => '?').join(', ')
    // One whose hash is wrong only where there is no other: it is set aside when it is met.
    const wins = isNewer && (hasHash ? isSealed(row) : table === 'close_out_head')
    try {
      into.run(
        `INSERT INTO ${table} (${names.join(', ')}) VALUES (${places}) ${wins ? newest : 'ON CONFLICT DO NOTHING'}`,
        ...values,
      )
    } catch {
      // Of another shape, or of a row that is not there any more.
    }
  }
}

/**
 * Events and orders of lists that are not here yet come as they were; the last ones as if they had just come, where their
 * text is there, or in a pack that has come already.
 */
function takeInbox(damaged: DatabaseSync, into: Database, { readAgainFrom }: Order): void {
  const hasPack = (pack: unknown): boolean =>
    into.get('SELECT 1 FROM packed_arrivals WHERE id = ?', Number(pack)) !== undefined
  eachRow(damaged, 'inbox', ({ id: _id, ...row }) => {
    const hasText = row['pack'] == null || hasPack(row['pack'])
    const isLate = hasText && String(row['received_at']) >= readAgainFrom
    // It is over the number that the row had there.
    if ('verdict_sum' in row) row['verdict_sum'] = null
    const taken: Row = isLate ? { ...row, state: 'arrived', reason: null } : row
    const names = Object.keys(taken)
    try {
      into.run(
        `INSERT INTO inbox (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')}) ON CONFLICT DO NOTHING`,
        ...names.map((name) => taken[name] as SQLInputValue),
      )
    } catch {
      // What is no row of ours.
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
    for (const { name } of into.all(ownTables)) {
      const table = String(name)
      const fill = createFilling(into, table)
      eachRow(damaged, table, (row) => fill(row, order.isNewer))
    }
    takeInbox(damaged, into, order)
  } finally {
    damaged.close()
  }
  return [...open]
}

/** How many commits a database has seen; 0 where that cannot be read. */
export function commitsOf(path: string | URL): number {
  try {
    const db = new DatabaseSync(path, { readOnly: true })
    try {
      return Number(db.prepare('SELECT number FROM commits').get()?.['number'] ?? 0)
    } finally {
      db.close()
    }
  } catch {
    return 0
  }
}

/** Whether no order ever reached a screen from this file: what stands in its inbox is all that there is of a store. */
export function hasNoOrder(path: string): boolean {
  try {
    const db = new DatabaseSync(path, { readOnly: true })
    try {
      return db.prepare('SELECT 1 FROM tickets LIMIT 1').get() === undefined
    } finally {
      db.close()
    }
  } catch {
    return false
  }
}
