import type { Settings } from '#contract/settings.ts'
import type { Ticket } from '#contract/ticket.ts'
import type { KeyOf } from '#domain/menu/stock-key.ts'
import type { Dialect } from '#platform/dialect.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { Log } from '../log.ts'
import type { Noun } from '../noun.ts'
import type { OutboxKinds } from '../outbox/rules.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { createOrdersChanges } from './changes.ts'
import { createOrderCommands } from './commands.ts'
import { createOrderEvents } from './events.ts'
import { createReadyEntries, readyRules } from './outbox.ts'
import { createOrderQueries } from './queries.ts'
import { createOrderStore, type OrderRow } from './store.ts'

interface OrdersDeps {
  db: Database
  log: Log
  outbox: Outbox
  clock: Clock
  dialect: Dialect
  settings: () => Settings
  keyOf: KeyOf
  /** The restaurant's zone. */
  timeZone: () => string
}

/** The noun of the queue: the orders as tickets on the glass, and what the kitchen does with them. */
export interface Orders extends Noun {
  readonly handlers: HandlersOf<'tickets'>
  readonly outbox: Pick<OutboxKinds, 'preparation-ready'>
  /** Whether an order has been heard of. */
  knows(orderId: string): boolean
  /** What tickets are made with has changed, settings or the menu's names: every open one is told again. */
  touchAll(): void
}

/** Whether a ticket has left the queue: it is bumped and past its undo, or gone for good. */
const hasLeft = (ticket: Ticket): boolean =>
  ticket.stage !== 'new' && ticket.cancellation === null && ticket.bump?.state !== 'undoable'

export function createOrders(deps: OrdersDeps): Orders {
  const { db, log, clock } = deps
  const store = createOrderStore(db, log, deps.dialect, deps.settings, deps.keyOf)
  const changes = createOrdersChanges(store.open())
  const entries = createReadyEntries(deps.outbox)

  /** Keeps a row; `ticket` is what it makes, where that was worked out already. */
  function keep(row: OrderRow, ticket = store.ticket(row)): void {
    const leftAt = hasLeft(ticket) ? (row.marks.leftAt ?? isoNow(clock)) : null
    store.save({ ...row, marks: { ...row.marks, leftAt } }, ticket)
    changes.touch(ticket)
  }

  return {
    outbox: {
      'preparation-ready': readyRules({
        store,
        onBump(orderId, state, words) {
          const row = store.load(orderId)
          if (row === null) return
          const { bump } = row.marks
          const readyConfirmed = row.marks.readyConfirmed || state === 'confirmed'
          const marks = { readyConfirmed, bump: bump === null ? null : { ...bump, state, words } }
          keep({ ...row, marks: { ...row.marks, ...marks } })
        },
      }),
    },
    hears: { order: createOrderEvents({ store, entries, clock, keep }) },
    knows: store.has,
    touchAll() {
      for (const ticket of store.open()) changes.touch(ticket)
    },
    changes() {
      const change = changes.take()
      return change === null ? [] : [{ type: 'tickets.changed', now: isoNow(clock), ...change }]
    },
    start: store.indexPast,
    rolledBack: () => changes.reload(store.open()),
    handlers: {
      ...createOrderQueries({ store, entries, changes, clock, timeZone: deps.timeZone }),
      ...createOrderCommands({
        db,
        store,
        entries,
        clock,
        keep,
        undoMs: () => deps.settings().undoSeconds * 1000,
      }),
    },
  }
}
