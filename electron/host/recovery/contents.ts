import { DatabaseSync } from 'node:sqlite'
import type { StoreContents } from '#contract/backups.ts'

/** What a person compares before a restore, and the rows that are counted. */
const counted: Readonly<Record<keyof StoreContents, string>> = {
  openTickets: 'tickets WHERE open = 1',
  tickets: 'tickets',
  reservations: 'reservations',
  closeOuts: 'close_outs',
  waiting: 'outbox WHERE open = 1',
}

/** How many rows a database has; a count that can't be read is missing. */
export function countContents(
  get: (sql: string) => Record<string, unknown> | undefined,
): Partial<StoreContents> {
  const found: Partial<StoreContents> = {}
  try {
    for (const [name, rows] of Object.entries(counted))
      found[name as keyof StoreContents] = Number(get(`SELECT count(*) AS n FROM ${rows}`)?.['n'])
  } catch {
    // Damaged, gone, or of an older version.
  }
  return found
}

/** The same of a file that isn't open. */
export function contentsOf(path: URL): Partial<StoreContents> {
  try {
    const db = new DatabaseSync(path, { readOnly: true })
    try {
      return countContents((sql) => db.prepare(sql).get())
    } finally {
      db.close()
    }
  } catch {
    return {}
  }
}
