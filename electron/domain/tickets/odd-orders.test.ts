import { expect, test } from 'vitest'
import { receivedAt, platformTicket } from '#test/support/platform-ticket.ts'
import { odd, whole, type Odd } from '#test/support/odd-order.ts'

test('as it should be', () => {
  expect(platformTicket(odd({}))).toMatchObject({ ticket: whole, detail: { unread: [] } })
})

test.each<[string, Odd, object, string[]]>([
  // Fields that no kitchen needs: the ticket does not change, and the details name the field.
  ['a price with a comma', { 'items.0.unitPrice': '105,50' }, {}, ['items.0.unitPrice']],
  ['a price as an object', { 'items.1.productPrice': {} }, {}, ['items.1.productPrice']],
  ['promotions of nothing', { promotionIds: [null] }, {}, ['promotionIds.0']],
  ['promotions that are no list', { promotionIds: 'none' }, {}, ['promotionIds']],
  ['promotions as numbers', { promotionIds: [7, 8] }, {}, []],
  ['an address as text', { address: 'Av. Apoquindo 3000' }, {}, ['address']],
  ['a place without sense', { 'address.location.lat': 'south' }, {}, ['address.location.lat']],
  ['a location as a list', { 'address.location': [1, 2] }, {}, ['address.location']],
  ['a telephone as a list', { phone: ['+569'] }, {}, ['phone']],
  ['a telephone as a number', { phone: 56900000000 }, {}, []],
  ['an e-mail that is true', { email: true }, {}, ['email']],
  [
    'a preparation of centuries',
    { expectedPreparationDuration: -143970079710 },
    { preparationMinutes: null },
    ['expectedPreparationDuration'],
  ],
  ['a coupon as an object', { couponName: { es: 'Almuerzo' } }, {}, ['couponName']],
  ['a total as a sentence', { totalPrice: '$ 23.380' }, {}, ['totalPrice']],
  ['a tip that is false', { tipAmount: false }, {}, ['tipAmount']],
  ['a transaction as text', { transaction: 'paid' }, {}, ['transaction']],
  ['wishes as a list', { orderParams: [1] }, {}, []],
  ['a bill as text', { billing: 'none' }, {}, []],
  ['metadata as text', { 'items.0.product.metadata': 'none' }, {}, []],
  ['a product’s id as an object', { 'items.0.product._id': {} }, {}, ['items.0.product._id']],
  [
    'an option’s price as text',
    { 'items.0.modifiers.0.options.0.price': 'free' },
    {},
    ['items.0.modifiers.0.options.0.price'],
  ],
  ['a user as a list', { userId: [] }, {}, ['userId']],
  ['confirmed by a word', { isConfirmed: 'yes' }, {}, ['isConfirmed']],
  [
    'everything of money at once',
    { itemsPrice: {}, serviceFee: [] },
    {},
    ['itemsPrice', 'serviceFee'],
  ],
  // Fields that the card shows but can do without.
  ['scheduled as 0', { isScheduled: 0 }, { scheduled: false }, []],
  ['scheduled as 1', { isScheduled: 1 }, { scheduled: true }, []],
  ['scheduled as a word', { isScheduled: 'later' }, { scheduled: false }, ['isScheduled']],
  ['a buyer as an object', { buyerName: { first: 'Ana' } }, { buyerName: null }, ['buyerName']],
  ['a buyer as a number', { buyerName: 7 }, { buyerName: '7' }, []],
  ['a code as a number', { code: 15244 }, {}, []],
  ['a code as a list', { code: [1] }, { code: 'C#15244' }, ['code']],
  [
    'no code that can be read',
    { code: {}, fullCode: {} },
    { code: '-15244' },
    ['code', 'fullCode'],
  ],
  ['a type as an object', { deliveryType: {} }, { type: 'other' }, ['deliveryType']],
  ['a type that nobody knows', { deliveryType: 'drone' }, { type: 'other' }, []],
  ['a colour as a number list', { flagColor: [1, 2, 3] }, { flagColor: null }, ['flagColor']],
  ['a status as an object', { orderStatus: {} }, { stage: 'new' }, ['orderStatus']],
  ['a status that nobody knows', { orderStatus: 'waiting' }, { stage: 'new' }, []],
  ['a label as a number', { paymentTypeLabel: 3 }, { payment: { label: '3' } }, []],
  [
    'a preparation as a word',
    { expectedPreparationDuration: 'soon' },
    { preparationMinutes: null },
    ['expectedPreparationDuration'],
  ],
  ['a preparation as text', { expectedPreparationDuration: '15' }, { preparationMinutes: 15 }, []],
  ['an epoch', { createdAt: 1763651270106 }, { createdAt: receivedAt }, ['createdAt']],
  ['an epoch as text', { createdAt: '1763651270106' }, { createdAt: receivedAt }, ['createdAt']],
  [
    'a number as a date',
    { deliverAt: '5' },
    { promisedAt: '2026-11-20T15:22:50.106Z' },
    ['deliverAt'],
  ],
  [
    'a year as a date',
    { deliverAt: '2026' },
    { promisedAt: '2026-11-20T15:22:50.106Z' },
    ['deliverAt'],
  ],
  [
    'a word as a date',
    { deliverAt: 'tomorrow' },
    { promisedAt: '2026-11-20T15:22:50.106Z' },
    ['deliverAt'],
  ],
  [
    'a day that is none',
    { deliverAt: '2026-02-30T12:00:00Z' },
    { promisedAt: '2026-11-20T15:22:50.106Z' },
    ['deliverAt'],
  ],
  [
    'an offset',
    { deliverAt: '2026-11-20T12:24:19-03:00' },
    { promisedAt: '2026-11-20T15:24:19.000Z' },
    [],
  ],
  [
    'no zone: the store’s wall',
    { deliverAt: '2026-11-20T12:24:19' },
    { promisedAt: '2026-11-20T15:24:19.000Z' },
    [],
  ],
  [
    'a blank for the T',
    { deliverAt: '2026-11-20 12:24' },
    { promisedAt: '2026-11-20T15:24:00.000Z' },
    [],
  ],
  [
    'a bare day: its beginning there',
    { deliverAt: '2026-11-21' },
    { promisedAt: '2026-11-21T03:00:00.000Z' },
    [],
  ],
  ['an id as a number', { _id: 15244 }, { id: '15244' }, []],
  ['a website as a list', { websiteId: [] }, {}, ['websiteId']],
  ['a store as an object', { storeId: {} }, {}, ['storeId']],
  ['deliveries as text', { deliveries: 'none' }, { driver: null }, ['deliveries']],
  [
    'a delivery without an id',
    { deliveries: [{ status: 'active' }] },
    { driver: null },
    ['deliveries.0'],
  ],
  [
    'a delivery whose driver is text',
    { deliveries: [{ _id: 'd', driverInformation: 'Pedro' }] },
    { driver: { stage: 'planned' } },
    ['deliveries.0.driverInformation'],
  ],
  [
    'a delivery whose instants are odd',
    { deliveries: [{ _id: 'd', pickupAt: 'gone', driverInformation: { name: 'Pedro' } }] },
    { driver: { stage: 'assigned', name: 'Pedro' }, stage: 'new' },
    ['deliveries.0.pickupAt'],
  ],
])('%s', (_title, changes, expected, unread) => {
  const reported = platformTicket(odd(changes))
  expect(reported?.ticket).toMatchObject({ ...whole, ...expected })
  expect(reported?.detail.unread).toEqual(unread)
})

test.each<[string, Odd, object, string[]]>([
  ['a date that is none', { date: 'soon' }, { date: receivedAt }, ['event.date']],
  ['a date as an epoch', { date: 1763651271000 }, { date: receivedAt }, ['event.date']],
  ['no date', { date: undefined }, { date: receivedAt }, ['event.date']],
  [
    'a date without a zone',
    { date: '2026-11-20T12:07:51' },
    { date: '2026-11-20T15:07:51.000Z' },
    [],
  ],
  ['an id as a list', { eventId: ['e'] }, {}, ['event.eventId']],
  [
    'a website as an object: the order’s own is left',
    { websiteId: {} },
    { websiteIds: ['ErCkmcyCEovseJq5E'] },
    ['event.websiteId'],
  ],
  [
    'another store than the order’s: both are named',
    { storeId: 12 },
    { storeIds: ['12', 'Li4eEa3W2hiuGGCFa'] },
    [],
  ],
  [
    'an order that is none, beside a delivery',
    { 'data.order': 7, 'data.delivery': { _id: 'd', orderId: 'ord-15244' } },
    { order: null },
    ['order'],
  ],
  [
    'an order’s id that only its delivery has',
    { 'data.order._id': {}, 'data.delivery': { _id: 'd', orderId: 'ord-15244' } },
    { orderId: 'ord-15244', order: { _id: 'ord-15244', code: '15244' } },
    ['_id'],
  ],
  [
    'a delivery beside the order that is text',
    { 'data.delivery': 'on its way' },
    { delivery: null },
    ['delivery'],
  ],
])('around the order: %s', (_title, changes, expected, unread) => {
  const reported = platformTicket(odd(changes, ''))
  expect(reported?.event).toMatchObject(expected)
  expect(reported?.detail.unread).toEqual(unread)
})

test.each<[string, Odd]>([
  ['an order without an id', { 'data.order._id': undefined }],
  ['an id that is nothing', { 'data.order._id': null }],
  ['an id that says null', { 'data.order._id': 'null' }],
  ['a blank id', { 'data.order._id': ' ' }],
  ['an id as an object', { 'data.order._id': {} }],
  ['no order', { 'data.order': null }],
  ['an order as a list', { 'data.order': [] }],
  ['no data', { data: 'order' }],
])('%s is refused', (_title, changes) => {
  expect(platformTicket(odd(changes, ''))).toBeNull()
})
