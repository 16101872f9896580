import { fail, ok, type Result } from '#contract/result.ts'
import type { Ticket } from '#contract/ticket.ts'
import { learn, type Message } from '#domain/orders/known.ts'
import { freshMarks, strikeMark } from '#domain/orders/ticket.ts'
import type { Connection } from '#platform/connection.ts'
import type { CallResult } from '#platform/failure.ts'
import { sendPreparationReady } from '#platform/orders.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { Debt } from '../outbox/policy.ts'
import { bumpStateOf, createReadyDebts } from '../outbox/ready.ts'
import type { OutboxStore } from '../outbox/store.ts'
import type { Board } from './board.ts'
import type { OrderRow, OrderStore } from './store.ts'

/** What happens to orders: what the platform says of them, and what the kitchen does. */
export interface Orders {
  /** Within the reader's transaction. Answers whether the order is a new one. */
  hear(orderId: string, message: Message, receivedAt: string): boolean
  /** Within the outbox's transaction: the bump follows its debt. */
  follow(debt: Debt): void
  /** Tells the platform that an order is ready. */
  send(connection: Connection, orderId: string): Promise<CallResult<unknown>>
  markReady(input: { ticketId: string; tapId: string }): Result<null>
  undo(input: { ticketId: string }): Result<null>
  recall(input: { ticketId: string }): Result<null>
  strikeItem(input: { ticketId: string; itemKey: string; struck: boolean }): Result<null>
  acknowledge(input: { ticketId: string }): Result<null>
  decide(input: { ticketId: string; choice: 'send-again' | 'settle' }): Result<null>
}

interface OrdersDeps {
  store: OrderStore
  board: Board
  outbox: OutboxStore
  clock: Clock
  undoMs: () => number
  /** Runs `work` in a transaction and tells the screens. */
  transact: (work: () => Result<null>) => Result<null>
}

export function createOrders(deps: OrdersDeps): Orders {
  const { store, board, clock } = deps
  const outbox = createReadyDebts(deps.outbox, clock, follow)

  function keep(row: OrderRow, ticket = store.ticket(row)): Ticket {
    const leftQueue = (ticket: Ticket): boolean =>
      ticket.stage !== 'new' && ticket.cancellation === null && ticket.bump?.state !== 'undoable'
    const { marks } = row
    const left = leftQueue(ticket)
    const leftAt = left ? (marks.leftAt ?? isoNow(clock)) : null
    store.save({ ...row, marks: { ...marks, leftAt } }, ticket, leftAt)
    board.touch(ticket)
    return ticket
  }

  /** Loads the row, lets `change` work on it, keeps what it answers. */
  const change = (
    orderId: string,
    work: (row: OrderRow, ticket: Ticket) => Result<OrderRow | null>,
  ): Result<null> =>
    deps.transact(() => {
      const row = store.load(orderId)
      if (row === null) return fail('not-found')
      const changed = work(row, store.ticket(row))
      if (!changed.ok) return changed
      if (changed.value !== null) keep(changed.value)
      return ok(null)
    })

  const mark = (row: OrderRow, marks: Partial<OrderRow['marks']>): Result<OrderRow> =>
    ok({ ...row, marks: { ...row.marks, ...marks } })

  function follow(debt: Debt): void {
    const state = bumpStateOf(debt.state)
    const row = store.load(debt.subject)
    if (state === null || row === null) return
    const { words } = debt
    const { bump } = row.marks
    const toldReady = row.marks.toldReady || state === 'confirmed'
    keep({
      ...row,
      marks: { ...row.marks, toldReady, bump: bump === null ? null : { ...bump, state, words } },
    })
  }

  return {
    hear(orderId, message, receivedAt) {
      const before = store.load(orderId)
      const marks = before?.marks ?? freshMarks(receivedAt)
      const known = learn(before?.known ?? null, message)
      const row: OrderRow = { id: orderId, known, marks }
      const had = before === null ? 0 : store.ticket(before).changes.length
      const ticket = store.ticket(row)
      if (ticket.stage === 'cancelled' || ticket.stage === 'handed-over') outbox.drop(orderId)
      if (ticket.stage === 'ready' && ticket.changes.length > had) {
        // The food that was bumped is not the food that is wanted now: it comes back to the queue.
        outbox.withdraw(orderId)
        keep({ ...row, marks: { ...marks, bump: null, recalledAt: isoNow(clock) } })
        return false
      }
      keep(row, ticket)
      return before === null
    },

    follow,

    async send(connection, orderId) {
      // A recalled ticket that is bumped again: the platform has said yes already.
      return store.load(orderId)?.marks.toldReady === true
        ? { ok: true, value: null, answeredAt: null }
        : sendPreparationReady(connection, { params: { orderId } })
    },

    markReady: ({ ticketId, tapId }) =>
      change(ticketId, (row, ticket) => {
        if (outbox.seen(tapId)) return ok(null)
        if (ticket.stage === 'ready') return ok(null)
        if (ticket.stage !== 'new') return fail('too-late')
        const waitMs = deps.undoMs()
        return mark(row, {
          recalledAt: null,
          bump: {
            state: outbox.owe(tapId, ticketId, waitMs),
            bumpedAt: isoNow(clock),
            undoUntil: new Date(clock.now() + waitMs).toISOString(),
            words: null,
          },
        })
      }),

    undo: ({ ticketId }) =>
      change(ticketId, (row, ticket) => {
        if (ticket.bump === null) return ok(null)
        return outbox.withdraw(ticketId) ? mark(row, { bump: null }) : fail('too-late')
      }),

    recall: ({ ticketId }) =>
      change(ticketId, (row, ticket) => {
        if (ticket.stage === 'new') return ok(null)
        if (ticket.stage !== 'ready') return fail('too-late')
        outbox.withdraw(ticketId)
        return mark(row, { bump: null, recalledAt: isoNow(clock) })
      }),

    strikeItem: ({ ticketId, itemKey, struck }) =>
      change(ticketId, (row, ticket) => {
        const item = ticket.items.find(({ key }) => key === itemKey)
        if (item === undefined) return fail('not-found')
        const { [itemKey]: _old, ...others } = row.marks.struck
        return mark(row, { struck: struck ? { ...others, [itemKey]: strikeMark(item) } : others })
      }),

    acknowledge: ({ ticketId }) =>
      change(ticketId, (row, ticket) =>
        mark(row, {
          acknowledgedItems: ticket.items.map(({ struck: _struck, ...item }) => item),
          cancellationAcknowledged: ticket.stage === 'cancelled',
        }),
      ),

    decide: ({ ticketId, choice }) =>
      change(ticketId, () => {
        const done = choice === 'settle' ? outbox.settle(ticketId) : outbox.sendAgain(ticketId)
        return done ? ok(null) : fail('too-late')
      }),
  }
}
