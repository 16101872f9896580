import type { StockKey } from '#contract/stock.ts'
import type { StockRow } from '#domain/stock/row.ts'
import type { Wish } from '#domain/stock/availability.ts'
import type { Database } from '../db/open.ts'

/** What a finished process changed of one item. */
export interface ProcessedItem extends Wish {
  key: StockKey
  /** By the platform's clock, ISO. */
  listedAt: string
}

/** Items' stock and finished processes on disk. Writes belong into the caller's transaction. */
export interface StockStore {
  load(key: StockKey): StockRow | null
  /** Keeps a row; one that tells nothing is forgotten. */
  save(row: StockRow): void
  all(): StockRow[]
  /** Keeps what a process changed; false where it is known already. */
  keepProcess(id: string, heardAt: string, items: readonly ProcessedItem[]): boolean
  process(id: string): ProcessedItem[] | null
  /** Forgets processes heard before an ISO instant. */
  forgetProcesses(before: string): void
}

export function createStockStore(db: Database): StockStore {
  const read = (row: Record<string, unknown>): StockRow =>
    JSON.parse(String(row['row'])) as StockRow
  return {
    load(key) {
      const row = db.get('SELECT row FROM stock WHERE key = ?', key)
      return row === undefined ? null : read(row)
    },
    save(row) {
      if (row.own === null && row.heard === null) {
        db.run('DELETE FROM stock WHERE key = ?', row.key)
        return
      }
      db.run(
        'INSERT INTO stock (key, row) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET row = excluded.row',
        row.key,
        JSON.stringify(row),
      )
    },
    all: () => db.all('SELECT row FROM stock').map(read),
    keepProcess: (id, heardAt, items) =>
      db.run(
        'INSERT INTO stock_processes (id, heard_at, items) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING',
        id,
        heardAt,
        JSON.stringify(items),
      ) === 1,
    process(id) {
      const row = db.get('SELECT items FROM stock_processes WHERE id = ?', id)
      return row === undefined ? null : (JSON.parse(String(row['items'])) as ProcessedItem[])
    },
    forgetProcesses(before) {
      db.run('DELETE FROM stock_processes WHERE heard_at < ?', before)
    },
  }
}
