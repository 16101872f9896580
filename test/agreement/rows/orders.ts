import { createDialect } from '#platform/dialect.ts'
import { badRequest, type Asked, type Asks, type Row, type World } from '../row.ts'

const dialect = createDialect()
const me = { section: 'GET /api/me', operation: 'readMe' } as const
const list = { section: 'GET /ecommerce/orders', operation: 'listOrders' } as const
const one = { section: 'GET /ecommerce/orders/{orderId}', operation: 'readOrder' } as const
const ready = {
  section: 'POST /ecommerce/orders/{orderId}/preparation-ready',
  operation: 'sendPreparationReady',
} as const

const placed = async ({ practice }: World) => ({
  params: { orderId: (await practice.placeOrder())._id },
})

const theOrder = ({ params }: Asked) => ({ _id: params?.['orderId'], orderStatus: 'pending' })

export const orderRows: Row[] = [
  {
    ...me,
    title: 'permissions, website and stores of the token',
    answers: {
      permissions: ['admin'],
      website: { name: 'La Cocina de Colón', countryCode: 'CL' },
      stores: [{ timezone: 'America/Santiago' }, { timezone: 'America/Punta_Arenas' }],
    },
  },
  {
    section: 'Authentication 1',
    operation: 'readMe',
    title: 'the token without its scheme',
    raw: { method: 'GET', path: '/api/me', authorization: 'practice-access-token' },
    replies: {
      status: 401,
      body: {
        success: false,
        error: { error: 'unauthorized', message: 'A valid access token is required' },
      },
    },
  },
  {
    ...list,
    title: 'all parameters at once',
    input: async ({ practice }: World) => {
      await practice.placeOrder({ storeId: 'store-punta-arenas' })
      return {
        query: {
          storesIds: ['store-punta-arenas'],
          from: '2026-11-20T00:00:00-03:00',
          page: 1,
          limit: 100,
        },
      }
    },
    answers: { items: [{ storeId: 'store-punta-arenas' }], hasNextPage: false, totalPages: 1 },
  },
  { ...list, title: 'not 101 at a time', input: { query: { limit: 101 } }, unsent: 'query.limit' },
  { ...list, title: 'no bare day', input: { query: { from: '2026-11-20' } }, unsent: 'query.from' },
  {
    ...list,
    title: 'the platform refuses page 0',
    raw: { method: 'GET', path: `${dialect.ordersPath}?${dialect.ordersPageParameter}=0` },
    replies: badRequest(`${dialect.ordersPageParameter}: must be at least 1`),
  },
  { ...one, title: 'whole', input: placed, answers: theOrder },
  {
    ...one,
    title: 'a way up is no id',
    input: { params: { orderId: '..' } },
    unsent: 'params.orderId: is not an id',
  },
  {
    ...one,
    title: 'an unknown one',
    input: { params: { orderId: 'nothing' } },
    refused: { status: 404, message: 'Order not found' },
  },
  {
    ...ready,
    title: 'answers the order',
    input: placed,
    answers: theOrder,
  },
  {
    ...ready,
    title: 'not without an id',
    input: { params: { orderId: '' } },
    unsent: 'params.orderId',
  },
  {
    ...ready,
    title: 'an unknown order',
    input: { params: { orderId: 'nothing' } },
    refused: { status: 404, message: 'Order not found' },
  },
  {
    ...ready,
    title: 'a cancelled order',
    input: async ({ practice }: World) => {
      const { _id } = await practice.placeOrder()
      await practice.cancelOrder(_id)
      return { params: { orderId: _id } }
    },
    refused: { status: 400, message: 'The order is cancelled' },
  },
]

export const orderAsks: Asks = {
  readMe: () => [{}],
  listOrders: ({ store, externalStore }) => [
    {},
    { query: { storesIds: [store] } },
    { query: { storesIds: [externalStore] } },
  ],
  readOrder: ({ order }) => [{ params: { orderId: order } }],
  sendPreparationReady: ({ order }) => [{ params: { orderId: order } }],
}
