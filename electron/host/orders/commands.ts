import { fail, ok, type Result } from '#contract/result.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { strikeMark, type Marks } from '#domain/orders/ticket.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { HandlersOf } from '../dispatch.ts'
import { isQueued, isUndecided, markedDone, withdrawn, type Outbox } from '../outbox/outbox.ts'
import { readyKind } from './outbox.ts'
import type { OrderRow, OrderStore } from './store.ts'

/** What the kitchen does with its tickets. */
export type OrderCommands = Pick<
  HandlersOf<'tickets'>,
  | 'tickets.markReady'
  | 'tickets.undo'
  | 'tickets.recall'
  | 'tickets.strikeItem'
  | 'tickets.start'
  | 'tickets.acknowledge'
>

interface CommandsDeps {
  db: Database
  store: OrderStore
  outbox: Outbox
  clock: Clock
  undoMs: () => number
  /** Within the transaction. */
  keep: (row: OrderRow) => void
}

export function createOrderCommands(deps: CommandsDeps): OrderCommands {
  const { db, store, outbox, clock } = deps

  /** Loads the row, lets `change` work on it, keeps what it answers; null where nothing is to change. */
  const change = (
    orderId: string,
    work: (row: OrderRow, ticket: Ticket) => Result<Partial<Marks> | null>,
  ): Result<null> =>
    db.transact(() => {
      const row = store.load(orderId)
      if (row === null) return fail('not-found')
      const marks = work(row, store.ticket(row))
      if (!marks.ok) return marks
      if (marks.value !== null) deps.keep({ ...row, marks: { ...row.marks, ...marks.value } })
      return ok(null)
    })

  return {
    'tickets.markReady': ({ ticketId, tapId }) =>
      change(ticketId, (_row, ticket) => {
        if (outbox.has(tapId) || ticket.stage === 'ready') return ok(null)
        if (ticket.stage !== 'new') return fail('too-late')
        // Of a bump that was recalled: whoever bumps again has decided about it.
        outbox.move(readyKind, ticketId, isUndecided, markedDone)
        // One that may have been sent before the recall goes on, and is this bump.
        if (outbox.open(readyKind, ticketId) === null)
          outbox.enqueue({
            id: tapId,
            kind: readyKind,
            subject: ticketId,
            payload: {},
            undoMs: deps.undoMs(),
          })
        return ok({ recalledAt: null })
      }),

    'tickets.undo': ({ ticketId }) =>
      change(ticketId, (_row, ticket) => {
        if (ticket.bump === null) return ok(null)
        const undone = outbox.move(readyKind, ticketId, isQueued, withdrawn)
        return undone === null ? fail('too-late') : ok({})
      }),

    'tickets.recall': ({ ticketId }) =>
      change(ticketId, ({ marks }, ticket) => {
        if (ticket.stage === 'new') return ok(null)
        if (ticket.stage !== 'ready') return fail('too-late')
        outbox.move(readyKind, ticketId, isQueued, withdrawn)
        return ok({ recalledAt: isoNow(clock), recalls: marks.recalls + 1 })
      }),

    'tickets.strikeItem': ({ ticketId, itemKey, struck }) =>
      change(ticketId, ({ marks }, ticket) => {
        const item = ticket.items.find(({ key }) => key === itemKey)
        if (item === undefined) return fail('not-found')
        const { [itemKey]: _old, ...others } = marks.struck
        return ok({ struck: struck ? { ...others, [itemKey]: strikeMark(item) } : others })
      }),

    'tickets.start': ({ ticketId, started }) =>
      change(ticketId, ({ marks }, ticket) => {
        if (ticket.stage !== 'new') return fail('too-late')
        return ok({ startedAt: started ? (marks.startedAt ?? isoNow(clock)) : null })
      }),

    'tickets.acknowledge': ({ ticketId }) =>
      change(ticketId, (_row, ticket) =>
        ok({
          acknowledgedItems: ticket.items.map(({ struck: _struck, ...item }) => item),
          cancellationAcknowledged: ticket.stage === 'cancelled',
        }),
      ),
  }
}
