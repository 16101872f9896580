import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listCoupons } from './coupons.ts'
import {
  exportLoyaltyClients,
  listLoyaltyClients,
  listPointMovements,
  readLoyaltyClient,
} from './loyalty.ts'
import { listMenus, readMenu } from './menus.ts'
import { startOddPlatform } from './odd-platform.fixture.ts'
import { completeOrder, listOrders, readOrder } from './orders.ts'
import { cancelReservation } from './reservations.ts'
import { setOutOfStock } from './stock.ts'
import { temporaryClose, updateStoreSchedule } from './stores.ts'
import { listTabPayments } from './tabs.ts'

let platform: Awaited<ReturnType<typeof startOddPlatform>>
let answer: unknown
beforeAll(async () => {
  platform = await startOddPlatform(() => ({ body: answer }))
})
afterAll(() => platform.close())
beforeEach(() => {
  answer = { success: true, data: { _id: 'x', items: [], movements: [], pagination: {} } }
})

/** The path and query of the last request. */
function asked(): string {
  const request = platform.seen.at(-1)
  return `${request?.path ?? ''}?${decodeURIComponent(request?.query.toString() ?? '')}`
}

describe('a parameter has the name that the profile gives it', () => {
  test('the vendor’s prefix', async () => {
    const connection = platform.connection({ vendorPrefix: 'acme' })
    await readLoyaltyClient(connection, { query: { serviceUserId: 'u', clientId: 'c' } })
    expect(asked()).toBe('/v3/royalty/client?acmeUserId=u&clientId=c')
    await listPointMovements(connection, { query: { serviceUserId: 'u' } })
    expect(asked()).toBe('/v3/royalty/client-point-movements?acmeUserId=u')
  })

  test('the dialect’s names', async () => {
    const connection = platform.connection({
      ordersPath: '/orders',
      orderPath: '/orders/one/{orderId}',
      reservationPath: '/bookings/{reservationId}',
      ordersFromParameter: 'since',
      menuAvailableOnlyParameter: 'hideUnavailable',
      clientsPageSizeParameter: 'perPage',
      clientsSearchParameter: 'q',
      exportCursorParameter: 'after',
      movementsTypeParameter: 'kind',
      tabsLimitParameter: 'itemsPerPage',
      tabsOrderParameter: 'direction',
    })
    await listOrders(connection, { query: { from: '2026-11-20T00:00:00Z', limit: 5 } })
    expect(asked()).toBe('/v3/orders?since=2026-11-20T00:00:00Z&limit=5')
    await readOrder(connection, { params: { orderId: 'a/b c' } })
    expect(asked()).toBe('/v3/orders/one/a%2Fb%20c?')
    await cancelReservation(connection, { params: { reservationId: 'res-1' } })
    expect(asked()).toBe('/v3/bookings/res-1?')
    await readMenu(connection, { params: { menuId: 'M1' }, query: { availableOnly: true } })
    expect(asked()).toBe('/v3/ecommerce/menu/M1?hideUnavailable=true')
    await listLoyaltyClients(connection, { query: { pageSize: 5, search: 'Ana' } })
    expect(asked()).toBe('/v3/royalty/clients?perPage=5&q=Ana')
    await exportLoyaltyClients(connection, { query: { cursor: 'c' } })
    expect(asked()).toBe('/v3/royalty/clients-export?after=c')
    await listPointMovements(connection, { query: { type: 'refund' } })
    expect(asked()).toBe('/v3/royalty/client-point-movements?kind=refund')
    const params = { storeId: 's' }
    await listTabPayments(connection, { params, query: { limit: 7, order: 'asc' } })
    expect(asked()).toBe('/v3/tabs/s/tab-payments?itemsPerPage=7&direction=asc')
  })

  test('the paths of write operations', async () => {
    const connection = platform.connection({
      temporaryClosePath: '/shops/{storeId}/pause',
      outOfStockPath: '/shops/{storeId}/dishes/{productId}/gone',
    })
    const params = { storeId: 's', productId: 'a/b' }
    await temporaryClose(connection, {
      params: { storeId: 's' },
      body: { closedUntilDate: '2026-11-20T12:00:00-03:00' },
    })
    expect(asked()).toBe('/v3/shops/s/pause?')
    expect(platform.seen.at(-1)?.body).toEqual({ closedUntilDate: '2026-11-20T15:00:00.000Z' })
    await setOutOfStock(connection, { params, body: { outOfStock: true } })
    expect(asked()).toBe('/v3/shops/s/dishes/a%2Fb/gone?')
    expect(platform.seen.at(-1)?.body).toEqual({ outOfStock: true })
  })

  test.each([
    ['repeated', '?storesIds=a&storesIds=b'],
    ['brackets', '?storesIds[]=a&storesIds[]=b'],
    ['commas', '?storesIds=a,b'],
  ])('an array in a query, %s', async (queryArrays, query) => {
    const connection = platform.connection({ queryArrays })
    await listCoupons(connection, { query: { storesIds: ['a', 'b'] } })
    expect(asked()).toBe(`/v3/ecommerce/coupons${query}`)
  })

  test('what is left out is not sent', async () => {
    await listCoupons(platform.connection())
    expect(asked()).toBe('/v3/ecommerce/coupons?')
    expect(platform.seen.at(-1)?.body).toBeUndefined()
  })
})

describe('an authorization is written as the profile has it', () => {
  const input = {
    params: { salesChannelConfigId: 'tsc-1' },
    body: { integrationOrderId: 'i' },
  }
  test.each([
    [{}, 'a-channel-token'],
    [{ completeOrderAuthorization: 'Token {token}' }, 'Token a-channel-token'],
  ])('complete-order %j', async (overrides, authorization) => {
    answer = { order: { tabId: 't', integrationOrderId: 'i' } }
    const result = await completeOrder(platform.connection(overrides), input)
    expect(result).toMatchObject({ ok: true, value: answer })
    expect(platform.seen.at(-1)).toMatchObject({ authorization, body: input.body })
  })
})

describe('no closure is written as the profile has it', () => {
  const schedule = {
    closedUntilDate: null,
    closedDays: [],
    availableAtPeriods: true,
    openPeriods: [],
  }
  test.each([
    ['text', 'null'],
    ['null', null],
  ])('%s', async (noClosure, closedUntilDate) => {
    answer = { status: 'ok', data: { _id: 's', schedule: { closedUntilDate: 'null' } } }
    const connection = platform.connection({ noClosure })
    const result = await updateStoreSchedule(connection, { body: { storeId: 's', schedule } })
    expect(result).toMatchObject({ ok: true, value: { schedule: { closedUntilDate: null } } })
    expect(platform.seen.at(-1)?.body).toEqual({
      storeId: 's',
      schedule: { ...schedule, closedUntilDate },
    })
  })
})

describe('a field is read by the name that the profile gives it', () => {
  const connection = () =>
    platform.connection({
      'menu.name': 'title',
      'menuProduct.price': 'cost',
      'menuCategory.priority': 'rank',
      'menuModifier.optionIds': 'choices',
      'menuOption.available': 'inStock',
    })
  const wire = {
    menu: { title: 'Carta web' },
    categories: [{ rank: '2' }],
    products: [{ cost: 6990, name: 'Hamburguesa' }],
    modifiers: [{ choices: ['O1'] }],
    options: [{ inStock: 'false' }],
  }
  const ours = {
    menu: { name: 'Carta web' },
    categories: [{ priority: 2 }],
    products: [{ price: 6990, name: 'Hamburguesa' }],
    modifiers: [{ optionIds: ['O1'] }],
    options: [{ available: false }],
  }

  test('in one menu and in the list', async () => {
    answer = { success: true, data: wire }
    const one = await readMenu(connection(), { params: { menuId: 'M1' } })
    expect(one).toMatchObject({ ok: true, value: ours })
    answer = { success: true, data: [wire] }
    expect(await listMenus(connection())).toMatchObject({ ok: true, value: [ours] })
  })

  test('in an order’s driver', async () => {
    answer = {
      success: true,
      data: { _id: 'o', deliveries: [{ _id: 'd', driverInformation: { fullName: 'Rosa' } }] },
    }
    const renamed = platform.connection({ 'driver.name': 'fullName' })
    expect(await readOrder(renamed, { params: { orderId: 'o' } })).toMatchObject({
      ok: true,
      value: { deliveries: [{ driverInformation: { name: 'Rosa' } }] },
    })
  })
})
