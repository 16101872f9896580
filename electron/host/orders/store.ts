import { z } from 'zod'
import type { Ticket } from '#contract/ticket.ts'
import type { KeyOf } from '#domain/menu/stock-key.ts'
import type { Known } from '#domain/orders/known.ts'
import type { LatenessRules } from '#domain/orders/lateness.ts'
import { buildTicket, isOpen, type Marks } from '#domain/orders/ticket.ts'
import type { Dialect } from '#platform/dialect.ts'
import type { Database } from '../db/open.ts'
import { createRows } from '../db/rows.ts'
import type { Log } from '../log.ts'

/** All that is kept of an order. */
export interface OrderRow {
  id: string
  known: Known
  marks: Marks
}

/** Orders on disk, and the tickets that they make. Writes belong into the caller's transaction. */
export interface OrderStore {
  has(id: string): boolean
  load(id: string): OrderRow | null
  /** Keeps the row whose ticket this is; its marks say when it left the queue. */
  save(row: OrderRow, ticket: Ticket): void
  ticket(row: OrderRow): Ticket
  /** Every ticket that still asks something, by a partial index: past orders cost nothing. */
  open(): Ticket[]
  /** The last `limit` that left the queue, newest first. */
  recent(limit: number): Ticket[]
}

const fields = z.record(z.string(), z.unknown())
/** Its frame: what is in an order or a delivery was parsed when it came, and the row's hash says that it is the same. */
const known = z.object({
  layers: z.array(z.object({ stamp: z.string(), order: fields, deliveries: fields })),
  firstItems: z.object({ stamp: z.string(), items: z.array(fields) }).nullable(),
  firstStatus: z.object({ stamp: z.string(), status: z.string() }).nullable(),
})
const marks = z.object({
  receivedAt: z.string(),
  struck: z.record(z.string(), z.string()),
  acknowledgedItems: z.array(fields).nullable(),
  cancellationAcknowledged: z.boolean(),
  bump: fields.nullable(),
  recalledAt: z.string().nullable(),
  readyConfirmed: z.boolean(),
  leftAt: z.string().nullable(),
})
const rowSchema = z.object({
  id: z.string(),
  known: known as unknown as z.ZodType<Known>,
  marks: marks as unknown as z.ZodType<Marks>,
  open: z.number(),
  left_at: z.string().nullable(),
})

/** Version 1 called `readyConfirmed` otherwise. */
function upgrade(row: Record<string, unknown>): Record<string, unknown> {
  const { toldReady, ...others } = row['marks'] as Record<string, unknown>
  return { ...row, marks: { readyConfirmed: toldReady, ...others } }
}

export function createOrderStore(
  db: Database,
  log: Log,
  dialect: Dialect,
  rules: () => LatenessRules,
  keyOf: KeyOf,
): OrderStore {
  const rows = createRows(db, log, {
    table: 'tickets',
    key: 'id',
    schema: rowSchema,
    columns: rowSchema.keyof().options,
    json: ['known', 'marks'],
    version: 2,
    upgrade,
  })
  const ticket = ({ id, known, marks }: OrderRow): Ticket =>
    buildTicket(id, known, marks, rules(), dialect, keyOf)
  return {
    has: (id) => db.get('SELECT 1 FROM tickets WHERE id = ?', id) !== undefined,
    load: rows.get,
    save({ id, known, marks }, made) {
      rows.put({ id, known, marks, open: isOpen(made) ? 1 : 0, left_at: marks.leftAt })
    },
    ticket,
    open: () => rows.all('open = 1').map(ticket),
    recent: (limit) =>
      rows.all('left_at IS NOT NULL ORDER BY left_at DESC LIMIT ?', limit).map(ticket),
  }
}
