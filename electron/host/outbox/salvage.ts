import type { OutboxKinds } from './rules.ts'
import type { OutboxRows } from './rows.ts'

/**
 * After a damaged database: each noun says of its entries that came through whether they are still to be sent, and learns
 * from them what else was lost. Within the caller's transaction.
 */
export function salvage(rows: OutboxRows, kinds: OutboxKinds): void {
  for (const entry of rows.allLive()) {
    const rules = kinds[entry.kind]
    const isReadable = rules.payload.safeParse(entry.payload).success
    if (!isReadable || rules.salvage(entry) === 'drop') rows.keep({ ...entry, state: 'dropped' })
  }
}
