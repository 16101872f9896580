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
import {
  completeOrder,
  listOrders,
  listRawOrders,
  readOrder,
  readRawOrder,
  sendPreparationReady,
} from './orders.ts'
import type { AnswerSpec } from './read-answer.ts'
import { cancelReservation, createReservation } from './reservations.ts'
import { setOutOfStock, updateStock } from './stock.ts'
import { setPreparationDuration, temporaryClose, updateStoreSchedule } from './stores.ts'
import { listPaymentMethods, listTabPayments, listWasteIncidents, readShift } from './tabs.ts'

/**
 * All operations: the specified ones, and others that are documented and used (platform/README.md).
 */
export const platformOperations = {
  readMe,
  listOrders,
  readOrder,
  sendPreparationReady,
  listMenus,
  readMenu,
  readProduct,
  updateStock,
  setOutOfStock,
  listCoupons,
  updateCoupon,
  setPreparationDuration,
  temporaryClose,
  updateStoreSchedule,
  createReservation,
  cancelReservation,
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

const byName = { ...platformOperations, listRawOrders, readRawOrder }

/** The name of every operation, also of those that leave orders unparsed. */
export type NamedOperation = keyof typeof byName

/** How to read the answers of an operation. */
export const namedOperation = (name: NamedOperation): AnswerSpec => byName[name].spec

/** The name of an operation; null if it is none of these. */
export const nameOfOperation = (spec: AnswerSpec): NamedOperation | null =>
  (Object.keys(byName) as NamedOperation[]).find((name) => byName[name].spec === spec) ?? null
