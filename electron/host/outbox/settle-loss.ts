import type { Database } from '../db/open.ts'
import { keptLoss } from '../db/loss.ts'
import type { Values } from '../db/values.ts'
import type { OutboxEntry } from './entry.ts'
import type { OutboxKinds } from './rules.ts'
import type { OutboxRows } from './rows.ts'

/** Entries that came through stay open where they can be read, and write the rows again that they are about. */
function restore(rows: OutboxRows, kinds: OutboxKinds): void {
  const over = { state: 'withdrawn', reason: 'not-needed', needsDecision: false } as const
  for (const entry of rows.allOpen()) {
    const rules = kinds[entry.kind]
    if (!rules.payload.safeParse(entry.payload).success) rows.keep({ ...entry, ...over })
    else rules.restore?.(entry)
  }
}

interface LossDeps {
  db: Database
  values: Values
  rows: OutboxRows
  kinds: OutboxKinds
  /** What may have been sent since is not sent again as if nothing had been. */
  doubt(entry: OutboxEntry): void
  /** Nouns learn from the outbox what their rows lost. Within the transaction. */
  onRestored(): void
}

/** Draws the conclusions of what the start found lost (db/loss.ts), once; a crash in between begins again. */
export function settleLoss({ db, values, rows, kinds, doubt, onRestored }: LossDeps): void {
  const kept = keptLoss(values)
  const loss = kept.read()
  if (loss === null) return
  if (loss.isSalvaged) db.transact(() => restore(rows, kinds))
  const certain = loss.certain === null ? null : new Set(loss.certain)
  for (const entry of rows.allOpen())
    if (certain?.has(entry.id) === false && ['queued', 'sending'].includes(entry.state))
      doubt(entry)
  db.transact(() => {
    onRestored()
    kept.write(null)
  })
}
