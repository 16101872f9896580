import { stringify } from 'csv-stringify/sync'
import type { StockHistoryEntry, StockKey } from '#contract/stock.ts'
import type { Desired } from '#domain/stock/row.ts'
import type { Database } from '../db/open.ts'

/** The most that a screen is shown of it. */
const mostEntries = 2_000

/** What was off or counted, when and for how long. Writes belong into the caller's transaction. */
export interface StockHistory {
  /** An item was set: what lasted ends, and what takes it off begins. */
  note(key: StockKey, name: string, desired: Desired): void
  /** It came back by itself, or a person let go of it. */
  end(key: StockKey, at: string): void
  /** An order wanted it while it lasted. */
  wanted(key: StockKey): void
  /** Forgets what was set before an ISO instant and is over. */
  forget(before: string): void
  /** Newest first, from an ISO instant on. */
  since(from: string): StockHistoryEntry[]
  /** The same as CSV with a heading; what a spreadsheet would take for a formula is escaped. */
  tableSince(from: string): string
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

const read = (row: Record<string, unknown>): StockHistoryEntry => ({
  id: Number(row['id']),
  key: String(row['key']),
  name: String(row['name']),
  state: row['state'] === 'counted' ? 'counted' : 'out',
  left: row['left_count'] === null ? null : Number(row['left_count']),
  until: textOf(row['until']),
  setAt: String(row['set_at']),
  setBy: String(row['set_by']),
  endedAt: textOf(row['ended_at']),
  orders: Number(row['orders']),
})

const columns = ['name', 'state', 'left', 'until', 'setAt', 'setBy', 'endedAt', 'orders'] as const

export function createStockHistory(db: Database): StockHistory {
  const end = (key: StockKey, at: string): void => {
    db.run('UPDATE stock_history SET ended_at = ? WHERE key = ? AND ended_at IS NULL', at, key)
  }
  const since = (from: string): StockHistoryEntry[] =>
    db
      .all(
        'SELECT * FROM stock_history WHERE set_at >= ? ORDER BY set_at DESC, id DESC LIMIT ?',
        from,
        mostEntries,
      )
      .map(read)
  return {
    note(key, name, desired) {
      end(key, desired.setAt)
      if (desired.state === 'on-sale') return
      db.run(
        `INSERT INTO stock_history (key, name, state, left_count, until, set_at, set_by)
         VALUES (?, ?, ?, ?, ?, ?, ?)`,
        key,
        name,
        desired.state,
        desired.left,
        desired.until,
        desired.setAt,
        desired.setBy,
      )
    },
    end,
    wanted(key) {
      db.run('UPDATE stock_history SET orders = orders + 1 WHERE key = ? AND ended_at IS NULL', key)
    },
    forget(before) {
      db.run('DELETE FROM stock_history WHERE set_at < ? AND ended_at IS NOT NULL', before)
    },
    since,
    tableSince: (from) =>
      stringify(since(from), {
        header: true,
        columns: [...columns],
        escape_formulas: true,
        bom: true,
      }),
  }
}
