import type { StockRow } from './row.ts'

/** What a rule asks of whoever keeps the row and its outbox entry. */
export type StockEffect =
  /** What is desired has to be sent. */
  | { kind: 'enqueue' }
  /** The platform has listed what its entry sends. */
  | { kind: 'confirmed' }
  /** The platform took what its entry sends, and does not say that it finished: a person decides. */
  | { kind: 'not-finished' }
  /** Its entry is a count that must not be sent any more: a person counts again. */
  | { kind: 'too-old' }
  /** The time of what its entry sends is over: nothing of it needs sending. */
  | { kind: 'over' }
  /** In the history it ended then (ISO). */
  | { kind: 'end'; at: string }
  /** The menu may say something else now. */
  | { kind: 'read-menu' }

/** What became of a row: how it is now, what that asks for, and when time alone will change it next. */
export interface StockStep {
  row: StockRow
  effects: readonly StockEffect[]
  /** Epoch milliseconds; Infinity where time changes nothing. */
  nextAt: number
}

export const unchanged = (row: StockRow, nextAt = Infinity): StockStep => ({
  row,
  effects: [],
  nextAt,
})
export const changed = (row: StockRow, ...effects: StockEffect[]): StockStep => ({
  row,
  effects,
  nextAt: Infinity,
})
