import { describe, expect, test } from 'vitest'
import { defaultSettings as rules } from '#contract/settings/settings.ts'
import { createDialect } from '#platform/dialect.ts'
import type { Bump } from '#contract/tickets/ticket.ts'
import type { Order } from '#platform/order.ts'
import { noMenu } from '#test/support/platform-ticket.ts'
import { readDetail } from './detail.ts'
import { addEvent } from './order-facts.ts'
import { newMarks, type Marks } from './marks.ts'
import { buildTicket } from '#test/support/build-ticket.ts'

const at = (minute: number): string => `2026-11-20T15:${String(minute).padStart(2, '0')}:00.000Z`

function detail(order: Partial<Order>, own: Partial<Marks> = {}, bump: Bump | null = null) {
  const whole = { _id: 'o', createdAt: at(1), deliverAt: at(20), ...order }
  const facts = addEvent(null, { stamp: `${at(40)}|k`, order: whole, delivery: null })
  const marks = { ...newMarks(at(2)), ...own }
  const now = Date.parse(at(40))
  const ticket = buildTicket('o', facts, marks, bump, rules, createDialect(), noMenu, now)
  return readDetail(facts, marks, ticket, [])
}

describe('an address', () => {
  const address = {
    address: 'Av. Apoquindo 3000',
    addressLine2: 'Depto 1201',
    addressSecondary: 'Las Condes',
  }
  const lines = ['Av. Apoquindo 3000', 'Depto 1201', 'Las Condes']
  const own: Partial<Order> = { deliveryType: 'delivery', hasManagedDelivery: false, address }

  test.each<[string, Partial<Order>, string[] | undefined]>([
    ['of an order that the store brings', own, lines],
    ['where nothing says who brings it', { ...own, hasManagedDelivery: null }, lines],
    ['of one that the platform brings', { ...own, hasManagedDelivery: true }, undefined],
    ['of one that is fetched', { ...own, deliveryType: 'go' }, undefined],
    ['of one for a table', { ...own, deliveryType: 'serve' }, undefined],
    ['that is not there', { ...own, address: null }, undefined],
    [
      'with empty lines',
      { ...own, address: { address: 'Calle 1', addressLine2: ' ', addressSecondary: '-' } },
      ['Calle 1'],
    ],
    [
      'with a line twice',
      {
        ...own,
        address: { address: 'Calle 1', addressLine2: 'Depto 2', addressSecondary: ' CALLE 1' },
      },
      ['Calle 1', 'Depto 2'],
    ],
    [
      'that the platform hides',
      {
        ...own,
        address: { address: 'q83vEjRWeJq7zN3u8BCrze8Q==', addressSecondary: 'Las Condes' },
      },
      ['Las Condes'],
    ],
  ])('%s', (_name, order, expected) => {
    expect(detail(order).address?.lines).toEqual(expected)
  })

  test('has its zone and its instructions, also without a street', () => {
    const deliveries = [{ _id: 'd', createdAt: at(1), instructions: ' Tocar fuerte ' }]
    const order = { ...own, address: null, deliveryZoneName: 'Zona 1', deliveries }
    expect(detail(order).address).toEqual({
      lines: [],
      zone: 'Zona 1',
      instructions: 'Tocar fuerte',
    })
  })
})

describe('a driver', () => {
  const delivery = {
    _id: 'd',
    createdAt: at(1),
    driverInformation: { name: 'Pedro', phone: '+569' },
  }
  test.each([
    [
      'with a page to follow',
      { ...delivery, trackingURL: 'https://example.com/t/1' },
      { phone: '+569', trackingUrl: 'https://example.com/t/1' },
    ],
    [
      'whose page is none',
      { ...delivery, trackingURL: 'javascript:alert(1)' },
      { phone: '+569', trackingUrl: null },
    ],
    [
      'who is not there',
      { ...delivery, driverInformation: null, trackingURL: 'http://example.com/' },
      { phone: null, trackingUrl: 'http://example.com/' },
    ],
    ['of whom nothing is known', { ...delivery, driverInformation: {} }, null],
  ])('%s', (_name, each, driver) => {
    expect(detail({ deliveries: [each] }).driver).toEqual(driver)
  })

  test('of an order without a delivery', () => {
    expect(detail({}).driver).toBeNull()
  })
})

describe('the times of an order', () => {
  test('all of them, in the order of their time', () => {
    const order: Partial<Order> = {
      deliveryType: 'delivery',
      isScheduled: true,
      expectedPreparationDuration: 10,
      orderStatus: 'cancelled',
      deliveries: [
        { _id: 'a', createdAt: at(1), nearStoreAt: at(5), canceledAt: at(6) },
        {
          _id: 'b',
          createdAt: at(7),
          estimatedArrivalAtStoreAt: at(17),
          nearStoreAt: at(18),
          driverReceivedAt: at(22),
          pickupAt: at(23),
          nearClientAt: at(30),
          completedAt: at(31),
        },
      ],
    }
    const bump = { bumpedAt: at(19), delivery: { state: 'confirmed', since: at(19) } } as const
    const { moments } = detail(order, { startedAt: at(11), recalledAt: at(16) }, bump)
    expect(moments).toEqual([
      { kind: 'ordered', at: at(1) },
      { kind: 'received', at: at(2) },
      { kind: 'driver-at-store', at: at(5) },
      { kind: 'delivery-cancelled', at: at(6) },
      { kind: 'queued', at: at(10) },
      { kind: 'started', at: at(11) },
      { kind: 'recalled', at: at(16) },
      { kind: 'driver-expected', at: at(17) },
      { kind: 'driver-at-store', at: at(18) },
      { kind: 'bumped', at: at(19) },
      { kind: 'promised', at: at(20) },
      { kind: 'driver-left-store', at: at(23) },
      { kind: 'driver-near-client', at: at(30) },
      { kind: 'delivered', at: at(31) },
      { kind: 'cancelled', at: at(40) },
    ])
  })

  test('joining the queue is not a separate time if it equals the time of the order', () => {
    expect(detail({}).moments.map(({ kind }) => kind)).toEqual(['ordered', 'received', 'promised'])
  })
})
