import type { Ticket } from '#contract/ticket.ts'
import { learn, redated } from '#domain/orders/known.ts'
import { freshMarks, isGone, type Marks } from '#domain/orders/ticket.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { HeardOrder } from '../noun.ts'
import type { ReadyEntries } from './outbox.ts'
import type { OrderRow, OrderStore } from './store.ts'

interface EventsDeps {
  store: OrderStore
  entries: ReadyEntries
  clock: Clock
  /** What a message counts by that says it is of `date` (clock-skew.ts). */
  dateOf(date: string, receivedAt: string): string
  keep: (row: OrderRow, ticket?: Ticket) => void
}

/** Marks that lost, or never knew, what the outbox remembers of the bump: what was told is not new again. */
export function withBump(marks: Marks, remembered: ReturnType<ReadyEntries['remembered']>): Marks {
  if (remembered === null || (marks.recalledAt ?? '') >= remembered.at) return marks
  const readyConfirmed = marks.readyConfirmed || remembered.readyConfirmed
  // The undo is the ticket's own matter: its entry waits.
  const stands = marks.bump?.state === 'undoable' ? 'queued' : marks.bump?.state
  const isSame = stands === remembered.bump?.state
  return { ...marks, readyConfirmed, bump: isSame ? marks.bump : remembered.bump }
}

/** What the platform says of an order, within the reader's transaction. */
export const createOrderEvents =
  ({ store, entries, clock, dateOf, keep }: EventsDeps) =>
  ({ orderId, message, receivedAt, isNew }: HeardOrder): void => {
    const before = isNew ? null : store.load(orderId)
    const kept = before?.marks ?? withBump(freshMarks(receivedAt), entries.remembered(orderId))
    const heard =
      before === null ? null : redated(before.known, (date) => dateOf(date, kept.receivedAt))
    const known = learn(heard, message)
    const ticket = store.ticket({ id: orderId, known, marks: kept })
    // To work out a ticket is most of the work of an event: the one before only where it matters.
    const was = (): Ticket | null => (before === null ? null : store.ticket(before))
    const isDriverLost = ticket.driver?.stage === 'lost' && was()?.driver?.stage !== 'lost'
    const marks = { ...kept, driversLost: kept.driversLost + (isDriverLost ? 1 : 0) }
    const row: OrderRow = { id: orderId, known, marks }
    if (isGone(ticket)) entries.drop(orderId)
    if (ticket.stage === 'ready' && ticket.changes.length > (was()?.changes.length ?? 0)) {
      // The food that was bumped is not the food that is wanted now: it comes back to the queue.
      entries.withdraw(orderId)
      keep({ ...row, marks: { ...marks, bump: null, recalledAt: isoNow(clock) } })
    } else keep(row, ticket)
  }
