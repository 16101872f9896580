import type { DatabaseSync } from 'node:sqlite'
import { unpackText } from '../../packed-text.ts'
import type { Entries, Entry } from './entries.ts'

interface Bump {
  state: string
  bumpedAt: string
  undoUntil: string
  words: string | null
}

/** The bump in a ticket's marks. Null if there is none or if the marks can't be read. */
function bumpIn(marks: unknown): Bump | null {
  try {
    const { bump } = JSON.parse(unpackText(String(marks))) as { bump?: Partial<Bump> | null }
    if (typeof bump?.state !== 'string' || typeof bump.bumpedAt !== 'string') return null
    const { state, bumpedAt, undoUntil, words } = bump
    return {
      state,
      bumpedAt,
      undoUntil: typeof undoUntil === 'string' ? undoUntil : bumpedAt,
      words: typeof words === 'string' ? words : null,
    }
  } catch {
    return null
  }
}

/** The entry for a bump, from the state in its ticket. If it was being sent, its answer is lost. */
function entryOf({ state, bumpedAt, undoUntil }: Bump): Partial<Entry> & Pick<Entry, 'state'> {
  const waitMs = Date.parse(undoUntil) - Date.parse(bumpedAt)
  const undo = { undo_until: undoUntil, due_at: undoUntil, wait_ms: waitMs || 0 }
  const queued = { state: 'queued', open: 1, attempts: 0, first_sent_at: null }
  switch (state) {
    case 'undoable':
      return { ...queued, ...undo }
    case 'queued':
      return queued
    case 'sending':
    case 'unknown':
      return { state: 'unknown', open: 1 }
    case 'unconfirmed':
      return { state: 'unknown', open: 1, needs_decision: 1 }
    case 'refused':
      return { state: 'refused', open: 1, needs_decision: 1 }
    case 'settled':
      return { state: 'confirmed', reason: 'by-person' }
    default:
      return { state: 'confirmed' }
  }
}

const kind = 'preparation-ready'

/** Adds the missing entries of bumps. Closed orders get no new request. */
function addLost(db: DatabaseSync, entries: Entries): void {
  const lost = db.prepare(
    `SELECT id, marks, open FROM tickets WHERE NOT EXISTS (
       SELECT 1 FROM outbox WHERE subject = tickets.id AND kind = '${kind}'
         AND NOT (state = 'withdrawn' AND reason IS NULL))`,
  )
  const found: { subject: string; bump: Bump; isGone: boolean }[] = []
  for (const { id, marks, open } of lost.iterate()) {
    const bump = bumpIn(marks)
    if (bump !== null) found.push({ subject: String(id), bump, isGone: open === 0 })
  }
  for (const { subject, bump, isGone } of found) {
    const entry = entryOf(bump)
    const isOver = isGone && entry.open === 1
    entries.add({
      id: `bump of ${subject}`,
      kind,
      subject,
      created_at: bump.bumpedAt,
      message: bump.words,
      ...entry,
      ...(isOver && { state: 'withdrawn', reason: 'not-needed', open: 0, needs_decision: 0 }),
    })
  }
}

/** Tickets stored their bump and its undo time next to the entry. */
export function tickets(db: DatabaseSync, entries: Entries): void {
  addLost(db, entries)
  const queued = db.prepare(
    `SELECT tickets.id, marks FROM outbox JOIN tickets ON tickets.id = subject
       WHERE outbox.open = 1 AND kind = '${kind}' AND state = 'queued' AND attempts = 0`,
  )
  for (const { id, marks } of queued.all()) {
    const bump = bumpIn(marks)
    const entry = bump?.state === 'undoable' ? entries.newest(kind, String(id)) : null
    if (bump !== null && entry !== null) entries.change(entry, { undo_until: bump.undoUntil })
  }
}

type Json = Record<string, unknown>

/** Parses JSON of any shape; returns an empty object if it is not an object. */
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

/**
 * The changes for an entry, from the stage of its request. Null if the entry already has the state.
 */
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
      // If the entry was closed, the platform had accepted the change.
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

/** The state of a stock request was a stage in the row of its item. */
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
    // If a newer request is waiting, only show that this one is in progress.
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
