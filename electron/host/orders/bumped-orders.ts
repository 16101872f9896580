import type { BumpedOrder } from '#domain/kitchen-figures/figures.ts'
import type { MenuNames } from '#domain/menu/stock-key.ts'
import { amountsOf, productOf } from '#domain/orders/items.ts'
import { currentField } from '#domain/orders/known.ts'
import type { OrderItem } from '#platform/order.ts'
import type { BumpPlace } from './bumps.ts'
import type { OrderStore } from './store.ts'

/** A part of the orders that were bumped, and where the next one begins; null after the last. */
export interface BumpedOrders {
  orders: BumpedOrder[]
  /** How many could not be read. */
  unread: number
  next: BumpPlace | null
}

function itemsOf(items: readonly OrderItem[], menu: MenuNames): BumpedOrder['items'] {
  const amounts = amountsOf(items)
  return items.map((item, place) => {
    const { id, told, onMenu } = productOf(item, menu)
    return { id, name: told ?? onMenu ?? '', amount: amounts[place]?.amount ?? 1 }
  })
}

/** Orders as figures need them: no ticket is made of one. */
export const createBumpedOrders =
  (store: OrderStore, menu: MenuNames) =>
  (from: string, to: string, after: BumpPlace | null, limit: number): BumpedOrders => {
    const rows = store.bumpedBetween(from, to, after, limit)
    const last = rows.at(-1)
    return {
      orders: rows.flatMap(({ times, row }) =>
        row === null
          ? []
          : [
              {
                ...times,
                recalls: row.marks.recalls,
                driversLost: row.marks.driversLost,
                items: itemsOf(currentField(row.known, 'items') ?? [], menu),
              },
            ],
      ),
      unread: rows.filter(({ row }) => row === null).length,
      next:
        last === undefined || rows.length < limit
          ? null
          : { bumpedAt: last.times.bumpedAt, id: last.id },
    }
  }
