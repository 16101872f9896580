import { fail, ok, type Result } from '#contract/result.ts'
import type { BumpState, Ticket } from '#contract/ticket.ts'
import { learn, type Message } from '#domain/known.ts'
import { freshMarks, strikeMark } from '#domain/ticket.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { ReadyDebts } from '../outbox/ready.ts'
import type { Board } from './board.ts'
import type { OrderRow, OrderStore } from './store.ts'

/** Where a debt stands, in this folder's words. */
export interface ReadyDebt {
  subject: string
  state: BumpState | 'withdrawn' | 'dropped'
  words: string | null
}

/** What happens to orders: what the platform says of them, and what the kitchen does. */
export interface Orders {
  /** Within the reader's transaction. Answers whether the order is a new one. */
  hear(orderId: string, message: Message, receivedAt: string): boolean
  /** Within the outbox's transaction: the bump follows its debt. */
  follow(debt: ReadyDebt): void
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
  outbox: ReadyDebts
  clock: Clock
  undoMs: () => number
  /** Runs `work` in a transaction and tells the screens. */
  transact: (work: () => Result<null>) => Result<null>
}

export function createOrders(deps: OrdersDeps): Orders {
  const { store, board, outbox, clock } = deps

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

    follow({ subject, state, words }) {
      const row = store.load(subject)
      if (row === null) return
      const toldReady = row.marks.toldReady || state === 'confirmed'
      const { bump } = row.marks
      if (state === 'withdrawn' || state === 'dropped') return
      keep({
        ...row,
        marks: { ...row.marks, toldReady, bump: bump === null ? null : { ...bump, state, words } },
      })
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
