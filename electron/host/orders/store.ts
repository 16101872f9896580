import { z } from 'zod'
import type { Bump, Ticket } from '#contract/tickets/ticket.ts'
import type { Contacts } from '#domain/guests/contacts.ts'
import type { MenuNames } from '#domain/menu/stock-key.ts'
import { currentField, learnDrivers, type Known } from '#domain/orders/known.ts'
import type { LatenessRules } from '#domain/orders/lateness.ts'
import type { BumpTimes } from '#domain/orders/pace.ts'
import { matches, searchWords, wordsOfTicket } from '#domain/orders/search-words.ts'
import { buildTicket, isOpen, type Marks } from '#domain/orders/ticket.ts'
import type { Dialect } from '#platform/dialect.ts'
import type { Database } from '../db/open.ts'
import { createRows } from '../db/rows.ts'
import type { Log } from '../log.ts'
import { hasEntry } from '../outbox/subjects.ts'
import { createBumps, type BumpPlace } from './bumps.ts'
import { createPastWords } from './past-words.ts'

/** All that is kept of an order. */
export interface OrderRow {
  id: string
  known: Known
  marks: Marks
}

/** A bump and its order; null where that cannot be read any more. */
export interface BumpedRow {
  id: string
  times: BumpTimes
  row: OrderRow | null
}

/** Where a part of those that left the queue ended. */
export interface LeftPlace {
  leftAt: string
  id: string
}

/** What is noted here of the guest with one of these contacts; null where nothing is. */
export type AllergiesOf = (contacts: Contacts) => string | null

/** Orders on disk, and the tickets that they make. Writes belong into the caller's transaction. */
export interface OrderStore {
  has(id: string): boolean
  load(id: string): OrderRow | null
  /** Keeps the row whose ticket this is; its marks say when it left the queue. */
  save(row: OrderRow, ticket: Ticket): void
  /** Keeps a row that left the queue in a fifth of its room. */
  pack(row: OrderRow & { leftAt: string }): void
  ticket(row: OrderRow): Ticket
  /** Every ticket that still asks something, by a partial index: past orders cost nothing. */
  open(): Ticket[]
  /** Ids of those whose open state may not be what the outbox says, after a loss (db/loss.ts). */
  doubtful(): string[]
  /** The last `limit` that left the queue, newest first. */
  recent(limit: number): Ticket[]
  /**
   * Up to `limit` with, for each word of `text`, one that begins with it; the newest first. Those of `open` are searched as
   * they are, past ones by an index: only what is answered is parsed.
   */
  find(text: string, open: ReadonlyMap<string, Ticket>, limit: number): Ticket[]
  /** The next `limit` that left the queue before an ISO instant, in that order. */
  leftBetween(after: LeftPlace, before: string, limit: number): (OrderRow & { leftAt: string })[]
  /** Ids of those that are open, or left the queue since an ISO instant. */
  since(from: string): string[]
  bumpsSince(from: string): BumpTimes[]
  /** The next `limit` that were bumped from one instant until before another, in the order of their bumps. */
  bumpedBetween(from: string, to: string, after: BumpPlace | null, limit: number): BumpedRow[]
  /** How many left the queue then without a bump. */
  leftWithoutBump(from: string, to: string): number
  /** Gives the last that left a place among past ones, where a version before this one left none; mends what is damaged. */
  indexPast(): void
}

/** How many are parsed for that: a start must stay quick. */
const mostIndexed = 500

/** What left the queue so long ago is kept packed, whoever writes it. */
const packedAfterMs = 24 * 3_600_000

const fields = z.record(z.string(), z.unknown())
/** Its frame: what is in an order or a delivery was parsed when it came, and the row's hash says that it is the same. */
const known = z.object({
  layers: z.array(
    z.object({ stamp: z.string(), order: fields, deliveries: fields, unread: fields }),
  ),
  firstItems: z
    .object({ stamp: z.string(), items: z.array(fields), unread: z.array(z.string()) })
    .nullable(),
  firstStatus: z.object({ stamp: z.string(), status: z.string() }).nullable(),
  firstDrivers: z.record(z.string(), z.string()),
})
const marks = z.object({
  receivedAt: z.string(),
  struck: z.record(z.string(), z.string()),
  acknowledgedItems: z.array(fields).nullable(),
  cancellationAcknowledged: z.boolean(),
  startedAt: z.string().nullable(),
  recalledAt: z.string().nullable(),
  recalls: z.number(),
  driversLost: z.number(),
  leftAt: z.string().nullable(),
})
const rowSchema = z.object({
  id: z.string(),
  known: known as unknown as z.ZodType<Known>,
  marks: marks as unknown as z.ZodType<Marks>,
  open: z.number(),
  left_at: z.string().nullable(),
})

const layers = z.object({ layers: z.array(fields), firstItems: fields.nullable() })
const oldLayers = z.object({
  layers: z.array(z.object({ stamp: z.string(), order: fields, deliveries: fields })),
})

/** Version 2 knew of drivers only those that were not lost yet. */
function driversOf(known: unknown): Known['firstDrivers'] {
  const told = oldLayers.safeParse(known).data as Pick<Known, 'layers'> | undefined
  return (told?.layers ?? []).reduce<Known['firstDrivers']>(learnDrivers, {})
}

/** What version 4 said of an order. */
function withUnread(was: unknown, version: number): unknown {
  const before = fields.safeParse(was).data
  const told = layers.safeParse(was).data
  const first = told?.firstItems ?? null
  return {
    ...before,
    layers: (told?.layers ?? []).map((layer) => ({ ...layer, unread: {} })),
    firstItems: first === null ? null : { ...first, unread: [] },
    ...(version < 3 && { firstDrivers: driversOf(was) }),
  }
}

/**
 * Version 2 knew no `startedAt`; version 3 refused what it could not read; version 4 counted nothing; version 5 kept the bump,
 * in some rows beside a recall that was before it.
 */
function upgrade({ known: was, marks: old, ...row }: Record<string, unknown>, version: number) {
  const { bump, recalledAt = null, ...others } = fields.safeParse(old).data ?? {}
  return {
    ...row,
    known: version < 4 ? withUnread(was, version) : was,
    marks: {
      startedAt: null,
      recalls: recalledAt === null ? 0 : 1,
      driversLost: 0,
      ...others,
      recalledAt: bump == null ? recalledAt : null,
    },
  }
}

export function createOrderStore(
  db: Database,
  log: Log,
  dialect: Dialect,
  rules: () => LatenessRules,
  menu: MenuNames,
  bumpOf: (id: string) => Bump | null,
  now: () => number,
  allergiesOf: AllergiesOf,
  onLost: (id: string) => void = () => undefined,
): OrderStore {
  const rows = createRows(db, log, {
    table: 'tickets',
    key: 'id',
    schema: rowSchema,
    columns: rowSchema.keyof().options,
    json: ['known', 'marks'],
    version: 6,
    upgrade,
    onSetAside: onLost,
  })
  const ticket = ({ id, known, marks }: OrderRow): Ticket => ({
    ...buildTicket(
      id,
      known,
      marks,
      marks.recalledAt === null ? bumpOf(id) : null,
      rules(),
      dialect,
      menu,
      now(),
    ),
    guestAllergies: allergiesOf({
      userId: currentField(known, 'userId'),
      phone: currentField(known, 'phone'),
      email: currentField(known, 'email'),
    }),
  })
  const pastWords = createPastWords(db, log, (id) => {
    const row = rows.get(id)
    // Of no ticket: the id itself was damaged, and some past ticket has no words now.
    for (const each of row === null ? withoutWords() : [row]) index(each, ticket(each))
  })
  const bumps = createBumps(db, log)
  /** Of what is open: a ticket does not carry it. */
  const fullCodes = new Map<string, string | null>()
  const fullCodeOf = ({ known }: OrderRow): string | null => currentField(known, 'fullCode') ?? null

  const withoutWords = (): OrderRow[] =>
    rows.all(
      'open = 0 AND id NOT IN (SELECT id FROM past_words) ORDER BY left_at DESC LIMIT ?',
      mostIndexed,
    )
  const recentRows = (limit: number): OrderRow[] =>
    rows.all('left_at IS NOT NULL ORDER BY left_at DESC LIMIT ?', limit)

  const isOver = ({ leftAt }: Marks): boolean =>
    leftAt !== null && Date.parse(leftAt) < now() - packedAfterMs

  function index(row: OrderRow, made: Ticket): void {
    if (isOpen(made)) fullCodes.set(row.id, fullCodeOf(row))
    else {
      fullCodes.delete(row.id)
      pastWords.keep(row.id, wordsOfTicket(made, fullCodeOf(row)))
    }
    bumps.keep(made)
  }

  return {
    has: (id) => db.get('SELECT 1 FROM tickets WHERE id = ?', id) !== undefined,
    load: rows.get,
    save(row, made) {
      const { id, known, marks } = row
      const open = isOpen(made) ? 1 : 0
      rows.put({ id, known, marks, open, left_at: marks.leftAt }, open === 0 && isOver(marks))
      index(row, made)
    },
    pack({ id, known, marks, leftAt }) {
      rows.put({ id, known, marks, open: 0, left_at: leftAt }, true)
      // Rows that only shrink leave their pages half empty: it comes again as the last one.
      db.run('UPDATE tickets SET rowid = (SELECT max(rowid) + 1 FROM tickets) WHERE id = ?', id)
    },
    ticket,
    open: () =>
      rows.all('open = 1').map((row) => {
        fullCodes.set(row.id, fullCodeOf(row))
        return ticket(row)
      }),
    doubtful: () =>
      db
        .all(
          `SELECT id FROM tickets
             WHERE open = 1 OR ${hasEntry('tickets.id', ['preparation-ready'], 'openOrTakenBack')}`,
        )
        .map(({ id }) => String(id)),
    recent: (limit) => recentRows(limit).map(ticket),
    find(text, open, limit) {
      const wanted = searchWords(text)
      if (wanted.length === 0) return []
      const found = [...open.values()].filter((each) =>
        matches(wordsOfTicket(each, fullCodes.get(each.id) ?? null), wanted),
      )
      // Twice as many, since a recalled one is among them and open: so many are answered already.
      const past = pastWords
        .find(wanted, 2 * limit)
        .filter((id) => !open.has(id))
        .slice(0, limit)
        .flatMap((id) => rows.get(id) ?? [])
      return [...found, ...past.map(ticket)]
        .toSorted((one, other) => (one.createdAt < other.createdAt ? 1 : -1))
        .slice(0, limit)
    },
    leftBetween: (after, before, limit) =>
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
    since: (from) =>
      db
        .all(
          `SELECT id FROM tickets WHERE open = 1
           UNION ALL SELECT id FROM tickets WHERE left_at >= ? AND left_at IS NOT NULL`,
          from,
        )
        .map(({ id }) => String(id)),
    bumpsSince: bumps.since,
    bumpedBetween: (from, to, after, limit) =>
      bumps
        .between(from, to, after, limit)
        .map(({ id, ...times }) => ({ id, times, row: rows.get(id) })),
    leftWithoutBump: bumps.leftWithout,
    indexPast() {
      if (!pastWords.mend() || !pastWords.isEmpty()) return
      const last = recentRows(mostIndexed).toReversed()
      if (last.length > 0)
        db.transact(() => {
          for (const row of last) index(row, ticket(row))
        })
    },
  }
}
