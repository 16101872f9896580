import { z } from 'zod'
import {
  deliveryKinds,
  deliveryReasons,
  deliveryStates,
  type DeliveryKind,
} from '#contract/deliveries/delivery.ts'
import type { RowFormat, ShownEntries } from '../db/table.ts'
import type { OutboxEntry } from './rules.ts'

const conditions = {
  queued: "open = 1 AND needs_decision = 0 AND state = 'queued'",
  undecided: 'open = 1 AND needs_decision = 1',
  /** Not withdrawn, so they say something about what was sent. */
  active: "state <> 'withdrawn'",
  /** Open, or withdrawn by a person. */
  openOrTakenBack: "(outbox.open = 1 OR (state = 'withdrawn' AND reason IS NULL))",
}

type Which = keyof typeof conditions

const named = (kinds: readonly DeliveryKind[]): string =>
  kinds.map((kind) => `'${kind}'`).join(', ')

/**
 * SQL for a noun's table: the subjects of such entries. It reads few rows, however large the table
 * is. All SQL about the outbox is here, so that no noun knows its columns.
 */
export const subjectsOf = (kinds: readonly DeliveryKind[], which: Which): string =>
  `SELECT subject FROM outbox WHERE kind IN (${named(kinds)}) AND ${conditions[which]}`

/** SQL: whether there is such an entry with the subject `key`, a column with its table's name. */
export const hasEntry = (key: string, kinds: readonly DeliveryKind[], which: Which): string =>
  `EXISTS (SELECT 1 FROM outbox WHERE subject = ${key} AND kind IN (${named(kinds)}) AND ${conditions[which]})`

/** SQL: whether an entry of `key` is open. */
export const hasOpenEntry = (key: string): string =>
  `EXISTS (SELECT 1 FROM outbox WHERE subject = ${key} AND open = 1)`

const isShown = (table: string, key: string, { kinds, entries }: ShownEntries): string =>
  `(kind IN (${named(kinds)}) AND EXISTS (SELECT 1 FROM ${table} WHERE ${table}.${key} = subject)${
    entries === 'all'
      ? ''
      : ` AND NOT EXISTS (SELECT 1 FROM outbox AS newer WHERE newer.subject = outbox.subject
            AND newer.kind = outbox.kind AND newer.rowid > outbox.rowid)`
  })`

/** SQL with an ISO instant and a limit: deletes finished older entries that no row of these tables shows. */
export const deleteUnshown = (
  tables: readonly { table: string; key: string; shows: ShownEntries }[],
): string =>
  // Oldest first, so that the newest are not read.
  `DELETE FROM outbox WHERE rowid IN (
     SELECT rowid FROM outbox
     WHERE rowid < coalesce((SELECT rowid FROM outbox WHERE created_at >= ? ORDER BY rowid LIMIT 1), 9e15)
       AND open = 0 ${tables.map(({ table, key, shows }) => `AND NOT ${isShown(table, key, shows)}`).join(' ')}
     ORDER BY rowid LIMIT ?)`

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
export type EntryRow = z.infer<typeof rowSchema>

export const entryRows: RowFormat<EntryRow> = {
  table: 'outbox',
  key: 'id',
  schema: rowSchema,
  columns: rowSchema.keyof().options,
  json: ['payload'],
}

export const entryOf = (row: EntryRow): OutboxEntry => ({
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

export const rowOf = (entry: OutboxEntry, isOpen: boolean): EntryRow => ({
  id: entry.id,
  kind: entry.kind,
  subject: entry.subject,
  lane: entry.lane,
  payload: entry.payload,
  state: entry.state,
  reason: entry.reason,
  message: entry.message,
  needs_decision: entry.needsDecision ? 1 : 0,
  open: isOpen ? 1 : 0,
  since: entry.since,
  undo_until: entry.undoUntil,
  created_at: entry.createdAt,
  due_at: entry.dueAt,
  wait_ms: entry.waitMs,
  attempts: entry.attempts,
  repeats: entry.repeats,
  first_sent_at: entry.firstSentAt,
})
