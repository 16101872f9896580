import type { Row } from './row.ts'
import { couponRows } from './rows/coupons.ts'
import { loyaltyRows } from './rows/loyalty.ts'
import { menuRows } from './rows/menus.ts'
import { orderRows } from './rows/orders.ts'
import { reservationRows } from './rows/reservations.ts'
import { stockRows } from './rows/stock.ts'
import { storeRows } from './rows/stores.ts'
import { tabRows } from './rows/tabs.ts'

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
