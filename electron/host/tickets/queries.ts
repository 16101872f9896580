import { ok } from '#contract/result.ts'
import type { BumpedTicket } from '#domain/kitchen-figures/figures.ts'
import type { MenuNames } from '#domain/menu/stock-key.ts'
import { countAllDay, amountsOf, productOf } from '#domain/tickets/items.ts'
import { readDetail } from '#domain/tickets/detail.ts'
import { currentField } from '#domain/tickets/order-facts.ts'
import { beginningOfDayAt } from '#domain/shifts/business-day.ts'
import { paceOf } from '#domain/tickets/pace.ts'
import { isoNow } from '../clock.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { Context } from '../noun.ts'
import type { Stations } from '../stations/stations.ts'
import { readyKind } from './outbox.ts'
import type { OrderRow } from './row.ts'
import type { BumpPlace, TicketStore } from './store.ts'
import type { Tickets } from './open-tickets.ts'

/** The most past tickets in one answer. */
const most = 50

export const createTicketQueries = (
  { archive, outbox, clock, timeZone, settings }: Context,
  store: TicketStore,
  tickets: Tickets,
  dishTimes: Pick<Stations['dishTimes'], 'paceSince'>,
) =>
  ({
    'tickets.snapshot': () =>
      ok({
        revision: tickets.revision,
        now: isoNow(clock),
        tickets: [...tickets.open().values()],
      }),
    'tickets.waiting': () => ok(tickets.waiting()),
    'tickets.recent': () => ok(store.recent(most)),
    'tickets.find': ({ text: searchText }) => ok(store.find(searchText, tickets.open(), most)),
    'tickets.detail'({ ticketId }) {
      const row = store.load(ticketId)
      if (row === null) return archive.notFound()
      const sent = outbox.history(readyKind, ticketId).map((entry) => ({
        id: entry.id,
        delivery: outbox.deliveryOf(entry),
        createdAt: entry.createdAt,
        sentAt: entry.firstSentAt,
        attempts: entry.attempts,
      }))
      return ok(readDetail(row.known, row.marks, store.ticket(row), sent, store.allergies()))
    },
    'tickets.pace'({ stations }) {
      const { businessDayBorder } = settings()
      const began = beginningOfDayAt(clock.now(), timeZone(), businessDayBorder)
      const from = new Date(began).toISOString()
      return ok(
        stations.length === 0
          ? paceOf(store.bumpsSince(from))
          : dishTimes.paceSince(from, stations),
      )
    },
    'tickets.allDay': ({ types, stations }) =>
      ok(countAllDay(tickets.open().values(), types, isoNow(clock), stations)),
  }) satisfies Partial<HandlersOf<'tickets'>>

function itemsOf({ known }: OrderRow, menu: MenuNames): BumpedTicket['items'] {
  const items = currentField(known, 'items') ?? []
  const amounts = amountsOf(items)
  return items.map((item, place) => {
    const { id, reported, onMenu } = productOf(item, menu)
    return { id, name: reported ?? onMenu ?? '', amount: amounts[place]?.amount ?? 1 }
  })
}

/** Bumped orders for the figures, without building their tickets. */
export const createBumpedTickets =
  (store: TicketStore, menu: MenuNames) =>
  (from: string, to: string, after: BumpPlace | null, limit: number) => {
    const bumped = store.bumpedBetween(from, to, after, limit)
    const last = bumped.at(-1)
    const orders = bumped.flatMap(({ times, row }): BumpedTicket[] => {
      if (row === null) return []
      const { recalls, driversLost } = row.marks
      return [{ ...times, recalls, driversLost, items: itemsOf(row, menu) }]
    })
    return {
      orders,
      /** How many could not be read. */
      unread: bumped.length - orders.length,
      /** Where the next part starts; null after the last. */
      next:
        last === undefined || bumped.length < limit
          ? null
          : { bumpedAt: last.times.bumpedAt, id: last.id },
    }
  }
