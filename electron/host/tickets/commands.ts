import { fail, ok, type Result } from '#contract/result.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { strikeMark, type Marks } from '#domain/tickets/ticket.ts'
import { isoNow } from '../clock.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { Context } from '../noun.ts'
import { isQueued, isUndecided, markedDone, withdrawn } from '../outbox/outbox.ts'
import { readyKind } from './outbox.ts'
import type { OrderRow } from './row.ts'
import type { TicketStore } from './store.ts'
import type { Tickets } from './open-tickets.ts'

export function createTicketCommands(context: Context, store: TicketStore, tickets: Tickets) {
  const { db, outbox, clock, settings } = context

  const change = (
    orderId: string,
    work: (row: OrderRow, ticket: Ticket) => Result<Partial<Marks> | null>,
  ): Result<null> =>
    db.transact(() => {
      const row = store.load(orderId)
      if (row === null) return fail('not-found')
      const marks = work(row, store.ticket(row))
      if (!marks.ok) return marks
      if (marks.value !== null) tickets.keep({ ...row, marks: { ...row.marks, ...marks.value } })
      return ok(null)
    })

  return {
    'tickets.markReady': ({ ticketId, tapId }) =>
      change(ticketId, (_row, ticket) => {
        if (outbox.has(tapId) || ticket.stage === 'ready') return ok(null)
        if (ticket.stage !== 'new') return fail('too-late')
        // An earlier bump was recalled: bumping again decides about it.
        outbox.move(readyKind, ticketId, isUndecided, markedDone)
        // If an entry may have been sent before the recall, it serves as this bump.
        if (outbox.open(readyKind, ticketId) === null)
          outbox.enqueue({
            id: tapId,
            kind: readyKind,
            subject: ticketId,
            payload: {},
            undoMs: settings().undoSeconds * 1000,
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
  } satisfies Partial<HandlersOf<'tickets'>>
}
