import { z } from 'zod'
import type { StockKey } from '#contract/stock.ts'
import { availability } from '#domain/stock/availability.ts'
import { stockRow, type StockRow } from '#domain/stock/row.ts'
import type { RowFormat } from '../db/table.ts'
import type { Context } from '../noun.ts'
import { createStockHistory } from './history.ts'

/** What a finished process changed of one item. */
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

type Json = Record<string, unknown>

/** Version 1 said own, told and heard; until version 3 a row said how far its request was, which its outbox entry says now. */
function upgrade(row: Json, version: number): Json {
  const { key, ...before } = row['row'] as Json
  const { own, told: requestedThen, heard: reportedThen } = before
  const named =
    version === 1 ? { desired: own, requested: requestedThen, reported: reportedThen } : before
  const asked = named['requested'] as Json | null
  const isListed = asked?.['stage'] === 'confirmed'
  const requested = asked && {
    ...asked,
    listedAt: isListed ? (asked['listedAt'] ?? asked['at']) : null,
  }
  return { ...row, row: { ...named, key, requested } }
}

export const stockRows: RowFormat<z.infer<typeof rowSchema>> = {
  table: 'stock',
  key: 'key',
  schema: rowSchema,
  columns: ['key', 'row'],
  json: ['row'],
  version: 3,
  upgrade,
}

export const processRows: RowFormat<z.infer<typeof processRow>> = {
  table: 'stock_processes',
  key: 'id',
  schema: processRow,
  columns: ['id', 'heard_at', 'items'],
  json: ['items'],
  version: 2,
}

export const ingredientRows: RowFormat<z.infer<typeof ingredientRow>> = {
  table: 'ingredients',
  key: 'id',
  schema: ingredientRow,
  columns: ['id', 'name', 'keys'],
  json: ['keys'],
  version: 2,
}

export type StockStore = ReturnType<typeof createStockStore>

/** The tables of the board. Writes belong into the caller's transaction. */
export function createStockStore(context: Context) {
  const { db } = context
  const rows = context.rows(stockRows)
  const processes = context.rows(processRows)
  return {
    history: createStockHistory(context),
    /** What the store calls its ingredients, and which items have each. */
    ingredients: context.rows(ingredientRows),
    load: (key: StockKey): StockRow | null => rows.get(key)?.row ?? null,
    /** Keeps a row, or deletes it where it says nothing any more. */
    save(row: StockRow): void {
      const { key, desired, requested, reported } = row
      if ((desired ?? requested ?? reported) === null) rows.remove(key)
      else rows.put({ key, row })
    },
    all: (): StockRow[] => rows.all().map(({ row }) => row),
    /** Rows whose request is under way in a process. */
    askedIn: (processId: string): StockRow[] =>
      db
        .all(
          `SELECT key FROM stock
           WHERE CASE WHEN json_valid(row) THEN row ->> '$.requested.processId' END = ?`,
          processId,
        )
        .flatMap(({ key }) => rows.get(String(key))?.row ?? []),
    /** What a finished process changed; null where it is not known. */
    process: (id: string): ProcessedItem[] | null => processes.get(id)?.items ?? null,
    /** Keeps what a finished process changed, the first time that it is heard. */
    keepProcess(id: string, receivedAt: string, items: ProcessedItem[]): void {
      if (processes.get(id) === null) processes.put({ id, heard_at: receivedAt, items })
    },
    /** Deletes processes that were heard before an ISO instant. */
    forgetProcesses(before: string): void {
      db.run('DELETE FROM stock_processes WHERE heard_at < ?', before)
    },
  }
}
