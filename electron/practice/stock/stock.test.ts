import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startReceiver } from '../events/receiver.fixture.ts'
import type { MenuPayload } from '../menu/payload.ts'
import type { WireOrder } from '../orders/wire.ts'
import { startPractice, type Practice } from '../platform.ts'

const anyText: unknown = expect.any(String)
const start = Date.parse('2026-11-20T15:00:00.000Z')
const far = 'store-punta-arenas'
let receiver: Awaited<ReturnType<typeof startReceiver>>
let practice: Practice
let now: number

beforeEach(async () => {
  now = start
  receiver = await startReceiver()
  practice = await startPractice({ webhookUrl: receiver.url, now: () => now, processMs: 20 })
})
afterEach(async () => {
  await practice.close()
  await receiver.close()
})

/** Updates stock and waits until it took effect. */
async function update(items: unknown) {
  const response = await fetch(`${practice.v1}/updateStock`, {
    method: 'POST',
    headers: { authorization: `Bearer ${practice.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(items),
  })
  await practice.eventsSettled()
  return { status: response.status, body: await response.json() }
}

async function menuOf(id: string): Promise<MenuPayload> {
  const response = await fetch(`${practice.v3}/ecommerce/menu/${id}`, {
    headers: { authorization: `Bearer ${practice.token}` },
  })
  return ((await response.json()) as { data: MenuPayload }).data
}

async function available(menuId: string, name: string): Promise<boolean | undefined> {
  const { products, options } = await menuOf(menuId)
  return [...products, ...options].find((each) => each.name === name)?.available
}

/** Events of processes, as they were generated. */
const processes = () =>
  receiver.received
    .filter(({ body }) => body.type === 'processStatusUpdated')
    .sort((one, other) => Date.parse(one.body.date) - Date.parse(other.body.date))
const burger = (more: object = {}) => ({
  type: 'product',
  storeId: practice.storeId,
  productId: 'prd-hamburguesa-clasica',
  ...more,
})
const palta = (more: object = {}) => ({
  type: 'modifier',
  storeId: practice.storeId,
  modifierId: 'mod-agregados',
  modifierOptionId: 'opt-palta',
  ...more,
})

describe('an update', () => {
  test('answers a process, which says RUNNING, takes effect, and says FINISHED', async () => {
    const untilDate = '2026-11-21T10:00:00-03:00'
    const answer = await update([burger({ stock: 4, untilDate }), palta({ stock: 0 })])
    expect(answer).toEqual({ status: 200, body: { status: 'ok', data: { processId: anyText } } })
    const { processId } = (answer.body as { data: { processId: string } }).data
    const record = {
      _id: anyText,
      storeId: practice.storeId,
      websiteId: 'ErCkmcyCEovseJq5E',
      until: null,
      createdAt: '2026-11-20T15:00:00.000Z',
    }
    const processedItems = [
      {
        ...record,
        type: 'product',
        productId: 'prd-hamburguesa-clasica',
        productExternalId: 'P101',
        modifierId: null,
        modifierOptionId: null,
        modifierExternalId: null,
        modifierOptionExternalId: null,
        stock: 4,
        untilDate: '2026-11-21T13:00:00.000Z',
      },
      {
        ...record,
        type: 'modifier',
        productId: null,
        productExternalId: null,
        modifierId: 'mod-agregados',
        modifierOptionId: 'opt-palta',
        modifierExternalId: 'G2',
        modifierOptionExternalId: 'O6',
        stock: 0,
        untilDate: null,
      },
    ]
    const type = 'processStatusUpdated'
    expect(processes().map(({ path }) => path)).toEqual(['/', '/'])
    expect(processes().map(({ body }) => body)).toEqual([
      { data: { status: 'RUNNING', processId, processedItems: [] }, date: anyText, type },
      { data: { status: 'FINISHED', processId, processedItems }, date: anyText, type },
    ])
    expect(practice.stock()).toEqual(expect.arrayContaining(processedItems))
    expect(practice.effects()).toEqual([
      {
        operation: 'update-stock',
        subject: 'Li4eEa3W2hiuGGCFa product:prd-hamburguesa-clasica',
        count: 1,
      },
      {
        operation: 'update-stock',
        subject: 'Li4eEa3W2hiuGGCFa option:mod-agregados/opt-palta',
        count: 1,
      },
    ])
  })

  test('may be of one item, and by external ids', async () => {
    await update({ type: 'product', storeId: 'colon', productId: 'P101', stock: 0 })
    await update({
      type: 'modifier',
      storeId: 'punta-arenas',
      modifierId: 'G2',
      modifierOptionId: 'O6',
      stock: 0,
    })
    expect(await available('M1', 'Hamburguesa clásica')).toBe(false)
    expect(await available('M2', 'Hamburguesa clásica')).toBe(true)
    expect(await available('M1', 'Palta')).toBe(true)
    expect(await available('M2', 'Palta')).toBe(false)
  })

  test('takes the first of an item that repeats, by whichever id', async () => {
    await update([
      burger({ stock: 3 }),
      burger({ storeId: 'colon', productId: 'P101', stock: 0 }),
      palta({ deleteItem: true }),
      palta({ modifierId: 'G2', stock: 0 }),
      palta({ modifierOptionId: 'O6', stock: 7 }),
    ])
    const told = processes().at(-1)?.body.data
    expect(told?.['processedItems']).toMatchObject([{ stock: 3 }, { stock: null }])
    expect(practice.effects().map(({ count }) => count)).toEqual([1, 1])
    expect(await available('M1', 'Hamburguesa clásica')).toBe(true)
    expect(await available('M1', 'Palta')).toBe(true)
  })

  test('lifts a restriction, also one from the opening of the day, without a stock', async () => {
    expect(await available('M1', 'Merluza austral')).toBe(false)
    expect(await available('M2', 'Merluza austral')).toBe(true)
    await update(burger({ productId: 'prd-merluza-austral', deleteItem: true }))
    expect(await available('M1', 'Merluza austral')).toBe(true)
    await update(burger({ stock: 0 }))
    expect(await available('M1', 'Hamburguesa clásica')).toBe(false)
    await update(burger({ deleteItem: true, stock: 0 }))
    expect(await available('M1', 'Hamburguesa clásica')).toBe(true)
  })

  test('holds until its date', async () => {
    await update(burger({ stock: 0, untilDate: '2026-11-20T15:10:00Z' }))
    now = start + 599_999
    expect(await available('M1', 'Hamburguesa clásica')).toBe(false)
    const before = practice.stock().length
    now = start + 600_000
    expect(await available('M1', 'Hamburguesa clásica')).toBe(true)
    expect(practice.stock()).toHaveLength(before - 1)
  })

  test('is the same when another system makes it', async () => {
    const item = { type: 'product', storeId: far, productId: 'P102', stock: 0 } as const
    const processId = practice.updateStockElsewhere(item)
    await practice.eventsSettled()
    expect(processes().map(({ body }) => body.data)).toMatchObject([
      { status: 'RUNNING', processId },
      { status: 'FINISHED', processId },
    ])
    expect(await available('M2', 'Hamburguesa doble')).toBe(false)
    expect(() => practice.updateStockElsewhere([{ ...item, productId: 'none' }])).toThrow(
      'Product not found [productId:none]',
    )
  })
})

describe('the counter', () => {
  /** Places orders of nothing but burgers with double avocado. */
  async function burgerOrders() {
    const { items } = await practice.placeOrder()
    const [item] = items
    if (item === undefined) throw new Error('an order without items')
    const product = { ...item.product, _id: 'prd-hamburguesa-clasica' }
    const modifiers = [
      {
        modifierId: 'mod-agregados',
        externalId: 'G2',
        name: 'Agregados',
        shortName: 'Agr.',
        description: '2x Palta',
        metadata: {},
        countById: { 'opt-palta': 2 },
        countByExternalId: { O6: 2 },
        options: [],
      },
    ]
    return (amount: number, wish: Partial<WireOrder> = {}) =>
      practice.placeOrder({ items: [{ ...item, product, amount, modifiers }], ...wish })
  }
  const left = (storeId: string) =>
    practice
      .stock()
      .flatMap((record) => (record.storeId === storeId && record.stock !== 0 ? [record.stock] : []))

  test('goes down by amount, by amount times count for options, and ends sold out at 0', async () => {
    const order = await burgerOrders()
    await update([burger({ stock: 10 }), palta({ stock: 25 })])
    await order(3)
    expect(left(practice.storeId)).toEqual([7, 19])
    expect(await available('M1', 'Hamburguesa clásica')).toBe(true)
    await order(9)
    expect(left(practice.storeId)).toEqual([1])
    expect(await available('M1', 'Hamburguesa clásica')).toBe(false)
    expect(await available('M1', 'Palta')).toBe(true)
    await order(1)
    expect(await available('M1', 'Palta')).toBe(false)
    expect(await available('M2', 'Palta')).toBe(true)
  })

  test('is of one store only', async () => {
    const order = await burgerOrders()
    await update([burger({ stock: 10, storeId: far }), palta({ stock: 20, storeId: far })])
    await order(3)
    expect(left(far)).toEqual([10, 20])
    await order(3, { storeId: far })
    expect(left(far)).toEqual([7, 14])
  })

  test('counts nothing that has no stock', async () => {
    const order = await burgerOrders()
    const before = practice.stock()
    await order(3)
    expect(practice.stock()).toEqual(before)
  })

  test('leaves guests to order what there is, and nobody when there is nothing', async () => {
    const { products } = await menuOf('M1')
    const [survivor, ...others] = products.filter(({ available: is }) => is)
    await update(others.map(({ _id }) => burger({ productId: _id, stock: 0 })))
    for (let index = 0; index < 20; index += 1) {
      const { items } = await practice.placeOrder()
      expect(items.map(({ product }) => product._id)).toEqual([survivor?._id])
    }
    await update(burger({ productId: survivor?._id, stock: 0 }))
    await expect(practice.placeOrder()).rejects.toThrow('nothing to pick from')
  })
})
