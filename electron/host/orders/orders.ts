import { z } from 'zod'
import type { HostEvent } from '#contract/index.ts'
import { ticketsContract } from '#contract/tickets/contract.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import type { MenuNames } from '#domain/menu/stock-key.ts'
import { withoutGuest } from '#domain/orders/forget-guest.ts'
import { currentOrder } from '#domain/orders/known.ts'
import type { Dialect } from '#platform/dialect.ts'
import type { Order } from '#platform/order.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { Kept, Values } from '../db/values.ts'
import type { Log } from '../log.ts'
import { guests } from '../guests/guests.ts'
import { menu } from '../menu/menu.ts'
import { defineNoun } from '../noun.ts'
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
  values: Values
  log: Log
  outbox: Outbox
  clock: Clock
  dialect: Dialect
  settings: () => Settings
  /** What the menu knows of what an order names. */
  menu: MenuNames
  /** What was noted of the guest with one of these contacts. */
  allergiesOf: AllergiesOf
  /** Screens are to be told. */
  changed(): void
  /** The restaurant's zone. */
  timeZone: () => string
  /** What a message counts by that says it is of `date` (clock-skew.ts). */
  dateOf(date: string, receivedAt: string): string
}

/** What other nouns ask of orders. */
export interface Orders {
  /** Whether an order has been heard of. */
  knows(orderId: string): boolean
  /** All that is known of an order now; null where nobody heard of it. */
  order(orderId: string): Partial<Order> | null
  /** The codes of the tickets that still ask something, and were due in the kitchen between two ISO instants; null is ever. */
  openCodes(from: string | null, until: string): string[]
  /** An order as the kitchen sees it now; null where nobody heard of it. */
  ticket(orderId: string): Ticket | null
  /** Orders whose rows could not be read, and are set aside, since this was asked last. */
  takeLost(): string[]
  /** Ids of the orders that are open, or left the queue since an ISO instant. */
  since: OrderStore['since']
  /** The next orders that were bumped from one ISO instant until before another, as far as figures need them. */
  readonly bumpedBetween: ReturnType<typeof createBumpedOrders>
  /** How many left the queue then without a bump. */
  readonly leftWithoutBump: OrderStore['leftWithoutBump']
}

const isWithin = (at: number, from: string | null, until: string): boolean =>
  (from === null || at >= Date.parse(from)) && at <= Date.parse(until)

const leftPlace = z.object({ leftAt: z.string(), id: z.string() })
/** A ticket is parsed and written anew to forget its guest. */
const forgottenAtOnce = 50
/** A ticket is parsed and written anew: some 0.4 ms. */
const packedAtOnce = 12

/** Whether a ticket has left the queue: it is bumped and past its undo, or gone for good. */
const hasLeft = (ticket: Ticket): boolean =>
  ticket.stage !== 'new' &&
  ticket.cancellation === null &&
  ticket.bump?.delivery.undoUntil === undefined

function createOrders(deps: OrdersDeps) {
  const { db, log, clock, outbox } = deps
  let lost: string[] = []
  const forgotten = deps.values('guestsOfTicketsForgotten', leftPlace)
  const packed = deps.values('ticketsPacked', leftPlace)
  const store = createOrderStore(
    db,
    log,
    deps.dialect,
    deps.settings,
    deps.menu,
    (id) => bumpOf(outbox, id),
    () => clock.now(),
    deps.allergiesOf,
    (orderId) => void lost.push(orderId),
  )
  const changes = createOrdersChanges(store.open)

  /** Keeps a row; `ticket` is what it makes, where that was worked out already. */
  function keep(row: OrderRow, ticket = store.ticket(row)): void {
    const leftAt = hasLeft(ticket) ? (row.marks.leftAt ?? isoNow(clock)) : null
    store.save({ ...row, marks: { ...row.marks, leftAt } }, ticket)
    changes.touch(ticket)
  }

  /** The first that left the queue after a place, until an ISO instant; answers whether there may be more. */
  function eachLeft(
    place: Kept<LeftPlace>,
    before: string,
    most: number,
    work: (row: OrderRow & { leftAt: string }) => void,
  ): boolean {
    const left = store.leftBetween(place.read() ?? { leftAt: '', id: '' }, before, most)
    left.forEach(work)
    const last = left.at(-1)
    if (last !== undefined) place.write({ leftAt: last.leftAt, id: last.id })
    return last !== undefined
  }

  /** Every open ticket is told again. */
  function touchAll(): void {
    for (const ticket of store.open()) changes.touch(ticket)
  }

  /** Tickets are kept anew by what the outbox has of them. */
  function keepAnew(): void {
    for (const id of store.doubtful()) {
      const row = store.load(id)
      if (row === null) continue
      const { recalledAt } = row.marks
      const entry = outbox.newest(readyKind, id)
      // The row is of an older copy: it remembers a recall, and not the bump after it.
      const isBumped =
        recalledAt !== null && entry !== null && !isTakenBack(entry) && recalledAt < entry.createdAt
      keep(isBumped ? { ...row, marks: { ...row.marks, recalledAt: null } } : row)
    }
  }

  const api: Orders = {
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
    takeLost() {
      const taken = lost
      lost = []
      return taken
    },
    since: store.since,
  }
  return {
    api,
    outbox: { [readyKind]: readyRules({ store, outbox, keep }) },
    hears: {
      'order.heard': createOrderEvents({ store, outbox, clock, dateOf: deps.dateOf, keep }),
      'settings.changing': touchAll,
      'guests.noted'() {
        touchAll()
        deps.changed()
      },
      'menu.read'({ renamed }: { renamed: boolean }) {
        if (renamed) touchAll()
      },
      'file.restored': keepAnew,
    },
    forgetPeople: (before: string) =>
      eachLeft(forgotten, before, forgottenAtOnce, ({ id, known, marks }) =>
        keep({ id, known: withoutGuest(known), marks }),
      ),
    pack: (before: string) => eachLeft(packed, before, packedAtOnce, store.pack),
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

/** The noun of the queue: the orders as tickets on the glass, and what the kitchen does with them. */
export const orders = defineNoun(ticketsContract, {
  needs: [menu, guests],
  tables: [
    {
      name: 'tickets',
      shows: { kinds: [readyKind], entries: 'all' },
      old: { since: 'left_at', when: 'open = 0' },
    },
  ],
  create: (context) =>
    createOrders({
      ...context,
      menu: context.use(menu),
      allergiesOf: context.use(guests).allergiesOf,
    }),
})
