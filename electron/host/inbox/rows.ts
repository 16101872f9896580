import { z } from 'zod'
import type { Database } from '../db/open.ts'
import { Rows } from '../db/rows.ts'
import type { Raw, RowFormat } from '../db/table.ts'
import type { Log } from '../log.ts'

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

  /** Takes out the text of a message. */
  dropText(raw: Raw): void {
    this.#replace(raw, { body: '' })
  }

  /** Puts a text back, to be read again. */
  restoreText(key: string, body: string): void {
    const raw = this.#db.get(`SELECT * FROM inbox WHERE key = ? AND body = ''`, key)
    if (raw !== undefined) this.#replace(raw, { body, state: 'arrived', reason: null })
  }

  /** A row that only shrinks would leave its page half empty. */
  #replace(raw: Raw, changes: Partial<InboxRow>): void {
    const row = inboxSchema.safeParse(raw).data
    if (row === undefined || !this.messages.remove(row.id)) return
    this.messages.add({ ...row, ...changes })
  }
}
