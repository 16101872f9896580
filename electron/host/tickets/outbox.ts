import { z } from 'zod'
import type { Bump } from '#contract/tickets/ticket.ts'
import { isGone } from '#domain/tickets/ticket.ts'
import { sendPreparationReady } from '#platform/orders.ts'
import { type OutboxEntry, type Move, whenUndecided, type OutboxRules } from '../outbox/rules.ts'
import { isNotSending, isQueued, notNeeded, withdrawn, type Outbox } from '../outbox/outbox.ts'
import type { TicketStore } from './store.ts'
import type { Tickets } from './open-tickets.ts'

/** An entry of this kind is a bump; its subject is the order. */
export const readyKind = 'preparation-ready'

/**
 * Whether a person took the bump back. A bump of an order that was cancelled or handed over is not
 * sent either, but it stays a bump.
 */
export const isUndone = ({ state, reason }: OutboxEntry): boolean =>
  state === 'withdrawn' && reason !== 'not-needed'

/** The bump of an order, unless it was taken back. */
export function bumpOf(outbox: Outbox, orderId: string): Bump | null {
  const entry = outbox.newest(readyKind, orderId)
  if (entry === null || isUndone(entry)) return null
  return { bumpedAt: entry.createdAt, delivery: outbox.deliveryOf(entry) }
}

/** The platform confirmed the entry. If a person marked it done, the platform may not know. */
const isConfirmedByPlatform = ({ state, reason }: OutboxEntry): boolean =>
  state === 'confirmed' && reason !== 'by-person'

/** How a bump is sent. The order's id is all that it says. */
export function readyRules(
  outbox: Outbox,
  store: TicketStore,
  { keep }: Tickets,
): OutboxRules<object> {
  const move = (orderId: string, isFrom: (entry: OutboxEntry) => boolean, to: Move): boolean =>
    outbox.move(readyKind, orderId, isFrom, to) !== null
  return {
    payload: z.strictObject({}),
    mayRepeat: () => true,
    send: (connection, entries) =>
      Promise.all(
        entries.map(async ({ subject }) =>
          // A recalled ticket was bumped again, and the platform knows it as ready already.
          outbox.history(readyKind, subject).some(isConfirmedByPlatform)
            ? { ok: true, value: null, answeredAt: null }
            : sendPreparationReady(connection, { params: { orderId: subject } }),
        ),
      ),
    choices: whenUndecided('retry', 'mark-done'),
    title({ subject }) {
      const row = store.load(subject)
      return row === null ? '' : store.ticket(row).code
    },
    changed({ subject }) {
      const row = store.load(subject)
      if (row === null) return
      const ticket = store.ticket(row)
      // The bump was not needed or not wanted any more while it was being sent, when nothing could
      // stop it.
      const isMoved = isGone(ticket)
        ? move(subject, isNotSending, notNeeded)
        : row.marks.recalledAt !== null && move(subject, isQueued, withdrawn)
      keep(row, isMoved ? undefined : ticket)
    },
  }
}
