import type { StockKey } from '#contract/stock.ts'
import type { StockRow } from './row.ts'

/** What is remembered of the restaurant's openings; ISO instants. */
export interface Openings {
  /** The one that is looked forward to. */
  next: string | null
  /** The one that a person is asked about. */
  asked: string | null
}

/** What is off until further notice since before an opening (ISO). */
export const offSince = (rows: readonly StockRow[], opening: string): StockKey[] =>
  rows.flatMap(({ key, desired }) =>
    desired !== null &&
    desired.state !== 'on-sale' &&
    desired.until === null &&
    desired.setAt < opening
      ? [key]
      : [],
  )

/**
 * What becomes of the openings at `now`, when the next one is at `opens` (epoch milliseconds; null where no menu says): one
 * that has come is asked about, where something has been off since before it.
 */
export function openingsAfter(
  { next, asked }: Openings,
  rows: readonly StockRow[],
  opens: number | null,
  now: number,
): Openings {
  const coming = opens === null ? null : new Date(opens).toISOString()
  if (next === null || Date.parse(next) > now) return { next: coming, asked }
  return { next: coming, asked: offSince(rows, next).length > 0 ? next : asked }
}
