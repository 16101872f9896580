import { z } from 'zod'
import type { StockKey } from '#contract/stock.ts'
import { availability } from '#domain/stock/availability.ts'
import { stockRow, type StockRow } from '#domain/stock/row.ts'
import type { RowFormat } from '../db/table.ts'
import type { Context } from '../noun.ts'
import { createStockHistory } from './history.ts'

/** What a finished process changed about one item. */
const processedItem = availability.extend({
  key: z.string(),
  /** By the platform's clock, ISO. */
  listedAt: z.string(),
})
export type ProcessedItem = z.infer<typeof processedItem>

const rowSchema = z.object({ key: z.string(), row: stockRow })
const processRow = z.object({
  id: z.string(),
  heard_at: z.string(),
  items: z.array(processedItem),
})

const ingredientRow = z.object({ id: z.string(), name: z.string(), keys: z.array(z.string()) })

export const stockRows: RowFormat<z.infer<typeof rowSchema>> = {
  table: 'stock',
  key: 'key',
  schema: rowSchema,
  columns: ['key', 'row'],
  json: ['row'],
}

export const processRows: RowFormat<z.infer<typeof processRow>> = {
  table: 'stock_processes',
  key: 'id',
  schema: processRow,
  columns: ['id', 'heard_at', 'items'],
  json: ['items'],
}

export const ingredientRows: RowFormat<z.infer<typeof ingredientRow>> = {
  table: 'ingredients',
  key: 'id',
  schema: ingredientRow,
  columns: ['id', 'name', 'keys'],
  json: ['keys'],
}

export type StockStore = ReturnType<typeof createStockStore>

export function createStockStore(context: Context) {
  const { db } = context
  const rows = context.rows(stockRows)
  const processes = context.rows(processRows)
  return {
    history: createStockHistory(context),
    ingredients: context.rows(ingredientRows),
    load: (key: StockKey): StockRow | null => rows.get(key)?.row ?? null,
    save(row: StockRow): void {
      const { key, desired, requested, reported } = row
      if ((desired ?? requested ?? reported) === null) rows.remove(key)
      else rows.put({ key, row })
    },
    all: (): StockRow[] => rows.all().map(({ row }) => row),
    /** Rows whose request is in progress in a process. */
    askedIn: (processId: string): StockRow[] =>
      db
        .all(
          `SELECT key FROM stock
           WHERE CASE WHEN json_valid(row) THEN row ->> '$.requested.processId' END = ?`,
          processId,
        )
        .flatMap(({ key }) => rows.get(String(key))?.row ?? []),
    /** What a finished process changed; null if the process is unknown. */
    process: (id: string): ProcessedItem[] | null => processes.get(id)?.items ?? null,
    /** Stores what a finished process changed, unless it is already stored. */
    keepProcess(id: string, receivedAt: string, items: ProcessedItem[]): void {
      if (processes.get(id) === null) processes.put({ id, heard_at: receivedAt, items })
    },
    /** Deletes processes received before an ISO instant. */
    forgetProcesses(before: string): void {
      db.run('DELETE FROM stock_processes WHERE heard_at < ?', before)
    },
  }
}
