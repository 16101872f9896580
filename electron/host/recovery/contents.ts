import { DatabaseSync } from 'node:sqlite'

/** What a person compares before a restore: its name, and the rows that are counted. */
const counted = {
  tickets: 'tickets',
  reservations: 'reservations',
  'close-outs': 'close_outs',
  'waiting to be sent': 'outbox WHERE open = 1',
} as const

/** How many rows a database has; a count that can't be read is missing. */
export function contentsOf(path: URL): Record<string, string> {
  const found: Record<string, string> = {}
  try {
    const db = new DatabaseSync(path, { readOnly: true })
    try {
      for (const [name, rows] of Object.entries(counted))
        found[name] = String(db.prepare(`SELECT count(*) AS n FROM ${rows}`).get()?.['n'])
    } finally {
      db.close()
    }
  } catch {
    // Damaged, gone, or of an older version.
  }
  return found
}
