import type { Ticket } from '#contract/ticket.ts'
import type { Known } from '#domain/orders/known.ts'
import { buildTicket, isOpen, type Marks } from '#domain/orders/ticket.ts'
import type { LatenessRules } from '#domain/orders/lateness.ts'
import type { KeyOf } from '#domain/menu/stock-key.ts'
import type { Dialect } from '#platform/dialect.ts'
import type { Database } from '../db/open.ts'

/** All that is kept of an order. */
export interface OrderRow {
  id: string
  known: Known
  marks: Marks
}

/** Orders on disk, and the tickets that they make. Writes belong into the caller's transaction. */
export interface OrderStore {
  load(id: string): OrderRow | null
  /** Keeps the row whose ticket this is; `leftAt` (ISO) is when it left the queue, null while it has not. */
  save(row: OrderRow, ticket: Ticket, leftAt: string | null): void
  ticket(row: OrderRow): Ticket
  /** Every ticket that still asks something, by a partial index: past orders cost nothing. */
  open(): Ticket[]
  /** The last `limit` that left the queue, newest first. */
  recent(limit: number): Ticket[]
}

export function createOrderStore(
  db: Database,
  dialect: Dialect,
  rules: () => LatenessRules,
  keyOf: KeyOf,
): OrderStore {
  const read = (row: Record<string, unknown>): OrderRow => ({
    id: String(row['id']),
    known: JSON.parse(String(row['known'])) as Known,
    marks: JSON.parse(String(row['marks'])) as Marks,
  })
  const ticket = ({ id, known, marks }: OrderRow): Ticket =>
    buildTicket(id, known, marks, rules(), dialect, keyOf)
  return {
    load(id) {
      const row = db.get('SELECT id, known, marks FROM tickets WHERE id = ?', id)
      return row === undefined ? null : read(row)
    },
    save(row, made, leftAt) {
      db.run(
        `INSERT INTO tickets (id, known, marks, open, left_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET known = excluded.known, marks = excluded.marks,
           open = excluded.open, left_at = excluded.left_at`,
        row.id,
        JSON.stringify(row.known),
        JSON.stringify(row.marks),
        isOpen(made) ? 1 : 0,
        leftAt,
      )
    },
    ticket,
    open: () =>
      db.all('SELECT id, known, marks FROM tickets WHERE open = 1').map((row) => ticket(read(row))),
    recent: (limit) =>
      db
        .all(
          `SELECT id, known, marks FROM tickets WHERE left_at IS NOT NULL
           ORDER BY left_at DESC LIMIT ?`,
          limit,
        )
        .map((row) => ticket(read(row))),
  }
}
