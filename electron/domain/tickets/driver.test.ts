import { describe, expect, test } from 'vitest'
import { put } from '#test/support/put.ts'
import { sample } from '#test/support/samples.ts'
import { platformTicket } from '#test/support/platform-ticket.ts'

const event = sample('delivery-updated-assigned')
const pedro = { name: 'Pedro R.', phone: null, code: null }
/** A delivery with only the fields that matter here. */
const delivery = (fields: object): unknown =>
  put(put(event, 'data.order.deliveries', []), 'data.delivery', {
    _id: 'd',
    orderId: 'o',
    ...fields,
  })

// Received at 15:30.
test.each<[string, object, string, string]>([
  [
    'received, and not explained: it takes nothing off the wall',
    { driverReceivedAt: '2026-11-20T15:20:00Z', driverInformation: pedro },
    'at-store',
    'new',
  ],
  [
    'picked up',
    { pickupAt: '2026-11-20T15:20:00Z', driverInformation: pedro },
    'picked-up',
    'handed-over',
  ],
  ['near the client', { nearClientAt: '2026-11-20T15:20:00Z' }, 'near-client', 'handed-over'],
  ['completed', { completedAt: '2026-11-20T15:20:00Z' }, 'delivered', 'handed-over'],
  [
    'done by its status alone',
    { status: 'done', driverInformation: pedro },
    'delivered',
    'handed-over',
  ],
  ['active by its status', { status: 'active', driverInformation: pedro }, 'assigned', 'new'],
  ['a status that is none', { status: {}, driverInformation: pedro }, 'assigned', 'new'],
  ['sought', { activatesAt: '2026-11-20T15:29:59Z' }, 'searching', 'new'],
  ['sought from now on', { activatesAt: '2026-11-20T15:30:00Z' }, 'searching', 'new'],
  ['not sought yet', { activatesAt: '2026-11-20T15:30:01Z' }, 'planned', 'new'],
  [
    'not sought yet, and already there',
    { activatesAt: '2026-11-20T15:40:00Z', driverInformation: pedro },
    'assigned',
    'new',
  ],
  [
    'cancelled, after all',
    { canceledAt: '2026-11-20T15:20:00Z', pickupAt: '2026-11-20T15:10:00Z' },
    'cancelled',
    'new',
  ],
])('a delivery that is %s', (_title, fields, stage, left) => {
  const reported = platformTicket(delivery(fields))
  expect(reported?.ticket).toMatchObject({ stage: left, driver: { stage } })
})

test('the dialect says which delivery status means that it has arrived', () => {
  const reported = (status: string) =>
    platformTicket(delivery({ status }), { deliveryStatusesDone: 'entregado llegado' })?.ticket
      .stage
  expect([reported('llegado'), reported('done')]).toEqual(['handed-over', 'new'])
})

describe('a change of status', () => {
  const order = { _id: 'o', code: '7' }
  const change = (data: object, type = 'orderStatusUpdated') => ({ ...event, type, data })
  test.each<[string, object, string, string[]]>([
    ['whose order lacks it', { order, newOrderStatus: 'done' }, 'handed-over', []],
    ['whose order says it', { order: { ...order, orderStatus: 'done' } }, 'handed-over', []],
    [
      'whose order says another',
      { order: { ...order, orderStatus: 'pending' }, newOrderStatus: 'done' },
      'new',
      [],
    ],
    [
      'whose order says none',
      { order: { ...order, orderStatus: null }, newOrderStatus: 'done' },
      'handed-over',
      [],
    ],
    [
      'whose order says one that cannot be read',
      { order: { ...order, orderStatus: {} }, newOrderStatus: 'done' },
      'handed-over',
      [],
    ],
    [
      'that cannot be read anywhere',
      { order: { ...order, orderStatus: {} }, newOrderStatus: [] },
      'new',
      ['orderStatus'],
    ],
    [
      'with no more of the order than its id',
      { orderId: 'o', newOrderStatus: 'done' },
      'handed-over',
      [],
    ],
  ])('%s', (_title, data, stage, unread) => {
    const reported = platformTicket(change(data))
    expect(reported?.ticket).toMatchObject({ id: 'o', stage })
    expect(reported?.detail.unread).toEqual(unread)
  })

  test('is sent only by that event, under the dialect’s name', () => {
    const data = { order, newOrderStatus: 'done' }
    expect(platformTicket(change(data, 'orderItemsUpdated'))?.ticket.stage).toBe('new')
    const named = { 'orderStatusEvent.newOrderStatus': 'estado' }
    expect(platformTicket(change(data), named)?.ticket.stage).toBe('new')
    expect(platformTicket(change({ order, estado: 'done' }), named)?.ticket.stage).toBe(
      'handed-over',
    )
  })

  test('cancels: a cook acknowledges it', () => {
    expect(platformTicket(change({ order, newOrderStatus: 'cancelled' }))?.ticket.stage).toBe(
      'cancelled',
    )
  })
})
