import { z } from 'zod'
import type { CheckContext, ReadCheck } from './check.ts'
import {
  id,
  instant,
  number,
  listOfThings,
  text,
  looseBoolean,
  voidInstant,
} from './tolerant/loose.ts'
import { operation } from './operation.ts'
import { listOf } from './lists/page.ts'
import { idInPath, limit, page, sentInstant } from './sent-values.ts'

/** A payment of a tab. Amounts are in the store's currency; a voided payment does not count. */
export const tabPaymentSchema = z.looseObject({
  _id: id,
  code: text,
  shiftId: text,
  paymentMethodId: text,
  paymentMethodName: text,
  createdById: text,
  payerName: text,
  payerUserId: text,
  amount: number,
  tipAmount: number,
  createdAt: instant,
  voidedAt: voidInstant,
  shiftEndedAt: instant,
  shouldMakeInvoice: looseBoolean,
})

export const wasteIncidentSchema = z.looseObject({
  _id: id,
  storeId: text,
  code: text,
  date: instant,
  voidedAt: voidInstant,
  ingredients: listOfThings(
    z.looseObject({
      ingredientId: text,
      name: text,
      unitOfMeasurement: text,
      quantity: number,
    }),
  ),
})

export const paymentMethodSchema = z.looseObject({ _id: id, name: text })

const balances = listOfThings(z.looseObject({ paymentMethodId: text, balance: number }))

/** A shift with its cash registers. */
export const shiftSchema = z.looseObject({
  _id: id,
  websiteId: text,
  storeId: text,
  createdById: text,
  startedAt: instant,
  endedAt: instant,
  closedTabsTotalSales: number,
  discountsAmount: number,
  avgTicket: number,
  eatersCount: number,
  totalPayments: number,
  cashRegisterShifts: listOfThings(
    z.looseObject({
      _id: text,
      cashRegisterId: text,
      startedAt: instant,
      endedAt: instant,
      startBalances: balances,
      endBalances: balances,
    }),
  ),
})

const ofStore = z.strictObject({ storeId: idInPath })

/** The query of the three lists. Every parameter is optional. `limit` is at most 100, and 10 by default. */
const listQuery = <Field extends string>(sortedBy: Field) => ({
  page: page.optional(),
  limit: limit.optional(),
  sortBy: z.literal(sortedBy).optional(),
  order: z.enum(['asc', 'desc']).optional(),
})
const range = { from: sentInstant.optional(), to: sentInstant.optional() }

const listNames = {
  page: 'tabsPageParameter',
  limit: 'tabsLimitParameter',
  sortBy: 'tabsSortParameter',
  order: 'tabsOrderParameter',
} as const
const rangeNames = { from: 'tabsFromParameter', to: 'tabsToParameter' } as const

const noStore = { missing: 'there is no store to ask for' }
const askOfStore: ReadCheck['ask'] = ({ storeId }) =>
  storeId === null ? noStore : { params: { storeId } }

/** The lists with dates share the names of their parameters. Each is sorted by one date. */
const datedCheck = (date: string): ReadCheck<keyof typeof listNames | keyof typeof rangeNames> => ({
  ask: askOfStore,
  alike: 'tabs',
  questions: [
    { how: 'pages', size: 'limit', page: 'page' },
    { how: 'emptied', of: 'from', by: 'far-future' },
    { how: 'emptied', of: 'to', by: 'long-ago' },
    { how: 'sorted', of: 'order', date },
    { how: 'allowed', of: 'sortBy', by: date },
    { how: 'default-order', name: 'tabsDefaultOrder', date },
  ],
})

/**
 * GET /tabs/{storeId}/tab-payments: a page of the payments of a store's tabs. The dialect names the
 * parameters.
 */
export const listTabPayments = operation({
  area: 'Tabs',
  summary: "A page of the payments of a store's tabs",
  method: 'GET',
  base: 'v3',
  path: '/tabs/{storeId}/tab-payments',
  params: ofStore,
  query: z.strictObject({ ...range, ...listQuery('createdAt') }),
  queryNames: { ...rangeNames, ...listNames },
  answer: listOf(tabPaymentSchema),
  check: datedCheck('createdAt'),
})

/** GET /tabs/{storeId}/waste-incidents: a page of the store's waste. The dialect names the parameters. */
export const listWasteIncidents = operation({
  area: 'Tabs',
  summary: 'A page of what a store threw away',
  method: 'GET',
  base: 'v3',
  path: '/tabs/{storeId}/waste-incidents',
  params: ofStore,
  query: z.strictObject({ ...range, ...listQuery('date') }),
  queryNames: { ...rangeNames, ...listNames },
  answer: listOf(wasteIncidentSchema),
  check: datedCheck('date'),
})

/** GET /tabs/{storeId}/payment-methods: a page of the payment methods. The dialect names the parameters. */
export const listPaymentMethods = operation({
  area: 'Tabs',
  summary: 'A page of the ways to pay in a store',
  method: 'GET',
  base: 'v3',
  path: '/tabs/{storeId}/payment-methods',
  params: ofStore,
  query: z.strictObject(listQuery('createdAt')),
  queryNames: listNames,
  answer: listOf(paymentMethodSchema),
  check: { ask: askOfStore },
})

/**
 * GET /tabs/{storeId}/shifts/{shiftId}: one shift with its cash registers. The platform has no list
 * of shifts.
 */
export const readShift = operation({
  area: 'Tabs',
  summary: 'One shift with its cash registers',
  method: 'GET',
  base: 'v3',
  path: '/tabs/{storeId}/shifts/{shiftId}',
  params: z.strictObject({ storeId: idInPath, shiftId: idInPath }),
  answer: shiftSchema,
  check: {
    async ask({ storeId, answerOf }: CheckContext) {
      const payments = await answerOf(listTabPayments)
      const shiftId = payments?.items.map((payment) => payment.shiftId).find(Boolean)
      if (storeId === null) return noStore
      return shiftId == null
        ? { missing: 'there is no shift to ask for: no payment names one' }
        : { params: { storeId, shiftId } }
    },
  },
})

export const tabOperations = {
  listTabPayments,
  listWasteIncidents,
  listPaymentMethods,
  readShift,
} as const
