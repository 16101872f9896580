import { isDeepStrictEqual } from 'node:util'
import type { StockKey } from '#contract/stock/stock.ts'
import type { Bump, Ticket } from '#contract/tickets/ticket.ts'
import type { Contacts } from '#domain/guests/guest.ts'
import type { MenuNames } from '#domain/menu/stock-key.ts'
import type { Routes } from '#domain/stations/routes.ts'
import { AllergyReader, standardAllergies } from '#domain/tickets/allergy.ts'
import { originOf, plainCode } from '#domain/tickets/codes.ts'
import { madeItems } from '#domain/tickets/items.ts'
import type { Marks } from '#domain/tickets/marks.ts'
import { currentField, currentOrder, type OrderFacts } from '#domain/tickets/order-facts.ts'
import { plainOrder, type PlainOrder } from '#domain/tickets/plain-order.ts'
import { buildTicket, followItems } from '#domain/tickets/ticket.ts'
import { timeTicket, type Timing } from '#domain/tickets/timing.ts'
import type { Context } from '../noun.ts'
import type { OrderRow } from './row.ts'
import type { StoredOrders } from './stored-orders.ts'

/** What a ticket needs besides its order. */
export interface TicketParts {
  /** `items` is another object once the names have changed. */
  menu: MenuNames & { readonly items: object }
  stations: {
    readonly routes: Routes
    readonly dishTimes: {
      /** How long a product takes; null if that is unknown. */
      secondsOf(key: StockKey): number | null
    }
  }
  guests: {
    /** The noted allergies of the guest with one of these contacts; null without a note. */
    allergiesOf(contacts: Contacts): string | null
  }
  bumpOf(orderId: string): Bump | null
}

/** Builds tickets from stored orders, with the settings, the menu and the stations as they are now. */
export class TicketBuilder {
  readonly #context: Pick<Context, 'dialect' | 'settings' | 'clock'>
  readonly #parts: TicketParts
  readonly #stored: StoredOrders
  #ownWords: readonly string[] = []
  #allergies = standardAllergies
  /** A tap changes nothing of what an order says, and working that out is most of the work of a ticket. */
  #plainOrders = new WeakMap<OrderFacts, PlainOrder>()
  /** The items of the menu at the time of these. */
  #menuItems: object | null = null

  constructor(
    context: Pick<Context, 'dialect' | 'settings' | 'clock'>,
    parts: TicketParts,
    stored: StoredOrders,
  ) {
    this.#context = context
    this.#parts = parts
    this.#stored = stored
  }

  ticket(row: OrderRow): Ticket {
    const items = currentField(row.known, 'items') ?? []
    const timed = timeTicket(this.#untimed(row), items, row.marks.times, this.timing())
    const from = this.#splitFrom(row)
    return { ...timed, items: madeItems(timed.items), ...(from !== null && { splitFrom: from }) }
  }

  /** The marks of an order once a message replaced its items. */
  followItems(marks: Marks, before: OrderFacts, now: OrderFacts): Marks {
    const [former, items] = [currentField(before, 'items'), currentField(now, 'items')]
    if (former === undefined || former === items || isDeepStrictEqual(former, items)) return marks
    return followItems(marks, this.#plain(before).items, this.#plain(now).items)
  }

  timing(): Timing {
    const { finishTogether, courses } = this.#context.settings()
    const { routes, dishTimes } = this.#parts.stations
    return {
      finishTogether: finishTogether && routes.isUsed,
      courses: courses && routes.isUsed,
      secondsOf: (key) => dishTimes.secondsOf(key),
      courseOf: (key) => routes.courseOf(key),
      courseField: this.#context.dialect.courseField,
    }
  }

  /** With the restaurant's own words, as they are set now. */
  get allergies(): AllergyReader {
    const words = this.#context.settings().allergyWords
    if (words !== this.#ownWords) {
      this.#ownWords = words
      this.#allergies = new AllergyReader(words)
      this.#plainOrders = new WeakMap()
    }
    return this.#allergies
  }

  #plain(facts: OrderFacts): PlainOrder {
    const { allergies } = this
    const { menu } = this.#parts
    if (menu.items !== this.#menuItems) {
      this.#menuItems = menu.items
      this.#plainOrders = new WeakMap()
    }
    const before = this.#plainOrders.get(facts)
    if (before !== undefined) return before
    const plain = plainOrder(facts, menu, this.#context.dialect, allergies)
    this.#plainOrders.set(facts, plain)
    return plain
  }

  #untimed({ id, known: facts, marks }: OrderRow): Ticket {
    const { settings, dialect, clock } = this.#context
    const parts = this.#parts
    const ticket = buildTicket({
      ...{ id, marks, dialect, rules: settings(), now: clock.now() },
      plain: this.#plain(facts),
      bump: marks.recalledAt === null ? parts.bumpOf(id) : null,
      routes: parts.stations.routes,
      allergies: this.allergies,
    })
    const guestAllergies = parts.guests.allergiesOf({
      userId: currentField(facts, 'userId'),
      phone: currentField(facts, 'phone'),
      email: currentField(facts, 'email'),
    })
    return { ...ticket, guestAllergies }
  }

  /** The code of the order from which one was split; null if it was not. */
  #splitFrom({ id, known: facts }: OrderRow): string | null {
    const origin = originOf(id, facts, this.#context.dialect)
    if (origin === null || 'code' in origin) return origin?.code ?? null
    const row = this.#stored.get(origin.id)
    return plainCode(origin.id, row === null ? {} : currentOrder(row.known))
  }
}
