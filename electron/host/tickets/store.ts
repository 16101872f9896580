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
import { createPastIndex } from './past-index.ts'
import { ticketRows, type OrderRow } from './row.ts'
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

/** The most tickets that are parsed at a start to index them: a start must stay fast. */
const mostIndexed = 500

/** The last order that came in is open or among this many that left the wall last. */
const mostWithLast = 20

/** Rows are compressed this long after the ticket left the wall. */
const packedAfterMs = 24 * 3_600_000

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
}

const timesOf = (row: z.infer<typeof bumpSchema>): BumpTimes => ({
  bumpedAt: row.bumped_at,
  queueAt: row.queue_at,
  promisedAt: row.promised_at,
})

const fullCodeOf = ({ known }: OrderRow): string | null => currentField(known, 'fullCode') ?? null

export type TicketStore = ReturnType<typeof createTicketStore>

/**
 * Orders on disk, and the tickets built from them. Writes belong in the caller's transaction.
 * Instants are ISO.
 */
export function createTicketStore(
  context: Pick<Context, 'db' | 'log' | 'rows' | 'dialect' | 'settings' | 'clock'>,
  { menu, routes, secondsOf, allergiesOf, bumpOf, onLost }: TicketParts,
) {
  const { db, dialect, settings, clock } = context
  const rows = context.rows({ ...ticketRows, rebuild: onLost })
  /** When tickets were bumped. Screens often ask for the day's pace, so it must not parse tickets. */
  const bumps = context.rows(bumpRows)
  const pastText = createPastIndex(context, (id) => {
    const row = rows.get(id)
    // No row: the id itself was damaged, and some past ticket has no words now.
    for (const each of row === null ? withoutMessage() : [row]) index(each, ticket(each))
  })
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
    const { isUsed, courseOf } = routes()
    return {
      finishTogether: finishTogether && isUsed,
      courses: courses && isUsed,
      secondsOf,
      courseOf,
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
    const row = rows.get(origin.id)
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

  const withoutMessage = (): OrderRow[] =>
    rows.all(
      'open = 0 AND id NOT IN (SELECT id FROM past_words) ORDER BY left_at DESC LIMIT ?',
      mostIndexed,
    )
  const recentRows = (limit: number): OrderRow[] =>
    rows.all('left_at IS NOT NULL ORDER BY left_at DESC LIMIT ?', limit)

  const isOver = ({ leftAt }: Marks): boolean =>
    leftAt !== null && Date.parse(leftAt) < clock.now() - packedAfterMs

  /** Stores the times of a bump as they were at the bump. Deletes a bump that was taken back. */
  function keepBump({ id, bump, queueAt, promisedAt }: Ticket): void {
    if (bump === null) bumps.remove(id)
    else if (bumps.get(id)?.bumped_at !== bump.bumpedAt)
      bumps.put({ id, bumped_at: bump.bumpedAt, queue_at: queueAt, promised_at: promisedAt })
  }

  function index(row: OrderRow, made: Ticket): void {
    if (isOpen(made)) fullCodes.set(row.id, fullCodeOf(row))
    else {
      fullCodes.delete(row.id)
      pastText.keep(row.id, searchTextOfTicket(made, fullCodeOf(row)))
    }
    keepBump(made)
  }

  return {
    has: (id: string): boolean => db.get('SELECT 1 FROM tickets WHERE id = ?', id) !== undefined,
    load: (id: string): OrderRow | null => rows.get(id),
    ticket,
    followItems: followNewItems,
    /** Whether the platform says that an order is cancelled. */
    isCancelled: (known: OrderFacts): boolean => isCancelled(known, dialect),
    /** Null for an unknown order, and for a cancelled one. */
    priceOf(id: string): { receivedAt: string; total: number | null } | null {
      const row = rows.get(id)
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
      rows.put({ id, known, marks, open, left_at: marks.leftAt }, open === 0 && isOver(marks))
      noteReceived(row)
      index(row, made)
    },
    /** Stores the times of a ticket that it did not have before. */
    saveTimes(made: Ticket): void {
      const row = rows.get(made.id)
      if (row === null) return
      const times = timeMarks(made, row.marks.times, timing())
      if (!isDeepStrictEqual(times, row.marks.times))
        rows.put({ ...row, marks: { ...row.marks, times } })
    },
    /** Compresses the row of a past ticket to a fifth of its size. */
    pack({ id, known, marks, leftAt }: OrderRow & { leftAt: string }): void {
      rows.put({ id, known, marks, open: 0, left_at: leftAt }, true)
      // Rows that shrink in place leave half-empty pages, so the row moves to the end.
      db.run('UPDATE tickets SET rowid = (SELECT max(rowid) + 1 FROM tickets) WHERE id = ?', id)
    },
    /** Every open ticket, by a partial index: past orders cost nothing. */
    open: (): Ticket[] =>
      rows.all('open = 1').map((row) => {
        fullCodes.set(row.id, fullCodeOf(row))
        noteReceived(row)
        return ticket(row)
      }),
    /** Null if no order ever came. Call it after `open`. */
    lastReceivedAt(): string | null {
      if (!knowsPast) recentRows(mostWithLast).forEach(noteReceived)
      knowsPast = true
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
    recent: (limit: number): Ticket[] => recentRows(limit).map(ticket),
    /**
     * Up to `limit` tickets, newest first; each word of `text` must be the beginning of one of the
     * ticket's words. Open tickets are searched in memory, past ones by an index: only those in the
     * answer are parsed.
     */
    find(text: string, open: ReadonlyMap<string, Ticket>, limit: number): Ticket[] {
      const terms = searchTerms(text)
      if (terms.length === 0) return []
      const found = [...open.values()].filter((each) =>
        matches(searchTextOfTicket(each, fullCodes.get(each.id) ?? null), terms),
      )
      // Twice the limit, because recalled tickets are in the index although they are open and were
      // found above.
      const past = pastText
        .find(terms, 2 * limit)
        .filter((id) => !open.has(id))
        .slice(0, limit)
        .flatMap((id) => rows.get(id) ?? [])
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
        .map((bump) => ({ id: bump.id, times: timesOf(bump), row: rows.get(bump.id) })),
    /** How many left the wall in that time without a bump. */
    leftWithoutBump: (from: string, to: string): number =>
      Number(
        db.get(
          `SELECT count(*) AS n FROM tickets WHERE left_at >= ? AND left_at < ? AND left_at IS NOT NULL
           AND NOT EXISTS (SELECT 1 FROM bumps WHERE bumps.id = tickets.id)`,
          from,
          to,
        )?.['n'],
      ),
    /** Indexes the last past tickets if an older version has not. Repairs a damaged index. */
    indexPast(): void {
      if (!pastText.repair() || !pastText.isEmpty()) return
      const last = recentRows(mostIndexed).toReversed()
      if (last.length > 0)
        db.transact(() => {
          for (const row of last) index(row, ticket(row))
        })
    },
  }
}
