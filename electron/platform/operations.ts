import { listCoupons, updateCoupon } from './coupons.ts'
import {
  exportLoyaltyClients,
  listLoyaltyClients,
  listPointMovements,
  readLoyaltyClient,
  readLoyaltySummary,
} from './loyalty.ts'
import { readMe } from './me.ts'
import { listMenus, readMenu, readProduct } from './menus.ts'
import { listOrders, readOrder, sendPreparationReady } from './orders.ts'
import { createReservation } from './reservations.ts'
import { completeOrder } from './sales-channel.ts'
import { updateStock } from './stock.ts'
import { setPreparationDuration, updateStoreSchedule } from './stores.ts'
import { listPaymentMethods, listTabPayments, listWasteIncidents, readShift } from './tabs.ts'

/** Everything the platform can be asked: what is specified, and the order list and one order (platform/README.md). */
export const platformOperations = {
  readMe,
  listOrders,
  readOrder,
  sendPreparationReady,
  listMenus,
  readMenu,
  readProduct,
  updateStock,
  listCoupons,
  updateCoupon,
  setPreparationDuration,
  updateStoreSchedule,
  createReservation,
  readLoyaltyClient,
  listLoyaltyClients,
  exportLoyaltyClients,
  listPointMovements,
  readLoyaltySummary,
  listTabPayments,
  listWasteIncidents,
  listPaymentMethods,
  readShift,
  completeOrder,
} as const

export type PlatformOperationName = keyof typeof platformOperations
