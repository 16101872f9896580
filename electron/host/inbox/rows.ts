import { z } from 'zod'
import type { ArchivedMessage } from '../archive/content.ts'
import type { Database } from '../db/open.ts'
import { Rows } from '../db/rows.ts'
import type { Raw, RowFormat } from '../db/table.ts'
import type { Log } from '../core/log.ts'

const inboxSchema = z.object({
  id: z.number(),
  key: z.string(),
  type: z.string(),
  source: z.enum(['webhook', 'poll']),
  received_at: z.string(),
  told_at: z.string().nullable(),
  body: z.string(),
  state: z.enum(['arrived', 'done', 'unread', 'elsewhere']),
  reason: z.string().nullable(),
  /** The order that it was about; null before it is read, and if it is of no order here. */
  order_id: z.string().nullable(),
})
export type InboxRow = z.infer<typeof inboxSchema>

/** Messages as received. */
export const inboxRows: RowFormat<InboxRow> = {
  table: 'inbox',
  key: 'id',
  schema: inboxSchema,
  columns: inboxSchema.keyof().options,
  json: [],
  ofPeople: true,
}

const ofOrder = `SELECT * FROM inbox WHERE order_id = ? AND state = 'done' AND body <> '' ORDER BY id`
const ofNoOrder = `SELECT * FROM inbox
  WHERE order_id IS NULL AND body <> '' AND state IN ('done', 'elsewhere') AND received_at < ?
  ORDER BY id LIMIT 100`

/** The messages, whose texts move into the archive with their order. */
export class InboxRows {
  readonly messages: Rows<InboxRow>
  readonly #db: Database

  constructor(db: Database, log: Log) {
    this.#db = db
    this.messages = new Rows(db, log, inboxRows)
  }

  raw(id: number): Raw {
    return this.#db.get('SELECT * FROM inbox WHERE id = ?', id) ?? {}
  }

  count(state: InboxRow['state']): number {
    return Number(this.#db.get(`SELECT count(*) AS n FROM inbox WHERE state = '${state}'`)?.['n'])
  }

  /** The messages of an order whose texts are here. */
  ofOrder(orderId: string): ArchivedMessage[] {
    return this.#db
      .all(ofOrder, orderId)
      .map(({ key, body }) => ({ key: String(key), body: String(body) }))
  }

  /** Whether messages of an order were moved into the archive. */
  wasMoved(orderId: string): boolean {
    const moved = `SELECT 1 FROM inbox WHERE order_id = ? AND body = ''`
    return this.#db.get(moved, orderId) !== undefined
  }

  /** Takes out the texts of an order. */
  dropTextsOf(orderId: string): void {
    for (const raw of this.#db.all(ofOrder, orderId)) this.#dropText(raw)
  }

  /** The same for up to 100 messages of no order here; returns whether there were any. */
  dropOtherTexts(before: string): boolean {
    const some = this.#db.all(ofNoOrder, before)
    for (const raw of some) this.#dropText(raw)
    return some.length > 0
  }

  /** Puts a text back, to be read again. */
  restoreText(key: string, body: string): void {
    const raw = this.#db.get(`SELECT * FROM inbox WHERE key = ? AND body = ''`, key)
    if (raw !== undefined) this.#replace(raw, { body, state: 'arrived', reason: null })
  }

  /** Marks the messages of an order for reading again; returns how many. */
  readOrderAgain(orderId: string): number {
    return this.#db.run(
      `UPDATE inbox SET state = 'arrived', reason = NULL
       WHERE order_id = ? AND state IN ('arrived', 'done') AND body <> ''`,
      orderId,
    )
  }

  /** The same for those that are unread for a reason. */
  readUnreadAgain(reason: string): number {
    return this.#db.run(
      `UPDATE inbox SET state = 'arrived', reason = NULL WHERE state = 'unread' AND reason = ?`,
      reason,
    )
  }

  /** Deletes up to 500 read messages from before an ISO instant; returns how many. */
  forget(before: string): number {
    return this.#db.run(
      `DELETE FROM inbox WHERE id IN (
         SELECT id FROM inbox
         WHERE id < coalesce((SELECT id FROM inbox WHERE received_at >= ? ORDER BY id LIMIT 1), 9e15)
           AND state IN ('done', 'elsewhere')
         ORDER BY id LIMIT 500)`,
      before,
    )
  }

  #dropText(raw: Raw): void {
    this.#replace(raw, { body: '' })
  }

  /** A row that only shrinks would leave its page half empty. */
  #replace(raw: Raw, changes: Partial<InboxRow>): void {
    const row = inboxSchema.safeParse(raw).data
    if (row === undefined || !this.messages.remove(row.id)) return
    this.messages.add({ ...row, ...changes })
  }
}

/** A message in the inbox that waits to be read. */
export class InboxMessage {
  readonly id: number
  /** The key that identifies repeats. */
  readonly key: string
  readonly source: 'webhook' | 'poll'
  /** ISO. */
  readonly receivedAt: string
  /** When the platform listed the order, ISO; null for an event, which has its own date. */
  readonly reportedAt: string | null
  /** Length of the text in bytes. */
  readonly length: number
  readonly #rows: InboxRows
  readonly #parsed: ReadonlyMap<string, unknown>

  /** `parsed` are bodies in memory, by the key of their message. */
  constructor(raw: Raw, rows: InboxRows, parsed: ReadonlyMap<string, unknown>) {
    this.id = Number(raw['id'])
    this.key = String(raw['key'])
    this.source = raw['source'] === 'poll' ? 'poll' : 'webhook'
    this.receivedAt = String(raw['received_at'])
    this.reportedAt = typeof raw['told_at'] === 'string' ? raw['told_at'] : null
    this.length = Number(raw['length'])
    this.#rows = rows
    this.#parsed = parsed
  }

  /** The JSON text, unchanged. */
  text(): string {
    return String(this.#rows.raw(this.id)['body'])
  }

  /** The same parsed, from memory while it is still there. Throws when the text on disk is not JSON. */
  json(): unknown {
    return this.#parsed.get(this.key) ?? JSON.parse(this.text())
  }
}
