import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Effects } from '../effects.ts'
import { type PracticeEvent, Stamper } from '../events/event.ts'
import { practiceMenu } from '../menu/payload.ts'
import { OrderDesk } from '../orders/desk.ts'
import type { WireOrder } from '../orders/wire.ts'
import { Rush, type RushOptions } from './rush.ts'

const anyText: unknown = expect.any(String)
const minute = 60_000

beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-20T15:00:00.000Z') })
})
afterEach(() => {
  vi.useRealTimers()
})

/** A rush on the test's clock, and all events that it sent. */
function startRush(options: RushOptions, seed = 1, menuNow = () => practiceMenu) {
  const reported: PracticeEvent['body'][] = []
  const desk = new OrderDesk({
    seed,
    now: Date.now,
    send: ({ body }) => Promise.resolve(reported.push(body)),
    effects: new Effects(),
    stamper: new Stamper(seed, '', Date.now),
    menuOf: () => menuNow(),
    onPlaced: () => undefined,
    onReady: (order) => rush.wasReady(order),
  })
  const rush = new Rush(desk, seed, Date.now)
  rush.start(options)
  return { desk, rush, reported }
}

/** The share of the time to the promise that has passed. */
const elapsed = ({ createdAt, deliverAt }: WireOrder) =>
  (Date.now() - Date.parse(createdAt)) / (Date.parse(deliverAt) - Date.parse(createdAt))

describe('the opening', () => {
  test('has one late order, some with little time left, fresh ones, and two for later', () => {
    const { desk } = startRush({ ordersPerMinute: 0, openWith: 12 })
    const orders = desk.orders()
    expect(orders).toHaveLength(12)
    const now = orders.filter(({ isScheduled }) => !isScheduled)
    const count = (low: number, high: number) =>
      now.filter((order) => elapsed(order) >= low && elapsed(order) < high).length
    expect(orders.length - now.length).toBe(2)
    expect(count(1, 2)).toBe(1)
    expect(count(0.75, 1)).toBeGreaterThanOrEqual(2)
    expect(count(0, 0.75)).toBeGreaterThanOrEqual(5)
  })

  test.each([0, 1, 2, 3, 60])('may be of %i orders', (openWith) => {
    const { desk } = startRush({ ordersPerMinute: 0, openWith })
    expect(desk.orders()).toHaveLength(openWith)
  })

  test('codes count up with age', () => {
    const { desk } = startRush({ ordersPerMinute: 0, openWith: 12 })
    const now = desk.orders().filter(({ isScheduled }) => !isScheduled)
    const byCode = [...now].sort((one, other) => Number(other.code) - Number(one.code))
    const times = byCode.map(({ createdAt }) => Date.parse(createdAt))
    expect(times[0]).toBeGreaterThan(times.at(-1) ?? Infinity)
  })
})

describe('an hour of rush', () => {
  test('brings orders at its rate, changes, cancellations and drivers who get lost', () => {
    const { desk, reported } = startRush({ ordersPerMinute: 6 })
    vi.advanceTimersByTime(60 * minute)
    expect(desk.orders().length).toBeGreaterThan(320)
    expect(desk.orders().length).toBeLessThan(400)
    const types = new Map<string, number>()
    for (const { type } of reported) types.set(type, (types.get(type) ?? 0) + 1)
    expect(types.get('ecommerce.order.created')).toBe(desk.orders().length)
    expect(types.get('orderItemsUpdated')).toBeGreaterThan(15)
    const cancelled = desk.orders().filter(({ orderStatus }) => orderStatus === 'cancelled')
    expect(cancelled.length).toBeGreaterThan(5)
    expect(types.get('orderStatusUpdated')).toBe(cancelled.length)

    const drivers = new Map<string, (string | null)[]>()
    for (const { type, data } of reported) {
      if (type !== 'ecommerce.order.delivery.updated') continue
      const { delivery } = data as { delivery: WireOrder['deliveries'][number] }
      const before = drivers.get(delivery.orderId) ?? []
      drivers.set(delivery.orderId, [...before, delivery.driverInformation?.name ?? null])
    }
    const lost = [...drivers.values()].filter(
      ([first, second, third, fourth]) => !first && second && third === null && fourth,
    )
    expect(lost.length).toBeGreaterThan(20)
    expect(lost.length).toBeLessThan(drivers.size)
  })

  test('is the same for the same seed', () => {
    const run = (seed: number) => {
      vi.setSystemTime('2026-11-20T15:00:00.000Z')
      const { reported, rush } = startRush({ ordersPerMinute: 10, openWith: 5 }, seed)
      vi.advanceTimersByTime(20 * minute)
      rush.stop()
      return reported
    }
    const first = run(9)
    expect(first.length).toBeGreaterThan(200)
    expect(run(9)).toEqual(first)
    expect(run(10)).not.toEqual(first)
  })

  test('stops on request, and at the limit of open orders', () => {
    const { desk, rush } = startRush({ ordersPerMinute: 60, maxOpen: 20 })
    vi.advanceTimersByTime(10 * minute)
    const open = desk.orders().filter(({ orderStatus }) => orderStatus === 'pending')
    expect(open).toHaveLength(20)
    rush.stop()
    const before = desk.orders()
    vi.advanceTimersByTime(30 * minute)
    expect(desk.orders()).toEqual(before)
    expect(vi.getTimerCount()).toBe(0)
  })
})

test('a rush waits while everything is sold out, and goes on with what comes back', () => {
  let menu = { ...practiceMenu, products: practiceMenu.products.slice(0, 1) }
  const { desk, rush } = startRush({ ordersPerMinute: 60, openWith: 2 }, 1, () => menu)
  expect(desk.orders()).toHaveLength(2)
  menu = { ...menu, products: [] }
  vi.advanceTimersByTime(10 * minute)
  expect(desk.orders()).toHaveLength(2)
  menu = practiceMenu
  vi.advanceTimersByTime(minute)
  expect(desk.orders().length).toBeGreaterThan(40)
  rush.stop()
})

describe('after ready', () => {
  test('somebody comes for a pickup within minutes', () => {
    const { desk, rush, reported } = startRush({ ordersPerMinute: 0 })
    const { order } = desk.place({ deliveryType: 'go' })
    expect(desk.markReady(order._id).orderStatus).toBe('pending')
    vi.advanceTimersByTime(minute)
    expect(desk.find(order._id)?.orderStatus).toBe('pending')
    vi.advanceTimersByTime(5 * minute)
    expect(desk.find(order._id)?.orderStatus).toBe('done')
    expect(reported.at(-1)).toMatchObject({
      type: 'orderStatusUpdated',
      data: { newOrderStatus: 'done' },
    })
    rush.stop()
  })

  test('the driver takes a delivery away and hands it over', () => {
    const { desk } = startRush({ ordersPerMinute: 0, openWith: 30 })
    const order = desk.orders().find(({ deliveryType }) => deliveryType === 'delivery')
    const id = order?._id ?? ''
    vi.advanceTimersByTime(20 * minute)
    expect(desk.find(id)).toMatchObject({
      orderStatus: 'pending',
      deliveries: [{ nearStoreAt: anyText, pickupAt: null }],
    })
    desk.markReady(id)
    vi.advanceTimersByTime(2 * minute)
    expect(desk.find(id)?.orderStatus).toBe('delivering')
    vi.advanceTimersByTime(60 * minute)
    expect(desk.find(id)).toMatchObject({ orderStatus: 'done', deliveries: [{ status: 'done' }] })
  })

  test('a cancelled order is left alone', () => {
    const { desk } = startRush({ ordersPerMinute: 0 })
    const { order } = desk.place({ deliveryType: 'go' })
    desk.markReady(order._id)
    desk.cancel(order._id)
    vi.advanceTimersByTime(10 * minute)
    expect(desk.find(order._id)?.orderStatus).toBe('cancelled')
  })
})
