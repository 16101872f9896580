import { afterEach, beforeEach, expect, test } from 'vitest'
import { far, openStock, start } from './stock.fixture.ts'

let stock: Awaited<ReturnType<typeof openStock>>
let now: number
beforeEach(async () => {
  now = start
  stock = await openStock(() => now)
})
afterEach(() => stock.close())

async function turn(body: unknown, store = 'colon', product = 'P101') {
  const { v3, token } = stock.practice
  const path = `/ecommerce/stores/${store}/products/${product}/out-of-stock`
  const response = await fetch(v3 + path, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as { data?: object } }
}

const effects = () =>
  stock.practice.effects().filter(({ operation }) => operation === 'out-of-stock')

test('sells a product out at once in this store alone, and brings it back', async () => {
  const out = await turn({ outOfStock: true })
  expect(out).toMatchObject({
    status: 200,
    body: {
      success: true,
      data: { productExternalId: 'P101', outOfStock: true, untilDate: null, stock: 0 },
    },
  })
  const item = out.body.data as { productId: string; storeId: string; outOfStockItemId: string }
  expect(stock.practice.stock()).toContainEqual(
    expect.objectContaining({ _id: item.outOfStockItemId, productId: item.productId, stock: 0 }),
  )
  expect(item.storeId).toBe('Li4eEa3W2hiuGGCFa')
  const back = await turn({ outOfStock: false }, item.storeId, item.productId)
  expect(back.body.data).toMatchObject({ outOfStock: false, outOfStockItemId: null, stock: null })
  expect(stock.processes()).toEqual([])
  expect(effects()).toEqual([expect.objectContaining({ count: 2 })])
})

test('shows on the menu, and holds until it ends', async () => {
  const { products } = await stock.menuOf('M1')
  const { name = '' } = products.find(({ externalId }) => externalId === 'P101') ?? {}
  expect(await stock.available('M1', name)).toBe(true)
  await turn({ outOfStock: true, until: 'tomorrow' })
  expect(await stock.available('M1', name)).toBe(false)
  // Tomorrow ends at 03:00 UTC of the 22nd.
  now = Date.parse('2026-11-22T02:59:59.000Z')
  expect(await stock.available('M1', name)).toBe(false)
  now = Date.parse('2026-11-22T03:00:00.000Z')
  expect(await stock.available('M1', name)).toBe(true)
})

test('counts what is left, which is out at nothing', async () => {
  const some = { outOfStock: false, stock: 3, untilDate: '2026-11-20T18:00:00-03:00' }
  expect((await turn(some)).body.data).toMatchObject({
    outOfStock: false,
    stock: 3,
    untilDate: '2026-11-20T21:00:00.000Z',
  })
  expect((await turn({ outOfStock: false, stock: 0 })).body.data).toMatchObject({
    outOfStock: true,
  })
})

test('of two ends the instant applies, and a sold-out item has no count', async () => {
  const body = { outOfStock: true, until: 'tomorrow', untilDate: '2026-11-20T21:00:00Z', stock: 2 }
  expect((await turn(body)).body.data).toMatchObject({
    outOfStock: true,
    untilDate: '2026-11-20T21:00:00.000Z',
    stock: 0,
  })
})

test.each([
  ['nothing', {}],
  ['a text', { outOfStock: 'true' }],
  ['another word', { outOfStock: true, until: 'later' }],
  ['a bare day', { outOfStock: true, untilDate: '2026-11-21' }],
  ['a broken stock', { outOfStock: false, stock: 1.5 }],
  ['another field', { outOfStock: true, type: 'product' }],
])('is refused by %s', async (_title, body) => {
  const before = stock.practice.stock()
  expect(await turn(body)).toMatchObject({ status: 400, body: { success: false } })
  expect(stock.practice.stock()).toEqual(before)
  expect(effects()).toEqual([])
})

test.each([
  ['store', 'nowhere', 'P101', 'Store not found'],
  ['product', far, 'nothing', 'Product not found'],
])('an unknown %s', async (_title, store, product, message) => {
  expect(await turn({ outOfStock: true }, store, product)).toEqual({
    status: 404,
    body: { success: false, error: { error: 'not-found', message } },
  })
})
