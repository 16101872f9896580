import type { Ticket } from '#contract/ticket.ts'
import { learn } from '#domain/orders/known.ts'
import { freshMarks } from '#domain/orders/ticket.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { HeardOrder } from '../noun.ts'
import type { ReadyEntries } from './outbox.ts'
import type { OrderRow, OrderStore } from './store.ts'

interface EventsDeps {
  store: OrderStore
  entries: ReadyEntries
  clock: Clock
  keep: (row: OrderRow, ticket?: Ticket) => void
}

/** What the platform says of an order, within the reader's transaction. */
export const createOrderEvents =
  ({ store, entries, clock, keep }: EventsDeps) =>
  ({ orderId, message, receivedAt, isNew }: HeardOrder): void => {
    const before = isNew ? null : store.load(orderId)
    const marks = before?.marks ?? freshMarks(receivedAt)
    const known = learn(before?.known ?? null, message)
    const row: OrderRow = { id: orderId, known, marks }
    const had = before === null ? 0 : store.ticket(before).changes.length
    const ticket = store.ticket(row)
    const isGone = ticket.stage === 'cancelled' || ticket.stage === 'handed-over'
    if (isGone) entries.drop(orderId)
    if (ticket.stage === 'ready' && ticket.changes.length > had) {
      // The food that was bumped is not the food that is wanted now: it comes back to the queue.
      entries.withdraw(orderId)
      keep({ ...row, marks: { ...marks, bump: null, recalledAt: isoNow(clock) } })
    } else keep(row, ticket)
  }
