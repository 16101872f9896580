import { isDeepStrictEqual } from 'node:util'
import type { Ticket } from '#contract/tickets/ticket.ts'
import type { AllergyReader } from '#domain/tickets/allergy.ts'
import { marksWithoutGuest, withoutGuest } from '#domain/tickets/forget-guest.ts'
import type { Marks } from '#domain/tickets/marks.ts'
import { currentField, type OrderFacts } from '#domain/tickets/order-facts.ts'
import { matches, searchTextOfTicket } from '#domain/tickets/codes.ts'
import { isCancelled, isOpen } from '#domain/tickets/ticket.ts'
import { timeMarks } from '#domain/tickets/timing.ts'
import { searchTerms } from '#domain/text/search-terms.ts'
import type { ArchivedOrder, Forgotten } from '../archive/archive-file.ts'
import type { Context } from '../noun.ts'
import { hasEntry } from '../outbox/entry-row.ts'
import { Bumps } from './bumps.ts'
import { rowOf, type OrderRow } from './row.ts'
import { StoredOrders } from './stored-orders.ts'
import { TicketBuilder, type TicketParts } from './ticket-builder.ts'

/** A position in the list of tickets that left the wall, for the next page of it. */
export interface LeftPlace {
  leftAt: string
  id: string
}

interface StoreParts extends TicketParts {
  /** Called when a row could not be read and was set aside. */
  onLost(orderId: string): void
}

/** The last order that came in is open or among this many that left the wall last. */
const maxWithLast = 20

const fullCodeOf = ({ known: facts }: OrderRow): string | null =>
  currentField(facts, 'fullCode') ?? null

const wordsOf = (ticket: Ticket, fullCode: string | null): string =>
  searchTextOfTicket(ticket, fullCode)
    .map((word) => ` ${word}`)
    .join('')

/**
 * Orders on disk, and the tickets built from them. Those that are over are in the archive; one of
 * them that is saved is here again, and its row here counts. Writes belong in the caller's
 * transaction. Instants are ISO.
 */
export class TicketStore {
  readonly stored: StoredOrders
  readonly bumps: Bumps
  readonly #context: Pick<Context, 'db' | 'archive' | 'dialect'>
  readonly #builder: TicketBuilder
  /** Full codes of open tickets, which do not contain them. */
  readonly #fullCodes = new Map<string, string | null>()
  /** When the last order came in, as far as its row was read or written since the start. */
  #lastReceivedAt: string | null = null
  /** Whether orders that left the wall before the start count in it. */
  #hasReadPast = false

  constructor(
    context: Pick<Context, 'db' | 'archive' | 'rows' | 'dialect' | 'settings' | 'clock'>,
    parts: StoreParts,
  ) {
    this.#context = context
    this.stored = new StoredOrders(context, (orderId) => parts.onLost(orderId))
    this.bumps = new Bumps(context)
    this.#builder = new TicketBuilder(context, parts, this.stored)
  }

  load(id: string): OrderRow | null {
    return this.stored.get(id)
  }

  ticket(row: OrderRow): Ticket {
    return this.#builder.ticket(row)
  }

  /** The marks of an order once a message replaced its items. */
  followItems(marks: Marks, before: OrderFacts, now: OrderFacts): Marks {
    return this.#builder.followItems(marks, before, now)
  }

  get allergies(): AllergyReader {
    return this.#builder.allergies
  }

  /** Whether the platform says that an order is cancelled. */
  isCancelled(facts: OrderFacts): boolean {
    return isCancelled(facts, this.#context.dialect)
  }

  /** Null for an unknown order, and for a cancelled one. */
  priceOf(id: string): { receivedAt: string; total: number | null } | null {
    const row = this.stored.get(id)
    if (row === null || this.isCancelled(row.known)) return null
    const total = currentField(row.known, 'totalPrice') ?? null
    return { receivedAt: row.marks.receivedAt, total }
  }

  /** Stores the row of a ticket. Its marks say when it left the wall. */
  save(row: OrderRow, ticket: Ticket): void {
    const { id, known: facts } = row
    const times = timeMarks(ticket, row.marks.times, this.#builder.timing())
    const marks = { ...row.marks, times }
    const isStillOpen = isOpen(ticket)
    const fullCode = fullCodeOf(row)
    if (isStillOpen) this.#fullCodes.set(id, fullCode)
    else this.#fullCodes.delete(id)
    this.stored.rows.put({
      ...{ id, known: facts, marks, left_at: marks.leftAt },
      ...{ open: isStillOpen ? 1 : 0, words: wordsOf(ticket, fullCode) },
    })
    this.#noteReceived(row)
    this.bumps.follow(ticket)
  }

  /** Stores the times of a ticket that it did not have before. */
  saveTimes(ticket: Ticket): void {
    const row = this.stored.rows.get(ticket.id)
    if (row === null) return
    const times = timeMarks(ticket, row.marks.times, this.#builder.timing())
    if (!isDeepStrictEqual(times, row.marks.times))
      this.stored.rows.put({ ...row, marks: { ...row.marks, times } })
  }

  /** What the archive gets of an order once its guest is forgotten; null if it can't be read. */
  forgetGuest(order: ArchivedOrder): Forgotten | null {
    const row = rowOf(order)
    if (row === null) return null
    const [facts, marks] = [withoutGuest(row.known), marksWithoutGuest(row.marks)]
    const ticket = this.ticket({ id: row.id, known: facts, marks })
    return { words: wordsOf(ticket, fullCodeOf(row)), content: { known: facts, marks } }
  }

  /** Every open ticket, by a partial index: past orders cost nothing. */
  open(): Ticket[] {
    return this.stored.rows.all('open = 1').map((row) => {
      this.#fullCodes.set(row.id, fullCodeOf(row))
      this.#noteReceived(row)
      return this.ticket(row)
    })
  }

  /** Null if no order ever came, or while nobody opened the archive. Call it after `open`. */
  lastReceivedAt(): string | null {
    if (this.#hasReadPast) return this.#lastReceivedAt
    this.#hasReadPast = !this.#context.archive.isOut
    const last = this.#hasReadPast
      ? this.stored.newest(maxWithLast)
      : this.stored.newestHere(maxWithLast)
    for (const row of last) this.#noteReceived(row)
    return this.#lastReceivedAt
  }

  /** Ids whose open state may differ from the outbox after a loss (db/loss.ts). */
  doubtful(): string[] {
    return this.#context.db
      .all(
        `SELECT id FROM tickets
           WHERE open = 1 OR ${hasEntry('tickets.id', ['preparation-ready'], 'openOrTakenBack')}`,
      )
      .map(({ id }) => String(id))
  }

  /** The last `limit` that left the wall, newest first. */
  recent(limit: number): Ticket[] {
    return this.stored.newest(limit).map((row) => this.ticket(row))
  }

  /** The same, without the archive while nobody opened it. */
  recentAtHand(limit: number): Ticket[] {
    const { archive } = this.#context
    const rows = archive.isOut ? this.stored.newestHere(limit) : this.stored.newest(limit)
    return rows.map((row) => this.ticket(row))
  }

  /**
   * Up to `limit` tickets, newest first; each word of `text` must be the beginning of one of the
   * ticket's words. Open tickets are searched in memory, and only those in the answer are parsed
   * of the others.
   */
  find(text: string, open: readonly Ticket[], limit: number): Ticket[] {
    const terms = searchTerms(text)
    if (terms.length === 0) return []
    const matching = open.filter((ticket) =>
      matches(searchTextOfTicket(ticket, this.#fullCodes.get(ticket.id) ?? null), terms),
    )
    const past = this.stored.search(terms, limit - matching.length)
    return [...matching, ...past.map((row) => this.ticket(row))]
      .toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
      .slice(0, limit)
  }

  /** The last `limit` that left the wall since an ISO instant. */
  leftSince(from: string, limit: number): Ticket[] {
    return this.stored.rows
      .all('left_at >= ? AND left_at IS NOT NULL ORDER BY left_at DESC LIMIT ?', from, limit)
      .map((row) => this.ticket(row))
  }

  /** The next `limit` that left the wall before an instant, oldest first. */
  leftBetween(after: LeftPlace, before: string, limit: number): (OrderRow & LeftPlace)[] {
    return this.stored.rows
      .all(
        `left_at IS NOT NULL AND (left_at, id) > (?, ?) AND left_at < ? AND open = 0
         ORDER BY left_at, id LIMIT ?`,
        after.leftAt,
        after.id,
        before,
        limit,
      )
      .map(({ id, known: facts, marks, left_at: leftAt }) => ({
        id,
        known: facts,
        marks,
        leftAt: leftAt ?? '',
      }))
  }

  /** Ids of tickets that are open, or left the wall since an instant. */
  since(from: string): string[] {
    return this.#context.db
      .all(
        `SELECT id FROM tickets WHERE open = 1
         UNION ALL SELECT id FROM tickets WHERE left_at >= ? AND left_at IS NOT NULL`,
        from,
      )
      .map(({ id }) => String(id))
  }

  #noteReceived({ marks: { receivedAt } }: OrderRow): void {
    if (this.#lastReceivedAt === null || receivedAt > this.#lastReceivedAt)
      this.#lastReceivedAt = receivedAt
  }
}
