import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { userIdName } from './client.ts'
import { names, serveLoyalty, signed, sum, type Detail } from './loyalty.fixture.ts'
import { movementDirections } from './points.ts'

const start = Date.parse('2026-11-20T15:00:00.000Z')
let served: Awaited<ReturnType<typeof serveLoyalty>>

beforeAll(async () => {
  served = await serveLoyalty(start)
})
afterAll(() => served.close())

describe('totals agree with their parts', () => {
  test('the summary, the clients and the movements', async () => {
    const total = await served.summary()
    const ofType = (type: string) =>
      served.movements.filter(({ originReference }) => originReference.type === type)
    const orders = ofType('accumulation').map(({ originReference }) => originReference)
    const credits = served.movements.filter(
      ({ direction }) => direction === movementDirections.credit,
    )
    const refunded = sum(ofType('refund').map(({ amount }) => amount))
    expect(total).toMatchObject({
      totalClients: served.rows.length,
      totalOrders: sum(served.rows.map(({ ordersCount }) => ordersCount)),
      totalOrdersOnline: orders.filter(({ orderId }) => orderId !== null).length,
      totalOrdersInStore: orders.filter(({ tabId }) => tabId !== null).length,
      totalPointsIssued: sum(credits.map(({ amount }) => amount)) - refunded,
      pointsInCirculation: sum(served.rows.map(({ pointsBalance }) => pointsBalance)),
      calculatedToDate: '2026-11-20T15:00:00.000Z',
    })
    expect(total.totalOrdersOnline + total.totalOrdersInStore).toBe(total.totalOrders)
    expect(total.pointsInCirculation).toBe(sum(served.movements.map(signed)))
    expect(sum(Object.values(total.expirationBuckets))).toBe(total.pointsInCirculation)
    expect(Object.keys(total.expirationBuckets)).toEqual(
      'lessThan10 lessThan30 lessThan60 lessThan90 moreThan90 noExpiration'.split(' '),
    )
    for (const points of Object.values(total.expirationBuckets)) expect(points).toBeGreaterThan(0)
  })

  test('a range of the summary, and the movements of that range', async () => {
    const range = { startDate: '2026-08-01', endDate: '2026-08-31' }
    const total = await served.summary(range)
    const held = served.movements.filter(({ createdAt }) => createdAt < '2026-09-01')
    const inside = held.filter(({ createdAt }) => createdAt >= '2026-08-01')
    const orders = inside.filter(({ originReference: { type } }) => type === 'accumulation')
    const issued = inside.filter(
      ({ direction, originReference: { type } }) =>
        direction === movementDirections.credit && type !== 'refund',
    )
    expect(orders.length).toBeGreaterThan(50)
    expect(total).toMatchObject({
      totalOrders: orders.length,
      totalPointsIssued: sum(issued.map(({ amount }) => amount)),
      pointsInCirculation: sum(held.map(signed)),
      calculatedToDate: '2026-08-31T23:59:59.999Z',
    })
    expect(total.totalOrdersOnline + total.totalOrdersInStore).toBe(total.totalOrders)
    expect(sum(Object.values(total.expirationBuckets))).toBe(total.pointsInCirculation)
    expect(total.totalClients).toBeLessThan(served.rows.length)
  })

  test('the days add up to the whole, and the future adds nothing', async () => {
    const whole = await served.summary()
    const before = await served.summary({ endDate: '2026-06-30' })
    const since = await served.summary({ startDate: '2026-07-01', endDate: '2030-01-01T00:00:00Z' })
    expect(before.totalOrders + since.totalOrders).toBe(whole.totalOrders)
    expect(before.totalPointsIssued + since.totalPointsIssued).toBe(whole.totalPointsIssued)
    expect(since.pointsInCirculation).toBe(whole.pointsInCirculation)
    expect(since.calculatedToDate).toBe(whole.calculatedToDate)
  })

  test('one client, in the list, in the detail and in the movements', async () => {
    const busy = served.rows.filter(({ ordersCount }) => ordersCount > 8).slice(0, 20)
    expect(busy).toHaveLength(20)
    for (const row of busy) {
      const detail = await served.answered<Detail>('client', { clientId: row._id })
      const userId = String(detail[userIdName])
      const own = await served.history({ [userIdName]: userId, [names.movementSize]: 1000 })
      expect(own.movements).toEqual(served.movements.filter((each) => each.userId === userId))
      expect(row.pointsBalance).toBe(own.movements[0]?.balance)
      expect(row.pointsBalance).toBe(sum(own.movements.map(signed)))
      expect(detail).toMatchObject({
        fullName: row.name,
        email: row.email,
        phone: row.phone,
        firstOrderAt: row.firstOrder,
        lastOrderAt: row.lastOrder,
        lastLoginAt: row.lastLogin,
        totalOrders: row.ordersCount,
        loyaltyBalance: row.pointsBalance,
        blockedMarketingEmails: !row.marketingEmailEnabled,
      })
    }
  })
})
