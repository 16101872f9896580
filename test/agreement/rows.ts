import type { Asks, Row } from './row.ts'
import { couponAsks, couponRows } from './rows/coupons.ts'
import { loyaltyAsks, loyaltyRows } from './rows/loyalty.ts'
import { menuAsks, menuRows } from './rows/menus.ts'
import { orderAsks, orderRows } from './rows/orders.ts'
import { reservationAsks, reservationRows } from './rows/reservations.ts'
import { stockAsks, stockRows } from './rows/stock.ts'
import { storeAsks, storeRows } from './rows/stores.ts'
import { tabAsks, tabRows } from './rows/tabs.ts'

/** All rows of the contract by their file in rows/, in the order in which they run. */
export const rowFiles: Record<string, Row[]> = {
  'orders.ts': orderRows,
  'menus.ts': menuRows,
  'stock.ts': stockRows,
  'coupons.ts': couponRows,
  'stores.ts': storeRows,
  'reservations.ts': reservationRows,
  'loyalty.ts': loyaltyRows,
  'tabs.ts': tabRows,
}

/** The requests of every operation that must not show or change anything of another website. */
export const asks: Asks = {
  ...orderAsks,
  ...menuAsks,
  ...stockAsks,
  ...couponAsks,
  ...storeAsks,
  ...reservationAsks,
  ...loyaltyAsks,
  ...tabAsks,
}
