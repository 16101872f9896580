import type { z } from 'zod'
import type { Connection } from './connection.ts'
import { listCoupons } from './coupons.ts'
import type { ListOptions } from './lists/list-step.ts'
import { exportLoyaltyClients, listLoyaltyClients, listPointMovements } from './loyalty.ts'
import type { Operation } from './operation.ts'
import { listOrders } from './orders.ts'
import { paceOf } from './call/pace.ts'
import { eachPage, type PageStart } from './lists/page.ts'
import { eachStretch, type CursorStart } from './lists/stretch.ts'
import { listPaymentMethods, listTabPayments, listWasteIncidents } from './tabs.ts'

/**
 * Every list of the platform, read to its end in the largest pages that are allowed (platform/README.md, Limits):
 * async iterators of parts, each item once, oldest first where the platform lets one sort. A failure is the last thing
 * that one answers. `eachItem` makes items of parts.
 */

/** What a list may be asked by, less its page and its size, which are ours. */
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

/** How the lists of coupons, orders and tabs are read. */
const inPages = (connection: Connection, options: Pages) => ({
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
  eachPage(
    (page, call) => listOrders(connection, { query: { ...filter, page, limit } }, call),
    inPages(connection, options),
  )

export const everyCoupon = (
  connection: Connection,
  filter: Filter<typeof listCoupons> = {},
  options: Pages = {},
) =>
  eachPage(
    (page, call) => listCoupons(connection, { query: { ...filter, page, limit } }, call),
    inPages(connection, options),
  )

/** For all of many clients, `exportedLoyaltyClients` remembers less, and nothing moves under it. */
export const everyLoyaltyClient = (
  connection: Connection,
  filter: Filter<typeof listLoyaltyClients> = {},
  options: Pages = {},
) => {
  const { orderByCreatedAt = true, ...rest } = filter
  return eachPage(
    (page, call) =>
      listLoyaltyClients(
        connection,
        { query: { ...rest, orderByCreatedAt, page, pageSize } },
        call,
      ),
    { ...inPages(connection, options), pageSize },
  )
}

/** In the order of their ids, by keyset: safe while clients come and go. */
export const exportedLoyaltyClients = (
  connection: Connection,
  options: ListOptions<CursorStart> = {},
) =>
  eachStretch(
    (cursor, call) =>
      exportLoyaltyClients(
        connection,
        { query: { pageSize, ...(cursor === null ? {} : { cursor }) } },
        call,
      ),
    { ...options, pageSize, pace: paceOf(connection), idOf },
  )

type MovementFilter = Omit<Filter<typeof listPointMovements>, 'serviceUserId'>

/** Movements have no ids: those that are alike in all they say are told apart as lists/tally.ts does. */
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

/** One guest's. An id that is empty or missing is refused: it would ask for everybody's. */
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
) => {
  const { sortBy = 'createdAt', order = 'asc', ...range } = filter
  return eachPage(
    (page, call) =>
      listTabPayments(
        connection,
        { params: { storeId }, query: { ...range, sortBy, order, page, limit } },
        call,
      ),
    inPages(connection, options),
  )
}

export const everyWasteIncident = (
  connection: Connection,
  storeId: string,
  filter: Filter<typeof listWasteIncidents> = {},
  options: Pages = {},
) => {
  const { sortBy = 'date', order = 'asc', ...range } = filter
  return eachPage(
    (page, call) =>
      listWasteIncidents(
        connection,
        { params: { storeId }, query: { ...range, sortBy, order, page, limit } },
        call,
      ),
    inPages(connection, options),
  )
}

export const everyPaymentMethod = (
  connection: Connection,
  storeId: string,
  { sortBy = 'createdAt', order = 'asc' }: Filter<typeof listPaymentMethods> = {},
  options: Pages = {},
) =>
  eachPage(
    (page, call) =>
      listPaymentMethods(
        connection,
        { params: { storeId }, query: { sortBy, order, page, limit } },
        call,
      ),
    inPages(connection, options),
  )
