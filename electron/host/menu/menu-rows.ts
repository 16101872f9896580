import { z } from 'zod'
import { menuSchema } from '#platform/menu.ts'
import type { RowFormat } from '../db/table.ts'

const bodySchema = z.object({
  menus: menuSchema.array(),
  /** Number of things in the menus that could not be read. */
  unread: z.int(),
  /** When the platform answered, by its own clock (ISO). */
  toldAt: z.string(),
  /**
   * When each item was first reported as it is now, for items that have changed since the first
   * read.
   */
  since: z.record(z.string(), z.string()),
  /** The menus, by place, that were not read with the others, and when they were reported. */
  older: z.array(z.object({ at: z.int(), toldAt: z.string() })),
})
export type Body = z.infer<typeof bodySchema>
const menuRow = z.object({ id: z.string(), body: bodySchema, read_at: z.string() })
export type MenuRow = z.infer<typeof menuRow>

export const menuRows: RowFormat<MenuRow> = {
  table: 'menus',
  key: 'id',
  schema: menuRow,
  columns: ['id', 'body', 'read_at'],
  json: ['body'],
}

export const emptyBody: Body = { menus: [], unread: 0, toldAt: '', since: {}, older: [] }
