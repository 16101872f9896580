import { DatabaseSync } from 'node:sqlite'
import type { RestorePreview, StoreContents } from '#contract/backups/backups.ts'
import type { Database } from './open.ts'
import { closedUrl } from './files.ts'
import { storedText } from './values.ts'

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
  const counts: Partial<StoreContents> = {}
  try {
    for (const [name, rows] of Object.entries(counted))
      counts[name as keyof StoreContents] = Number(get(`SELECT count(*) AS n FROM ${rows}`)?.['n'])
  } catch {
    // Damaged, gone, or of another version.
  }
  return counts
}

/** The same of a file that isn't open. */
export function contentsOf(path: string): Partial<StoreContents> {
  try {
    const db = new DatabaseSync(closedUrl(path), { readOnly: true })
    try {
      return countContents((sql) => db.prepare(sql).get())
    } finally {
      db.close()
    }
  } catch {
    return {}
  }
}

const isOther = (db: Database, then: DatabaseSync, name: string): boolean =>
  storedText((sql, key) => db.get(sql, key), name) !==
  storedText((sql, key) => then.prepare(sql).get(key), name)

/** Compares the open store with a checked database that nobody has open. */
export function previewRestore(db: Database, restored: string, at: string): RestorePreview {
  const then = new DatabaseSync(closedUrl(restored), { readOnly: true })
  try {
    return {
      at,
      now: countContents((sql) => db.get(sql)),
      // It was checked, so every count can be read.
      then: countContents((sql) => then.prepare(sql).get()) as StoreContents,
      settingsDiffer: isOther(db, then, 'settings'),
      pinDiffers: isOther(db, then, 'screens.pin'),
    }
  } finally {
    then.close()
  }
}
