import { z } from 'zod'
import type { CheckContext } from './check.ts'
import { id, instant, optionalThing, number, text, looseBoolean } from './tolerant/loose.ts'
import { operation } from './operation.ts'
import { pageInfo } from './lists/page.ts'
import { nonEmpty, idInQuery, page, pageSize, sentDay } from './sent-values.ts'

/** A single client of the points program. `birthday` is YYYY-MM-DD. */
export const loyaltyClientSchema = z.looseObject({
  _id: id,
  websiteId: text,
  identifier: text,
  serviceUserId: text,
  firstName: text,
  lastName: text,
  fullName: text,
  phone: text,
  email: text,
  lastOrderStoreId: text,
  birthday: text,
  createdAt: instant,
  updatedAt: instant,
  lastOrderAt: instant,
  firstOrderAt: instant,
  lastLoginAt: instant,
  lastOrderAmount: number,
  totalOrders: number,
  loyaltyBalance: number,
  blockedMarketingEmails: looseBoolean,
  blockedMarketingNotifications: looseBoolean,
  blockedMarketingSMS: looseBoolean,
})

/** A client in the list and in the export. */
export const loyaltyClientRowSchema = z.looseObject({
  _id: id,
  name: text,
  email: text,
  phone: text,
  firstLogin: instant,
  lastLogin: instant,
  firstOrder: instant,
  lastOrder: instant,
  ordersCount: number,
  pointsBalance: number,
  marketingEmailEnabled: looseBoolean,
})

/** The types that movements can be filtered by. */
export const movementTypes = [
  'manual',
  'redemption',
  'accumulation',
  'referral',
  'expiration',
  'refund',
] as const

/** Points earned or spent. Amounts and balances are in points. */
export const pointMovementSchema = z.looseObject({
  amount: number,
  userId: text,
  createdAt: instant,
  balance: number,
  direction: text,
  originReference: optionalThing(
    z.looseObject({
      type: text,
      expiresAt: instant,
      orderId: text,
      orderCode: text,
      tabId: text,
      description: text,
    }),
  ),
})

/** Figures of the program. The buckets hold points by the number of days until they expire. */
export const loyaltySummarySchema = z.looseObject({
  totalClients: number,
  totalOrders: number,
  totalOrdersOnline: number,
  totalOrdersInStore: number,
  totalPointsIssued: number,
  pointsInCirculation: number,
  calculatedToDate: instant,
  expirationBuckets: optionalThing(
    z.looseObject({
      lessThan10: number,
      lessThan30: number,
      lessThan60: number,
      lessThan90: number,
      moreThan90: number,
      noExpiration: number,
    }),
  ),
})

/**
 * GET /royalty/client: one client by the service's user id, by its own id, or both; at least one is
 * required.
 */
export const readLoyaltyClient = operation({
  area: 'Loyalty',
  summary: 'One client of the loyalty program',
  rules: 'At least one of the two parameters must be given.',
  method: 'GET',
  base: 'v3',
  path: '/royalty/client',
  query: nonEmpty({ serviceUserId: idInQuery, clientId: idInQuery }),
  answer: loyaltyClientSchema,
  check: {
    async ask({ answerOf }: CheckContext) {
      const listed = await answerOf(listLoyaltyClients)
      const exported = await answerOf(exportLoyaltyClients)
      const client = listed?.items[0] ?? exported?.items[0]
      return client === undefined
        ? { missing: 'there is no client to ask for' }
        : { query: { clientId: client._id } }
    },
    looks: [{ how: 'prefix', at: [] }],
  },
})

/**
 * GET /royalty/clients: a page of clients; pages start at 1, and the page size is 1 to 1000. The
 * names of all parameters except `orderByCreatedAt` (true: oldest first) and the status values
 * depend on the dialect.
 */
export const listLoyaltyClients = operation({
  area: 'Loyalty',
  summary: 'A page of the clients',
  method: 'GET',
  base: 'v3',
  path: '/royalty/clients',
  query: z.strictObject({
    page: page.optional(),
    pageSize: pageSize.optional(),
    search: z.string().optional(),
    status: z.string().optional(),
    orderByCreatedAt: z.boolean().optional(),
  }),
  queryNames: {
    page: 'clientsPageParameter',
    pageSize: 'clientsPageSizeParameter',
    search: 'clientsSearchParameter',
    status: 'clientsStatusParameter',
  },
  answer: z.looseObject({ items: z.array(loyaltyClientRowSchema), status: text, ...pageInfo }),
  check: {
    questions: [
      { how: 'pages', size: 'pageSize', page: 'page' },
      { how: 'searched', of: 'search' },
      { how: 'statuses', of: 'status' },
    ],
  },
})

/**
 * GET /royalty/clients-export: a chunk of all clients, sorted by id. `cursor` is the
 * `nextLastSeenId` of the previous chunk and is omitted at first; a null in the answer marks the
 * last chunk. The page size is 1 to 1000. Both parameter names depend on the dialect.
 */
export const exportLoyaltyClients = operation({
  area: 'Loyalty',
  summary: 'A page of all clients, in the order of their ids',
  rules: '`nextLastSeenId` is the cursor of the next page; null means that this was the last.',
  method: 'GET',
  base: 'v3',
  path: '/royalty/clients-export',
  query: z.strictObject({ pageSize: pageSize.optional(), cursor: z.string().min(1).optional() }),
  queryNames: { pageSize: 'exportPageSizeParameter', cursor: 'exportCursorParameter' },
  answer: z.looseObject({
    items: z.array(loyaltyClientRowSchema),
    nextLastSeenId: text,
    pageSize: number,
  }),
  check: { questions: [{ how: 'cursor-pages', size: 'pageSize', cursor: 'cursor' }] },
})

/**
 * GET /royalty/client-point-movements: a page of movements, by user, by a range of days (YYYY-MM-DD
 * or ISO 8601), by type. The names of all parameters except `serviceUserId` depend on the dialect.
 * A parameter without a value is rejected, because the platform would return the movements of all
 * clients.
 */
export const listPointMovements = operation({
  area: 'Loyalty',
  summary: 'A page of the movements of points',
  method: 'GET',
  base: 'v3',
  path: '/royalty/client-point-movements',
  query: z.strictObject({
    serviceUserId: idInQuery.exactOptional(),
    from: sentDay.optional(),
    to: sentDay.optional(),
    type: z.enum(movementTypes).optional(),
    page: page.optional(),
    pageSize: pageSize.optional(),
  }),
  queryNames: {
    from: 'movementsFromParameter',
    to: 'movementsToParameter',
    type: 'movementsTypeParameter',
    page: 'movementsPageParameter',
    pageSize: 'movementsPageSizeParameter',
  },
  answer: z.looseObject({
    movements: z.array(pointMovementSchema),
    pagination: optionalThing(z.looseObject({ page: number, pageSize: number, ...pageInfo })),
  }),
  check: {
    looks: [{ how: 'words', at: ['movements'], field: 'direction', name: 'movementDirections' }],
    questions: [
      { how: 'pages', size: 'pageSize', page: 'page' },
      { how: 'emptied', of: 'from', by: 'far-future' },
      { how: 'emptied', of: 'to', by: 'long-ago' },
      // No movement has both types.
      { how: 'narrowed', of: 'type', by: ['manual', 'accumulation'] },
    ],
  },
})

/** GET /royalty/summary: figures of the program, optionally for a range of days. */
export const readLoyaltySummary = operation({
  area: 'Loyalty',
  summary: 'The figures of the loyalty program',
  method: 'GET',
  base: 'v3',
  path: '/royalty/summary',
  query: z.strictObject({ startDate: sentDay.optional(), endDate: sentDay.optional() }),
  answer: loyaltySummarySchema,
  check: {},
})

export const loyaltyOperations = {
  readLoyaltyClient,
  listLoyaltyClients,
  exportLoyaltyClients,
  listPointMovements,
  readLoyaltySummary,
} as const
