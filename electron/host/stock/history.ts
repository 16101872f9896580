import { z } from 'zod'
import type { StockHistoryEntry, StockKey } from '#contract/stock.ts'
import type { Desired } from '#domain/stock/row.ts'
import type { Database } from '../db/open.ts'
import { createRows } from '../db/rows.ts'
import type { Log } from '../log.ts'
import { tableHead, tableLines } from '../table.ts'

/** The most that a screen is shown of it. */
const mostEntries = 2_000

/** What people here took off or counted, when and for how long. Writes belong into the caller's transaction. */
export interface StockHistory {
  /** An item was set: what lasted ends, and what takes it off begins. */
  note(key: StockKey, name: string, desired: Desired): void
  /** It came back by itself, or a person let go of it. */
  end(key: StockKey, at: string): void
  /** An order wanted it while it lasted. */
  wanted(key: StockKey): void
  /** Orders took the last of what was counted, at an ISO instant: it is off from then on. */
  ranOut(key: StockKey, at: string): void
  /** What was off between two ISO instants, or a part of that time. */
  outBetween(from: string, to: string): StockHistoryEntry[]
  /** What is off now. */
  lastingOut(): ReadonlySet<StockKey>
  /** What was off or counted from an ISO instant on, what began before it as well; newest first. */
  since(from: string): StockHistoryEntry[]
}

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

const read = (row: z.infer<typeof rowSchema>): StockHistoryEntry => ({
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

const columns = ['name', 'state', 'left', 'until', 'setAt', 'setBy', 'endedAt', 'orders'] as const

export function createStockHistory(db: Database, log: Log): StockHistory {
  const rows = createRows(db, log, {
    table: 'stock_history',
    key: 'id',
    schema: rowSchema,
    columns: rowSchema.keyof().options,
    json: [],
    version: 2,
  })
  const lasting = (key: StockKey) => rows.all('key = ? AND ended_at IS NULL', key)
  const end = (key: StockKey, at: string): void => {
    for (const row of lasting(key)) rows.put({ ...row, ended_at: at })
  }
  const add = (row: Omit<z.infer<typeof rowSchema>, 'id' | 'ended_at' | 'orders'>): void => {
    const last = Number(db.get('SELECT max(id) AS id FROM stock_history')?.['id'] ?? 0)
    rows.put({ ...row, id: last + 1, ended_at: null, orders: 0 })
  }
  return {
    note(key, name, desired) {
      end(key, desired.setAt)
      if (desired.state === 'on-sale') return
      add({
        key,
        name,
        state: desired.state,
        left_count: desired.left,
        until: desired.until,
        set_at: desired.setAt,
        set_by: desired.setBy,
      })
    },
    end,
    wanted(key) {
      for (const row of lasting(key)) rows.put({ ...row, orders: row.orders + 1 })
    },
    ranOut(key, at) {
      const counted = lasting(key).filter(({ state }) => state === 'counted')
      end(key, at)
      for (const { name, set_by } of counted)
        add({ key, name, state: 'out', left_count: 0, until: null, set_at: at, set_by })
    },
    outBetween: (from, to) =>
      rows
        .all(
          `set_at < ? AND state = 'out' AND (ended_at IS NULL OR ended_at > ?)
           ORDER BY set_at DESC LIMIT ?`,
          to,
          from,
          mostEntries,
        )
        .map(read),
    lastingOut: () => new Set(rows.all(`ended_at IS NULL AND state = 'out'`).map(({ key }) => key)),
    since: (from) =>
      rows
        .all(
          `(set_at >= ? OR ended_at IS NULL OR ended_at > ?)
           ORDER BY set_at DESC, id DESC LIMIT ?`,
          from,
          from,
          mostEntries,
        )
        .map(read),
  }
}

/** Entries as CSV with a heading; what a spreadsheet would take for a formula is escaped. */
export const historyTable = (entries: readonly StockHistoryEntry[]): string =>
  tableHead(columns) + tableLines(entries.map((entry) => columns.map((name) => entry[name])))
