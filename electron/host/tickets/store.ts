import { z } from 'zod'
import type { Bump, Ticket } from '#contract/tickets/ticket.ts'
import type { Contacts } from '#domain/guests/guest.ts'
import type { MenuNames } from '#domain/menu/stock-key.ts'
import { currentField } from '#domain/tickets/order-facts.ts'
import type { BumpTimes } from '#domain/tickets/pace.ts'
import { matches, searchTerms, searchTextOfTicket } from '#domain/tickets/search-text.ts'
import { buildTicket, isOpen, type Marks } from '#domain/tickets/ticket.ts'
import type { Context } from '../noun.ts'
import { hasEntry } from '../outbox/subjects.ts'
import { createPastIndex } from './past-index.ts'
import { ticketRows, type OrderRow } from './row.ts'
import type { RowFormat } from '../db/table.ts'

/** What a ticket needs beside its order. */
interface TicketParts {
  menu: MenuNames
  /** What is noted of the guest with one of these contacts. Null where nothing is. */
  allergiesOf(contacts: Contacts): string | null
  bumpOf(orderId: string): Bump | null
  /** A row could not be read and was set aside. */
  onLost(orderId: string): void
}

/** A place among the tickets that left the queue, in that order. */
export interface LeftPlace {
  leftAt: string
  id: string
}

/** A place among the bumps, in their order. */
export interface BumpPlace {
  bumpedAt: string
  id: string
}

/** How many are parsed at a start to index them: a start must stay quick. */
const mostIndexed = 500

/** What left the queue so long ago is kept packed. */
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
  version: 2,
  grows: true,
}

const timesOf = (row: z.infer<typeof bumpSchema>): BumpTimes => ({
  bumpedAt: row.bumped_at,
  queueAt: row.queue_at,
  promisedAt: row.promised_at,
})

const fullCodeOf = ({ known }: OrderRow): string | null => currentField(known, 'fullCode') ?? null

export type TicketStore = ReturnType<typeof createTicketStore>

/** Orders on disk, and the tickets made of them. Writes belong in the caller's transaction. Instants are ISO. */
export function createTicketStore(
  context: Pick<Context, 'db' | 'log' | 'rows' | 'dialect' | 'settings' | 'clock'>,
  { menu, allergiesOf, bumpOf, onLost }: TicketParts,
) {
  const { db, dialect, settings, clock } = context
  const rows = context.rows({ ...ticketRows, rebuild: onLost })
  /** When tickets were bumped. A day's pace is asked for often: no ticket is parsed for it. */
  const bumps = context.rows(bumpRows)
  const pastText = createPastIndex(context, (id) => {
    const row = rows.get(id)
    // Of no ticket: the id itself was damaged, and some past ticket has no words now.
    for (const each of row === null ? withoutMessage() : [row]) index(each, ticket(each))
  })
  /** Of open tickets, which do not carry it. */
  const fullCodes = new Map<string, string | null>()

  const ticket = ({ id, known, marks }: OrderRow): Ticket => ({
    ...buildTicket(
      id,
      known,
      marks,
      marks.recalledAt === null ? bumpOf(id) : null,
      settings(),
      dialect,
      menu,
      clock.now(),
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

  /** Keeps the times of a bump as they were when it was made. Forgets a bump that was taken back. */
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
    /** Keeps the row whose ticket this is. Its marks say when it left the queue. */
    save(row: OrderRow, made: Ticket): void {
      const { id, known, marks } = row
      const open = isOpen(made) ? 1 : 0
      rows.put({ id, known, marks, open, left_at: marks.leftAt }, open === 0 && isOver(marks))
      index(row, made)
    },
    /** Keeps a row that left the queue in a fifth of its room. */
    pack({ id, known, marks, leftAt }: OrderRow & { leftAt: string }): void {
      rows.put({ id, known, marks, open: 0, left_at: leftAt }, true)
      // Rows that only shrink leave their pages half empty: it comes again as the last one.
      db.run('UPDATE tickets SET rowid = (SELECT max(rowid) + 1 FROM tickets) WHERE id = ?', id)
    },
    /** Every ticket that still asks something, by a partial index: past orders cost nothing. */
    open: (): Ticket[] =>
      rows.all('open = 1').map((row) => {
        fullCodes.set(row.id, fullCodeOf(row))
        return ticket(row)
      }),
    /** Ids of those whose open state may not be what the outbox says, after a loss (db/loss.ts). */
    doubtful: (): string[] =>
      db
        .all(
          `SELECT id FROM tickets
             WHERE open = 1 OR ${hasEntry('tickets.id', ['preparation-ready'], 'openOrTakenBack')}`,
        )
        .map(({ id }) => String(id)),
    /** The last `limit` that left the queue, newest first. */
    recent: (limit: number): Ticket[] => recentRows(limit).map(ticket),
    /**
     * Up to `limit` with, for each word of `text`, a word that begins with it, newest first. Those of `open` are searched as
     * they are, past ones by an index: only what is answered is parsed.
     */
    find(text: string, open: ReadonlyMap<string, Ticket>, limit: number): Ticket[] {
      const desired = searchTerms(text)
      if (desired.length === 0) return []
      const found = [...open.values()].filter((each) =>
        matches(searchTextOfTicket(each, fullCodes.get(each.id) ?? null), desired),
      )
      // Twice as many: a recalled ticket is among them although it is open, and was found already.
      const past = pastText
        .find(desired, 2 * limit)
        .filter((id) => !open.has(id))
        .slice(0, limit)
        .flatMap((id) => rows.get(id) ?? [])
      return [...found, ...past.map(ticket)]
        .toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
        .slice(0, limit)
    },
    /** The next `limit` that left the queue before an instant, in that order. */
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
    /** Ids of those that are open, or left the queue since an instant. */
    since: (from: string): string[] =>
      db
        .all(
          `SELECT id FROM tickets WHERE open = 1
           UNION ALL SELECT id FROM tickets WHERE left_at >= ? AND left_at IS NOT NULL`,
          from,
        )
        .map(({ id }) => String(id)),
    bumpsSince: (from: string): BumpTimes[] => bumps.all('bumped_at >= ?', from).map(timesOf),
    /** The next `limit` bumps from one instant until before another, each with its order; null where that cannot be read. */
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
    /** How many left the queue then without a bump. */
    leftWithoutBump: (from: string, to: string): number =>
      Number(
        db.get(
          `SELECT count(*) AS n FROM tickets WHERE left_at >= ? AND left_at < ? AND left_at IS NOT NULL
           AND NOT EXISTS (SELECT 1 FROM bumps WHERE bumps.id = tickets.id)`,
          from,
          to,
        )?.['n'],
      ),
    /** Indexes the last that left the queue, where a version before this one did not. Mends an index that is damaged. */
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
