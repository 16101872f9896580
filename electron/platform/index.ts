/**
 * The platform client for use from outside this folder: one import with only stable exports.
 * platform/README.md, Using it, shows how.
 */

export type { CallOptions, ReadOptions } from './call/retry.ts'
export type { Connection } from './connection.ts'
export { EvenPace, type Pace } from './call/pace.ts'
export { createDialect, describeDialect, unknownNames, type Dialect } from './dialect.ts'

// Every operation.
export { listCoupons, updateCoupon } from './coupons.ts'
export {
  exportLoyaltyClients,
  listLoyaltyClients,
  listPointMovements,
  readLoyaltyClient,
  readLoyaltySummary,
} from './loyalty.ts'
export { readMe } from './me.ts'
export type { Menu } from './menu.ts'
export { listMenus, readMenu, readProduct } from './menus.ts'
export type { Delivery, Order, OrderItem } from './order.ts'
export { listOrders, readOrder, sendPreparationReady } from './orders.ts'
export { cancelReservation, createReservation } from './reservations.ts'
export { completeOrder } from './orders.ts'
export { setOutOfStock, updateStock, type StockItem } from './stock.ts'
export { setPreparationDuration, temporaryClose, updateStoreSchedule } from './stores.ts'
export { listPaymentMethods, listTabPayments, listWasteIncidents, readShift } from './tabs.ts'

// Every list, to its end.
export {
  everyCoupon,
  everyLoyaltyClient,
  everyMovementOf,
  everyMovementOfEverybody,
  everyOrder,
  everyPaymentMethod,
  everyTabPayment,
  everyWasteIncident,
  exportedLoyaltyClients,
} from './lists.ts'
export {
  eachItem,
  type ItemResult,
  type ListFailure,
  type ListOptions,
  type ListPart,
  type ListProgress,
  type ListStep,
} from './lists/list-step.ts'
export type { PageStart } from './lists/page.ts'
export type { CursorStart } from './lists/cursor-pages.ts'

// Events from the platform.
export { parseEvent, type OrderEvent, type PlatformEvent, type ProcessEvent } from './events.ts'

// Errors.
export { appError, type CallFailure, type CallResult, type ItemErrors } from './call/failure.ts'
