import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { z } from 'zod'
import type { Database } from '../db/open.ts'
import { bytesSchema, createRows } from '../db/rows.ts'
import type { Raw, RowFormat, SummedFormat } from '../db/table.ts'
import type { Log } from '../log.ts'

export const damaged = 'damaged on the disk'

const packSchema = z.object({ id: z.number(), at: z.string(), bodies: bytesSchema })
/** The texts of old messages (packed.ts). */
export const packRows: RowFormat<z.infer<typeof packSchema>> = {
  table: 'packed_arrivals',
  key: 'id',
  schema: packSchema,
  columns: packSchema.keyof().options,
  json: [],
  version: 2,
  grows: true,
  ofPeople: true,
}

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
  /** The pack with its text; null if `body` has it. */
  pack: z.number().nullable(),
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
    {
      column: 'sum',
      over: ['key', 'type', 'source', 'received_at', 'told_at', 'body'],
      later: ['pack'],
    },
    {
      column: 'verdict_sum',
      over: ['id', 'state', 'reason'],
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
    pack: raw['pack'] === null ? null : Number(raw['pack']),
  }),
  /**
   * Unchanged. The last ones count as new if their text is there, or in a pack that was copied
   * before.
   */
  takeOver({ id: _id, verdict_sum: _overId, ...row }, { has, readAgainFrom }) {
    const hasText = row['pack'] == null || has(packRows, row['pack'])
    const isLate = hasText && String(row['received_at']) >= readAgainFrom
    return isLate ? { ...row, state: 'arrived', reason: null } : row
  },
}

const bodiesSchema = z.array(z.tuple([z.string(), z.string()]))
/** By the messages' keys, which stay the same when a damaged file is copied into another. */
export type Bodies = z.infer<typeof bodiesSchema>

/** Bytes of a pack; a longer message is packed alone. */
export const mostLength = 1024 * 1024
/** 2 ms for 64, twice the time of level 3, for a fifth less space. */
const level = 9

export const zip = (bodies: Bodies, length: number): Uint8Array =>
  zstdCompressSync(JSON.stringify(bodies), {
    params: { [constants.ZSTD_c_compressionLevel]: length > mostLength ? 1 : level },
  })
export const unzip = (packed: Uint8Array): Bodies =>
  bodiesSchema.parse(JSON.parse(zstdDecompressSync(packed).toString()))

/** The rows of the inbox. `onDamaged` is called for a row that differs from what was written. */
export function createInboxRows(db: Database, log: Log, onDamaged: () => void) {
  const rows = createRows(db, log, { ...inboxRows, rebuild: onDamaged })
  const packs = createRows(db, log, packRows)
  return {
    ...rows,
    packs,
    raw: (id: number): Raw => db.get('SELECT * FROM inbox WHERE id = ?', id) ?? {},
    /** The text of a message, from its pack if it is in one. Throws if it is missing or damaged. */
    bodyOf({ key, body, pack }: Raw): string {
      if (pack === null) return String(body)
      const raw = db.get('SELECT * FROM packed_arrivals WHERE id = ?', Number(pack))
      if (raw === undefined) throw new Error('its text is not kept any more')
      const found = packs.verified(raw)
      if (found === null) throw new Error(damaged)
      const text = unzip(found.bodies).find(([name]) => name === key)?.[1]
      if (text === undefined) throw new Error('not in its pack')
      return text
    },
  }
}
