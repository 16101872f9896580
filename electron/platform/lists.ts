import type { z } from 'zod'
import type { ReadOptions } from './call/retry.ts'
import type { CallResult } from './call/failure.ts'
import type { Connection } from './connection.ts'
import { listCoupons } from './coupons.ts'
import type { ListOptions } from './lists/list-step.ts'
import { exportLoyaltyClients, listLoyaltyClients, listPointMovements } from './loyalty.ts'
import type { Operation } from './operation.ts'
import { listOrders } from './orders.ts'
import { paceOf } from './call/pace.ts'
import { eachPage, type Page, type PageStart } from './lists/page.ts'
import { eachCursorPage, type CursorStart } from './lists/cursor-pages.ts'
import { listPaymentMethods, listTabPayments, listWasteIncidents } from './tabs.ts'

/**
 * Every list of the platform, read to its end in the largest allowed pages (platform/README.md,
 * Limits): async iterators of parts, each item once, oldest first if the platform can sort. A
 * failure comes last. `eachItem` turns parts into items.
 */

/** The query of a list without its page and size, which we set. */
type Filter<List> =
  List extends Operation<infer Spec>
    ? Spec['query'] extends z.ZodType
      ? Omit<z.input<Spec['query']>, 'page' | 'limit' | 'pageSize'>
      : never
    : never

type Pages = ListOptions<PageStart>

const limit = 100
const pageSize = 1000

const idOf = ({ _id }: { _id: string }): string => _id

/** Reads a list of coupons, orders or tabs; `ask` requests one page. */
const inPages = <Item extends { _id: string }>(
  connection: Connection,
  options: Pages,
  ask: (
    page: { page: number; limit: number },
    call: ReadOptions,
  ) => Promise<CallResult<Page<Item>>>,
) =>
  eachPage((page, call) => ask({ page, limit }, call), {
    ...options,
    pageSize: limit,
    pace: paceOf(connection),
    idOf,
  })

export const everyOrder = (
  connection: Connection,
  filter: Filter<typeof listOrders> = {},
  options: Pages = {},
) =>
  inPages(connection, options, (page, call) =>
    listOrders(connection, { query: { ...filter, ...page } }, call),
  )

export const everyCoupon = (
  connection: Connection,
  filter: Filter<typeof listCoupons> = {},
  options: Pages = {},
) =>
  inPages(connection, options, (page, call) =>
    listCoupons(connection, { query: { ...filter, ...page } }, call),
  )

/** For many clients, `exportedLoyaltyClients` needs less memory and isn't disturbed by changes. */
export const everyLoyaltyClient = (
  connection: Connection,
  filter: Filter<typeof listLoyaltyClients> = {},
  options: Pages = {},
) =>
  eachPage(
    (page, call) => {
      const { orderByCreatedAt = true } = filter
      const query = { ...filter, orderByCreatedAt, page, pageSize }
      return listLoyaltyClients(connection, { query }, call)
    },
    { ...options, pageSize, pace: paceOf(connection), idOf },
  )

/** In the order of ids, by keyset: safe while clients are added and removed. */
export const exportedLoyaltyClients = (
  connection: Connection,
  options: ListOptions<CursorStart> = {},
) =>
  eachCursorPage(
    (cursor, call) => {
      const query = cursor === null ? { pageSize } : { pageSize, cursor }
      return exportLoyaltyClients(connection, { query }, call)
    },
    { ...options, pageSize, pace: paceOf(connection), idOf },
  )

type MovementFilter = Omit<Filter<typeof listPointMovements>, 'serviceUserId'>

/** Movements have no ids: identical ones are distinguished as in lists/count-records.ts. */
function movements(
  connection: Connection,
  filter: Filter<typeof listPointMovements>,
  options: Pages,
) {
  return eachPage(
    async (page, call) => {
      const query = { ...filter, page, pageSize }
      const result = await listPointMovements(connection, { query }, call)
      if (!result.ok) return result
      const { movements: items, pagination } = result.value
      return { ...result, value: { ...pagination, items } }
    },
    { ...options, pageSize, pace: paceOf(connection) },
  )
}

/** One guest's. An empty or missing id is rejected, because it would request everybody's. */
export const everyMovementOf = (
  connection: Connection,
  serviceUserId: string,
  filter: MovementFilter = {},
  options: Pages = {},
) => movements(connection, { ...filter, serviceUserId }, options)

/** Everybody's. */
export const everyMovementOfEverybody = (
  connection: Connection,
  filter: MovementFilter = {},
  options: Pages = {},
) => movements(connection, filter, options)

export const everyTabPayment = (
  connection: Connection,
  storeId: string,
  filter: Filter<typeof listTabPayments> = {},
  options: Pages = {},
) =>
  inPages(connection, options, (page, call) => {
    const { sortBy = 'createdAt', order = 'asc' } = filter
    const query = { ...filter, sortBy, order, ...page }
    return listTabPayments(connection, { params: { storeId }, query }, call)
  })

export const everyWasteIncident = (
  connection: Connection,
  storeId: string,
  filter: Filter<typeof listWasteIncidents> = {},
  options: Pages = {},
) =>
  inPages(connection, options, (page, call) => {
    const { sortBy = 'date', order = 'asc' } = filter
    const query = { ...filter, sortBy, order, ...page }
    return listWasteIncidents(connection, { params: { storeId }, query }, call)
  })

export const everyPaymentMethod = (
  connection: Connection,
  storeId: string,
  filter: Filter<typeof listPaymentMethods> = {},
  options: Pages = {},
) =>
  inPages(connection, options, (page, call) => {
    const { sortBy = 'createdAt', order = 'asc' } = filter
    const query = { ...filter, sortBy, order, ...page }
    return listPaymentMethods(connection, { params: { storeId }, query }, call)
  })
