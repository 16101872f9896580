import { z } from 'zod'
import { menuSchema } from '#platform/menu.ts'
import type { Picture } from '#platform/picture.ts'
import { isoNow } from '../clock.ts'
import type { RowFormat } from '../db/rows.ts'
import { hasSum, sumOf } from '../db/sum.ts'
import type { Context } from '../noun.ts'

const bodySchema = z.object({
  menus: menuSchema.array(),
  /** How many of their things could not be read. */
  unread: z.int(),
  /** When the platform told them, by its own clock (ISO). */
  toldAt: z.string(),
  /** When each item was first told to be what it is now, of those that were told to be otherwise before. */
  since: z.record(z.string(), z.string()),
})
type Body = z.infer<typeof bodySchema>
const menuRow = z.object({ id: z.string(), body: bodySchema, read_at: z.string() })

/** Until version 2 a row held the menus alone, and until version 3 not since when they say what they say. */
function upgrade(row: Record<string, unknown>, version: number): Record<string, unknown> {
  const body = version < 3 ? { menus: row['body'], unread: 0 } : (row['body'] as object)
  return { ...row, body: { ...body, toldAt: row['read_at'], since: {} } }
}

export const menuRows: RowFormat<z.infer<typeof menuRow>> = {
  table: 'menus',
  key: 'id',
  schema: menuRow,
  columns: ['id', 'body', 'read_at'],
  json: ['body'],
  version: 4,
  upgrade,
}

/** At most so many pictures are kept; the oldest go first. */
const mostPictures = 500

/**
 * A change that is dated later than the menus of now was told while the platform's clock was wrong, or ours: nobody knows
 * when it was, and it must not outrank what was sold out since.
 */
export const isBefore = (change: string, toldAt: string): boolean => change <= toldAt

export type MenuStore = ReturnType<typeof createMenuStore>

/** The menus as last read, and the pictures of what is on them. */
export function createMenuStore({ db, clock, rows }: Context) {
  const table = rows(menuRows)
  const nothing: Body = { menus: [], unread: 0, toldAt: '', since: {} }
  let body = nothing
  let readAt: string | null = null
  const all = table.get('all')
  if (all !== null) {
    body = all.body
    readAt = all.read_at
    const repeat = table.get('repeat')
    if (repeat !== null && repeat.read_at >= readAt) {
      body = { ...body, toldAt: repeat.body.toldAt }
      readAt = repeat.read_at
    }
  }
  let closed = false

  return {
    get body() {
      return body
    },
    /** ISO; null where no menu was ever read. */
    get readAt() {
      return readAt
    },
    async keep(next: Body): Promise<void> {
      const now = isoNow(clock)
      await table.putLong({ id: 'all', body: next, read_at: now })
      if (closed) return
      readAt = now
      body = next
    },
    /**
     * The platform told the same menus again. They may be megabytes, which are not written again: the repeat has a row of its
     * own.
     */
    async keepRepeat(toldAt: string): Promise<void> {
      const now = isoNow(clock)
      const changes = Object.entries(body.since)
      const since = Object.fromEntries(changes.filter(([, at]) => isBefore(at, toldAt)))
      const isOther = Object.keys(since).length < changes.length
      body = { ...body, toldAt, since }
      readAt = now
      // Its row may have been found damaged, and set aside.
      if (isOther || db.get(`SELECT 1 AS there FROM menus WHERE id = 'all'`) === undefined)
        await table.putLong({ id: 'all', body, read_at: now })
      if (closed) return
      table.put({ id: 'repeat', body: { ...nothing, toldAt }, read_at: now })
    },
    /** Null where none is kept, or it is damaged. */
    picture(url: string): Picture | null {
      const kept = db.get('SELECT type, body, sum FROM pictures WHERE url = ?', url)
      const type = String(kept?.['type'])
      return kept?.['body'] instanceof Uint8Array && hasSum(kept['sum'], url, type, kept['body'])
        ? { type, bytes: kept['body'] }
        : null
    },
    keepPicture(url: string, { type, bytes }: Picture): void {
      db.run(
        `INSERT INTO pictures (url, type, body, read_at, sum) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (url) DO UPDATE SET type = excluded.type, body = excluded.body, sum = excluded.sum`,
        url,
        type,
        bytes,
        isoNow(clock),
        sumOf(url, type, bytes),
      )
      db.run(
        'DELETE FROM pictures WHERE url NOT IN (SELECT url FROM pictures ORDER BY read_at DESC LIMIT ?)',
        mostPictures,
      )
    },
    isClosed: () => closed,
    /** Nothing is written any more. */
    close(): void {
      closed = true
    },
  }
}
