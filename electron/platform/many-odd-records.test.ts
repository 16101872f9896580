import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Connection } from './connection.ts'
import { createDialect } from './dialect.ts'
import { everyCoupon } from './lists.ts'
import type { CallResult } from './call/failure.ts'
import { platformOperations as all } from './operations.ts'
import { listRawOrders } from './orders.ts'
import { countLeftOut } from './tolerant/unread.ts'
import { isWhole, tries } from '#test/support/tries.ts'
import { readTolerantly } from './tolerant/tolerant.ts'

/** Answers with many tiny records. `npm run bench -- --only answers` measures the time. */

/** The maximum of a page. */
const page = 2_000
const many = tries(10_000, 19_000, 19_000)
/** One more than an answer may have. */
const tooMany = 20_001

let body = ''
const server = createServer((_request, response) => {
  response.setHeader('content-type', 'application/json').end(body)
})
// It would end a connection that is about to be used, while a long answer keeps this thread busy.
server.keepAliveTimeout = 0
let connection: Connection
beforeAll(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  connection = {
    v3Url: `${origin}/v3`,
    v1Url: `${origin}/v1`,
    tabsUrl: `${origin}/tabs`,
    token: 'a-token',
    channelToken: 'a-channel-token',
    dialect: createDialect({ vendorPrefix: 'vendor' }),
    timeZone: 'America/Santiago',
  }
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  body = ''
})

/** The place of the long list in an answer's data. */
const items = (list: string) => `{"items":[${list}],"hasNextPage":false,"nextLastSeenId":null}`
const storeId = 's'
type Ask = () => Promise<CallResult<unknown>>
/** Every operation with a list: the data around the list, and the question. */
const lists: [string, (list: string) => string, Ask][] = [
  ['me', (list) => `{"website":{"_id":"w"},"stores":[${list}]}`, () => all.readMe(connection)],
  ['orders', items, () => all.listOrders(connection)],
  ['menus', (list) => `[${list}]`, () => all.listMenus(connection)],
  ['coupons', items, () => all.listCoupons(connection)],
  ['clients', items, () => all.listLoyaltyClients(connection)],
  ['all clients', items, () => all.exportLoyaltyClients(connection)],
  ['payments', items, () => all.listTabPayments(connection, { params: { storeId } })],
  ['waste', items, () => all.listWasteIncidents(connection, { params: { storeId } })],
  ['methods', items, () => all.listPaymentMethods(connection, { params: { storeId } })],
]

const answerOf = (data: string): string => `{"success":true,"data":${data}}`
const listed = (record: string, count: number): string =>
  Array.from({ length: count }, () => record).join(',')

describe.each(lists)('%s', (_title, dataOf, ask) => {
  test.each(isWhole ? ['{}', '{"_id":"r"}', '7', '[[]]'] : ['{}'])(
    'more records %s than an answer may have are rejected',
    async (record) => {
      body = answerOf(dataOf(listed(record, tooMany)))
      const result = await ask()
      expect(result).toMatchObject({ ok: false, failure: { kind: 'unreadable' } })
      // It names the operation.
      expect(result.ok ? '' : result.failure.message).toMatch(
        /^GET \/\S+: 2\d{4} records in one answer, more than 20000$/,
      )
    },
  )

  test('on a page of empty records none is read, and all are counted', async () => {
    body = answerOf(dataOf(listed('{}', page)))
    const result = await ask()
    expect(result.ok && result.unread?.length).toBe(page)
  })
})

test.each<[string, string, number]>([
  ['nothing', 'null', 0],
  ['a text', '"x"', 0],
  ['a list in a list', '[[]]', 0],
  ['three odd fields', '{"_id":"p","code":{},"amount":{},"createdAt":{}}', 3],
])('payments of which each is %s', async (_title, record, odd) => {
  body = answerOf(items(listed(record, page)))
  const result = await all.listTabPayments(connection, { params: { storeId } })
  if (!result.ok) throw new Error(result.failure.message)
  expect(result.unread?.length).toBe(page * Math.max(odd, 1))
  expect(countLeftOut(result.unread)).toBe(odd > 0 ? 0 : page)
})

test.each<[string, string, () => Promise<CallResult<unknown>>, number]>([
  [
    'orders as they came',
    items(listed(JSON.stringify({ _id: 'o', items: [{ product: { name: 'Sopa' } }] }), 10_000)),
    () => listRawOrders(connection),
    0,
  ],
  [
    'a menu of odd products',
    `[{"menu":{},"products":[${listed('{"_id":"p","price":{},"name":[]}', many)}]}]`,
    () => all.listMenus(connection),
    2 * many,
  ],
  [
    'an order with odd deliveries',
    `{"_id":"o","deliveries":[${listed('{}', many)}]}`,
    () => all.readOrder(connection, { params: { orderId: 'o' } }),
    many,
  ],
  [
    'a coupon for odd addresses',
    items(`{"_id":"c","allowedEmails":[${listed('{}', many)}]}`),
    () => all.listCoupons(connection),
    many,
  ],
])('%s are read', async (_title, data, ask, unread) => {
  body = answerOf(data)
  const result = await ask()
  if (!result.ok) throw new Error(result.failure.message)
  expect(result.unread?.length ?? 0).toBe(unread)
})

test('a list without readable records ends', async () => {
  body = '{"success":true,"data":{"items":[{},{}],"hasNextPage":true}}'
  const steps: unknown[] = []
  const hurried = {
    ...connection,
    pace: { turn: () => Promise.resolve(), wait: () => Promise.resolve(), chance: () => 0.5 },
  }
  for await (const step of everyCoupon(hurried)) steps.push(step)
  expect(steps).toHaveLength(11)
  expect(steps.at(-1)).toMatchObject({
    ok: false,
    failure: { kind: 'unreadable', message: 'data.items: pages without an end' },
  })
})

/** How often the ids of this many odd records are looked at. */
function looksFor(schema: z.ZodType, length: number): number {
  let looks = 0
  const record = {
    get _id() {
      looks += 1
      return {}
    },
  }
  readTolerantly(schema, { items: Array.from({ length }, () => record) })
  return looks
}

test('twice the records take twice the time', () => {
  const { answer } = all.listCoupons.spec
  expect(looksFor(answer, 4_000)).toBe(2 * looksFor(answer, 2_000))
  const wide = { items: [{ _id: 'c', allowedEmails: Array.from({ length: 50_000 }, () => ({})) }] }
  const parsed = readTolerantly(answer, wide)
  expect(parsed.ok && parsed.unread.length).toBe(50_000)
})

test.each<[string, string]>([
  ['200,000 levels', '['.repeat(200_000) + ']'.repeat(200_000)],
  ['200,000 levels of objects', '{"a":'.repeat(200_000) + '1' + '}'.repeat(200_000)],
  ['20,000 levels', '['.repeat(20_000) + ']'.repeat(20_000)],
])('data of %s is no answer of the platform', async (_title, data) => {
  body = `{"success":true,"data":${data}}`
  for (const ask of [
    () => all.listCoupons(connection),
    () => all.readMe(connection),
    () => listRawOrders(connection),
  ])
    expect(await ask()).toMatchObject({
      ok: false,
      failure: { kind: 'foreign', message: 'status 200, JSON of more than 100 levels deep' },
    })
})
