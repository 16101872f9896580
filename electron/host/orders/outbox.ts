import { z } from 'zod'
import type { TicketSent } from '#contract/ticket-detail.ts'
import type { Bump, BumpState, Ticket } from '#contract/ticket.ts'
import { sendPreparationReady } from '#platform/orders.ts'
import type { OutboxEntry } from '../outbox/entry.ts'
import { legacyState } from '../outbox/legacy.ts'
import { whenUndecided, type OutboxRules } from '../outbox/rules.ts'
import {
  isNotSending,
  isQueued,
  isUndecided,
  markedDone,
  notNeeded,
  queuedAgain,
  withdrawn,
  type Move,
  type Outbox,
} from '../outbox/outbox.ts'
import type { OrderStore } from './store.ts'

const kind = 'preparation-ready'

/** An entry's state as the card shows its bump; null where the bump is taken back. */
function bumpStateOf(entry: OutboxEntry): BumpState | null {
  const state = legacyState(entry)
  switch (state) {
    case 'done':
      return 'confirmed'
    case 'rejected':
      return 'refused'
    case 'withdrawn':
    case 'dropped':
      return null
    default:
      return state
  }
}

/** An entry as a person reads it; one that waits for the end of the undo is told as the card tells it. */
const readSent = ({ bump }: Ticket, entry: OutboxEntry): TicketSent => ({
  id: entry.id,
  state:
    entry.state === 'withdrawn'
      ? entry.reason === 'not-needed'
        ? 'dropped'
        : 'withdrawn'
      : entry.state === 'queued' && bump?.state === 'undoable'
        ? 'undoable'
        : (bumpStateOf(entry) ?? 'queued'),
  createdAt: entry.createdAt,
  sentAt: entry.firstSentAt,
  attempts: entry.attempts,
  words: entry.message,
})

/**
 * What a kitchen may do with the preparation-ready of an order: enqueue it once, take it back while nothing was sent, and
 * decide where the platform did not confirm. All within the caller's transaction.
 */
export interface ReadyEntries {
  /**
   * Enqueues a preparation-ready for the order, to be sent after `waitMs`; answers where it stands: `undoable`, or what an
   * earlier one that may have been sent is still at.
   */
  enqueue(tapId: string, orderId: string, waitMs: number): BumpState
  has(tapId: string): boolean
  /** What the outbox knows of an order's bump, where its ticket was lost or is older; null where it was never bumped. */
  remembered(orderId: string): { bump: Bump | null; at: string; readyConfirmed: boolean } | null
  /** What was sent of a ticket's order, or waits to be; the newest first. */
  sent(ticket: Ticket): TicketSent[]
  /** Takes back what was certainly not sent; false where that cannot be known any more. */
  withdraw(orderId: string): boolean
  /** The order is gone: nothing of it needs sending. False where there was nothing. */
  drop(orderId: string): boolean
  /** A person's word on what was refused or stayed unconfirmed; false where nothing waits for one. */
  sendAgain(orderId: string): boolean
  settle(orderId: string): boolean
}

export function createReadyEntries(outbox: Outbox): ReadyEntries {
  const move = (orderId: string, isFrom: (entry: OutboxEntry) => boolean, to: Move): boolean =>
    outbox.move(kind, orderId, isFrom, to) !== null
  return {
    enqueue(tapId, orderId, waitMs) {
      move(orderId, isUndecided, markedDone)
      const earlier = outbox.open(kind, orderId)
      if (earlier !== null) return bumpStateOf(earlier) ?? 'queued'
      outbox.enqueue({ id: tapId, kind, subject: orderId, payload: {}, undoMs: waitMs })
      return 'undoable'
    },
    has: outbox.has,
    remembered(orderId) {
      const entries = outbox.history(kind, orderId).filter(({ reason }) => reason !== 'not-needed')
      const [last] = entries
      if (last === undefined) return null
      const state = bumpStateOf(last)
      const { createdAt, message: words } = last
      return {
        bump: state && { state, bumpedAt: createdAt, undoUntil: createdAt, words },
        at: createdAt,
        readyConfirmed: entries.some((entry) => legacyState(entry) === 'done'),
      }
    },
    sent: (ticket) => outbox.history(kind, ticket.id).map((entry) => readSent(ticket, entry)),
    withdraw: (orderId) => move(orderId, isQueued, withdrawn),
    drop: (orderId) => move(orderId, isNotSending, notNeeded),
    sendAgain: (orderId) => move(orderId, isUndecided, queuedAgain),
    settle: (orderId) => move(orderId, isUndecided, markedDone),
  }
}

interface RulesDeps {
  store: OrderStore
  /** Within the transaction: the bump of an order has come to this. */
  onBump(orderId: string, state: BumpState, words: string | null): void
}

/** How a preparation-ready is sent, and what becomes of the bump. Its subject is the order; there is nothing else to say. */
export const readyRules = ({ store, onBump }: RulesDeps): OutboxRules<object> => ({
  payload: z.strictObject({}),
  mayRepeat: () => true,
  send: (connection, entries) =>
    Promise.all(
      entries.map(async ({ subject }) =>
        // A recalled ticket that is bumped again: the platform has said yes already.
        store.load(subject)?.marks.readyConfirmed === true
          ? { ok: true, value: null, answeredAt: null }
          : sendPreparationReady(connection, { params: { orderId: subject } }),
      ),
    ),
  choices: whenUndecided('retry', 'mark-done'),
  title: ({ subject }) => {
    const row = store.load(subject)
    return row === null ? '' : store.ticket(row).code
  },
  changed(entry) {
    const bump = bumpStateOf(entry)
    if (bump !== null) onBump(entry.subject, bump, entry.message)
  },
})
