import { z } from 'zod'
import type { StockKey, StockHistoryEntry } from '#contract/stock/stock.ts'
import { availability } from '#domain/stock/availability.ts'
import { stockRow, type StockRow, type Desired } from '#domain/stock/row.ts'
import type { Database } from '../db/open.ts'
import type { Rows } from '../db/rows.ts'
import type { RowFormat } from '../db/table.ts'
import type { Context } from '../noun.ts'
import { tableHead, tableLines } from '../core/table.ts'

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

const maxEntries = 2_000

const historySchema = z.object({
  id: z.number(),
  key: z.string(),
  name: z.string(),
  state: z.enum(['out', 'counted']),
  left_count: z.number().nullable(),
  until: z.string().nullable(),
  set_at: z.string(),
  set_by: z.string(),
  ended_at: z.string().nullable(),
  orders: z.number(),
})
type HistoryRow = z.infer<typeof historySchema>

export const historyRows: RowFormat<HistoryRow> = {
  table: 'stock_history',
  key: 'id',
  schema: historySchema,
  columns: historySchema.keyof().options,
  json: [],
}

const toEntry = (row: HistoryRow): StockHistoryEntry => ({
  id: row.id,
  key: row.key,
  name: row.name,
  state: row.state,
  left: row.left_count,
  until: row.until,
  setAt: row.set_at,
  setBy: row.set_by,
  endedAt: row.ended_at,
  orders: row.orders,
})

/** When people here sold out or counted items, and for how long. Call within a transaction. */
export class StockHistory {
  readonly #db: Database
  readonly #table: Rows<HistoryRow>

  constructor({ db, rows }: Context) {
    this.#db = db
    this.#table = rows(historyRows)
  }

  /**
   * Adds what was set: ends the current entry, and starts a new one unless the item is back on sale.
   */
  add(key: StockKey, name: string, desired: Desired): void {
    this.end(key, desired.setAt)
    if (desired.state === 'on-sale') return
    const { state, left, until, setAt, setBy } = desired
    this.#insert({ key, name, state, left_count: left, until, set_at: setAt, set_by: setBy })
  }

  /** The item is back on sale, or a person dismissed the change. */
  end(key: StockKey, at: string): void {
    for (const row of this.#lasting(key)) this.#table.put({ ...row, ended_at: at })
  }

  /** Counts an order that asked for the item while it was out. */
  countOrder(key: StockKey): void {
    for (const row of this.#lasting(key)) this.#table.put({ ...row, orders: row.orders + 1 })
  }

  /** Orders used up a count at this instant (ISO), so the item is out from then on. */
  ranOut(key: StockKey, at: string): void {
    const counted = this.#lasting(key).filter(({ state }) => state === 'counted')
    this.end(key, at)
    for (const { name, set_by } of counted)
      this.#insert({ key, name, state: 'out', left_count: 0, until: null, set_at: at, set_by })
  }

  /** Items that were out for any part of the time between two ISO instants. */
  outBetween(from: string, to: string): StockHistoryEntry[] {
    return this.#table
      .all(
        `set_at < ? AND state = 'out' AND (ended_at IS NULL OR ended_at > ?)
         ORDER BY set_at DESC LIMIT ?`,
        to,
        from,
        maxEntries,
      )
      .map(toEntry)
  }

  lastingOut(): ReadonlySet<StockKey> {
    return new Set(this.#table.all(`ended_at IS NULL AND state = 'out'`).map(({ key }) => key))
  }

  /** Entries that lasted at or after an ISO instant, newest first. */
  since(from: string): StockHistoryEntry[] {
    return this.#table
      .all(
        `(set_at >= ? OR ended_at IS NULL OR ended_at > ?)
         ORDER BY set_at DESC, id DESC LIMIT ?`,
        from,
        from,
        maxEntries,
      )
      .map(toEntry)
  }

  #lasting(key: StockKey): HistoryRow[] {
    return this.#table.all('key = ? AND ended_at IS NULL', key)
  }

  #insert(row: Omit<HistoryRow, 'id' | 'ended_at' | 'orders'>): void {
    const last = Number(this.#db.get('SELECT max(id) AS id FROM stock_history')?.['id'] ?? 0)
    this.#table.put({ ...row, id: last + 1, ended_at: null, orders: 0 })
  }
}

const columns = ['name', 'state', 'left', 'until', 'setAt', 'setBy', 'endedAt', 'orders'] as const

/**
 * Entries as CSV with a header row. Cells that a spreadsheet would read as a formula are escaped.
 */
export const historyTable = (entries: readonly StockHistoryEntry[]): string =>
  tableHead(columns) + tableLines(entries.map((entry) => columns.map((name) => entry[name])))
