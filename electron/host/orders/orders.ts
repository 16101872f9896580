import type { HostEvent } from '#contract/index.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import type { MenuNames } from '#domain/menu/stock-key.ts'
import { withoutGuest } from '#domain/orders/forget-guest.ts'
import { currentOrder } from '#domain/orders/known.ts'
import type { Dialect } from '#platform/dialect.ts'
import type { Order } from '#platform/order.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { Log } from '../log.ts'
import type { Noun } from '../noun.ts'
import type { OutboxKinds } from '../outbox/rules.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { createBumpedOrders } from './bumped-orders.ts'
import { createOrdersChanges } from './changes.ts'
import { createOrderCommands } from './commands.ts'
import { createOrderEvents } from './events.ts'
import { bumpOf, isTakenBack, readyKind, readyRules } from './outbox.ts'
import { createOrderQueries } from './queries.ts'
import {
  createOrderStore,
  type AllergiesOf,
  type LeftPlace,
  type OrderRow,
  type OrderStore,
} from './store.ts'

interface OrdersDeps {
  db: Database
  log: Log
  outbox: Outbox
  clock: Clock
  dialect: Dialect
  settings: () => Settings
  /** What the menu knows of what an order names. */
  menu: MenuNames
  /** What was noted of the guest with one of these contacts. */
  allergiesOf: AllergiesOf
  /** The row of an order could not be read, and is set aside. */
  onLost(orderId: string): void
  /** Screens are to be told. */
  changed(): void
  /** The restaurant's zone. */
  timeZone: () => string
  /** What a message counts by that says it is of `date` (clock-skew.ts). */
  dateOf(date: string, receivedAt: string): string
}

/** The noun of the queue: the orders as tickets on the glass, and what the kitchen does with them. */
export interface Orders extends Noun {
  readonly handlers: HandlersOf<'tickets'>
  readonly outbox: Pick<OutboxKinds, 'preparation-ready'>
  /** Whether an order has been heard of. */
  knows(orderId: string): boolean
  /** All that is known of an order now; null where nobody heard of it. */
  order(orderId: string): Partial<Order> | null
  /** The codes of the tickets that still ask something, and were due in the kitchen between two ISO instants; null is ever. */
  openCodes(from: string | null, until: string): string[]
  /** An order as the kitchen sees it now; null where nobody heard of it. */
  ticket(orderId: string): Ticket | null
  /** What tickets are made with has changed, settings or the menu's names: every open one is told again. */
  touchAll(): void
  /** The database lost something: tickets are kept anew by what the outbox has of them. Within the caller's transaction. */
  keepAnew(): void
  /**
   * Forgets whose orders they were, of the next `limit` that left the queue before an ISO instant; answers where it came
   * to, null where there are none. Within the caller's transaction.
   */
  forgetGuests(after: LeftPlace, before: string, limit: number): LeftPlace | null
  /** Packs the next `limit` that left the queue before an ISO instant; answers as `forgetGuests` does. */
  pack(after: LeftPlace, before: string, limit: number): LeftPlace | null
  /** Ids of the orders that are open, or left the queue since an ISO instant. */
  since: OrderStore['since']
  /** The next orders that were bumped from one ISO instant until before another, as far as figures need them. */
  readonly bumpedBetween: ReturnType<typeof createBumpedOrders>
  /** How many left the queue then without a bump. */
  readonly leftWithoutBump: OrderStore['leftWithoutBump']
}

const isWithin = (at: number, from: string | null, until: string): boolean =>
  (from === null || at >= Date.parse(from)) && at <= Date.parse(until)

/** Whether a ticket has left the queue: it is bumped and past its undo, or gone for good. */
const hasLeft = (ticket: Ticket): boolean =>
  ticket.stage !== 'new' &&
  ticket.cancellation === null &&
  ticket.bump?.delivery.undoUntil === undefined

export function createOrders(deps: OrdersDeps): Orders {
  const { db, log, clock, outbox } = deps
  const store = createOrderStore(
    db,
    log,
    deps.dialect,
    deps.settings,
    deps.menu,
    (id) => bumpOf(outbox, id),
    () => clock.now(),
    deps.allergiesOf,
    deps.onLost,
  )
  const changes = createOrdersChanges(store.open)

  /** Keeps a row; `ticket` is what it makes, where that was worked out already. */
  function keep(row: OrderRow, ticket = store.ticket(row)): void {
    const leftAt = hasLeft(ticket) ? (row.marks.leftAt ?? isoNow(clock)) : null
    store.save({ ...row, marks: { ...row.marks, leftAt } }, ticket)
    changes.touch(ticket)
  }

  return {
    outbox: { 'preparation-ready': readyRules({ store, outbox, keep }) },
    hears: { order: createOrderEvents({ store, outbox, clock, dateOf: deps.dateOf, keep }) },
    knows: store.has,
    bumpedBetween: createBumpedOrders(store, deps.menu),
    leftWithoutBump: store.leftWithoutBump,
    order(orderId) {
      const row = store.load(orderId)
      return row === null ? null : currentOrder(row.known)
    },
    openCodes: (from, until) =>
      [...changes.tickets().values()]
        .filter(({ queueAt }) => isWithin(Date.parse(queueAt), from, until))
        .map(({ code }) => code),
    ticket(orderId) {
      const row = store.load(orderId)
      return row === null ? null : store.ticket(row)
    },
    touchAll() {
      for (const ticket of store.open()) changes.touch(ticket)
    },
    keepAnew() {
      for (const id of store.doubtful()) {
        const row = store.load(id)
        if (row === null) continue
        const { recalledAt } = row.marks
        const entry = outbox.newest(readyKind, id)
        // The row is of an older copy: it remembers a recall, and not the bump after it.
        const isBumped =
          recalledAt !== null &&
          entry !== null &&
          !isTakenBack(entry) &&
          recalledAt < entry.createdAt
        keep(isBumped ? { ...row, marks: { ...row.marks, recalledAt: null } } : row)
      }
    },
    forgetGuests(after, before, limit) {
      const left = store.leftBetween(after, before, limit)
      for (const { id, known, marks } of left) keep({ id, known: withoutGuest(known), marks })
      const last = left.at(-1)
      return last === undefined ? null : { leftAt: last.leftAt, id: last.id }
    },
    pack(after, before, limit) {
      const left = store.leftBetween(after, before, limit)
      left.forEach(store.pack)
      const last = left.at(-1)
      return last === undefined ? null : { leftAt: last.leftAt, id: last.id }
    },
    since: store.since,
    changes: () =>
      changes
        .take()
        .map((change): HostEvent => ({ type: 'tickets.changed', now: isoNow(clock), ...change })),
    /** A driver who was planned is sought, now that it is time. */
    catchUp() {
      const now = isoNow(clock)
      const due = [...changes.tickets().values()].filter(
        ({ driver }) =>
          driver?.stage === 'planned' && driver.searchesAt !== null && driver.searchesAt <= now,
      )
      for (const { id } of due) {
        const row = store.load(id)
        if (row !== null) changes.touch(store.ticket(row))
      }
      if (due.length > 0) deps.changed()
    },
    start: store.indexPast,
    rolledBack: () => changes.reload(),
    handlers: {
      ...createOrderQueries({ store, outbox, changes, clock, timeZone: deps.timeZone }),
      ...createOrderCommands({
        db,
        store,
        outbox,
        clock,
        keep,
        undoMs: () => deps.settings().undoSeconds * 1000,
      }),
    },
  }
}
