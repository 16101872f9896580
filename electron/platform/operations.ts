import { couponOperations } from './coupons.ts'
import { loyaltyOperations } from './loyalty.ts'
import { meOperations } from './me.ts'
import { menuOperations } from './menus.ts'
import { channelOperations, listRawOrders, orderOperations, readRawOrder } from './orders.ts'
import type { AnswerSpec } from './read-answer.ts'
import { reservationOperations } from './reservations.ts'
import { stockOperations } from './stock.ts'
import { storeOperations } from './stores.ts'
import { tabOperations } from './tabs.ts'

/**
 * All operations: the specified ones, and others that are documented and used (platform/README.md).
 */
export const platformOperations = {
  ...meOperations,
  ...orderOperations,
  ...menuOperations,
  ...stockOperations,
  ...couponOperations,
  ...storeOperations,
  ...reservationOperations,
  ...loyaltyOperations,
  ...tabOperations,
  ...channelOperations,
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
