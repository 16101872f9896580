import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { orderSchema } from '#platform/order.ts'
import { startReceiver } from '../events/receiver.fixture.ts'
import { startPractice, type Practice } from '../platform.ts'
import { absentFromDelivery, absentFromOrder } from './events.ts'
import type { WireOrder } from './wire.ts'

const anyText: unknown = expect.any(String)
let receiver: Awaited<ReturnType<typeof startReceiver>>
let practice: Practice

beforeEach(async () => {
  receiver = await startReceiver()
  practice = await startPractice({ webhookUrl: `${receiver.url}/`, seed: 2 })
})
afterEach(async () => {
  await practice.close()
  await receiver.close()
})

test('a new order is sent once, whole, with the bearer', async () => {
  const order = await practice.placeOrder()
  expect(receiver.received).toEqual([
    {
      path: '/ecommerce.order.created',
      authorization: `Bearer ${practice.webhookToken}`,
      body: {
        type: 'ecommerce.order.created',
        data: { order },
        websiteId: order.websiteId,
        storeId: practice.storeId,
        date: anyText,
        eventId: anyText,
      },
    },
  ])
  expect(practice.eventCounts()).toEqual({ delivered: 1, givenUp: 0 })
})

test('every event has an id of its own and a later date', async () => {
  for (let index = 0; index < 20; index += 1) await practice.placeOrder()
  const bodies = receiver.received.map(({ body }) => body)
  expect(new Set(bodies.map(({ eventId }) => eventId)).size).toBe(20)
  const dates = bodies.map(({ date }) => date)
  expect(dates).toEqual([...new Set(dates)].sort())
})

describe('the delivery event', () => {
  test('leaves out 18 fields of the order and 5 of the delivery', async () => {
    const { _id } = await practice.placeOrder({ deliveryType: 'delivery' })
    const order = await practice.moveDriver(_id, 'assigned')
    const { path, body } = receiver.received.at(-1) ?? {}
    expect(path).toBe('/ecommerce.order.delivery.updated')
    const reported = body?.data as { order: WireOrder; delivery: WireOrder['deliveries'][number] }
    expect(absentFromOrder).toHaveLength(18)
    expect(absentFromDelivery).toHaveLength(5)
    const lacks = (whole: object, part: object) =>
      Object.keys(whole).filter((name) => !(name in part))
    expect(lacks(order, reported.order).sort()).toEqual([...absentFromOrder].sort())
    for (const delivery of [reported.delivery, reported.order.deliveries[0] ?? {}]) {
      expect(lacks(order.deliveries[0] ?? {}, delivery).sort()).toEqual(
        [...absentFromDelivery].sort(),
      )
    }
    expect(orderSchema.safeParse(reported.order).success).toBe(true)
  })

  test('follows the driver, who may be lost and found again', async () => {
    const { _id } = await practice.placeOrder({ deliveryType: 'delivery' })
    const stages = ['searching', 'assigned', 'searching', 'assigned', 'at-store'] as const
    const names = []
    for (const stage of stages) {
      const order = await practice.moveDriver(_id, stage)
      expect(order.orderStatus).toBe('pending')
      names.push(order.deliveries[0]?.driverInformation?.name ?? null)
    }
    expect(names).toEqual([null, anyText, null, anyText, names[3]])
    const away = await practice.moveDriver(_id, 'picked-up')
    expect(away.orderStatus).toBe('delivering')
    expect(away.deliveries[0]?.pickupAt).toEqual(anyText)
    const arrived = await practice.moveDriver(_id, 'delivered')
    expect(arrived.orderStatus).toBe('done')
    expect(arrived.deliveries).toMatchObject([
      { _id: away.deliveries[0]?._id, status: 'done', completedAt: anyText },
    ])
  })

  test('cannot be of an order that is picked up', async () => {
    const { _id } = await practice.placeOrder({ deliveryType: 'go' })
    await expect(practice.moveDriver(_id, 'assigned')).rejects.toThrow('not delivered anywhere')
  })
})

describe('the older events', () => {
  test('report a change, at the address itself', async () => {
    const { _id } = await practice.placeOrder()
    const order = await practice.changeOrder(_id)
    expect(receiver.received.at(-1)).toMatchObject({ path: '/' })
    expect(receiver.received.at(-1)?.body).toEqual({
      type: 'orderItemsUpdated',
      data: { order },
      date: anyText,
    })
  })

  test('report a cancellation, and the delivery is called off', async () => {
    const { _id } = await practice.placeOrder({ deliveryType: 'delivery' })
    await practice.moveDriver(_id, 'assigned')
    const order = await practice.cancelOrder(_id)
    const reported = receiver.received.map(({ body }) => body)
    expect(reported.find(({ type }) => type === 'orderStatusUpdated')?.data).toEqual({
      order,
      previousOrderStatus: 'pending',
      newOrderStatus: 'cancelled',
    })
    expect(order.deliveries[0]).toMatchObject({
      status: 'canceled',
      canceledAt: anyText,
    })
  })
})

test('a change updates the sums, also if an item is removed or its amount changes', async () => {
  const { _id, items } = await practice.placeOrder({ couponPercentageOff: null, tipAmount: 0 })
  const more = await practice.changeOrder(_id, { kind: 'amount', itemId: 'it1', amount: 9 })
  const line = (items[0]?.amount ?? 0) * (items[0]?.unitPrice ?? 0)
  const added = 9 * (items[0]?.unitPrice ?? 0) - line
  const whole = items.reduce((sum, item) => sum + item.amount * item.unitPrice, 0)
  expect(more.itemsPrice).toBe(whole + added)
  const less = await practice.changeOrder(_id, { kind: 'remove', itemId: 'it1' })
  expect(less.items.map((item) => item._id)).not.toContain('it1')
  expect(less.itemsPrice).toBe(whole - line)
  expect(less.amountToPay).toBe(less.itemsPrice + less.deliveryFee)
})

test('without a receiver nothing is sent, and one may be named later', async () => {
  practice.setReceiver(null)
  await practice.placeOrder()
  practice.setReceiver(receiver.url)
  const { code } = await practice.placeOrder({}, { wait: false })
  await practice.eventsSettled()
  expect(receiver.received.map(({ body }) => body.data)).toMatchObject([{ order: { code } }])
})
