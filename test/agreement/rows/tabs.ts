import { createDialect } from '#platform/dialect.ts'
import { listTabPayments } from '#platform/tabs.ts'
import { badRequest, type Asks, type Row, type World } from '../row.ts'

const dialect = createDialect()
const payments = {
  section: 'GET /tabs/{storeId}/tab-payments',
  operation: 'listTabPayments',
} as const
const waste = {
  section: 'GET /tabs/{storeId}/waste-incidents',
  operation: 'listWasteIncidents',
} as const
const methods = {
  section: 'GET /tabs/{storeId}/payment-methods',
  operation: 'listPaymentMethods',
} as const
const shift = {
  section: 'GET /tabs/{storeId}/shifts/{shiftId}',
  operation: 'readShift',
} as const
const params = { storeId: 'colon' }

/** The shift of the store's first payment, which has ended. */
async function shiftOfPayment({ connection }: World) {
  const page = await listTabPayments(connection, { params, query: { order: 'asc' } })
  const shiftId = page.ok ? page.value.items[0]?.shiftId : undefined
  return { params: { storeId: 'colon', shiftId: shiftId ?? '' } }
}

/**
 * The three lists have the same rules; `sortBy` is the only field that all of them can be sorted
 * by.
 */
const common = (
  reported: typeof payments | typeof waste | typeof methods,
  path: string,
  sortBy: string,
): Row[] => [
  {
    ...reported,
    title: 'by the service id, sorted as asked, as many as 100',
    input: {
      params: { storeId: 'Li4eEa3W2hiuGGCFa' },
      query: { page: 1, limit: 100, sortBy, order: 'asc' },
    },
    answers: { hasPreviousPage: false },
  },
  {
    ...reported,
    title: 'not 101',
    input: { params, query: { limit: 101 } },
    unsent: 'query.limit',
  },
  { ...reported, title: 'no page 0', input: { params, query: { page: 0 } }, unsent: 'query.page' },
  {
    ...reported,
    title: 'sorted by nothing else',
    input: { params, query: { sortBy: 'amount' } },
    unsent: 'query.sortBy',
  },
  {
    ...reported,
    title: 'in no other order',
    input: { params, query: { order: 'up' } },
    unsent: 'query.order',
  },
  {
    ...reported,
    title: 'a way up is no id',
    input: { params: { storeId: '..' } },
    unsent: 'params.storeId: is not an id',
  },
  {
    ...reported,
    title: 'an unknown store',
    input: { params: { storeId: 'nowhere' } },
    refused: { status: 404, message: 'Store not found' },
  },
  {
    ...reported,
    title: 'the platform refuses 101',
    raw: { method: 'GET', path: `/tabs/colon/${path}?${dialect.tabsLimitParameter}=101` },
    replies: badRequest(`${dialect.tabsLimitParameter}: must be at most 100`),
  },
  {
    ...reported,
    title: 'the platform sorts by nothing else',
    raw: { method: 'GET', path: `/tabs/colon/${path}?${dialect.tabsSortParameter}=amount` },
    replies: badRequest(`${dialect.tabsSortParameter}: must be ${sortBy}`),
  },
]

export const tabRows: Row[] = [
  {
    ...payments,
    title: 'ten to a page',
    input: { params },
    answers: { items: { length: 10 }, hasNextPage: true, hasPreviousPage: false },
  },
  {
    ...payments,
    title: 'of no day that was',
    input: {
      params,
      query: { from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00-03:00', order: 'desc' },
    },
    answers: { items: [], totalCount: 0, totalPages: 0, hasNextPage: false },
  },
  {
    ...payments,
    title: 'from a date-time, not a bare day',
    input: { params, query: { from: '2026-11-20' } },
    unsent: 'query.from',
  },
  ...common(payments, 'tab-payments', 'createdAt'),
  {
    ...waste,
    title: 'in a range',
    input: { params, query: { from: '2020-01-01T00:00:00Z', to: '2026-11-21T00:00:00Z' } },
    answers: { items: { length: 10 }, totalCount: 48 },
  },
  ...common(waste, 'waste-incidents', 'date'),
  {
    ...methods,
    title: 'a page of them',
    input: { params },
    answers: { items: { length: 4 }, totalCount: 4, hasNextPage: false },
  },
  {
    ...methods,
    title: 'by no date',
    input: { params, query: { from: '2026-11-20T00:00:00Z' } },
    unsent: 'query: Unrecognized key: "from"',
  },
  ...common(methods, 'payment-methods', 'createdAt'),
  {
    ...shift,
    title: 'by the external id of its store, with its cash registers',
    input: shiftOfPayment,
    answers: ({ params: own }) => ({ _id: own?.['shiftId'], storeId: 'Li4eEa3W2hiuGGCFa' }),
  },
  {
    ...shift,
    title: 'not without its id',
    input: { params },
    unsent: 'params.shiftId',
  },
  {
    ...shift,
    title: 'an unknown one',
    input: { params: { ...params, shiftId: 'tsft-none' } },
    refused: { status: 404, message: 'Shift not found' },
  },
  {
    ...shift,
    title: 'one of another store',
    input: async (world: World) => {
      const { params: own } = await shiftOfPayment(world)
      return { params: { ...own, storeId: 'punta-arenas' } }
    },
    refused: { status: 404, message: 'Shift not found' },
  },
]

export const tabAsks: Asks = {
  listTabPayments: ({ store, externalStore }) =>
    [store, externalStore].map((storeId) => ({ params: { storeId } })),
  listWasteIncidents: ({ store }) => [{ params: { storeId: store } }],
  listPaymentMethods: ({ store }) => [{ params: { storeId: store } }],
  readShift: ({ store, shift }, own) => [
    { params: { storeId: store, shiftId: shift } },
    { params: { storeId: own.store, shiftId: shift } },
  ],
}
