/**
 * The platform client for use from outside this folder: one import with only stable exports.
 * platform/README.md, Using it, shows how.
 */

export type { CallOptions, ReadOptions } from './call/retry.ts'
export type { Connection } from './connection.ts'
export { EvenPace, type Pace } from './call/pace.ts'
export { createDialect, describeDialect, unknownNames, type Dialect } from './dialect.ts'

// Every operation.
export { platformOperations } from './operations.ts'
export type { Menu } from './menu.ts'
export type { Delivery, Order, OrderItem } from './order.ts'
export type { StockItem } from './stock.ts'

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
