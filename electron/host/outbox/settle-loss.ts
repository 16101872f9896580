import { storedLoss } from '../db/loss.ts'
import type { Context } from '../noun.ts'
import type { OutboxServices } from './outbox.ts'
import type { OutboxEntry } from './rules.ts'

/**
 * Handles what a restored file lacks (db/loss.ts), once; after a crash it starts again. `doubt` marks
 * entries that may have been sent since, so that they are not simply sent again.
 */
export function settleLoss(
  { db, values, announce }: Pick<Context, 'db' | 'values' | 'announce'>,
  { rows }: Pick<OutboxServices, 'rows'>,
  doubt: (entry: OutboxEntry) => void,
): void {
  const stored = storedLoss(values)
  const loss = stored.read()
  if (loss === null) return
  if (loss.wasUsedSince)
    for (const entry of rows.allOpen())
      if (['queued', 'sending'].includes(entry.state)) doubt(entry)
  db.transact(() => {
    void announce('file.restored', null)
    stored.write(null)
  })
}
