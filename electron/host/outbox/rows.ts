import { z } from 'zod'
import {
  type DeliveryKind,
  type DeliveryState,
  deliveryKinds,
  deliveryReasons,
  deliveryStates,
} from '#contract/deliveries/delivery.ts'
import type { Database } from '../db/open.ts'
import { Rows } from '../db/rows.ts'
import type { Log } from '../log.ts'
import type { OutboxEntry } from './rules.ts'

const underWay: readonly DeliveryState[] = ['queued', 'sending', 'accepted', 'unknown']

/** Whether its state can still change, automatically or by a person. */
export const isOpen = ({ state, needsDecision }: Pick<OutboxEntry, 'state' | 'needsDecision'>) =>
  needsDecision || underWay.includes(state)

/** The part of an entry that decides when it is sent. */
interface DueEntry {
  id: string
  subject: string
  /** Its place in the order in which entries were enqueued, even if the clock was set meanwhile. */
  nth: number
}

export interface LaneHead {
  lane: string
  id: string
}

// Exactly as in the partial indexes; otherwise SQLite reads every bump that was ever made.
export const waitingStates = ['queued', 'unknown'] as const
const waiting = "state IN ('queued', 'unknown') AND needs_decision = 0 AND lane IS NULL"

const undecidedOf = (kinds: readonly DeliveryKind[]): string =>
  `open = 1 AND needs_decision = 1 AND kind IN (${kinds.map(() => '?').join(', ')})`

const rowSchema = z.object({
  id: z.string(),
  kind: z.enum(deliveryKinds),
  subject: z.string(),
  lane: z.string().nullable(),
  payload: z.unknown(),
  state: z.enum(deliveryStates),
  reason: z.enum(deliveryReasons).nullable(),
  message: z.string().nullable(),
  needs_decision: z.number(),
  open: z.number(),
  since: z.string(),
  undo_until: z.string().nullable(),
  created_at: z.string(),
  due_at: z.string(),
  wait_ms: z.number(),
  attempts: z.number(),
  repeats: z.number(),
  first_sent_at: z.string().nullable(),
})
type Row = z.infer<typeof rowSchema>

const readDue = (row: Record<string, unknown>): DueEntry => ({
  id: String(row['id']),
  subject: String(row['subject']),
  nth: Number(row['rowid']),
})

export interface DueTime {
  id: string
  dueAt: string
}

const readEntry = (row: Row): OutboxEntry => ({
  id: row.id,
  kind: row.kind,
  subject: row.subject,
  lane: row.lane,
  payload: row.payload,
  state: row.state,
  reason: row.reason,
  message: row.message,
  needsDecision: row.needs_decision === 1,
  since: row.since,
  undoUntil: row.undo_until,
  createdAt: row.created_at,
  dueAt: row.due_at,
  waitMs: row.wait_ms,
  attempts: row.attempts,
  repeats: row.repeats,
  firstSentAt: row.first_sent_at,
})

const rowOf = (entry: OutboxEntry): Row => ({
  id: entry.id,
  kind: entry.kind,
  subject: entry.subject,
  lane: entry.lane,
  payload: entry.payload,
  state: entry.state,
  reason: entry.reason,
  message: entry.message,
  needs_decision: entry.needsDecision ? 1 : 0,
  open: isOpen(entry) ? 1 : 0,
  since: entry.since,
  undo_until: entry.undoUntil,
  created_at: entry.createdAt,
  due_at: entry.dueAt,
  wait_ms: entry.waitMs,
  attempts: entry.attempts,
  repeats: entry.repeats,
  first_sent_at: entry.firstSentAt,
})

/** The outbox on disk. Methods run inside the caller's transaction, or alone. */
export function createOutboxRows(db: Database, log: Log) {
  const rows = new Rows<Row>(db, log, {
    table: 'outbox',
    key: 'id',
    schema: rowSchema,
    columns: rowSchema.keyof().options,
    json: ['payload'],
  })
  const list = (where: string, ...values: (string | number)[]): OutboxEntry[] =>
    rows.all(where, ...values).map(readEntry)
  const open = (kind: DeliveryKind, subject: string): OutboxEntry | null =>
    list('kind = ? AND subject = ? AND open = 1', kind, subject)[0] ?? null
  // Not by creation time, because somebody may have set the clock meanwhile.
  const newest = 'kind = ? AND subject = ? ORDER BY open DESC, rowid DESC'
  return {
    /** Adds or updates an entry. Throws if another entry of the kind and subject is open. */
    keep: (entry: OutboxEntry) => rows.put(rowOf(entry)),
    has: (id: string) => db.get('SELECT 1 FROM outbox WHERE id = ?', id) !== undefined,
    /** The open entry of a kind and subject, if any. */
    open,
    newest: (kind: DeliveryKind, subject: string) =>
      list(`${newest} LIMIT 1`, kind, subject)[0] ?? null,
    history: (kind: DeliveryKind, subject: string) => list(newest, kind, subject),
    inLanes: (kind: DeliveryKind) =>
      list('lane IS NOT NULL AND kind = ? ORDER BY created_at, rowid', kind),
    forgetLane: (lane: string) => void db.run('DELETE FROM outbox WHERE lane = ?', lane),
    /**
     * Deletes all entries of a kind with lanes from before an ISO instant; returns whether there
     * were any.
     */
    forgetInLanes(kind: DeliveryKind, before: string) {
      const old = 'lane IS NOT NULL AND kind = ? AND created_at < ?'
      // Called often and usually without a result; a read needs no transaction.
      if (db.get(`SELECT 1 FROM outbox WHERE ${old} LIMIT 1`, kind, before) === undefined)
        return false
      return db.run(`DELETE FROM outbox WHERE ${old}`, kind, before) > 0
    },
    /**
     * Deletes finished entries of some kinds from before an ISO instant whose subject is no `id` of
     * a table.
     */
    forgetOver(kinds: readonly DeliveryKind[], before: string, table: string): void {
      db.run(
        `DELETE FROM outbox WHERE kind IN (${kinds.map(() => '?').join(', ')}) AND open = 0 AND created_at < ?
           AND NOT EXISTS (SELECT 1 FROM ${table} WHERE ${table}.id = subject)`,
        ...kinds,
        before,
      )
    },
    /** The first waiting entry of each lane. */
    laneHeads() {
      const heads: LaneHead[] = []
      for (let lane = ''; ;) {
        const found = db.get(
          "SELECT lane, id FROM outbox WHERE state = 'queued' AND lane > ? ORDER BY lane, rowid LIMIT 1",
          lane,
        )
        if (found === undefined) return heads
        lane = String(found['lane'])
        heads.push({ lane, id: String(found['id']) })
      }
    },
    allOpen: (kind?: DeliveryKind) =>
      kind === undefined ? list('open = 1') : list('open = 1 AND kind = ?', kind),
    undecided: (kinds: readonly DeliveryKind[], most: number) =>
      list(`${undecidedOf(kinds)} ORDER BY rowid DESC LIMIT ?`, ...kinds, most),
    countUndecided: (kinds: readonly DeliveryKind[]) =>
      Number(
        db.get(`SELECT count(*) AS n FROM outbox WHERE ${undecidedOf(kinds)}`, ...kinds)?.['n'],
      ),
    get(id: string) {
      const row = rows.get(id)
      return row === null ? null : readEntry(row)
    },
    /** Entries of a kind without lanes that wait and are due by an ISO instant, in their order. */
    due: (
      kind: DeliveryKind,
      state: (typeof waitingStates)[number],
      until: string,
      most: number,
    ): DueEntry[] =>
      db
        .all(
          `SELECT rowid, id, subject FROM outbox WHERE open = 1 AND lane IS NULL AND needs_decision = 0
             AND kind = ? AND state = ? AND due_at <= ? ORDER BY rowid LIMIT ?`,
          kind,
          state,
          until,
          most,
        )
        .map(readDue),
    /** Entries of a kind and state without lanes that were tried and will be sent again. */
    waitingTried: (kind: DeliveryKind, state: (typeof waitingStates)[number]) =>
      list(
        `open = 1 AND lane IS NULL AND needs_decision = 0 AND kind = ? AND state = ?
           AND attempts > 0`,
        kind,
        state,
      ),
    /** The first entries of all kinds without lanes that wait and are due, after `last`. */
    dueOfAll: (last: DueTime, until: string, most: number): DueTime[] =>
      db
        .all(
          `SELECT id, due_at FROM outbox WHERE ${waiting}
             AND due_at <= ? AND due_at >= ? AND (due_at > ? OR id > ?)
             ORDER BY due_at, id LIMIT ?`,
          until,
          last.dueAt,
          last.dueAt,
          last.id,
          most,
        )
        .map((row) => ({ id: String(row['id']), dueAt: String(row['due_at']) })),
    /** When the next waiting entry after an ISO instant is due; null if there is none. */
    nextDue(after: string) {
      const found = db.get(
        `SELECT due_at FROM outbox WHERE ${waiting} AND due_at > ? ORDER BY due_at LIMIT 1`,
        after,
      )
      return found === undefined ? null : String(found['due_at'])
    },
    /**
     * Entries that are due later than their own wait allows, because the wall clock was set back
     * between two starts.
     */
    dueTooLate: (now: string, most: number) =>
      list(
        `${waiting} AND due_at > ?
           AND (julianday(due_at) - julianday(?)) * 86400000 > wait_ms + 1000 LIMIT ?`,
        now,
        now,
        most,
      ),
    /** The ids of entries that are being sent, according to the disk. */
    sending: () =>
      db.all(`SELECT id FROM outbox WHERE state = 'sending'`).map((row) => String(row['id'])),
    counts() {
      const found = db.all(
        `SELECT state, needs_decision, count(*) AS n FROM outbox WHERE open = 1 AND lane IS NULL
           GROUP BY kind, needs_decision, state`,
      )
      const count = (
        isCounted: (state: DeliveryState, needsDecision: boolean) => boolean,
      ): number =>
        found
          .filter((row) => isCounted(row['state'] as DeliveryState, row['needs_decision'] === 1))
          .reduce((sum, row) => sum + Number(row['n']), 0)
      // Entries that were accepted and never finished need a decision only if no newer one exists,
      // and so do entries that expired.
      const notFinished = db.get(
        `SELECT count(*) AS n FROM outbox WHERE open = 1 AND lane IS NULL
           AND needs_decision = 1 AND state = 'unknown' AND reason = 'not-finished'`,
      )
      return {
        pending: count((state, needsDecision) => !needsDecision && state !== 'accepted'),
        sending: count((state) => state === 'sending'),
        unknown: count((state, needsDecision) => state === 'unknown' && !needsDecision),
        needsPerson:
          count((state, needsDecision) => needsDecision && state !== 'expired') -
          Number(notFinished?.['n']),
      }
    },
  }
}

export type OutboxRows = ReturnType<typeof createOutboxRows>
