import type { StockKey } from '#contract/stock.ts'
import type { Wanted } from '#domain/orders/items.ts'
import type { Wish } from '#domain/stock/availability.ts'
import type { StockBook } from './book.ts'
import type { StockHistory } from './history.ts'

const less = <Counted extends Wish>(counted: Counted, amount: number): Counted =>
  counted.state === 'counted'
    ? { ...counted, left: Math.max(0, (counted.left ?? 0) - amount) }
    : counted

/** Takes what a new order wants from what is counted, as the platform does (api.md, Stock counter), and notes that it was wanted. */
export const createCountDown =
  (book: StockBook, history: StockHistory) =>
  (wanted: readonly Wanted[], createdAt: string): void => {
    // An order that has an item on several lines asked for it once.
    const amounts = new Map<StockKey, number>()
    for (const { key, amount } of wanted) amounts.set(key, (amounts.get(key) ?? 0) + amount)
    for (const [key, amount] of amounts) {
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
