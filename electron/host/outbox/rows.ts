import { z } from 'zod'
import type { Database } from '../db/open.ts'
import { createRows } from '../db/rows.ts'
import type { Log } from '../log.ts'
import { entryStates, isOver, type EntryState, type OutboxEntry } from './entry.ts'
import { outboxKinds, type OutboxKind } from './kinds.ts'

/** The outbox on disk. All within the caller's transaction, or alone. */
export interface OutboxRows {
  /** Adds or updates. Throws where another entry of the kind and subject is not over. */
  keep(entry: OutboxEntry): void
  has(id: string): boolean
  /** The entry of a kind and subject that is not over, if there is one. */
  live(kind: OutboxKind, subject: string): OutboxEntry | null
  /** Every entry of a kind and subject, also what is over; the newest first. */
  history(kind: OutboxKind, subject: string): OutboxEntry[]
  /** Deletes every entry of a kind that is over and was made before an ISO instant. */
  forget(kind: OutboxKind, before: string): void
  /** Everything that is not over. */
  allLive(): OutboxEntry[]
  /** An entry by its id, whatever its state. */
  get(id: string): OutboxEntry | null
  /** Those of a kind that wait to be sent and are due by an ISO instant, the earliest first. */
  due(kind: OutboxKind, until: string, most: number): DueEntry[]
  /** The same of every kind, of those that come after `last`. */
  dueOfAll(last: DueEntry, until: string, most: number): DueEntry[]
  /** When the next one that waits is due after an ISO instant; null where none is. */
  nextDue(after: string): string | null
  /** Those that are due later than their own wait allows: somebody has set the wall clock back between two starts. */
  dueTooLate(now: string, most: number): OutboxEntry[]
  /** The ids of those on the wire, as far as the disk knows. */
  sending(): string[]
  /**
   * Takes over an entry of a damaged file where its hash is right and its state is the newest: what is over stays over.
   * Answers which it is and whether it is not over, null where it is none.
   */
  salvage(row: Record<string, unknown>, isNewer: boolean): { id: string; isOpen: boolean } | null
  counts(): Record<'pending' | 'sending' | 'unknown' | 'needsPerson', number>
}

/** As much of an entry as says when it goes. */
export interface DueEntry {
  id: string
  dueAt: string
}

// Word for word as in the partial indexes: otherwise SQLite looks at every bump that was ever made.
const waitingStates = ['queued', 'unknown'] as const
const waiting = "('queued', 'unknown')"
const liveStates = "('queued', 'sending', 'unknown', 'unconfirmed', 'rejected')"

const rowSchema = z.object({
  id: z.string(),
  kind: z.enum(outboxKinds),
  subject: z.string(),
  state: z.enum(entryStates),
  created_at: z.string(),
  due_at: z.string(),
  wait_ms: z.number(),
  attempts: z.number(),
  repeats: z.number(),
  first_sent_at: z.string().nullable(),
  words: z.string().nullable(),
  payload: z.unknown(),
})
type Row = z.infer<typeof rowSchema>

const readDue = (row: Record<string, unknown>): DueEntry => ({
  id: String(row['id']),
  dueAt: String(row['due_at']),
})

/** The earliest due first. */
export const byDue = (one: DueEntry, other: DueEntry): number =>
  one.dueAt < other.dueAt || (one.dueAt === other.dueAt && one.id < other.id) ? -1 : 1

const readEntry = (row: Row): OutboxEntry => ({
  id: row.id,
  kind: row.kind,
  subject: row.subject,
  payload: row.payload,
  state: row.state,
  createdAt: row.created_at,
  dueAt: row.due_at,
  waitMs: row.wait_ms,
  attempts: row.attempts,
  repeats: row.repeats,
  firstSentAt: row.first_sent_at,
  words: row.words,
})

const rowOf = (entry: OutboxEntry): Row => ({
  id: entry.id,
  kind: entry.kind,
  subject: entry.subject,
  state: entry.state,
  created_at: entry.createdAt,
  due_at: entry.dueAt,
  wait_ms: entry.waitMs,
  attempts: entry.attempts,
  repeats: entry.repeats,
  first_sent_at: entry.firstSentAt,
  words: entry.words,
  payload: entry.payload,
})

export function createOutboxRows(db: Database, log: Log): OutboxRows {
  const rows = createRows<Row>(db, log, {
    table: 'outbox',
    key: 'id',
    schema: rowSchema,
    columns: rowSchema.keyof().options,
    json: ['payload'],
    version: 2,
  })
  const list = (where: string, ...values: (string | number)[]): OutboxEntry[] =>
    rows.all(where, ...values).map(readEntry)
  const live: OutboxRows['live'] = (kind, subject) =>
    list(`kind = ? AND subject = ? AND state IN ${liveStates}`, kind, subject)[0] ?? null
  return {
    keep: (entry) => rows.put(rowOf(entry)),
    has: (id) => db.get('SELECT 1 FROM outbox WHERE id = ?', id) !== undefined,
    live,
    // What was over before there were hashes of this kind stayed as it was (migrations/0003-rows): it is not read.
    history: (kind, subject) =>
      list('kind = ? AND subject = ? AND version > 1 ORDER BY created_at DESC, id', kind, subject),
    forget(kind, before) {
      db.run(
        `DELETE FROM outbox WHERE kind = ? AND created_at < ? AND state NOT IN ${liveStates}`,
        kind,
        before,
      )
    },
    allLive: () => list(`state IN ${liveStates}`),
    get(id) {
      const row = rows.get(id)
      return row === null ? null : readEntry(row)
    },
    due: (kind, until, most) =>
      waitingStates
        .flatMap((state) =>
          db.all(
            `SELECT id, due_at FROM outbox WHERE state IN ${liveStates} AND kind = ? AND state = ?
               AND due_at <= ? ORDER BY due_at, id LIMIT ?`,
            kind,
            state,
            until,
            most,
          ),
        )
        .map(readDue)
        .toSorted(byDue)
        .slice(0, most),
    dueOfAll: (last, until, most) =>
      db
        .all(
          `SELECT id, due_at FROM outbox WHERE state IN ${waiting}
             AND due_at <= ? AND due_at >= ? AND (due_at > ? OR id > ?)
             ORDER BY due_at, id LIMIT ?`,
          until,
          last.dueAt,
          last.dueAt,
          last.id,
          most,
        )
        .map(readDue),
    nextDue(after) {
      const found = db.get(
        `SELECT due_at FROM outbox WHERE state IN ${waiting} AND due_at > ? ORDER BY due_at LIMIT 1`,
        after,
      )
      return found === undefined ? null : String(found['due_at'])
    },
    dueTooLate: (now, most) =>
      list(
        `state IN ${waiting} AND due_at > ?
           AND (julianday(due_at) - julianday(?)) * 86400000 > wait_ms + 1000 LIMIT ?`,
        now,
        now,
        most,
      ),
    sending: () =>
      db.all(`SELECT id FROM outbox WHERE state = 'sending'`).map((row) => String(row['id'])),
    salvage(raw, isNewer) {
      const row = rows.verified(raw)
      if (row === null) return null
      const { id, kind, subject } = row
      const here = rows.get(id)
      const isFinal = isOver(row.state)
      if (here !== null && (isOver(here.state) || !(isFinal || isNewer)))
        return { id, isOpen: !isOver(here.state) }
      const rival = isFinal ? null : live(kind, subject)
      if (rival !== null && rival.id !== id) {
        // There is a newer one of the same: how the other ended cannot be read any more.
        if (!isNewer) return null
        rows.put(rowOf({ ...rival, state: 'dropped' }))
      }
      rows.put(row)
      return { id, isOpen: !isFinal }
    },
    counts() {
      const found = db.all(
        `SELECT state, count(*) AS n FROM outbox WHERE state IN ${liveStates} GROUP BY kind, state`,
      )
      const of = (...states: EntryState[]): number =>
        found
          .filter((row) => states.some((state) => state === row['state']))
          .reduce((sum, row) => sum + Number(row['n']), 0)
      return {
        pending: of('queued', 'sending', 'unknown'),
        sending: of('sending'),
        unknown: of('unknown'),
        needsPerson: of('unconfirmed', 'rejected'),
      }
    },
  }
}
