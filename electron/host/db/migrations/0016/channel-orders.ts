import type { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'
import { isSealed } from '../../seal.ts'
import type { Entries, Entry } from './entries.ts'

/** A row from the time when the sending state was not in its outbox entry. */
const before = z.looseObject({
  state: z.enum([
    'waiting',
    'sending',
    'complete',
    'may-be-complete',
    'refused',
    'settled',
    'discarded',
  ]),
  words: z.string().nullish(),
})
const undecided = { needs_decision: 1, open: 1 }
const over = { needs_decision: 0, open: 0 }
const mayBeComplete = { ...undecided, state: 'unknown', reason: null }

/** The new state for each old one, if no entry is open. */
const states = {
  // The entry was damaged.
  waiting: mayBeComplete,
  sending: mayBeComplete,
  'may-be-complete': mayBeComplete,
  refused: { ...undecided, state: 'refused', reason: null },
  complete: { ...over, state: 'confirmed', reason: null },
  settled: { ...over, state: 'confirmed', reason: 'by-person' },
  discarded: { ...over, state: 'withdrawn', reason: 'by-person' },
} as const satisfies Record<string, Partial<Entry>>

const kind = 'complete-order'

/** Null if the JSON can't be read; the row is set aside when it is next read. */
function keptIn(row: Record<string, unknown>) {
  try {
    return isSealed(row) ? before.parse(JSON.parse(String(row['kept']))) : null
  } catch {
    return null
  }
}

/** A user may have decided in the row only, and old entries were deleted before their rows. */
export function channelOrderEntries(db: DatabaseSync, entries: Entries): void {
  for (const row of db.prepare('SELECT * FROM channel_orders').all()) {
    const subject = String(row['id'])
    const newest = entries.newest(kind, subject)
    const kept = keptIn(row)
    if (newest?.open === 1 || kept === null) continue
    const { state, words = null, tabId: _tab, ...facts } = kept
    const change = { ...states[state], message: words, payload: JSON.stringify(facts) }
    if (newest === null)
      entries.add({
        ...change,
        id: `of-row ${subject}`,
        kind,
        subject,
        created_at: String(row['asked_at']),
      })
    else if (newest.state !== change.state || newest.reason !== change.reason)
      entries.change(newest, change)
  }
}
