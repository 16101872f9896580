import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { orderSchema } from '#platform/order.ts'
import { startPractice, type Practice } from '../platform.ts'
import { createAsk } from '../version3.fixture.ts'
import type { WireOrder } from './wire.ts'

const anyText: unknown = expect.any(String)
let practice: Practice
let ask: ReturnType<typeof createAsk>
let orders: WireOrder[]

beforeAll(async () => {
  const start = Date.parse('2026-11-20T15:00:00.000Z')
  let now = start
  practice = await startPractice({ seed: 5, now: () => now })
  ask = createAsk(practice)
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

const list = (query = '') => ask<OrderPage>(`/ecommerce/orders${query}`)
const codes = (body: { data: OrderPage }) => body.data.items.map(({ code }) => code)

describe('the order list', () => {
  test('has ten to a page, newest first, and says whether there is more', async () => {
    const { body } = await list()
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
    const pages = await Promise.all([1, 2, 3].map((page) => list(`?page=${page}`)))
    expect(pages.flatMap(({ body }) => codes(body))).toEqual(
      orders.map(({ code }) => code).reverse(),
    )
    expect(pages[2]?.body.data).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
    expect(codes((await list('?page=4')).body)).toEqual([])
    expect(codes((await list('?limit=100')).body)).toHaveLength(25)
  })

  test('is narrowed by store and by date', async () => {
    const far = await list('?storesIds=store-punta-arenas')
    expect(codes(far.body)).toEqual(['1004'])
    const both = await list(`?storesIds=store-punta-arenas&storesIds=${practice.storeId}`)
    expect(both.body.data.totalCount).toBe(25)
    const late = await list(`?fromDate=${orders[22]?.createdAt}`)
    expect(codes(late.body)).toEqual(['1025', '1024', '1023'])
  })

  test.each(['limit=101', 'limit=0', 'limit=ten', 'page=0', 'page=-1', 'fromDate=yesterday'])(
    'refuses %s',
    async (query) => {
      const { status, body } = await list(`?${query}`)
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
    const { body } = await list('?limit=100')
    expect(body.data.items.find(({ _id }: WireOrder) => _id === id)).toMatchObject({
      orderStatus: 'cancelled',
      cancellationInfo: { reasonMessage: 'Pedido repetido por error' },
    })
  })
})
