import type { DatabaseSync } from 'node:sqlite'
import { unpackText } from '../../packed-text.ts'
import type { Entries, Entry } from './entries.ts'

interface Bump {
  state: string
  bumpedAt: string
  undoUntil: string
  words: string | null
}

/** The bump that the marks of a ticket had; null where there is none, or they can't be read. */
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

/** How far the entry of a bump is by what the ticket said of it. What was on the wire lost its answer. */
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

/** Every bump has an entry, also where it was lost. Of an order that is over nothing is sent any more. */
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

/** Tickets kept their bump beside the entry, and until when it could be taken back. */
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
