import { createDialect } from '#platform/dialect.ts'
import { exportLoyaltyClients, movementTypes, readLoyaltyClient } from '#platform/loyalty.ts'
import { expect } from 'vitest'
import type { Asks, Row, World } from '../row.ts'

const dialect = createDialect()
const client = { section: 'GET /royalty/client', operation: 'readLoyaltyClient' } as const
const clients = { section: 'GET /royalty/clients', operation: 'listLoyaltyClients' } as const
const bulk = { section: 'GET /royalty/clients-export', operation: 'exportLoyaltyClients' } as const
const movements = {
  section: 'GET /royalty/client-point-movements',
  operation: 'listPointMovements',
} as const
const summary = { section: 'GET /royalty/summary', operation: 'readLoyaltySummary' } as const

async function someClient({ connection }: World): Promise<string> {
  const range = await exportLoyaltyClients(connection, { query: { pageSize: 1 } })
  return range.ok ? (range.value.items[0]?._id ?? '') : ''
}

async function theirUserId(world: World): Promise<string> {
  const detail = await readLoyaltyClient(world.connection, {
    query: { clientId: await someClient(world) },
  })
  return detail.ok ? (detail.value.serviceUserId ?? '') : ''
}

const bad = (
  reported: Omit<Extract<Row, { raw: unknown }>, 'title' | 'raw' | 'replies'>,
  title: string,
  path: string,
): Row => ({
  ...reported,
  title,
  raw: { method: 'GET', path },
  replies: {
    status: 400,
    body: {
      success: false,
      error: {
        error: 'error',
        message: expect.stringMatching(/^The request has an error/) as unknown,
      },
    },
  },
})

export const loyaltyRows: Row[] = [
  {
    ...client,
    title: 'by its id',
    input: async (world: World) => ({ query: { clientId: await someClient(world) } }),
    answers: ({ query }) => ({
      _id: query?.['clientId'],
      birthday: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as unknown,
    }),
  },
  {
    ...client,
    title: 'by the service’s user id',
    input: async (world: World) => ({ query: { serviceUserId: await theirUserId(world) } }),
    answers: ({ query }) => ({ serviceUserId: query?.['serviceUserId'] }),
  },
  {
    ...client,
    title: 'by both',
    input: async (world: World) => ({
      query: { clientId: await someClient(world), serviceUserId: await theirUserId(world) },
    }),
    answers: ({ query }) => ({
      _id: query?.['clientId'],
      serviceUserId: query?.['serviceUserId'],
    }),
  },
  {
    ...client,
    title: 'by nothing',
    input: { query: {} },
    unsent: 'query: needs serviceUserId or clientId',
  },
  {
    ...client,
    title: 'by an e-mail address',
    input: { query: { clientId: 'c', email: 'ana@example.com' } },
    unsent: 'query: Unrecognized key: "email"',
  },
  {
    ...client,
    title: 'an unknown one',
    input: { query: { clientId: 'nobody' } },
    refused: { status: 404, message: 'Client not found' },
  },
  bad(client, 'the platform refuses neither', '/royalty/client?'),
  {
    ...clients,
    title: 'the most to a page',
    input: { query: { page: 3, pageSize: 1000 } },
    answers: {
      items: { length: 1000 },
      totalCount: 3000,
      totalPages: 3,
      hasNextPage: false,
      hasPreviousPage: true,
    },
  },
  {
    ...clients,
    title: 'the fewest to a page, oldest first, by a text, all parameters at once',
    input: {
      query: {
        page: 1,
        pageSize: 1,
        search: 'a',
        status: dialect.clientStatuses.split(' ')[0] ?? '',
        orderByCreatedAt: true,
      },
    },
    answers: { items: { length: 1 }, hasPreviousPage: false },
  },
  {
    ...clients,
    title: 'no page size 0',
    input: { query: { pageSize: 0 } },
    unsent: 'query.pageSize',
  },
  { ...clients, title: 'not 1001', input: { query: { pageSize: 1001 } }, unsent: 'query.pageSize' },
  { ...clients, title: 'no page 0', input: { query: { page: 0 } }, unsent: 'query.page' },
  bad(
    clients,
    'the platform refuses 1001',
    `/royalty/clients?${dialect.clientsPageSizeParameter}=1001`,
  ),
  bad(clients, 'the platform refuses page 0', `/royalty/clients?${dialect.clientsPageParameter}=0`),
  bad(
    clients,
    'the platform refuses an unknown status',
    `/royalty/clients?${dialect.clientsStatusParameter}=asleep`,
  ),
  bad(
    clients,
    'the platform refuses a word for a boolean',
    '/royalty/clients?orderByCreatedAt=maybe',
  ),
  {
    ...bulk,
    title: 'the first page',
    input: { query: { pageSize: 1000 } },
    answers: {
      items: { length: 1000 },
      nextLastSeenId: expect.any(String) as unknown,
      pageSize: 1000,
    },
  },
  {
    ...bulk,
    title: 'after a client',
    input: async (world: World) => ({ query: { pageSize: 1, cursor: await someClient(world) } }),
    answers: { items: { length: 1 }, pageSize: 1 },
  },
  { ...bulk, title: 'no page size 0', input: { query: { pageSize: 0 } }, unsent: 'query.pageSize' },
  { ...bulk, title: 'no empty cursor', input: { query: { cursor: '' } }, unsent: 'query.cursor' },
  bad(
    bulk,
    'the platform refuses 1001',
    `/royalty/clients-export?${dialect.exportPageSizeParameter}=1001`,
  ),
  ...movementTypes.map((type): Row => ({
    ...movements,
    title: `of the type ${type}`,
    input: { query: { type, pageSize: 5 } },
    answers: { movements: { length: 5 }, pagination: { page: 1, pageSize: 5 } },
  })),
  {
    ...movements,
    title: 'all parameters at once',
    input: async (world: World) => ({
      query: {
        serviceUserId: await theirUserId(world),
        from: '2020-01-01',
        to: '2026-11-20T15:00:00Z',
        type: 'accumulation',
        page: 1,
        pageSize: 1000,
      },
    }),
    answers: { pagination: { page: 1, pageSize: 1000, hasPreviousPage: false } },
  },
  {
    ...movements,
    title: 'no other type',
    input: { query: { type: 'gift' } },
    unsent: 'query.type',
  },
  {
    ...movements,
    title: 'no other date',
    input: { query: { from: '20/11/2026' } },
    unsent: 'query.from',
  },
  {
    ...movements,
    title: 'no page size 0',
    input: { query: { pageSize: 0 } },
    unsent: 'query.pageSize',
  },
  bad(
    movements,
    'the platform refuses another type',
    `/royalty/client-point-movements?${dialect.movementsTypeParameter}=gift`,
  ),
  bad(
    movements,
    'the platform refuses a word for a date',
    `/royalty/client-point-movements?${dialect.movementsFromParameter}=yesterday`,
  ),
  bad(
    movements,
    'the platform refuses 1001',
    `/royalty/client-point-movements?${dialect.movementsPageSizeParameter}=1001`,
  ),
  { ...summary, title: 'of all time', answers: { totalClients: 3000 } },
  {
    ...summary,
    title: 'in a range, by both formats',
    input: { query: { startDate: '2026-01-01', endDate: '2026-11-20T15:00:00.000Z' } },
    answers: { expirationBuckets: { noExpiration: expect.any(Number) as unknown } },
  },
  {
    ...summary,
    title: 'no other date',
    input: { query: { startDate: 'today' } },
    unsent: 'query.startDate',
  },
  bad(summary, 'the platform refuses a word for a date', '/royalty/summary?endDate=tomorrow'),
]

export const loyaltyAsks: Asks = {
  readLoyaltyClient: ({ client, user }) => [
    { query: { clientId: client } },
    { query: { serviceUserId: user } },
  ],
  listLoyaltyClients: () => [{ query: { pageSize: 50 } }],
  exportLoyaltyClients: ({ client }) => [
    { query: { pageSize: 50 } },
    { query: { pageSize: 50, cursor: client } },
  ],
  listPointMovements: ({ user }) => [
    { query: { pageSize: 50 } },
    { query: { serviceUserId: user } },
  ],
  readLoyaltySummary: () => [{}],
}
