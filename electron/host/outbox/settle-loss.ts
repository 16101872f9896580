import type { Database } from '../db/open.ts'
import { keptLoss } from '../db/loss.ts'
import type { Values } from '../db/values.ts'
import type { OutboxEntry } from './entry.ts'
import type { OutboxKinds } from './rules.ts'
import type { OutboxRows } from './rows.ts'

/**
 * After a damaged database: each noun says of its entries that came through whether they are still to be sent, and learns
 * from them what else was lost. Within the caller's transaction.
 */
function salvage(rows: OutboxRows, kinds: OutboxKinds): void {
  for (const entry of rows.allLive()) {
    const rules = kinds[entry.kind]
    const isReadable = rules.payload.safeParse(entry.payload).success
    if (!isReadable || rules.salvage(entry) === 'drop') rows.keep({ ...entry, state: 'dropped' })
  }
}

interface LossDeps {
  db: Database
  values: Values
  rows: OutboxRows
  kinds: OutboxKinds
  /** What may have been sent since is not sent again as if nothing had been. */
  doubt(entry: OutboxEntry): void
  /** Open tickets stand again as the outbox knows them. Within the caller's transaction. */
  remember(): void
}

/** Draws the conclusions of what the start found lost (db/loss.ts), once; a crash in between begins again. */
export function settleLoss({ db, values, rows, kinds, doubt, remember }: LossDeps): void {
  const kept = keptLoss(values)
  const loss = kept.read()
  if (loss === null) return
  if (loss.isSalvaged) db.transact(() => salvage(rows, kinds))
  const certain = loss.certain === null ? null : new Set(loss.certain)
  for (const entry of rows.allLive())
    if (certain?.has(entry.id) === false && ['queued', 'sending'].includes(entry.state))
      doubt(entry)
  db.transact(() => {
    remember()
    kept.write(null)
  })
}
