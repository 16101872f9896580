import { z } from 'zod'
import type { Database } from '../db/open.ts'
import { createRows } from '../db/rows.ts'
import type { Raw, SummedFormat } from '../db/table.ts'
import type { Log } from '../log.ts'

export const damaged = 'damaged on the disk'

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

const textIn = (value: unknown): string | null => (typeof value === 'string' ? value : null)

/** Messages as received. A damaged one stays and counts as unreadable. */
export const inboxRows: SummedFormat<InboxRow> = {
  table: 'inbox',
  key: 'id',
  schema: inboxSchema,
  columns: inboxSchema.keyof().options,
  sums: [
    { column: 'sum', over: ['key', 'type', 'source', 'received_at', 'told_at', 'body'] },
    {
      column: 'verdict_sum',
      over: ['id', 'state', 'reason'],
      later: ['order_id'],
      unless: ({ state }) => state === 'arrived',
    },
  ],
  grows: true,
  stays: (raw) => ({
    id: Number(raw['id']),
    key: String(raw['key']),
    type: String(raw['type']),
    source: raw['source'] === 'poll' ? 'poll' : 'webhook',
    received_at: String(raw['received_at']),
    told_at: textIn(raw['told_at']),
    body: String(raw['body']),
    state: 'unread',
    reason: damaged,
    order_id: textIn(raw['order_id']),
  }),
  /** Unchanged. The last ones count as new if their text is there. */
  takeOver({ id: _id, verdict_sum: _overId, ...row }, { readAgainFrom }) {
    const isLate = row['body'] !== '' && String(row['received_at']) >= readAgainFrom
    return isLate ? { ...row, state: 'arrived', reason: null } : row
  },
}

/** The rows of the inbox. `onDamaged` is called for a row that differs from what was written. */
export function createInboxRows(db: Database, log: Log, onDamaged: () => void) {
  const rows = createRows(db, log, { ...inboxRows, rebuild: onDamaged })
  return {
    ...rows,
    raw: (id: number): Raw => db.get('SELECT * FROM inbox WHERE id = ?', id) ?? {},
    /** Takes out the text of a message. A row that only shrinks leaves its page half empty. */
    dropText(raw: Raw): void {
      const row = rows.verified(raw)
      if (row === null || !rows.remove(row.id)) return
      rows.add({ ...row, body: '' })
    },
    /** Puts a text back, to be read again. */
    restoreText(key: string, body: string): void {
      const row = rows.verified(
        db.get(`SELECT * FROM inbox WHERE key = ? AND body = ''`, key) ?? {},
      )
      if (row === null || !rows.remove(row.id)) return
      rows.add({ ...row, body, state: 'arrived', reason: null })
    },
  }
}
