import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseEvent, processEvent, type ProcessEvent } from '#platform/events.ts'
import { readMenu, readProduct } from '#platform/menus.ts'
import { setOutOfStock, updateStock, type StockItem } from '#platform/stock.ts'
import { startCheckedPlatform, type CheckedPlatform } from './checked-platform.ts'

let platform: CheckedPlatform
beforeEach(async () => {
  platform = await startCheckedPlatform()
})
afterEach(async () => {
  await platform.close()
  expect(platform.violations()).toEqual([])
})

const coffee = { type: 'product', storeId: 'colon', productId: 'P807' } as const
const coffeeId = 'prd-cafe-americano'
const bacon = {
  type: 'modifier',
  storeId: 'Li4eEa3W2hiuGGCFa',
  modifierId: 'mod-agregados',
  modifierOptionId: 'O5',
} as const

async function update(body: StockItem | StockItem[]): Promise<string> {
  const answer = await updateStock(platform.connection, { body })
  if (!answer.ok) throw new Error(answer.failure.message)
  return answer.value.processId
}

/** The stock events at the receiver, as the client reads them. */
const processes = (): ProcessEvent[] =>
  platform.receiver.events
    .filter(({ type }) => type === processEvent)
    .flatMap((event) => {
      const read = parseEvent(event, platform.connection.dialect)
      return read.ok && read.value.kind === 'process' ? [read.value] : []
    })

/** Sends an update, and waits until it took effect and the event arrived. */
async function updated(body: StockItem | StockItem[]): Promise<void> {
  const processId = await update(body)
  await platform.receiver.waitFor(1, ({ data }) => {
    return data['processId'] === processId && data['status'] === 'FINISHED'
  })
}

async function isAvailable(): Promise<unknown[]> {
  const menu = await readMenu(platform.connection, { params: { menuId: 'M1' } })
  const product = await readProduct(platform.connection, { params: { productId: 'P807' } })
  if (!menu.ok || !product.ok) throw new Error('no menu')
  return [
    menu.value.products?.find(({ externalId }) => externalId === 'P807')?.available,
    product.value.menus?.find(({ externalId }) => externalId === 'M1')?.available,
  ]
}

async function orderCoffee(amount: number): Promise<void> {
  const { items, ...order } = await platform.practice.placeOrder()
  const [item] = items
  if (item === undefined) throw new Error('an order without items')
  const product = { ...item.product, _id: coffeeId, externalId: 'P807' }
  await platform.practice.placeOrder({
    storeId: order.storeId,
    items: [{ ...item, product, amount, modifiers: [] }],
  })
}

describe('Stock update process', () => {
  test('RUNNING without items, then FINISHED with every change', async () => {
    const processId = await update([
      { ...coffee, stock: 5, untilDate: '2026-11-21T04:00:00-03:00' },
      { ...bacon, deleteItem: true },
    ])
    await platform.practice.eventsSettled()
    expect(processes()).toMatchObject([
      { process: { processId, status: 'RUNNING', processedItems: [] } },
      {
        process: {
          processId,
          status: 'FINISHED',
          processedItems: [
            {
              type: 'product',
              storeId: 'Li4eEa3W2hiuGGCFa',
              productId: coffeeId,
              productExternalId: 'P807',
              modifierId: null,
              modifierOptionId: null,
              stock: 5,
              untilDate: '2026-11-21T07:00:00.000Z',
            },
            { type: 'modifier', modifierOptionId: 'opt-tocino', productId: null },
          ],
        },
      },
    ])
    const [running, finished] = processes()
    expect((running?.date ?? '') < (finished?.date ?? '')).toBe(true)
  })

  test('the first of a repeated item counts, whichever id it goes by', async () => {
    await updated([
      { ...coffee, stock: 7 },
      { ...coffee, storeId: 'Li4eEa3W2hiuGGCFa', productId: coffeeId, stock: 2 },
    ])
    const [, finished] = processes()
    expect(finished?.process.processedItems).toMatchObject([{ productId: coffeeId, stock: 7 }])
    expect(
      platform.practice.stock().filter(({ productId }) => productId === coffeeId),
    ).toMatchObject([{ stock: 7 }])
  })

  test('nothing is processed and nothing is sent where one item is wrong', async () => {
    const before = platform.practice.stock()
    const wrong = await updateStock(platform.connection, {
      body: [
        { ...coffee, stock: 0 },
        { ...bacon, modifierOptionId: 'opt-nothing', stock: 0 },
      ],
    })
    expect(wrong).toMatchObject({ ok: false, failure: { kind: 'answered', status: 400 } })
    await platform.practice.eventsSettled()
    expect(platform.practice.stock()).toEqual(before)
    expect(processes()).toEqual([])
    expect(await isAvailable()).toEqual([true, true])
  })
})

/** Sets the coffee's count in a store, or lifts it with null, by each operation. */
const counters = {
  updateStock: (storeId: string, stock: number | null) =>
    updated({ ...coffee, storeId, ...(stock === null ? { deleteItem: true } : { stock }) }),
  async setOutOfStock(storeId: string, stock: number | null) {
    const answer = await setOutOfStock(platform.connection, {
      params: { storeId, productId: 'P807' },
      body: { outOfStock: stock === 0, ...(stock !== null && stock > 0 && { stock }) },
    })
    expect(answer).toMatchObject({ ok: true, value: { outOfStock: stock === 0, stock } })
  },
}

describe.each(Object.entries(counters))('Stock counter, by %s', (_operation, count) => {
  test('an order takes from it, at 0 it is sold out, and lifting it ends that', async () => {
    await count('colon', 3)
    await orderCoffee(2)
    expect(platform.practice.stock()).toContainEqual(
      expect.objectContaining({ productId: coffeeId, stock: 1 }),
    )
    expect(await isAvailable()).toEqual([true, true])
    await orderCoffee(1)
    expect(await isAvailable()).toEqual([false, false])
    await count('colon', null)
    expect(await isAvailable()).toEqual([true, true])
    await orderCoffee(50)
    expect(await isAvailable()).toEqual([true, true])
  })

  test('another store has its own', async () => {
    await count('punta-arenas', 0)
    expect(await isAvailable()).toEqual([true, true])
  })
})
