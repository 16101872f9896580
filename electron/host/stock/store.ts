import { z } from 'zod'
import type { StockKey } from '#contract/stock/stock.ts'
import { availability } from '#domain/stock/availability.ts'
import { stockRow, type StockRow } from '#domain/stock/row.ts'
import type { Database } from '../db/open.ts'
import type { Rows } from '../db/rows.ts'
import type { RowFormat } from '../db/table.ts'
import type { Context } from '../noun.ts'
import { StockHistory } from './history.ts'

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

type StoredRow = z.infer<typeof rowSchema>
type ProcessRow = z.infer<typeof processRow>
type IngredientRow = z.infer<typeof ingredientRow>

export const stockRows: RowFormat<StoredRow> = {
  table: 'stock',
  key: 'key',
  schema: rowSchema,
  columns: ['key', 'row'],
  json: ['row'],
}

export const processRows: RowFormat<ProcessRow> = {
  table: 'stock_processes',
  key: 'id',
  schema: processRow,
  columns: ['id', 'heard_at', 'items'],
  json: ['items'],
}

export const ingredientRows: RowFormat<IngredientRow> = {
  table: 'ingredients',
  key: 'id',
  schema: ingredientRow,
  columns: ['id', 'name', 'keys'],
  json: ['keys'],
}

/** What is stored of the board. */
export class StockStore {
  readonly history: StockHistory
  readonly ingredients: Rows<IngredientRow>
  readonly #db: Database
  readonly #rows: Rows<StoredRow>
  readonly #processes: Rows<ProcessRow>

  constructor(context: Context) {
    this.history = new StockHistory(context)
    this.ingredients = context.rows(ingredientRows)
    this.#db = context.db
    this.#rows = context.rows(stockRows)
    this.#processes = context.rows(processRows)
  }

  load(key: StockKey): StockRow | null {
    return this.#rows.get(key)?.row ?? null
  }

  save(row: StockRow): void {
    const { key, desired, requested, reported } = row
    if ((desired ?? requested ?? reported) === null) this.#rows.remove(key)
    else this.#rows.put({ key, row })
  }

  all(): StockRow[] {
    return this.#rows.all().map(({ row }) => row)
  }

  /** Rows whose request is in progress in a process. */
  requestedIn(processId: string): StockRow[] {
    return this.#db
      .all(
        `SELECT key FROM stock
         WHERE CASE WHEN json_valid(row) THEN row ->> '$.requested.processId' END = ?`,
        processId,
      )
      .flatMap(({ key }) => this.load(String(key)) ?? [])
  }

  /** What a finished process changed; null if the process is unknown. */
  process(id: string): ProcessedItem[] | null {
    return this.#processes.get(id)?.items ?? null
  }

  /** Stores what a finished process changed, unless it is already stored. */
  saveProcess(id: string, receivedAt: string, items: ProcessedItem[]): void {
    if (this.process(id) === null) this.#processes.put({ id, heard_at: receivedAt, items })
  }

  /** Deletes processes received before an ISO instant. */
  forgetProcesses(before: string): void {
    this.#db.run('DELETE FROM stock_processes WHERE heard_at < ?', before)
  }
}
