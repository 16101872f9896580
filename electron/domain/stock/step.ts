import type { StockRow } from './row.ts'

/** What a rule asks of whoever keeps the row. */
export type StockEffect =
  /** What is desired has to be sent. */
  | { kind: 'enqueue' }
  /** Nothing of it needs sending any more. */
  | { kind: 'withdraw' }
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

/** Whether something newer is desired than what was asked for last. */
export const isBehind = ({ desired, requested }: StockRow): boolean =>
  desired !== null && desired.tapId !== requested?.tapId
