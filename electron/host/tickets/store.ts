import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import type { StockKey } from '#contract/stock.ts'
import type { Bump, Ticket } from '#contract/tickets/ticket.ts'
import type { Contacts } from '#domain/guests/guest.ts'
import type { MenuNames } from '#domain/menu/stock-key.ts'
import type { Routes } from '#domain/stations/routes.ts'
import { createAllergyReader, standardAllergies } from '#domain/tickets/allergy.ts'
import { madeItems } from '#domain/tickets/items.ts'
import { originOf, plainCode } from '#domain/tickets/codes.ts'
import { currentField, currentOrder, type OrderFacts } from '#domain/tickets/order-facts.ts'
import type { BumpTimes } from '#domain/tickets/pace.ts'
import { searchTerms } from '#domain/text/search-terms.ts'
import { marksWithoutGuest, withoutGuest } from '#domain/tickets/forget-guest.ts'
import { matches, searchTextOfTicket } from '#domain/tickets/search-text.ts'
import { timeMarks, timeTicket, type Timing } from '#domain/tickets/timing.ts'
import type { Marks } from '#domain/tickets/marks.ts'
import {
  buildTicket,
  followItems,
  isCancelled,
  isOpen,
  plainItems,
} from '#domain/tickets/ticket.ts'
import type { Context } from '../noun.ts'
import { hasEntry } from '../outbox/subjects.ts'
import type { ArchivedOrder, Forgotten } from '../archive/archive-file.ts'
import { rowOf, type OrderRow } from './row.ts'
import { StoredOrders } from './stored-orders.ts'
import type { RowFormat } from '../db/table.ts'

/** What a ticket needs besides its order. */
interface TicketParts {
  menu: MenuNames
  routes(): Routes
  /** The noted allergies of the guest with one of these contacts; null without a note. */
  allergiesOf(contacts: Contacts): string | null
  /** How long a product takes; null if that is unknown. */
  secondsOf(key: StockKey): number | null
  bumpOf(orderId: string): Bump | null
  /** Called when a row could not be read and was set aside. */
  onLost(orderId: string): void
}

/** A position in the list of tickets that left the wall, for the next page of it. */
export interface LeftPlace {
  leftAt: string
  id: string
}

/** A position in the list of bumps, for the next page of it. */
export interface BumpPlace {
  bumpedAt: string
  id: string
}

/** The last order that came in is open or among this many that left the wall last. */
const mostWithLast = 20

const bumpSchema = z.object({
  id: z.string(),
  bumped_at: z.string(),
  queue_at: z.string(),
  promised_at: z.string(),
})
export const bumpRows: RowFormat<z.infer<typeof bumpSchema>> = {
  table: 'bumps',
  key: 'id',
  schema: bumpSchema,
  columns: bumpSchema.keyof().options,
  json: [],
  old: { since: 'bumped_at' },
}

const timesOf = (row: z.infer<typeof bumpSchema>): BumpTimes => ({
  bumpedAt: row.bumped_at,
  queueAt: row.queue_at,
  promisedAt: row.promised_at,
})

const fullCodeOf = ({ known }: OrderRow): string | null => currentField(known, 'fullCode') ?? null

const wordsOf = (made: Ticket, fullCode: string | null): string =>
  searchTextOfTicket(made, fullCode)
    .map((word) => ` ${word}`)
    .join('')

export type TicketStore = ReturnType<typeof createTicketStore>

/**
 * Orders on disk, and the tickets built from them. Those that are over are in the archive; one of
 * them that is saved is here again, and its row here counts. Writes belong in the caller's
 * transaction. Instants are ISO.
 */
export function createTicketStore(
  context: Pick<Context, 'db' | 'archive' | 'rows' | 'dialect' | 'settings' | 'clock'>,
  { menu, routes, secondsOf, allergiesOf, bumpOf, onLost }: TicketParts,
) {
  const { db, archive, dialect, settings, clock } = context
  const stored = new StoredOrders(context, onLost)
  const { rows } = stored
  /** When tickets were bumped. Screens often ask for the day's pace, so it must not parse tickets. */
  const bumps = context.rows(bumpRows)
  /** Full codes of open tickets, which do not contain them. */
  const fullCodes = new Map<string, string | null>()
  /** When the last order came in, as far as its row was read or written since the start. */
  let lastReceivedAt: string | null = null
  let knowsPast = false

  function noteReceived({ marks: { receivedAt } }: OrderRow): void {
    if (lastReceivedAt === null || receivedAt > lastReceivedAt) lastReceivedAt = receivedAt
  }

  let ownWords: readonly string[] = []
  let reader = standardAllergies
  /** With the restaurant's own words, as they are set now. */
  function allergies() {
    const words = settings().allergyWords
    if (words !== ownWords) {
      ownWords = words
      reader = createAllergyReader(words)
    }
    return reader
  }

  function timing(): Timing {
    const { finishTogether, courses } = settings()
    const stationRoutes = routes()
    return {
      finishTogether: finishTogether && stationRoutes.isUsed,
      courses: courses && stationRoutes.isUsed,
      secondsOf,
      courseOf: (key) => stationRoutes.courseOf(key),
      courseField: dialect.courseField,
    }
  }

  function ticket({ id, known, marks }: OrderRow): Ticket {
    const ordered = currentField(known, 'items') ?? []
    const timed = timeTicket(untimed({ id, known, marks }), ordered, marks.times, timing())
    const from = splitFrom({ id, known, marks })
    return { ...timed, items: madeItems(timed.items), ...(from !== null && { splitFrom: from }) }
  }

  /** The marks of an order once a message replaced its items. */
  function followNewItems(marks: Marks, before: OrderFacts, now: OrderFacts): Marks {
    const [former, items] = [currentField(before, 'items'), currentField(now, 'items')]
    if (former === undefined || former === items || isDeepStrictEqual(former, items)) return marks
    const read = (known: OrderFacts) => plainItems(known, menu, dialect, allergies())
    return followItems(marks, read(before), read(now))
  }

  /** The code of the order from which one was split; null if it was not. */
  function splitFrom({ id, known }: OrderRow): string | null {
    const origin = originOf(id, known, dialect)
    if (origin === null || 'code' in origin) return origin?.code ?? null
    const row = stored.get(origin.id)
    return plainCode(origin.id, row === null ? {} : currentOrder(row.known))
  }

  const untimed = ({ id, known, marks }: OrderRow): Ticket => ({
    ...buildTicket(
      id,
      known,
      marks,
      marks.recalledAt === null ? bumpOf(id) : null,
      settings(),
      dialect,
      menu,
      clock.now(),
      routes(),
      allergies(),
    ),
    guestAllergies: allergiesOf({
      userId: currentField(known, 'userId'),
      phone: currentField(known, 'phone'),
      email: currentField(known, 'email'),
    }),
  })

  /** Stores the times of a bump as they were at the bump. Deletes a bump that was taken back. */
  function keepBump({ id, bump, queueAt, promisedAt }: Ticket): void {
    if (bump === null) bumps.remove(id)
    else if (bumps.get(id)?.bumped_at !== bump.bumpedAt)
      bumps.put({ id, bumped_at: bump.bumpedAt, queue_at: queueAt, promised_at: promisedAt })
  }

  return {
    stored,
    load: (id: string): OrderRow | null => stored.get(id),
    ticket,
    followItems: followNewItems,
    /** Whether the platform says that an order is cancelled. */
    isCancelled: (known: OrderFacts): boolean => isCancelled(known, dialect),
    /** Null for an unknown order, and for a cancelled one. */
    priceOf(id: string): { receivedAt: string; total: number | null } | null {
      const row = stored.get(id)
      if (row === null || isCancelled(row.known, dialect)) return null
      const total = currentField(row.known, 'totalPrice') ?? null
      return { receivedAt: row.marks.receivedAt, total }
    },
    allergies,
    /** Stores the row of a ticket. Its marks say when it left the wall. */
    save(row: OrderRow, made: Ticket): void {
      const { id, known } = row
      const marks = { ...row.marks, times: timeMarks(made, row.marks.times, timing()) }
      const open = isOpen(made) ? 1 : 0
      const fullCode = fullCodeOf(row)
      if (open === 1) fullCodes.set(id, fullCode)
      else fullCodes.delete(id)
      rows.put({ id, known, marks, open, left_at: marks.leftAt, words: wordsOf(made, fullCode) })
      noteReceived(row)
      keepBump(made)
    },
    /** Stores the times of a ticket that it did not have before. */
    saveTimes(made: Ticket): void {
      const row = rows.get(made.id)
      if (row === null) return
      const times = timeMarks(made, row.marks.times, timing())
      if (!isDeepStrictEqual(times, row.marks.times))
        rows.put({ ...row, marks: { ...row.marks, times } })
    },
    /** What the archive gets of an order once its guest is forgotten; null if it can't be read. */
    forgotten(order: ArchivedOrder): Forgotten | null {
      const row = rowOf(order)
      if (row === null) return null
      const [known, marks] = [withoutGuest(row.known), marksWithoutGuest(row.marks)]
      const made = ticket({ id: row.id, known, marks })
      return { words: wordsOf(made, fullCodeOf(row)), content: { known, marks } }
    },
    /** Every open ticket, by a partial index: past orders cost nothing. */
    open: (): Ticket[] =>
      rows.all('open = 1').map((row) => {
        fullCodes.set(row.id, fullCodeOf(row))
        noteReceived(row)
        return ticket(row)
      }),
    /** Null if no order ever came, or while nobody opened the archive. Call it after `open`. */
    lastReceivedAt(): string | null {
      if (knowsPast) return lastReceivedAt
      knowsPast = !archive.isOut
      const last = knowsPast ? stored.newest(mostWithLast) : stored.newestHere(mostWithLast)
      last.forEach(noteReceived)
      return lastReceivedAt
    },
    /** Ids whose open state may differ from the outbox after a loss (db/loss.ts). */
    doubtful: (): string[] =>
      db
        .all(
          `SELECT id FROM tickets
             WHERE open = 1 OR ${hasEntry('tickets.id', ['preparation-ready'], 'openOrTakenBack')}`,
        )
        .map(({ id }) => String(id)),
    /** The last `limit` that left the wall, newest first. */
    recent: (limit: number): Ticket[] => stored.newest(limit).map(ticket),
    /** The same, without the archive while nobody opened it. */
    recentKnown: (limit: number): Ticket[] =>
      (archive.isOut ? stored.newestHere(limit) : stored.newest(limit)).map(ticket),
    /**
     * Up to `limit` tickets, newest first; each word of `text` must be the beginning of one of the
     * ticket's words. Open tickets are searched in memory, and only those in the answer are parsed
     * of the others.
     */
    find(text: string, open: ReadonlyMap<string, Ticket>, limit: number): Ticket[] {
      const terms = searchTerms(text)
      if (terms.length === 0) return []
      const found = [...open.values()].filter((each) =>
        matches(searchTextOfTicket(each, fullCodes.get(each.id) ?? null), terms),
      )
      const past = stored.search(terms, limit - found.length)
      return [...found, ...past.map(ticket)]
        .toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
        .slice(0, limit)
    },
    /** The last `limit` that left the wall since an ISO instant. */
    leftSince: (from: string, limit: number): Ticket[] =>
      rows
        .all('left_at >= ? AND left_at IS NOT NULL ORDER BY left_at DESC LIMIT ?', from, limit)
        .map(ticket),
    /** The next `limit` that left the wall before an instant, oldest first. */
    leftBetween: (after: LeftPlace, before: string, limit: number) =>
      rows
        .all(
          `left_at IS NOT NULL AND (left_at, id) > (?, ?) AND left_at < ? AND open = 0
           ORDER BY left_at, id LIMIT ?`,
          after.leftAt,
          after.id,
          before,
          limit,
        )
        .map(({ left_at: leftAt, ...row }) => ({ ...row, leftAt: leftAt ?? '' })),
    /** Ids of tickets that are open, or left the wall since an instant. */
    since: (from: string): string[] =>
      db
        .all(
          `SELECT id FROM tickets WHERE open = 1
           UNION ALL SELECT id FROM tickets WHERE left_at >= ? AND left_at IS NOT NULL`,
          from,
        )
        .map(({ id }) => String(id)),
    bumpsSince: (from: string): BumpTimes[] => bumps.all('bumped_at >= ?', from).map(timesOf),
    /**
     * The next `limit` bumps from one instant until before another, each with its order; null if
     * the order cannot be read.
     */
    bumpedBetween: (from: string, to: string, after: BumpPlace | null, limit: number) =>
      bumps
        .all(
          `bumped_at >= ? AND bumped_at < ? AND (bumped_at, id) > (?, ?)
           ORDER BY bumped_at, id LIMIT ?`,
          after?.bumpedAt ?? from,
          to,
          after?.bumpedAt ?? '',
          after?.id ?? '',
          limit,
        )
        .map((bump) => ({ id: bump.id, times: timesOf(bump), row: stored.get(bump.id) })),
  }
}
