import type { DatabaseSync } from 'node:sqlite'
import type { Entries, Entry } from './entries.ts'

type Json = Record<string, unknown>

/** JSON that may be of any shape; empty where it is none. */
function read(json: unknown): Json {
  try {
    const value: unknown = JSON.parse(String(json))
    return typeof value === 'object' && value !== null ? (value as Json) : {}
  } catch {
    return {}
  }
}
const inside = (value: unknown): Json | null =>
  typeof value === 'object' && value !== null ? (value as Json) : null

const undecided = { needs_decision: 1, open: 1 }
const closed = { needs_decision: 0, open: 0 }

/** What the stage of a request makes of its entry; null where the entry itself says it. */
function changeFor(
  stage: unknown,
  words: string | null,
  entry: Entry | null,
): Partial<Entry> | null {
  switch (stage) {
    case 'accepted':
      return { state: 'accepted', reason: null, message: words, needs_decision: 0, open: 1 }
    case 'confirmed':
      return { state: 'confirmed', reason: null, message: null, ...closed }
    case 'unconfirmed': {
      // The platform had taken it where its entry was over.
      const reason = entry?.open === 1 ? null : 'not-finished'
      return { state: 'unknown', reason, message: words, ...undecided }
    }
    case 'refused':
      return { state: 'refused', reason: null, message: words, ...undecided }
    case 'ask-again':
      return { state: 'expired', reason: null, message: null, ...undecided }
    default:
      return null
  }
}

/** How far a request is was a stage in the row of its item. */
export function stockEntries(db: DatabaseSync, entries: Entries): void {
  for (const { key, row } of db.prepare('SELECT key, row FROM stock').all()) {
    const item = read(row)
    const desired = inside(item['desired'] ?? item['own'])
    const requested = inside(item['requested'] ?? item['told'])
    if (desired === null || requested === null) continue
    const { tapId, stage, at: since, words } = requested
    if (typeof since !== 'string') continue
    const newest = entries.newest('stock', String(key))
    const sent = inside(read(newest?.payload)['desired'])
    const own = newest !== null && sent?.['tapId'] === tapId ? newest : null
    const text = typeof words === 'string' ? words : null
    const change = changeFor(stage, text, own)
    // Of what something newer waits for, only that it is under way.
    const isShown = desired['tapId'] === tapId || (stage === 'accepted' && own !== null)
    if (change === null || !isShown) continue
    if (own !== null) entries.change(own, { ...change, since })
    else if (newest?.open !== 1) {
      const id = `${String(tapId)} ${String(key)}`
      const payload = JSON.stringify({ item: null, desired })
      const made = { id, kind: 'stock', subject: String(key), payload, created_at: since }
      entries.add({ ...made, state: 'confirmed', ...change, since })
    }
  }
}
