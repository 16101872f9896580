import { z } from 'zod'
import type { Ticket } from '#contract/ticket.ts'
import type { KeyOf } from '#domain/menu/stock-key.ts'
import { currentField, learnDrivers, type Known } from '#domain/orders/known.ts'
import type { LatenessRules } from '#domain/orders/lateness.ts'
import type { BumpTimes } from '#domain/orders/pace.ts'
import { matches, searchWords, wordsOfTicket } from '#domain/orders/search-words.ts'
import { buildTicket, isOpen, type Marks } from '#domain/orders/ticket.ts'
import type { Dialect } from '#platform/dialect.ts'
import type { Database } from '../db/open.ts'
import { createRows } from '../db/rows.ts'
import type { Log } from '../log.ts'
import { createBumps } from './bumps.ts'
import { createPastWords } from './past-words.ts'

/** All that is kept of an order. */
export interface OrderRow {
  id: string
  known: Known
  marks: Marks
}

/** Orders on disk, and the tickets that they make. Writes belong into the caller's transaction. */
export interface OrderStore {
  has(id: string): boolean
  load(id: string): OrderRow | null
  /** Keeps the row whose ticket this is; its marks say when it left the queue. */
  save(row: OrderRow, ticket: Ticket): void
  ticket(row: OrderRow): Ticket
  /** Every ticket that still asks something, by a partial index: past orders cost nothing. */
  open(): Ticket[]
  /** The last `limit` that left the queue, newest first. */
  recent(limit: number): Ticket[]
  /**
   * Up to `limit` with, for each word of `text`, one that begins with it; the newest first. Those of `open` are searched as
   * they are, past ones by an index: only what is answered is parsed.
   */
  find(text: string, open: ReadonlyMap<string, Ticket>, limit: number): Ticket[]
  bumpsSince(from: string): BumpTimes[]
  /** Gives the last that left a place among past ones, where a version before this one left none; mends what is damaged. */
  indexPast(): void
}

/** How many are parsed for that: a start must stay quick. */
const mostIndexed = 500

const fields = z.record(z.string(), z.unknown())
/** Its frame: what is in an order or a delivery was parsed when it came, and the row's hash says that it is the same. */
const known = z.object({
  layers: z.array(z.object({ stamp: z.string(), order: fields, deliveries: fields })),
  firstItems: z.object({ stamp: z.string(), items: z.array(fields) }).nullable(),
  firstStatus: z.object({ stamp: z.string(), status: z.string() }).nullable(),
  firstDrivers: z.record(z.string(), z.string()),
})
const marks = z.object({
  receivedAt: z.string(),
  struck: z.record(z.string(), z.string()),
  acknowledgedItems: z.array(fields).nullable(),
  cancellationAcknowledged: z.boolean(),
  startedAt: z.string().nullable(),
  bump: fields.nullable(),
  recalledAt: z.string().nullable(),
  readyConfirmed: z.boolean(),
  leftAt: z.string().nullable(),
})
const rowSchema = z.object({
  id: z.string(),
  known: known as unknown as z.ZodType<Known>,
  marks: marks as unknown as z.ZodType<Marks>,
  open: z.number(),
  left_at: z.string().nullable(),
})

/**
 * Version 1 called `readyConfirmed` otherwise; version 2 knew no `startedAt`, and of drivers only those that were not
 * lost yet.
 */
function upgrade({ known: was, marks: old, ...row }: Record<string, unknown>) {
  const told = known.pick({ layers: true }).safeParse(was).data as Pick<Known, 'layers'> | undefined
  const firstDrivers = (told?.layers ?? []).reduce<Known['firstDrivers']>(learnDrivers, {})
  const { toldReady, ...others } = fields.safeParse(old).data ?? {}
  return {
    ...row,
    known: { ...fields.safeParse(was).data, firstDrivers },
    marks: { readyConfirmed: toldReady, startedAt: null, ...others },
  }
}

export function createOrderStore(
  db: Database,
  log: Log,
  dialect: Dialect,
  rules: () => LatenessRules,
  keyOf: KeyOf,
): OrderStore {
  const rows = createRows(db, log, {
    table: 'tickets',
    key: 'id',
    schema: rowSchema,
    columns: rowSchema.keyof().options,
    json: ['known', 'marks'],
    version: 3,
    upgrade,
  })
  const ticket = ({ id, known, marks }: OrderRow): Ticket =>
    buildTicket(id, known, marks, rules(), dialect, keyOf)
  const pastWords = createPastWords(db, log)
  const bumps = createBumps(db)
  /** Of what is open: a ticket does not carry it. */
  const fullCodes = new Map<string, string | null>()
  const fullCodeOf = ({ known }: OrderRow): string | null => currentField(known, 'fullCode') ?? null

  const recentRows = (limit: number): OrderRow[] =>
    rows.all('left_at IS NOT NULL ORDER BY left_at DESC LIMIT ?', limit)

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
      rows.put({ id, known, marks, open: isOpen(made) ? 1 : 0, left_at: marks.leftAt })
      index(row, made)
    },
    ticket,
    open: () =>
      rows.all('open = 1').map((row) => {
        fullCodes.set(row.id, fullCodeOf(row))
        return ticket(row)
      }),
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
    bumpsSince: bumps.since,
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
