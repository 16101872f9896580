import { z } from 'zod'
import type { OrderFacts } from '#domain/tickets/order-facts.ts'
import type { Marks } from '#domain/tickets/marks.ts'
import type { ArchivedOrder } from '../archive/archive-file.ts'
import type { RowFormat } from '../db/table.ts'

export interface OrderRow {
  id: string
  known: OrderFacts
  marks: Marks
}

const fields = z.record(z.string(), z.unknown())
/** Checks the frame only: orders and deliveries were parsed when they arrived. */
const knownSchema = z.object({
  layers: z.array(
    z.object({ stamp: z.string(), order: fields, deliveries: fields, unread: fields }),
  ),
  firstItems: z
    .object({
      stamp: z.string(),
      items: z.array(fields),
      unread: z.array(z.string()),
      order: fields.optional(),
    })
    .nullable(),
  firstStatus: z.object({ stamp: z.string(), status: z.string() }).nullable(),
  firstDrivers: z.record(z.string(), z.string()),
})
const marksSchema = z.object({
  receivedAt: z.string(),
  codeMark: z.number().default(1),
  work: z.record(
    z.string(),
    z.object({
      mark: z.string(),
      stations: z.record(
        z.string(),
        z.object({
          startedAt: z.string().nullable(),
          doneAt: z.string().nullable(),
          by: z.string(),
        }),
      ),
    }),
  ),
  acknowledged: z.record(z.string(), z.string()),
  expo: z.object({
    bagged: z.record(z.string(), z.string()),
    shelf: z.string(),
    handedOverAt: z.string().nullable(),
  }),
  times: z.object({
    fired: z.record(z.string(), z.string().nullable()),
    waits: z.record(z.string(), z.object({ mark: z.string(), seconds: z.number() })),
  }),
  acknowledgedItems: z.array(fields).nullable(),
  acknowledgedOrder: z
    .object({
      type: z.string(),
      promisedAt: z.string(),
      buyer: z.string().nullable(),
      notes: z.array(z.string()),
    })
    .nullable()
    .default(null),
  onAgainAt: z.string().nullable().default(null),
  cancellationAcknowledged: z.boolean(),
  closedAt: z.string().nullable().default(null),
  startedAt: z.string().nullable(),
  recalledAt: z.string().nullable(),
  recalls: z.number(),
  driversLost: z.number(),
  leftAt: z.string().nullable(),
})
/** What the archive stores of an order. */
const contentSchema = z.object({
  known: knownSchema as unknown as z.ZodType<OrderFacts>,
  marks: marksSchema as unknown as z.ZodType<Marks>,
})
const rowSchema = z.object({
  id: z.string(),
  open: z.number(),
  left_at: z.string().nullable(),
  /** The words that find it, each after a space; they are short, so a search reads few bytes. */
  words: z.string(),
  ...contentSchema.shape,
})

export type TicketRow = z.infer<typeof rowSchema>

/** A row of `tickets`. */
export const ticketRows: RowFormat<TicketRow> = {
  table: 'tickets',
  key: 'id',
  schema: rowSchema,
  columns: rowSchema.keyof().options,
  json: ['known', 'marks'],
  lasting: { column: 'known', needed: 'open' },
  ofPeople: true,
}

/** An archived order; null if it can't be read. */
export function rowOf({ id, content }: ArchivedOrder): OrderRow | null {
  const parsed = contentSchema.safeParse(content)
  return parsed.success ? { id, ...parsed.data } : null
}
