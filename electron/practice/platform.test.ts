import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderSchema } from '#platform/order.ts'
import type { MenuPayload } from './menu/payload.ts'
import type { WireOrder } from './orders/wire.ts'
import { startPractice, type Practice } from './platform.ts'
import type { tokenInfo } from './practice-store.ts'

const anyText: unknown = expect.any(String)
let practice: Practice
let orders: WireOrder[]
const start = Date.parse('2026-11-20T15:00:00.000Z')
let now = start

beforeAll(async () => {
  practice = await startPractice({ seed: 5, now: () => now })
  orders = []
  for (let index = 0; index < 25; index += 1) {
    now = start + index * 60_000
    const other = index === 3 ? { storeId: 'store-punta-arenas' } : {}
    orders.push(await practice.placeOrder(other))
  }
})
afterAll(() => practice.close())

interface OrderPage {
  items: WireOrder[]
  totalCount: number
}

async function ask<Data = OrderPage>(path: string, init: RequestInit = {}) {
  const response = await fetch(practice.v3 + path, {
    headers: { authorization: `Bearer ${practice.token}` },
    ...init,
  })
  const body = (await response.json()) as { success: boolean; data: Data }
  return { status: response.status, body }
}

const codes = (body: { data: { items: WireOrder[] } }) => body.data.items.map(({ code }) => code)

describe('the token', () => {
  test.each([
    ['none', {}],
    ['a wrong one', { authorization: 'Bearer wrong' }],
    ['one without its scheme', { authorization: 'practice-access-token' }],
  ])('%s is refused on every path', async (_name, headers) => {
    for (const path of ['/api/me', '/ecommerce/orders', '/ecommerce/menu', '/no/such/path']) {
      const { status, body } = await ask(path, { headers })
      expect(status).toBe(401)
      expect(body).toEqual({
        success: false,
        error: { error: 'unauthorized', message: anyText },
      })
    }
  })

  test('is told what it sees', async () => {
    const { status, body } = await ask<typeof tokenInfo>('/api/me')
    expect(status).toBe(200)
    expect(body.success).toBe(true)
    expect(body.data.website).toMatchObject({ name: 'La Cocina de Colón', countryCode: 'CL' })
    expect(body.data.stores).toEqual([
      { _id: practice.storeId, name: 'Colón', timezone: 'America/Santiago' },
      { _id: 'store-punta-arenas', name: 'Punta Arenas', timezone: 'America/Punta_Arenas' },
    ])
  })
})

describe('the menu', () => {
  test('is listed, and found by id and by external id', async () => {
    const { body: list } = await ask<MenuPayload[]>('/ecommerce/menu')
    expect(list.data.map(({ menu }) => menu.name)).toEqual(['Carta web', 'Carta Punta Arenas'])
    for (const payload of list.data) {
      expect(Object.keys(payload).sort()).toEqual(
        ['categories', 'menu', 'modifiers', 'options', 'products'].sort(),
      )
      for (const id of [payload.menu._id, payload.menu.externalId]) {
        expect((await ask(`/ecommerce/menu/${id}`)).body).toEqual({ success: true, data: payload })
      }
    }
  })

  test('leaves out what cannot be ordered when asked to', async () => {
    const { body: whole } = await ask<[MenuPayload]>('/ecommerce/menu?onlyAvailable=false')
    const { body: some } = await ask<[MenuPayload]>('/ecommerce/menu?onlyAvailable=true')
    expect(some.data[0].options.length).toBeLessThan(whole.data[0].options.length)
    expect((await ask('/ecommerce/menu?onlyAvailable=maybe')).status).toBe(400)
    expect((await ask('/ecommerce/menu/nowhere')).status).toBe(404)
  })

  test('has products, by id and by external id', async () => {
    const { body } = await ask<{ externalId: string; menus: { externalId: string }[] }>(
      '/ecommerce/products/prd-hamburguesa-clasica',
    )
    expect(body.data).toMatchObject({
      productId: 'prd-hamburguesa-clasica',
      name: 'Hamburguesa clásica',
      categoriesNames: ['Hamburguesas'],
      internalName: 'Hamburguesa clásica',
    })
    const common = { discount: 0, discounts: [], available: true, metadata: {} }
    expect(body.data.menus).toEqual([
      { menuId: anyText, externalId: 'M1', price: 6990, basePrice: 6990, ...common },
      { menuId: anyText, externalId: 'M2', price: 7690, basePrice: 7690, ...common },
    ])
    expect((await ask(`/ecommerce/products/${body.data.externalId}`)).body).toEqual(body)
    expect((await ask('/ecommerce/products/nothing')).status).toBe(404)
    const dessert = await ask<typeof body.data>('/ecommerce/products/prd-leche-asada')
    expect(dessert.body.data.menus.map(({ externalId }) => externalId)).toEqual(['M1'])
  })
})

test('a store sells from its own menu', async () => {
  const { body } = await ask<MenuPayload[]>('/ecommerce/menu')
  for (const { menu } of body.data) {
    const ordered = orders.filter(({ storeId }) => menu.storesIds.includes(storeId))
    expect(ordered).not.toHaveLength(0)
    for (const { menuId } of ordered) expect(menuId).toBe(menu._id)
  }
})

describe('the order list', () => {
  test('has ten to a page, newest first, and says whether there is more', async () => {
    const { body } = await ask('/ecommerce/orders')
    expect(codes(body)).toEqual([
      '1025',
      '1024',
      '1023',
      '1022',
      '1021',
      '1020',
      '1019',
      '1018',
      '1017',
      '1016',
    ])
    const { items, ...page } = body.data
    expect(page).toEqual({
      hasNextPage: true,
      hasPreviousPage: false,
      totalPages: 3,
      totalCount: 25,
    })
    for (const order of items) expect(orderSchema.safeParse(order).success).toBe(true)
  })

  test('is paged through without a gap', async () => {
    const pages = await Promise.all([1, 2, 3].map((page) => ask(`/ecommerce/orders?page=${page}`)))
    expect(pages.flatMap(({ body }) => codes(body))).toEqual(
      orders.map(({ code }) => code).reverse(),
    )
    expect(pages[2]?.body.data).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
    expect(codes((await ask('/ecommerce/orders?page=4')).body)).toEqual([])
    expect(codes((await ask('/ecommerce/orders?limit=100')).body)).toHaveLength(25)
  })

  test('is narrowed by store and by date', async () => {
    const far = await ask('/ecommerce/orders?storesIds=store-punta-arenas')
    expect(codes(far.body)).toEqual(['1004'])
    const both = await ask(
      `/ecommerce/orders?storesIds=store-punta-arenas&storesIds=${practice.storeId}`,
    )
    expect(both.body.data.totalCount).toBe(25)
    const late = await ask(`/ecommerce/orders?fromDate=${orders[22]?.createdAt}`)
    expect(codes(late.body)).toEqual(['1025', '1024', '1023'])
  })

  test.each(['limit=101', 'limit=0', 'limit=ten', 'page=0', 'page=-1', 'fromDate=yesterday'])(
    'refuses %s',
    async (query) => {
      const { status, body } = await ask(`/ecommerce/orders?${query}`)
      expect(status).toBe(400)
      expect(body).toEqual({
        success: false,
        error: { error: 'error', message: anyText },
      })
    },
  )
})

describe('one order', () => {
  test('is answered whole, and an unknown one with 404', async () => {
    const [order] = orders
    expect((await ask(`/ecommerce/orders/${order?._id}`)).body).toEqual({
      success: true,
      data: order,
    })
    const { status, body } = await ask('/ecommerce/orders/nothing')
    expect(status).toBe(404)
    expect(body.success).toBe(false)
  })

  test('is marked ready, every effect counted, its status kept', async () => {
    const id = orders[10]?._id ?? ''
    const path = `/ecommerce/orders/${id}/preparation-ready`
    const before = practice.effects().length
    const { status, body } = await ask(path, { method: 'POST' })
    expect(status).toBe(200)
    expect(body).toEqual({ success: true, data: orders[10] })
    await ask(path, { method: 'POST' })
    expect(practice.effects()).toHaveLength(before + 1)
    expect(practice.effects()).toContainEqual({
      operation: 'preparation-ready',
      subject: id,
      count: 2,
    })
  })

  test('is not marked ready where it is unknown, cancelled, or asked for with GET', async () => {
    const id = orders[11]?._id ?? ''
    await practice.cancelOrder(id)
    const path = `/ecommerce/orders/${id}/preparation-ready`
    expect((await ask(path, { method: 'POST' })).status).toBe(400)
    expect((await ask(path)).status).toBe(404)
    const unknown = await ask('/ecommerce/orders/nothing/preparation-ready', { method: 'POST' })
    expect(unknown.status).toBe(404)
    expect(practice.effects().map(({ subject }) => subject)).not.toContain(id)
  })

  test('changes and cancels where the list shows it', async () => {
    const id = orders[12]?._id ?? ''
    const changed = await practice.changeOrder(id, { kind: 'add', productName: 'Papas rústicas' })
    expect((await ask(`/ecommerce/orders/${id}`)).body.data).toEqual(changed)
    expect(changed.items.at(-1)?.product.name).toBe('Papas rústicas')
    expect(changed.itemsPrice).toBeGreaterThan(orders[12]?.itemsPrice ?? Infinity)
    await practice.cancelOrder(id, 'Pedido repetido por error')
    const { body } = await ask('/ecommerce/orders?limit=100')
    expect(body.data.items.find(({ _id }: WireOrder) => _id === id)).toMatchObject({
      orderStatus: 'cancelled',
      cancellationInfo: { reasonMessage: 'Pedido repetido por error' },
    })
  })
})

test('what no interface has is told in its envelope', async () => {
  expect(await ask('/ecommerce/nothing')).toMatchObject({ status: 404, body: { success: false } })
  const headers = { authorization: `Bearer ${practice.token}` }
  const method = await fetch(`${practice.v1}/nothing`, { method: 'POST', headers })
  expect(method.status).toBe(404)
  expect(await method.json()).toEqual({ status: 'error', error: 'No such method' })
})

test('the same seed and clock give the same orders', async () => {
  now = start
  const again = await startPractice({ seed: 5, now: () => now })
  expect(await again.placeOrder()).toEqual(orders[0])
  await again.close()
})

test('what nobody knows rejects, and a taken port too', async () => {
  await expect(practice.cancelOrder('nothing')).rejects.toThrow('no order nothing')
  const port = Number(new URL(practice.v3).port)
  await expect(startPractice({ port })).rejects.toThrow('EADDRINUSE')
})
