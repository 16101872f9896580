import { z } from 'zod'
import { ticketsContract } from '#contract/tickets/contract.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { marksWithoutGuest, withoutGuest } from '#domain/tickets/forget-guest.ts'
import { countAllDay, isToBeMade } from '#domain/tickets/items.ts'
import { currentOrder } from '#domain/tickets/order-facts.ts'
import type { WholeTicket } from '#domain/printers/ticket-paper.ts'
import { toCarry } from '#domain/tickets/to-carry.ts'
import { beginningOfDayAt } from '#domain/shifts/business-day.ts'
import type { Order } from '#platform/order.ts'
import { isoNow } from '../clock.ts'
import { guests } from '../guests/guests.ts'
import { menu } from '../menu/menu.ts'
import { defineNoun } from '../noun.ts'
import { stations } from '../stations/stations.ts'
import { createTicketCommands } from './commands.ts'
import { createTicketEvents } from './events.ts'
import { bumpOf, isUndone, readyKind, readyRules } from './outbox.ts'
import { createBumpedTickets, createTicketQueries } from './queries.ts'
import { ticketRows } from './row.ts'
import { bumpRows, createTicketStore } from './store.ts'
import { createOpenTickets } from './open-tickets.ts'

const isWithin = (at: number, from: string | null, until: string): boolean =>
  (from === null || at >= Date.parse(from)) && at <= Date.parse(until)

/** A kitchen that doesn't use the wall acknowledges nothing; after a night nobody asks any more. */
const closedUnseenMs = 12 * 3_600_000

const leftPlace = z.object({ leftAt: z.string(), id: z.string() })
const firstPlace = { leftAt: '', id: '' }
/** Forgetting a guest parses and writes a ticket again, so the work is split into turns. */
const forgottenAtOnce = 50
/** In the archive, words are taken out of the index as well. */
const archivedAtOnce = 20
const droppedAtOnce = 50
const dayMs = 24 * 3_600_000
/** Enough to find one that says its preparation time. */
const fewLast = 10

export const orders = defineNoun(ticketsContract, {
  needs: [menu, guests, stations],
  tables: [
    {
      ...ticketRows,
      shows: { kinds: [readyKind], entries: 'all' },
      old: { since: 'left_at', when: 'open = 0' },
    },
    bumpRows,
  ],
  create(context) {
    const { use, values, outbox, db, archive, clock, settings, changed, announce } = context
    let lost: string[] = []
    const store = createTicketStore(context, {
      menu: use(menu),
      routes: () => use(stations).routes,
      secondsOf: (key) => use(stations).dishTimes.secondsOf(key),
      allergiesOf: use(guests).allergiesOf,
      bumpOf: (orderId) => bumpOf(outbox, orderId),
      onLost: (orderId) => void lost.push(orderId),
    })
    const tickets = createOpenTickets(context, store)
    const forgotten = values('guestsOfTicketsForgotten', leftPlace)
    /** When a person last deleted all guest data, ISO: orders that were over then lose theirs too. */
    const purgedAt = values('guestsOfTicketsPurged', z.string())

    /** Takes tickets off the wall that were closed elsewhere long ago. */
    function forgetClosed(): void {
      const since = new Date(clock.now() - closedUnseenMs).toISOString()
      const old = [...tickets.open().values()].filter(({ changes }) =>
        changes.some(({ kind, key }) => kind === 'closed' && key < since),
      )
      if (old.length === 0) return
      db.transact(() => {
        for (const { id } of old) {
          const row = store.load(id)
          if (row !== null) tickets.keep({ ...row, marks: { ...row.marks, closedAt: null } })
        }
      })
      changed()
    }

    /** Forgets the guests of the next tickets that left the wall before an ISO instant. */
    function forgetGuests(before: string): boolean {
      const left = store.leftBetween(forgotten.read() ?? firstPlace, before, forgottenAtOnce)
      for (const { id, known, marks } of left)
        tickets.keep({ id, known: withoutGuest(known), marks: marksWithoutGuest(marks) })
      const last = left.at(-1)
      if (last !== undefined) forgotten.write({ leftAt: last.leftAt, id: last.id })
      if (last !== undefined) return true
      const purged = purgedAt.read() ?? ''
      const until = purged > before ? purged : before
      return archive.forgetPeople(until, archivedAtOnce, store.forgotten)
    }

    /** Settings, stations or the menu have changed. What is no longer held is printed. */
    function timeAgain(): void {
      for (const orderId of tickets.timeAll()) void announce('course.fired', { orderId })
    }

    /** Builds and stores again the tickets that may disagree with the outbox. */
    function storeAgain(): void {
      for (const id of store.doubtful()) {
        const row = store.load(id)
        if (row === null) continue
        const { recalledAt } = row.marks
        const entry = outbox.newest(readyKind, id)
        // The row comes from an older copy: it has a recall, but not the bump after it.
        const isBumped =
          recalledAt !== null && entry !== null && !isUndone(entry) && recalledAt < entry.createdAt
        tickets.keep(isBumped ? { ...row, marks: { ...row.marks, recalledAt: null } } : row)
      }
    }

    return {
      handlers: {
        ...createTicketQueries(context, store, tickets, use(stations).dishTimes),
        ...createTicketCommands(context, store, tickets, use(stations)),
      },
      api: {
        knows: (orderId: string): boolean => store.stored.has(orderId),
        /** Orders that are over, for the archive. */
        over: store.stored,
        /** All that is known of an order now; null for an unknown one. */
        order(orderId: string): Partial<Order> | null {
          const row = store.load(orderId)
          return row === null ? null : currentOrder(row.known)
        },
        /** An order as the kitchen sees it now; null for an unknown one. */
        ticket(orderId: string): Ticket | null {
          const row = store.load(orderId)
          return row === null ? null : store.ticket(row)
        },
        /** The same with what a whole printout says besides. */
        wholeTicket(orderId: string): WholeTicket | null {
          const row = store.load(orderId)
          if (row === null) return null
          const ticket = store.ticket(row)
          const carried = toCarry(row.known, ticket)
          return carried === undefined ? ticket : { ...ticket, toCarry: carried }
        },
        /**
         * The codes of open tickets that were due in the kitchen between two ISO instants. `from`
         * null means since ever.
         */
        openCodes: (from: string | null, until: string): string[] =>
          [...tickets.open().values()]
            .filter(({ queueAt }) => isWithin(Date.parse(queueAt), from, until))
            .map(({ code }) => code),
        /** What the kitchen has to make now, and today's bumps. */
        load() {
          const now = isoNow(clock)
          const open = [...tickets.open().values()].filter(isToBeMade(now))
          const dishes = countAllDay(open, [], now)
          const { businessDayBorder } = settings()
          const began = beginningOfDayAt(clock.now(), context.timeZone(), businessDayBorder)
          return {
            openTickets: open.length,
            openDishes: dishes.reduce((sum, { count }) => sum + count, 0),
            bumps: store.bumpsSince(new Date(began).toISOString()),
          }
        },
        /** The preparation time in minutes that the newest order came with; null while unknown. */
        preparationMinutes(): number | null {
          const known = [...tickets.open().values(), ...store.recentKnown(fewLast)]
            .filter(({ preparationMinutes }) => preparationMinutes !== null)
            .toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
          return known[0]?.preparationMinutes ?? null
        },
        /**
         * How many tickets the kitchen has to make at an ISO instant, and how many of those are late;
         * when the last order came in, ISO, null for never.
         */
        rail(now: string) {
          const open = [...tickets.open().values()].filter(isToBeMade(now))
          return {
            open: open.length,
            late: open.filter(({ promisedAt }) => promisedAt <= now).length,
            lastReceivedAt: store.lastReceivedAt(),
          }
        },
        /** The open tickets, and those that wait for a guest or a driver, the oldest first. */
        shown: () => ({ open: [...tickets.open().values()], waiting: tickets.waiting() }),
        /** A number that grows whenever one of them changes. */
        touches: () => tickets.touches,
        /** Orders whose rows could not be read and were set aside since the last call. */
        takeLost(): string[] {
          const taken = lost
          lost = []
          return taken
        },
        /** What an order costs (major units), and when it came in (ISO); null if it is cancelled. */
        priceOf: store.priceOf,
        /** Ids of orders that are open, or left the wall since an ISO instant. */
        since: store.since,
        /** The next orders that were bumped from one ISO instant until before another. */
        bumpedBetween: createBumpedTickets(store, use(menu)),
        /** How many left the wall in that time without a bump. */
        leftWithoutBump: (from: string, to: string): number =>
          store.stored.countWithoutBump(from, to),
      },
      outbox: { [readyKind]: readyRules(outbox, store, tickets) },
      listens: {
        'order.received': createTicketEvents(context, store, tickets),
        'settings.changing': timeAgain,
        'guests.noted'() {
          tickets.touchAll()
          changed()
        },
        'guests.forgotten': () => db.transact(() => purgedAt.write(isoNow(clock))),
        'menu.read'({ renamed, regrouped }) {
          if (renamed || regrouped) db.transact(timeAgain)
        },
        'stations.changing': timeAgain,
        'file.restored': storeAgain,
      },
      changes: tickets.changes,
      rolledBack: tickets.reload,
      /** It is time to look for a planned driver, or to forget what nobody acknowledged. */
      catchUp() {
        const now = isoNow(clock)
        const due = [...tickets.open().values()].filter(
          ({ driver }) =>
            driver?.stage === 'planned' && driver.searchesAt !== null && driver.searchesAt <= now,
        )
        for (const { id } of due) {
          const row = store.load(id)
          if (row !== null) tickets.touch(store.ticket(row))
        }
        forgetClosed()
        if (due.length > 0) changed()
      },
      forgetPeople: forgetGuests,
      dropOld: (now) =>
        archive.dropOld(new Date(now - settings().keepDays * dayMs).toISOString(), droppedAtOnce),
    }
  },
})
