import type { Output } from '#contract/index.ts'
import { ok, type Result } from '#contract/shared/result.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { contactKeys, isSameGuest } from '#domain/guests/guest.ts'
import { beginningOfDayAt } from '#domain/store-time/business-day.ts'
import { readDetail } from '#domain/tickets/detail.ts'
import { favouriteDish } from '#domain/tickets/favourite-dish.ts'
import { countAllDay } from '#domain/tickets/items.ts'
import { currentField } from '#domain/tickets/order-facts.ts'
import { paceOf } from '#domain/tickets/pace.ts'
import { searchTerms } from '#domain/text/search-terms.ts'
import { isoNow } from '../clock/clock.ts'
import type { Parsed } from '../dispatch.ts'
import type { Context } from '../noun.ts'
import type { Stations } from '../stations/stations.ts'
import type { OpenTickets } from './open-tickets.ts'
import { readyKind } from './bumps.ts'
import type { TicketStore } from './store.ts'

/** In one answer. */
const maxPastTickets = 50
/** Of the latest orders, and of the latest with the name, for a guest's favourite dish. */
const maxOfGuest = 200

/** When the business day began, ISO. */
export function beginningOfDay({
  clock,
  timeZone,
  settings,
}: Pick<Context, 'clock' | 'timeZone' | 'settings'>): string {
  const { businessDayBorder } = settings()
  return new Date(beginningOfDayAt(clock.now(), timeZone(), businessDayBorder)).toISOString()
}

export class TicketQueries {
  readonly #context: Context
  readonly #store: TicketStore
  readonly #tickets: OpenTickets
  readonly #dishTimes: Stations['dishTimes']

  constructor(
    context: Context,
    store: TicketStore,
    tickets: OpenTickets,
    dishTimes: Stations['dishTimes'],
  ) {
    this.#context = context
    this.#store = store
    this.#tickets = tickets
    this.#dishTimes = dishTimes
  }

  list(): Result<Output<'tickets.list'>> {
    return ok({
      revision: this.#tickets.revision,
      now: isoNow(this.#context.clock),
      tickets: this.#tickets.list(),
    })
  }

  waiting(): Result<Ticket[]> {
    return ok(this.#tickets.waiting())
  }

  recent(): Result<Ticket[]> {
    return ok(this.#store.recent(maxPastTickets))
  }

  search({ text }: Parsed<'tickets.search'>): Result<Ticket[]> {
    return ok(this.#store.find(text, this.#tickets.list(), maxPastTickets))
  }

  get({ ticketId }: Parsed<'tickets.get'>): Result<Output<'tickets.get'>> {
    const { outbox, archive } = this.#context
    const row = this.#store.load(ticketId)
    if (row === null) return archive.notFound()
    const bumps = outbox.history(readyKind, ticketId).map((entry) => ({
      id: entry.id,
      delivery: outbox.deliveryOf(entry),
      createdAt: entry.createdAt,
      sentAt: entry.firstSentAt,
      attempts: entry.attempts,
    }))
    const ticket = this.#store.ticket(row)
    return ok(readDetail(row.known, row.marks, ticket, bumps, this.#store.allergies))
  }

  /** Only the words of orders are indexed, so the contacts are compared afterwards. */
  favouriteDish({
    name,
    ...contacts
  }: Parsed<'tickets.favouriteDish'>): Result<Output<'tickets.favouriteDish'>> {
    const { stored } = this.#store
    const guest = contactKeys(contacts)
    const terms = searchTerms(name)
    const named = terms.length === 0 ? [] : stored.search(terms, maxOfGuest)
    const past = new Map([...stored.newest(maxOfGuest), ...named].map((row) => [row.id, row]))
    const own = [...past.values()].filter(({ known: facts }) => {
      const [phone, email] = [currentField(facts, 'phone'), currentField(facts, 'email')]
      return isSameGuest(contactKeys({ phone, email }), guest)
    })
    const orders = own.map((row) => this.#store.ticket(row))
    return ok(favouriteDish(orders.map(({ items }) => items.map((item) => item.name))))
  }

  pace({ stations }: Parsed<'tickets.pace'>): Result<Output<'tickets.pace'>> {
    const from = beginningOfDay(this.#context)
    return ok(
      stations.length === 0
        ? paceOf(this.#store.bumps.since(from))
        : this.#dishTimes.paceSince(from, stations),
    )
  }

  allDay({ types, stations }: Parsed<'tickets.allDay'>): Result<Output<'tickets.allDay'>> {
    return ok(countAllDay(this.#tickets.list(), types, isoNow(this.#context.clock), stations))
  }
}
