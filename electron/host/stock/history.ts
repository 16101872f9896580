import { z } from 'zod'
import type { StockHistoryEntry, StockKey } from '#contract/stock.ts'
import type { Desired } from '#domain/stock/row.ts'
import type { RowFormat } from '../db/table.ts'
import type { Context } from '../noun.ts'
import { tableHead, tableLines } from '../table.ts'

/** The most entries that a screen shows. */
const mostEntries = 2_000

const rowSchema = z.object({
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
type HistoryRow = z.infer<typeof rowSchema>

export const historyRows: RowFormat<HistoryRow> = {
  table: 'stock_history',
  key: 'id',
  schema: rowSchema,
  columns: rowSchema.keyof().options,
  json: [],
  version: 2,
  grows: true,
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

/** What people here took off or counted, when and for how long. Writes belong into the caller's transaction. */
export function createStockHistory({ db, rows }: Context) {
  const table = rows(historyRows)
  const lasting = (key: StockKey) => table.all('key = ? AND ended_at IS NULL', key)
  /** It came back by itself, or a person let go of it. */
  function end(key: StockKey, at: string): void {
    for (const row of lasting(key)) table.put({ ...row, ended_at: at })
  }
  function add(row: Omit<HistoryRow, 'id' | 'ended_at' | 'orders'>): void {
    const last = Number(db.get('SELECT max(id) AS id FROM stock_history')?.['id'] ?? 0)
    table.put({ ...row, id: last + 1, ended_at: null, orders: 0 })
  }

  return {
    /** An item was set: what lasted ends, and what takes it off begins. */
    note(key: StockKey, name: string, desired: Desired): void {
      end(key, desired.setAt)
      if (desired.state === 'on-sale') return
      const { state, left, until, setAt, setBy } = desired
      add({ key, name, state, left_count: left, until, set_at: setAt, set_by: setBy })
    },
    end,
    /** An order wanted it while it lasted. */
    desired(key: StockKey): void {
      for (const row of lasting(key)) table.put({ ...row, orders: row.orders + 1 })
    },
    /** Orders took the last of what was counted, at an ISO instant: it is off from then on. */
    ranOut(key: StockKey, at: string): void {
      const counted = lasting(key).filter(({ state }) => state === 'counted')
      end(key, at)
      for (const { name, set_by } of counted)
        add({ key, name, state: 'out', left_count: 0, until: null, set_at: at, set_by })
    },
    /** What was off between two ISO instants, or a part of that time. */
    outBetween: (from: string, to: string): StockHistoryEntry[] =>
      table
        .all(
          `set_at < ? AND state = 'out' AND (ended_at IS NULL OR ended_at > ?)
           ORDER BY set_at DESC LIMIT ?`,
          to,
          from,
          mostEntries,
        )
        .map(toEntry),
    /** What is off now. */
    lastingOut: (): ReadonlySet<StockKey> =>
      new Set(table.all(`ended_at IS NULL AND state = 'out'`).map(({ key }) => key)),
    /** What was off or counted from an ISO instant on, also what began before it; newest first. */
    since: (from: string): StockHistoryEntry[] =>
      table
        .all(
          `(set_at >= ? OR ended_at IS NULL OR ended_at > ?)
           ORDER BY set_at DESC, id DESC LIMIT ?`,
          from,
          from,
          mostEntries,
        )
        .map(toEntry),
  }
}

const columns = ['name', 'state', 'left', 'until', 'setAt', 'setBy', 'endedAt', 'orders'] as const

/** Entries as CSV with a heading; what a spreadsheet would take for a formula is escaped. */
export const historyTable = (entries: readonly StockHistoryEntry[]): string =>
  tableHead(columns) + tableLines(entries.map((entry) => columns.map((name) => entry[name])))
