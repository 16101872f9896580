import type { z } from 'zod'
import type { Connection } from './connection.ts'
import { listCoupons } from './coupons.ts'
import { exportLoyaltyClients, listLoyaltyClients, listPointMovements } from './loyalty.ts'
import type { Operation } from './operation.ts'
import { listOrders } from './orders.ts'
import { eachPage, eachStretch } from './page.ts'
import { listPaymentMethods, listTabPayments, listWasteIncidents } from './tabs.ts'

/**
 * Every list of the platform, read to its end in the largest pages that are allowed (platform/README.md, Limits):
 * async iterators of pages. A failure is the last thing one answers; a platform that repeats a page or a cursor is one (page.ts).
 */

/** What a list may be asked by, less its page and its size, which are ours. */
type Filter<List> =
  List extends Operation<infer Spec>
    ? Spec['query'] extends z.ZodType
      ? Omit<z.input<Spec['query']>, 'page' | 'limit' | 'pageSize'>
      : never
    : never

const limit = 100
const pageSize = 1000

export const everyOrder = (connection: Connection, filter: Filter<typeof listOrders> = {}) =>
  eachPage((page) => listOrders(connection, { query: { ...filter, page, limit } }))

export const everyCoupon = (connection: Connection, filter: Filter<typeof listCoupons> = {}) =>
  eachPage((page) => listCoupons(connection, { query: { ...filter, page, limit } }))

export const everyLoyaltyClient = (
  connection: Connection,
  filter: Filter<typeof listLoyaltyClients> = {},
) => eachPage((page) => listLoyaltyClients(connection, { query: { ...filter, page, pageSize } }))

/** In the order of their ids, by keyset: safe while clients come and go. */
export const exportedLoyaltyClients = (connection: Connection) =>
  eachStretch((cursor) =>
    exportLoyaltyClients(connection, {
      query: { pageSize, ...(cursor === null ? {} : { cursor }) },
    }),
  )

export const everyPointMovement = (
  connection: Connection,
  filter: Filter<typeof listPointMovements> = {},
) =>
  eachPage(async (page) => {
    const result = await listPointMovements(connection, { query: { ...filter, page, pageSize } })
    if (!result.ok) return result
    const { movements, pagination } = result.value
    return { ...result, value: { items: movements, hasNextPage: pagination.hasNextPage } }
  })

export const everyTabPayment = (
  connection: Connection,
  storeId: string,
  filter: Filter<typeof listTabPayments> = {},
) =>
  eachPage((page) =>
    listTabPayments(connection, { params: { storeId }, query: { ...filter, page, limit } }),
  )

export const everyWasteIncident = (
  connection: Connection,
  storeId: string,
  filter: Filter<typeof listWasteIncidents> = {},
) =>
  eachPage((page) =>
    listWasteIncidents(connection, { params: { storeId }, query: { ...filter, page, limit } }),
  )

export const everyPaymentMethod = (connection: Connection, storeId: string) =>
  eachPage((page) =>
    listPaymentMethods(connection, { params: { storeId }, query: { page, limit } }),
  )
