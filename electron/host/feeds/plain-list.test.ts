import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { defaultSettings } from '#contract/settings/settings.ts'
import { BackOff } from '#contract/shared/back-off.ts'
import { AnswerMemory } from '#platform/call/answer-memory.ts'
import { createDialect } from '#platform/dialect.ts'
import { idsOfOrders, listRawOrders, readRawOrder } from '#platform/orders.ts'
import { contextOf } from '#test/support/context.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { orderEvent } from '#test/support/order-event.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { Poller } from './poller.ts'

const minuteMs = 60_000
const begin = Date.parse('2026-11-20T20:00:00.000Z')

/** An order of usual size, made so long before the start. */
const orderOf = (nth: number, beforeMs: number, orderStatus = 'pending') => {
  const date = new Date(begin - beforeMs).toISOString()
  const ids = { eventId: '', orderId: `o${String(nth)}`, code: String(nth), date }
  return orderEvent('order-created-delivery', ids, { orderStatus, isScheduled: false }).data.order
}
type ListedOrder = ReturnType<typeof orderOf>

/**
 * A platform without events, filters, validators and compression: it only knows pages. The poller
 * asks it over real HTTP; the test owns the time.
 */
async function openPlain(count: number, { isNewestFirst = true } = {}) {
  const orders: ListedOrder[] = []
  // Newest first, half a minute apart, so none is idle.
  for (let nth = 0; nth < count; nth += 1) orders.push(orderOf(nth, nth * 13_000))
  const traffic = { requests: 0, bytes: 0 }
  const server = createServer((request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://platform')
    const [page, limit] = ['page', 'limit'].map((name) => Number(searchParams.get(name)))
    const [from, to] = [((page ?? 1) - 1) * (limit ?? 1), (page ?? 1) * (limit ?? 1)]
    const listed = isNewestFirst ? orders : orders.toReversed()
    const items = listed.slice(from, to)
    const data = { items, hasNextPage: to < orders.length, totalCount: orders.length }
    const body = JSON.stringify({ success: true, data })
    traffic.requests += 1
    traffic.bytes += body.length
    response.setHeader('content-type', 'application/json').end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${String(port)}`
  const connection = {
    ...{ v3Url: `${url}/v3`, v1Url: `${url}/v1`, tabsUrl: null, token: 't', channelToken: null },
    dialect: createDialect(),
  }
  const clock = new FakeClock(new Date(begin).toISOString())
  const stored: { id: string; status: string; at: number }[] = []
  const answers = new AnswerMemory({
    ...{ max: 64, validForMs: 10 * minuteMs, now: () => clock.monotonic(), slim: idsOfOrders },
  })
  let underWay = 0
  const context = contextOf({
    ...{ clock, log: createRecordingLog(), chance: () => 0.5, backOff: new BackOff(() => 0.5) },
    dialect: connection.dialect,
    settings: () => defaultSettings,
    damage: null,
    statusChanged: () => undefined,
  })
  const poller = new Poller(context, {
    isAway: () => false,
    async list(from, page, limit) {
      underWay += 1
      const query = { storesIds: ['s'], from, page, limit }
      const answer = await listRawOrders(connection, { query }, { memory: answers })
      underWay -= 1
      return answer
    },
    read: (orderId) => readRawOrder(connection, { params: { orderId } }),
    answers,
    receive({ json }) {
      const { _id, orderStatus } = json as ListedOrder
      const at = clock.monotonic()
      return Promise.resolve(stored.push({ id: _id, status: String(orderStatus), at }))
    },
    lastEventAt: () => null,
    takeReceived: () => new Map(),
  })
  onTestFinished(() => poller.stop())

  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 1_000) {
      do await new Promise((turn) => setImmediate(turn))
      while (underWay > 0)
      await clock.advance(1_000)
    }
  }
  /** Where and how long after the change it was stored; null if it wasn't. */
  function delayOf(id: string, status: string, since: number): number | null {
    const match = stored.find(
      (each) => each.id === id && each.status === status && each.at >= since,
    )
    return match === undefined ? null : match.at - since
  }
  poller.start()
  await pass(minuteMs)
  return { orders, traffic, clock, stored, pass, delayOf }
}

test('500 open orders without events, filters, validators and compression cost little', async () => {
  const { traffic, stored, pass } = await openPlain(500)
  expect(new Set(stored.map(({ id }) => id)).size).toBe(500)
  const before = { ...traffic }
  await pass(10 * minuteMs)
  // Before looks at the newest orders alone: 24 requests and 8.9 MB a minute.
  const perMinute = [traffic.requests - before.requests, traffic.bytes - before.bytes].map(
    (sum) => sum / 10,
  )
  expect(perMinute[0]).toBeLessThanOrEqual(6)
  expect(perMinute[1]).toBeLessThan(1_000_000)
})

test('nothing is lost there: new orders come at once, and changes of old ones within minutes', async () => {
  const { orders, clock, pass, delayOf } = await openPlain(500)
  // More than two pages of new orders at once.
  const since = clock.monotonic()
  for (let nth = 0; nth < 45; nth += 1) orders.unshift(orderOf(1_000 + nth, -minuteMs))
  const [newest, oldest] = [orders[3], orders[520]] as [ListedOrder, ListedOrder]
  await pass(20_000)
  for (let nth = 0; nth < 45; nth += 1)
    expect(delayOf(`o${String(1_000 + nth)}`, 'pending', since)).toBeLessThanOrEqual(16_000)
  newest.orderStatus = 'cancelled'
  oldest.orderStatus = 'cancelled'
  const changed = clock.monotonic()
  await pass(6 * minuteMs)
  expect(delayOf(newest._id, 'cancelled', changed)).toBeLessThanOrEqual(16_000)
  expect(delayOf(oldest._id, 'cancelled', changed)).toBeLessThanOrEqual(5.5 * minuteMs)
})

test('where the newest orders don’t come first, each look reads all that can change', async () => {
  const { orders, clock, pass, delayOf } = await openPlain(150, { isNewestFirst: false })
  const since = clock.monotonic()
  orders.unshift(orderOf(1_000, -minuteMs))
  await pass(20_000)
  expect(delayOf('o1000', 'pending', since)).toBeLessThanOrEqual(16_000)
})
