import { z } from 'zod'
import { deliveryKinds, deliveryReasons, deliveryStates } from '#contract/deliveries/delivery.ts'
import type { RowFormat } from '../db/table.ts'
import type { OutboxEntry } from './rules.ts'

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
