import type { HostEvent } from '#contract/index.ts'
import { ticketsContract } from '#contract/tickets/contract.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import type { WholeTicket } from '#domain/printers/ticket-paper.ts'
import { countAllDay, isToBeMade } from '#domain/tickets/items.ts'
import { currentOrder } from '#domain/tickets/order-facts.ts'
import type { BumpTimes } from '#domain/tickets/pace.ts'
import { toCarry } from '#domain/tickets/to-carry.ts'
import type { Order } from '#platform/order.ts'
import { isoNow } from '../clock/clock.ts'
import { handlersOf, type HandlersOf } from '../dispatch.ts'
import { guests } from '../guests/guests.ts'
import { menu } from '../menu/menu.ts'
import { defineNoun, type AnyNounDefinition, type Context } from '../noun.ts'
import { stations } from '../stations/stations.ts'
import { TicketChanges, TicketCommands } from './commands.ts'
import { TicketEvents } from './events.ts'
import { ExpoCommands } from './expo-commands.ts'
import { OpenTickets } from './open-tickets.ts'
import { BumpedOrders, bumpOf, bumpRows, readyKind } from './bumps.ts'
import { BumpRules } from './outbox.ts'
import { PastGuests } from './past-guests.ts'
import { beginningOfDay, TicketQueries } from './queries.ts'
import { ticketRows } from './row.ts'
import { TicketStore } from './store.ts'
import type { StoredOrders } from './stored-orders.ts'
import { TicketUpkeep } from './upkeep.ts'

const isWithin = (at: number, from: string | null, until: string): boolean =>
  (from === null || at >= Date.parse(from)) && at <= Date.parse(until)

const droppedAtOnce = 50
const dayMs = 24 * 3_600_000
/** Enough to find one that says its preparation time. */
const fewLast = 10

/** The orders of the kitchen, as it sees them. */
export class Tickets {
  readonly handlers: HandlersOf<'tickets'>
  readonly outbox: AnyNounDefinition['outbox'] & object
  readonly listens: AnyNounDefinition['listens'] & object = {
    'order.received': (received) => this.#events.receive(received),
    'settings.changing': () => this.#upkeep.timeAgain(),
    'guests.noted': () => {
      this.#open.touchAll()
      this.#context.changed()
    },
    'guests.forgotten': () => this.#pastGuests.purge(),
    'menu.read': ({ renamed, regrouped }) => {
      if (renamed || regrouped) this.#context.db.transact(() => this.#upkeep.timeAgain())
    },
    'stations.changing': () => this.#upkeep.timeAgain(),
    'file.restored': () => this.#upkeep.saveDoubtful(),
  }
  /** Orders that were bumped, for the figures. */
  readonly bumped: BumpedOrders
  readonly #context: Context
  readonly #store: TicketStore
  readonly #open: OpenTickets
  readonly #events: TicketEvents
  readonly #pastGuests: PastGuests
  readonly #upkeep: TicketUpkeep
  #lost: string[] = []

  constructor(context: Context) {
    const [menus, kitchen, notes] = [context.use(menu), context.use(stations), context.use(guests)]
    this.#context = context
    this.#store = new TicketStore(context, {
      ...{ menu: menus, stations: kitchen, guests: notes },
      bumpOf: (orderId) => bumpOf(context.outbox, orderId),
      onLost: (orderId) => this.#lost.push(orderId),
    })
    this.#open = new OpenTickets(context, this.#store)
    this.#events = new TicketEvents(context, this.#store, this.#open)
    this.#pastGuests = new PastGuests(context, this.#store, this.#open)
    this.#upkeep = new TicketUpkeep(context, this.#store, this.#open)
    this.bumped = new BumpedOrders(this.#store.bumps, this.#store.stored, menus)
    this.outbox = { [readyKind]: new BumpRules(context.outbox, this.#store, this.#open) }
    const changes = new TicketChanges(context, this.#store, this.#open, kitchen.dishTimes)
    this.handlers = handlersOf(
      ticketsContract,
      new TicketQueries(context, this.#store, this.#open, kitchen.dishTimes),
      new TicketCommands(context, changes, kitchen),
      new ExpoCommands(context.clock, changes),
    )
  }

  // For nouns. Instants are ISO.

  knows(orderId: string): boolean {
    return this.#store.stored.has(orderId)
  }

  /** Orders that are over, for the archive. */
  get over(): StoredOrders {
    return this.#store.stored
  }

  /** All that is known of an order now; null for an unknown one. */
  order(orderId: string): Partial<Order> | null {
    const row = this.#store.load(orderId)
    return row === null ? null : currentOrder(row.known)
  }

  /** An order as the kitchen sees it now; null for an unknown one. */
  ticket(orderId: string): Ticket | null {
    const row = this.#store.load(orderId)
    return row === null ? null : this.#store.ticket(row)
  }

  /** The same with what a whole printout says besides. */
  wholeTicket(orderId: string): WholeTicket | null {
    const row = this.#store.load(orderId)
    if (row === null) return null
    const ticket = this.#store.ticket(row)
    const carried = toCarry(row.known, ticket)
    return carried === undefined ? ticket : { ...ticket, toCarry: carried }
  }

  /**
   * The codes of open tickets that were due in the kitchen between two instants. `from` null means
   * since ever.
   */
  openCodes(from: string | null, until: string): string[] {
    return this.#open
      .list()
      .filter(({ queueAt }) => isWithin(Date.parse(queueAt), from, until))
      .map(({ code }) => code)
  }

  /** What the kitchen has to make now, and today's bumps. */
  load(): { openTickets: number; openDishes: number; bumps: BumpTimes[] } {
    const now = isoNow(this.#context.clock)
    const open = this.#open.list().filter(isToBeMade(now))
    const dishes = countAllDay(open, [], now)
    return {
      openTickets: open.length,
      openDishes: dishes.reduce((sum, { count }) => sum + count, 0),
      bumps: this.#store.bumps.since(beginningOfDay(this.#context)),
    }
  }

  /** The preparation time in minutes that the newest order came with; null while unknown. */
  preparationMinutes(): number | null {
    const [newest] = [...this.#open.list(), ...this.#store.recentAtHand(fewLast)]
      .filter(({ preparationMinutes }) => preparationMinutes !== null)
      .toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
    return newest?.preparationMinutes ?? null
  }

  /**
   * How many tickets the kitchen has to make at an instant, and how many of those are late; when the
   * last order came in, null for never.
   */
  rail(now: string): { open: number; late: number; lastReceivedAt: string | null } {
    const open = this.#open.list().filter(isToBeMade(now))
    return {
      open: open.length,
      late: open.filter(({ promisedAt }) => promisedAt <= now).length,
      lastReceivedAt: this.#store.lastReceivedAt(),
    }
  }

  /** The open tickets, and those that wait for a guest or a driver, the oldest first. */
  shown(): { open: Ticket[]; waiting: Ticket[] } {
    return { open: this.#open.list(), waiting: this.#open.waiting() }
  }

  /** A number that grows whenever one of them changes. */
  touches(): number {
    return this.#open.touches
  }

  /** Orders whose rows could not be read and were set aside since the last call. */
  drainLost(): string[] {
    const lost = this.#lost
    this.#lost = []
    return lost
  }

  /** What an order costs (major units), and when it came in; null if it is cancelled. */
  priceOf(orderId: string): { receivedAt: string; total: number | null } | null {
    return this.#store.priceOf(orderId)
  }

  /** Ids of orders that are open, or left the wall since an instant. */
  since(from: string): string[] {
    return this.#store.since(from)
  }

  /** How many left the wall from one instant until before another without a bump. */
  leftWithoutBump(from: string, to: string): number {
    return this.#store.stored.countWithoutBump(from, to)
  }

  // Housekeeping

  changes(): HostEvent[] {
    return this.#open.changes()
  }

  rolledBack(): void {
    this.#open.reload()
  }

  everyBeat(): void {
    this.#upkeep.everyBeat()
  }

  forgetPeople(before: string): boolean {
    return this.#pastGuests.forget(before)
  }

  dropOld(now: number): boolean {
    const { archive, settings } = this.#context
    const before = new Date(now - settings().keepDays * dayMs).toISOString()
    return archive.dropOld(before, droppedAtOnce)
  }
}

/** The noun of tickets. */
export const tickets = defineNoun(ticketsContract, {
  needs: [menu, guests, stations],
  tables: [
    {
      ...ticketRows,
      shows: { kinds: [readyKind], entries: 'all' },
      old: { since: 'left_at', when: 'open = 0' },
    },
    bumpRows,
  ],
  create: (context) => new Tickets(context),
})
