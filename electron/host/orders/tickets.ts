import type { HostEvent } from '#contract/operations.ts'
import { ok, type Result } from '#contract/result.ts'
import type { Settings } from '#contract/settings.ts'
import { countAllDay } from '#domain/orders/all-day.ts'
import type { KeyOf } from '#domain/menu/stock-key.ts'
import type { Dialect } from '#platform/dialect.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { Handlers } from '../dispatch.ts'
import type { OutboxStore } from '../outbox/store.ts'
import { createBoard } from './board.ts'
import { createOrders, type Orders } from './commands.ts'
import { createOrderStore } from './store.ts'

interface TicketsDeps {
  db: Database
  outbox: OutboxStore
  clock: Clock
  dialect: Dialect
  settings: () => Settings
  keyOf: KeyOf
  /** Runs `work` in a transaction and tells the screens. */
  transact: (work: () => Result<null>) => Result<null>
  tell(event: HostEvent): void
}

/** The noun of the queue: the orders as tickets on the glass, and what the kitchen does with them. */
export interface Tickets extends Pick<Orders, 'hear' | 'follow' | 'send'> {
  readonly handlers: Pick<Handlers, Extract<keyof Handlers, `tickets.${string}`>>
  /** What tickets are made with has changed, settings or the menu's names: every open one is told again. */
  touchAll(): void
  /** After a commit: tells the screens what changed. */
  tellChanges(): void
  /** A transaction failed: what was rolled back must not stay on the board. */
  reload(): void
}

const mostRecent = 50

export function createTickets(deps: TicketsDeps): Tickets {
  const { db, clock } = deps
  const store = createOrderStore(db, deps.dialect, deps.settings, deps.keyOf)
  const board = createBoard(store.open())
  const undoMs = (): number => deps.settings().undoSeconds * 1000
  const orders = createOrders({ ...deps, store, board, undoMs })

  return {
    hear: orders.hear,
    follow: orders.follow,
    send: orders.send,
    touchAll() {
      for (const ticket of store.open()) board.touch(ticket)
    },
    tellChanges() {
      const change = board.take()
      if (change !== null) deps.tell({ type: 'tickets.changed', now: isoNow(clock), ...change })
    },
    reload: () => board.reload(store.open()),
    handlers: {
      'tickets.snapshot': () =>
        ok({ revision: board.revision, now: isoNow(clock), tickets: [...board.tickets()] }),
      'tickets.recent': () => ok(store.recent(mostRecent)),
      'tickets.allDay': ({ types }) => ok(countAllDay(board.tickets(), types, isoNow(clock))),
      'tickets.markReady': orders.markReady,
      'tickets.undo': orders.undo,
      'tickets.recall': orders.recall,
      'tickets.strikeItem': orders.strikeItem,
      'tickets.acknowledge': orders.acknowledge,
      'tickets.decide': orders.decide,
    },
  }
}
