import type { StockKey } from '#contract/stock.ts'
import type { Wanted } from '#domain/orders/items.ts'
import type { Availability } from '#domain/stock/availability.ts'
import type { StockChanges } from './changes.ts'
import type { StockHistory } from './history.ts'
import type { StockSteps } from './steps.ts'

const less = <Counted extends Availability>(counted: Counted, amount: number): Counted =>
  counted.state === 'counted'
    ? { ...counted, left: Math.max(0, (counted.left ?? 0) - amount) }
    : counted

/** Takes what a new order wants from what is counted, as the platform does (platform/README.md, Stock), and notes that it was wanted. */
export const createCountDown =
  (changes: StockChanges, steps: Pick<StockSteps, 'refresh'>, history: StockHistory) =>
  (wanted: readonly Wanted[], createdAt: string): void => {
    // An order that has an item on several lines asked for it once.
    const amounts = new Map<StockKey, number>()
    for (const { key, amount } of wanted) amounts.set(key, (amounts.get(key) ?? 0) + amount)
    for (const [key, amount] of amounts) {
      const row = changes.row(key)
      const { desired, reported } = row
      // What was ordered before it was set was not taken from it.
      const isDesired = desired !== null && desired.setAt <= createdAt
      const isReported = reported !== null && reported.at <= createdAt
      const worn = {
        ...row,
        desired: isDesired ? less(desired, amount) : desired,
        reported: isReported ? less(reported, amount) : reported,
      }
      if (isDesired || isReported) changes.keep(worn)
      if (!isDesired) continue
      history.wanted(key)
      if (worn.desired?.left === 0 && desired.left !== 0) history.ranOut(key, createdAt)
      if (worn.desired?.state === 'counted') steps.refresh(key, worn.desired)
    }
  }
