import { z } from 'zod'
import { orderTypes } from '#contract/tickets/ticket.ts'
import type { RowFormat } from '../db/table.ts'

const dishes = z
  .array(
    z.object({
      key: z.string(),
      name: z.string(),
      amount: z.number().nullable(),
      mark: z.string(),
      stations: z.array(z.string()),
    }),
  )
  .nullable()

/** Null in rows of earlier versions, and while nothing is printed. */
const order = z
  .object({
    type: z.enum(orderTypes),
    promisedAt: z.string(),
    buyer: z.string().nullable(),
    notes: z.array(z.string()),
  })
  .nullable()
  .default(null)

/** What a printer has printed of a ticket automatically. */
const printedSchema = z.object({
  /** How many jobs were made. */
  revision: z.number(),
  /** The newest job; null if it was withdrawn, or there was none. */
  jobId: z.string().nullable(),
  /** The dishes on paper without the newest job; null if nothing is. */
  before: dishes,
  /** The same with the newest job. */
  now: dishes,
  /** What is on paper besides the dishes, without and with the newest job. */
  orderBefore: order,
  orderNow: order,
  /** The last printout says that the order is cancelled. */
  isCancelled: z.boolean().default(false),
  /** Nothing more is printed. */
  isOver: z.boolean(),
})
export type Printed = z.infer<typeof printedSchema>

const rowSchema = z.object({
  id: z.string(),
  order_id: z.string(),
  printer_id: z.string(),
  /** When the order was first seen, ISO. */
  received_at: z.string(),
  /** 1 if nothing was printed of an order that is due later. */
  waiting: z.number(),
  printed: printedSchema,
})
export type PrintedRow = z.infer<typeof rowSchema>

/**
 * A row for each order and each printer that prints automatically when the order is first seen. Without
 * a row, nothing is printed.
 */
export const printedRows: RowFormat<PrintedRow> = {
  table: 'printed_tickets',
  key: 'id',
  schema: rowSchema,
  columns: rowSchema.keyof().options,
  json: ['printed'],
  old: { since: 'received_at' },
}

export const newPrinted: Printed = {
  revision: 0,
  jobId: null,
  before: null,
  now: null,
  orderBefore: null,
  orderNow: null,
  isCancelled: false,
  isOver: false,
}
