import { fail, ok, type Result } from '#contract/result.ts'
import type { Ticket } from '#contract/ticket.ts'
import { strikeMark, type Marks } from '#domain/orders/ticket.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { ReadyEntries } from './outbox.ts'
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
  | 'tickets.decide'
  | 'tickets.decideMany'
>

interface CommandsDeps {
  db: Database
  store: OrderStore
  entries: ReadyEntries
  clock: Clock
  undoMs: () => number
  /** Within the transaction. */
  keep: (row: OrderRow) => void
}

export function createOrderCommands(deps: CommandsDeps): OrderCommands {
  const { db, store, entries, clock } = deps

  const changeWithin = (
    orderId: string,
    work: (row: OrderRow, ticket: Ticket) => Result<Partial<Marks> | null>,
  ): Result<null> => {
    const row = store.load(orderId)
    if (row === null) return fail('not-found')
    const marks = work(row, store.ticket(row))
    if (!marks.ok) return marks
    if (marks.value !== null) deps.keep({ ...row, marks: { ...row.marks, ...marks.value } })
    return ok(null)
  }

  /** Loads the row, lets `change` work on it, keeps what it answers; null where nothing is to change. */
  const change = (
    orderId: string,
    work: (row: OrderRow, ticket: Ticket) => Result<Partial<Marks> | null>,
  ): Result<null> => db.transact(() => changeWithin(orderId, work))

  /** Within the transaction. */
  const decide = (orderId: string, choice: 'send-again' | 'settle'): Result<null> =>
    changeWithin(orderId, ({ marks: { bump } }) => {
      const isSettled = choice === 'settle'
      const done = isSettled ? entries.settle(orderId) : entries.sendAgain(orderId)
      if (!done) return fail('too-late')
      if (bump === null) return ok(null)
      return ok({
        bump: isSettled ? { ...bump, state: 'settled' } : { ...bump, state: 'queued', words: null },
      })
    })

  return {
    'tickets.markReady': ({ ticketId, tapId }) =>
      change(ticketId, (_row, ticket) => {
        if (entries.has(tapId) || ticket.stage === 'ready') return ok(null)
        if (ticket.stage !== 'new') return fail('too-late')
        const waitMs = deps.undoMs()
        const bump = {
          state: entries.enqueue(tapId, ticketId, waitMs),
          bumpedAt: isoNow(clock),
          undoUntil: new Date(clock.now() + waitMs).toISOString(),
          words: null,
        }
        return ok({ recalledAt: null, bump })
      }),

    'tickets.undo': ({ ticketId }) =>
      change(ticketId, (_row, ticket) => {
        if (ticket.bump === null) return ok(null)
        return entries.withdraw(ticketId) ? ok({ bump: null }) : fail('too-late')
      }),

    'tickets.recall': ({ ticketId }) =>
      change(ticketId, ({ marks }, ticket) => {
        if (ticket.stage === 'new') return ok(null)
        if (ticket.stage !== 'ready') return fail('too-late')
        entries.withdraw(ticketId)
        return ok({ bump: null, recalledAt: isoNow(clock), recalls: marks.recalls + 1 })
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

    'tickets.decide': ({ ticketId, choice }) => db.transact(() => decide(ticketId, choice)),

    'tickets.decideMany': ({ ticketIds, choice }) =>
      db.transact(() => ok(ticketIds.filter((id) => decide(id, choice).ok).length)),
  }
}
