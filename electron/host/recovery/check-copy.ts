import { DatabaseSync } from 'node:sqlite'
import { isSealed } from '../db/seal.ts'
import { askSeparately, immutableUrl } from '../db/separate-thread.ts'
import { nextTurn } from './steps.ts'

// Exactly as in the partial index: otherwise every entry ever sent is read.
const isWaiting = 'open = 1'
const rowsAtOnce = 100

/** Throws if an open outbox entry fails its hash. Checks a few rows per turn of the event loop. */
export async function checkWaiting(
  all: (sql: string, ...values: number[]) => Record<string, unknown>[],
): Promise<void> {
  const places = all(`SELECT rowid AS place FROM outbox WHERE ${isWaiting}`)
  for (const [nth, { place }] of places.entries()) {
    // A missing one was sent in the meantime.
    const [row] = all('SELECT * FROM outbox WHERE rowid = ?', Number(place))
    if (row !== undefined && !isSealed(row))
      throw new Error('an entry of the outbox is not what was written')
    if (nth % rowsAtOnce === rowsAtOnce - 1) await nextTurn()
  }
}

/** Throws if a whole copy can't be read, or if an open outbox entry in it fails its hash. */
export async function checkCopy(path: string): Promise<void> {
  const [health] = await askSeparately(path, ['PRAGMA quick_check(1)'])
  if (health?.['quick_check'] !== 'ok') throw new Error(String(health?.['quick_check']))
  const db = new DatabaseSync(immutableUrl(path), { readOnly: true })
  try {
    await checkWaiting((sql, ...values) => db.prepare(sql).all(...values))
  } finally {
    db.close()
  }
}
