import { expect, test } from 'vitest'
import { guestRow, guestView, movementView, summaryView } from './guest.ts'

const nothingKnown = {
  storeName: () => null,
  countryCode: 'CL',
  notes: null,
  storedUntil: null,
  unread: [],
}

test('a guest with only an id gets no invented values', () => {
  expect(guestView({ _id: 'c1' }, nothingKnown)).toEqual({
    clientId: 'c1',
    isMember: true,
    serviceUserId: null,
    firstName: null,
    lastName: null,
    fullName: null,
    phone: null,
    phoneShown: null,
    phoneToDial: null,
    email: null,
    birthday: null,
    createdAt: null,
    firstOrderAt: null,
    lastOrderAt: null,
    lastLoginAt: null,
    lastOrderAmount: null,
    lastOrderStore: null,
    totalOrders: null,
    balance: null,
    blocked: { emails: null, notifications: null, sms: null },
    allergies: '',
    note: '',
    tags: [],
    storedUntil: null,
    unread: [],
  })
  expect(guestRow({ _id: 'c1' }, 'CL')).toEqual({
    clientId: 'c1',
    isMember: true,
    name: null,
    phone: null,
    phoneShown: null,
    email: null,
    ordersCount: null,
    pointsBalance: null,
    lastOrder: null,
    marketingEmails: null,
    visits: null,
    lastVisit: null,
    noShows: 0,
    birthdayMonth: null,
    tags: [],
  })
})

test('an empty user id counts as missing, so no movements are requested', () => {
  const view = (serviceUserId: string) =>
    guestView({ _id: 'c1', serviceUserId }, nothingKnown).serviceUserId
  expect(view('')).toBeNull()
  expect(view('  ')).toBeNull()
  expect(view('usr-1')).toBe('usr-1')
})

test('zero and false are shown as values', () => {
  const blocked = {
    blockedMarketingEmails: false,
    blockedMarketingNotifications: true,
    blockedMarketingSMS: false,
  }
  const reported = { _id: 'c1', loyaltyBalance: 0, totalOrders: 0, lastOrderAmount: 0, ...blocked }
  expect(guestView(reported, nothingKnown)).toMatchObject({
    balance: 0,
    totalOrders: 0,
    lastOrderAmount: 0,
    blocked: { emails: false, notifications: true, sms: false },
  })
  expect(
    guestRow({ _id: 'c1', pointsBalance: 0, ordersCount: 0, marketingEmailEnabled: false }, 'CL'),
  ).toMatchObject({ pointsBalance: 0, ordersCount: 0, marketingEmails: false })
})

test('a guest also shows the store’s name, the note, the typed draft, and the unread fields', () => {
  const here = {
    storeName: (id: string) => (id === 's1' ? 'Providencia' : null),
    countryCode: 'CL',
    notes: { allergies: 'maní', note: 'Mesa 7', tags: ['vip' as const] },
    storedUntil: '2026-12-20T15:00:00.000Z',
    unread: ['birthday'],
  }
  expect(guestView({ _id: 'c1', lastOrderStoreId: 's1' }, here)).toMatchObject({
    lastOrderStore: 'Providencia',
    allergies: 'maní',
    note: 'Mesa 7',
    tags: ['vip'],
    storedUntil: '2026-12-20T15:00:00.000Z',
    unread: ['birthday'],
  })
  // The token has no access to this store, so it has no name here.
  expect(guestView({ _id: 'c1', lastOrderStoreId: 's2' }, here).lastOrderStore).toBeNull()
})

test('a telephone is shown in groups, and kept as it came', () => {
  const reported = { _id: 'c1', phone: '912345678' }
  const phone = { phone: '912345678', phoneShown: '+56 9 1234 5678' }
  expect(guestRow(reported, 'CL')).toMatchObject(phone)
  expect(guestView(reported, nothingKnown)).toMatchObject({ ...phone, phoneToDial: '+56912345678' })
  expect(guestView({ _id: 'c1', phone: '12' }, nothingKnown).phoneToDial).toBeNull()
})

test('a movement shows its origin, if the platform gives one', () => {
  const at = '2026-11-20T15:00:00.000Z'
  const origin = { type: 'refund', orderCode: 'C#1', description: ' ', expiresAt: at }
  expect(
    movementView({
      amount: 0,
      balance: 10,
      direction: 'credit',
      createdAt: at,
      originReference: origin,
    }),
  ).toEqual({
    at,
    amount: 0,
    balance: 10,
    direction: 'credit',
    origin: 'refund',
    orderCode: 'C#1',
    description: null,
    expiresAt: at,
  })
  expect(movementView({ originReference: null })).toEqual({
    at: null,
    amount: null,
    balance: null,
    direction: null,
    origin: null,
    orderCode: null,
    description: null,
    expiresAt: null,
  })
})

test('the program shows only the reported buckets, soonest first, including empty ones', () => {
  const expirationBuckets = { noExpiration: 50, lessThan30: 0, lessThan10: 7, lessThan90: null }
  expect(summaryView({ totalClients: 0, expirationBuckets })).toEqual({
    totalClients: 0,
    totalOrders: null,
    totalOrdersOnline: null,
    totalOrdersInStore: null,
    totalPointsIssued: null,
    pointsInCirculation: null,
    calculatedToDate: null,
    expiring: [
      { within: 'lessThan10', points: 7 },
      { within: 'lessThan30', points: 0 },
      { within: 'noExpiration', points: 50 },
    ],
  })
  expect(summaryView({ expirationBuckets: null }).expiring).toEqual([])
})
