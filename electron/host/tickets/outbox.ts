import { z } from 'zod'
import type { Bump } from '#contract/tickets/ticket.ts'
import { isGone } from '#domain/tickets/ticket.ts'
import { sendPreparationReady } from '#platform/orders.ts'
import {
  type OutboxEntry,
  type Move,
  type Outbox,
  whenUndecided,
  type OutboxRules,
} from '../outbox/rules.ts'
import { isNotSending, isQueued, notNeeded, withdrawn } from '../outbox/outbox.ts'
import type { TicketStore } from './store.ts'
import type { Tickets } from './open-tickets.ts'

/** An entry of this kind is a bump; its subject is the order. */
export const readyKind = 'preparation-ready'

/** A person took the bump back. Of an order that is cancelled or handed over nothing is sent, but it was bumped all the same. */
export const isTakenBack = ({ state, reason }: OutboxEntry): boolean =>
  state === 'withdrawn' && reason !== 'not-needed'

/** The bump of an order that is not recalled. */
export function bumpOf(outbox: Outbox, orderId: string): Bump | null {
  const entry = outbox.newest(readyKind, orderId)
  if (entry === null || isTakenBack(entry)) return null
  return { bumpedAt: entry.createdAt, delivery: outbox.deliveryOf(entry) }
}

/** The platform said yes to it. Where a person said so, the platform may not know. */
const isYes = ({ state, reason }: OutboxEntry): boolean =>
  state === 'confirmed' && reason !== 'by-person'

/** How a bump is sent. There is nothing to say beside its order. */
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
          // A recalled ticket that is bumped again.
          outbox.history(readyKind, subject).some(isYes)
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
      // Nobody wants it any more since it went on the wire, where nothing could take it back.
      const isMoved = isGone(ticket)
        ? move(subject, isNotSending, notNeeded)
        : row.marks.recalledAt !== null && move(subject, isQueued, withdrawn)
      keep(row, isMoved ? undefined : ticket)
    },
  }
}
