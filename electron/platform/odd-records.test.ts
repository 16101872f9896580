import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from './connection.ts'
import type { CallResult } from './call/failure.ts'
import { startOddPlatform } from './odd-platform.fixture.ts'
import { platformOperations as all } from './operations.ts'
import { countLeftOut } from './tolerant/unread.ts'

let platform: Awaited<ReturnType<typeof startOddPlatform>>
let data: unknown
beforeAll(async () => {
  platform = await startOddPlatform(() => ({ body: { success: true, data } }))
})
afterAll(() => platform.close())

type Ask = (connection: Connection) => Promise<CallResult<unknown>>
const storeId = 's'
const coupons: Ask = (to) => all.listCoupons(to)
const payments: Ask = (to) => all.listTabPayments(to, { params: { storeId } })
const waste: Ask = (to) => all.listWasteIncidents(to, { params: { storeId } })
const methods: Ask = (to) => all.listPaymentMethods(to, { params: { storeId } })
const clients: Ask = (to) => all.listLoyaltyClients(to, { query: { page: 1 } })
const exported: Ask = (to) => all.exportLoyaltyClients(to)
const movements: Ask = (to) => all.listPointMovements(to, { query: { serviceUserId: 'u' } })
const menus: Ask = (to) => all.listMenus(to)
const product: Ask = (to) => all.readProduct(to, { params: { productId: 'p' } })
const shift: Ask = (to) => all.readShift(to, { params: { storeId, shiftId: 'h' } })
const me: Ask = (to) => all.readMe(to)
const order: Ask = (to) => all.readOrder(to, { params: { orderId: 'o' } })

const sound = { _id: 'sound' }
const page = (...items: unknown[]) => ({ items: [...items, sound], hasNextPage: false })
const moved = (...all: unknown[]) => ({ movements: [...all, { amount: 1 }], pagination: {} })

/** The answer, the parsed result, the named paths, and the number of left-out records. */
test.each<[string, Ask, unknown, unknown, string[], number?]>([
  ['a coupon without an id', coupons, page({ code: 'A' }), page(), ['items.0'], 1],
  ['a coupon that is nothing', coupons, page(null), page(), ['items.0'], 1],
  ['a coupon as text', coupons, page('SUMMER'), page(), ['items.0'], 1],
  ['a coupon whose id is an object', coupons, page({ _id: {} }), page(), ['items.0'], 1],
  ['a coupon whose id is a number', coupons, page({ _id: 7 }), page({ _id: '7' }), []],
  [
    'a share with a comma',
    coupons,
    page({ _id: 'c', percentageOff: '10,5' }),
    page({ _id: 'c' }),
    ['items.0.percentageOff'],
  ],
  [
    'a share as text',
    coupons,
    page({ _id: 'c', percentageOff: '10.5' }),
    page({ _id: 'c', percentageOff: 10.5 }),
    [],
  ],
  ['active as 1', coupons, page({ _id: 'c', active: 1 }), page({ _id: 'c', active: true }), []],
  [
    'active as a word',
    coupons,
    page({ _id: 'c', active: 'yes' }),
    page({ _id: 'c' }),
    ['items.0.active'],
  ],
  [
    'stores of nothing',
    coupons,
    page({ _id: 'c', requiresStoresIds: [null, 's'] }),
    page({ _id: 'c', requiresStoresIds: ['s'] }),
    ['items.0.requiresStoresIds.0'],
  ],
  [
    'stores as numbers',
    coupons,
    page({ _id: 'c', requiresStoresIds: [1] }),
    page({ _id: 'c', requiresStoresIds: ['1'] }),
    [],
  ],
  [
    'stores as text',
    coupons,
    page({ _id: 'c', requiresStoresIds: 's' }),
    page({ _id: 'c' }),
    ['items.0.requiresStoresIds'],
  ],
  [
    'an end as an epoch',
    coupons,
    page({ _id: 'c', endDate: 1763651270 }),
    page({ _id: 'c' }),
    ['items.0.endDate'],
  ],
  [
    'an end without a zone',
    coupons,
    page({ _id: 'c', endDate: '2026-12-31T23:59:59' }),
    page({ _id: 'c', endDate: '2027-01-01T02:59:59.000Z' }),
    [],
  ],
  [
    'an end as a bare day',
    coupons,
    page({ _id: 'c', endDate: '2026-12-31' }),
    page({ _id: 'c', endDate: '2026-12-31T03:00:00.000Z' }),
    [],
  ],
  [
    'a name as an object',
    coupons,
    page({ _id: 'c', name: { es: 'Almuerzo' } }),
    page({ _id: 'c' }),
    ['items.0.name'],
  ],
  [
    'three odd ones and a sound one',
    coupons,
    page(1, [], { _id: '' }),
    page(),
    ['items.0', 'items.1', 'items.2'],
    3,
  ],
  [
    'whether there is more, as a number list',
    coupons,
    { items: [sound], hasNextPage: [] },
    { items: [sound] },
    ['hasNextPage'],
  ],
  [
    'how many pages, as a word',
    coupons,
    { items: [sound], totalPages: 'two' },
    { items: [sound] },
    ['totalPages'],
  ],
  ['a payment without an id', payments, page({ amount: 5 }), page(), ['items.0'], 1],
  [
    'a payment’s amount with a sign',
    payments,
    page({ _id: 'p', amount: '$ 5' }),
    page({ _id: 'p' }),
    ['items.0.amount'],
  ],
  [
    'a payment’s amount as text',
    payments,
    page({ _id: 'p', amount: '5' }),
    page({ _id: 'p', amount: 5 }),
    [],
  ],
  [
    'a payment that was voided by a word',
    payments,
    page({ _id: 'p', voidedAt: 'yes' }),
    page({ _id: 'p' }),
    ['items.0.voidedAt'],
  ],
  [
    'a payment that was voided at a number',
    payments,
    page({ _id: 'p', voidedAt: 1763651270106 }),
    page({ _id: 'p' }),
    ['items.0.voidedAt'],
  ],
  [
    'a payment that was voided, without a time',
    payments,
    page({ _id: 'p', voidedAt: true }),
    page({ _id: 'p' }),
    ['items.0.voidedAt'],
  ],
  [
    'a payment that was not voided',
    payments,
    page({ _id: 'p', voidedAt: false }),
    page({ _id: 'p', voidedAt: null }),
    [],
  ],
  [
    'a payer as a list',
    payments,
    page({ _id: 'p', payerName: ['Ana'] }),
    page({ _id: 'p' }),
    ['items.0.payerName'],
  ],
  [
    'an invoice as 0',
    payments,
    page({ _id: 'p', shouldMakeInvoice: 0 }),
    page({ _id: 'p', shouldMakeInvoice: false }),
    [],
  ],
  [
    'waste of nothing',
    waste,
    page({ _id: 'w', ingredients: [null, { name: 'Sal' }] }),
    page({ _id: 'w', ingredients: [{ name: 'Sal' }] }),
    ['items.0.ingredients.0'],
  ],
  [
    'waste of so much',
    waste,
    page({ _id: 'w', ingredients: [{ quantity: 'a lot' }] }),
    page({ _id: 'w', ingredients: [{}] }),
    ['items.0.ingredients.0.quantity'],
  ],
  [
    'ingredients as text',
    waste,
    page({ _id: 'w', ingredients: 'salt' }),
    page({ _id: 'w' }),
    ['items.0.ingredients'],
  ],
  ['a way to pay as text', methods, page('cash'), page(), ['items.0'], 1],
  [
    'a way to pay whose name is a number',
    methods,
    page({ _id: 'm', name: 1 }),
    page({ _id: 'm', name: '1' }),
    [],
  ],
  ['a client without an id', clients, page({ name: 'Ana' }), page(), ['items.0'], 1],
  [
    'a client’s points as a word',
    clients,
    page({ _id: 'c', pointsBalance: 'many' }),
    page({ _id: 'c' }),
    ['items.0.pointsBalance'],
  ],
  [
    'a client’s login as a year',
    exported,
    page({ _id: 'c', lastLogin: '2026' }),
    page({ _id: 'c' }),
    ['items.0.lastLogin'],
  ],
  ['an exported client that is nothing', exported, page(null), page(), ['items.0'], 1],
  ['a movement as a number', movements, moved(5), moved(), ['movements.0'], 1],
  [
    'a movement’s amount as a word',
    movements,
    moved({ amount: 'ten' }),
    moved({}),
    ['movements.0.amount'],
  ],
  [
    'a movement’s origin as text',
    movements,
    moved({ amount: 2, originReference: 'order' }),
    moved({ amount: 2 }),
    ['movements.0.originReference'],
  ],
  [
    'a product of a menu that is nothing',
    menus,
    [{ menu: {}, products: [null, { name: 'Sopa' }] }],
    [{ menu: {}, products: [{ name: 'Sopa' }] }],
    ['0.products.0'],
  ],
  ['a menu as text', menus, ['lunch', { menu: {} }], [{ menu: {} }], ['0'], 1],
  [
    'a price on a menu with a comma',
    menus,
    [{ menu: {}, products: [{ price: '5,5' }] }],
    [{ menu: {}, products: [{}] }],
    ['0.products.0.price'],
  ],
  [
    'a stamp that is nothing',
    menus,
    [{ menu: {}, products: [{ informativeStamps: [null, 'VEGAN'] }] }],
    [{ menu: {}, products: [{ informativeStamps: ['VEGAN'] }] }],
    ['0.products.0.informativeStamps.0'],
  ],
  [
    'days of a schedule by name',
    menus,
    [
      {
        menu: { schedule: { openPeriods: [{ daysOfWeek: ['monday', '2', null], fromMinute: 1 }] } },
      },
    ],
    [{ menu: { schedule: { openPeriods: [{ daysOfWeek: [2], fromMinute: 1 }] } } }],
    ['0.menu.schedule.openPeriods.0.daysOfWeek.0', '0.menu.schedule.openPeriods.0.daysOfWeek.2'],
  ],
  [
    'a product’s place in a menu that is nothing',
    product,
    { productId: 'p', menus: [null] },
    { productId: 'p', menus: [] },
    ['menus.0'],
  ],
  [
    'a product’s pictures as text',
    product,
    { productId: 'p', images: 'a.png' },
    { productId: 'p' },
    ['images'],
  ],
  [
    'a register of a shift as text',
    shift,
    { _id: 'h', cashRegisterShifts: ['one', { _id: 'r' }] },
    { _id: 'h', cashRegisterShifts: [{ _id: 'r' }] },
    ['cashRegisterShifts.0'],
  ],
  [
    'a balance as a word',
    shift,
    { _id: 'h', cashRegisterShifts: [{ endBalances: [{ balance: 'none' }] }] },
    { _id: 'h', cashRegisterShifts: [{ endBalances: [{}] }] },
    ['cashRegisterShifts.0.endBalances.0.balance'],
  ],
  [
    'a store of the token without an id',
    me,
    { website: { _id: 'w' }, stores: [{ name: 'Centro' }, sound] },
    { website: { _id: 'w' }, stores: [sound] },
    ['stores.0'],
  ],
  [
    'a right that is nothing',
    me,
    { website: { _id: 'w' }, stores: [], permissions: [null, 'admin'] },
    { website: { _id: 'w' }, stores: [], permissions: ['admin'] },
    ['permissions.0'],
  ],
  [
    'a dish of one order that is nothing',
    order,
    { _id: 'o', items: [null, { amount: 2 }] },
    { _id: 'o', items: [{ amount: 2 }] },
    ['items.0'],
    1,
  ],
])('%s', async (_title, ask, answered, value, unread, records = 0) => {
  data = answered
  const result = await ask({ ...platform.connection(), timeZone: 'America/Santiago' })
  expect(result).toMatchObject({ ok: true, value })
  if (!result.ok) return
  // Nothing that couldn't be read is in it.
  expect(result.value).toEqual(value)
  expect(result.unread ?? []).toEqual(unread)
  expect(countLeftOut(result.unread)).toBe(records)
})

test.each<[string, Ask, unknown, string]>([
  ['a list that is none', coupons, { items: 'none' }, 'data.items'],
  ['a list that is missing', payments, {}, 'data.items'],
  ['a thing without its id', shift, { startedAt: null }, 'data._id'],
  ['no data', me, null, 'data'],
])('%s is the platform’s, and cannot be read', async (_title, ask, answered, field) => {
  data = answered
  const result = await ask(platform.connection())
  expect(result).toMatchObject({
    ok: false,
    failure: { kind: 'unreadable', message: expect.stringMatching(`^${field}: `) as string },
  })
})
