import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { z } from 'zod'
import type { Database } from '../db/open.ts'
import { bytesSchema, Rows } from '../db/rows.ts'
import type { Raw, RowFormat } from '../db/table.ts'
import type { Log } from '../log.ts'

const packSchema = z.object({ id: z.number(), at: z.string(), bodies: bytesSchema })
/** The texts of old messages (packed.ts). */
export const packRows: RowFormat<z.infer<typeof packSchema>> = {
  table: 'packed_arrivals',
  key: 'id',
  schema: packSchema,
  columns: packSchema.keyof().options,
  json: [],
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

/** Messages as received. */
export const inboxRows: RowFormat<InboxRow> = {
  table: 'inbox',
  key: 'id',
  schema: inboxSchema,
  columns: inboxSchema.keyof().options,
  json: [],
  ofPeople: true,
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

/** The messages, and the packs that have the texts of old ones. */
export class InboxRows {
  readonly messages: Rows<InboxRow>
  readonly packs: Rows<z.infer<typeof packSchema>>
  readonly #db: Database

  constructor(db: Database, log: Log) {
    this.#db = db
    this.messages = new Rows(db, log, inboxRows)
    this.packs = new Rows(db, log, packRows)
  }

  raw(id: number): Raw {
    return this.#db.get('SELECT * FROM inbox WHERE id = ?', id) ?? {}
  }

  /** The text of a message, from its pack if it is in one. Throws if it is missing. */
  bodyOf({ key, body, pack }: Raw): string {
    if (pack === null) return String(body)
    const found = this.packs.get(Number(pack))
    if (found === null) throw new Error('its text is not kept any more')
    const text = unzip(found.bodies).find(([name]) => name === key)?.[1]
    if (text === undefined) throw new Error('not in its pack')
    return text
  }
}
