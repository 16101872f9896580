import type { StockKey } from '#contract/stock.ts'
import type { Wish } from '#domain/stock/wish.ts'
import type { StockBook } from './book.ts'
import type { StockHistory } from './history.ts'

/** So many of an item that a new order wants. */
export interface Wanted {
  key: StockKey
  amount: number
}

const less = <Counted extends Wish>(counted: Counted, amount: number): Counted =>
  counted.state === 'counted'
    ? { ...counted, left: Math.max(0, (counted.left ?? 0) - amount) }
    : counted

/** Takes what a new order wants from what is counted, as the platform does (api.md, Stock counter), and notes that it was wanted. */
export const createCountDown =
  (book: StockBook, history: StockHistory) =>
  (wanted: readonly Wanted[], createdAt: string): void => {
    for (const { key: name, amount } of wanted) {
      const key = book.keyOf(name)
      const row = book.row(key)
      const { own, heard } = row
      // What was ordered before it was set was not taken from it.
      const isOwn = own !== null && own.setAt <= createdAt
      const isHeard = heard !== null && heard.at <= createdAt
      if (isOwn) history.wanted(key)
      if (isOwn || isHeard)
        book.keep({
          ...row,
          own: isOwn ? less(own, amount) : own,
          heard: isHeard ? less(heard, amount) : heard,
        })
    }
  }
