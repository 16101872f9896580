import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { WireOrder } from '../orders/wire.ts'
import { burger, far, openStock, palta } from './stock.fixture.ts'

let stock: Awaited<ReturnType<typeof openStock>>

beforeEach(async () => {
  stock = await openStock()
})
afterEach(() => stock.close())

describe('the counter', () => {
  /** Places orders of burgers with double avocado only. */
  async function burgerOrders() {
    const { items } = await stock.practice.placeOrder()
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
    return (amount: number, request: Partial<WireOrder> = {}) =>
      stock.practice.placeOrder({ items: [{ ...item, product, amount, modifiers }], ...request })
  }
  const left = (storeId: string) =>
    stock.practice
      .stock()
      .flatMap((record) => (record.storeId === storeId && record.stock !== 0 ? [record.stock] : []))

  test('goes down by amount, by amount times count for options, and ends sold out at 0', async () => {
    const order = await burgerOrders()
    await stock.update([burger({ stock: 10 }), palta({ stock: 25 })])
    await order(3)
    expect(left(stock.practice.storeId)).toEqual([7, 19])
    expect(await stock.available('M1', 'Hamburguesa clásica')).toBe(true)
    await order(9)
    expect(left(stock.practice.storeId)).toEqual([1])
    expect(await stock.available('M1', 'Hamburguesa clásica')).toBe(false)
    expect(await stock.available('M1', 'Palta')).toBe(true)
    await order(1)
    expect(await stock.available('M1', 'Palta')).toBe(false)
    expect(await stock.available('M2', 'Palta')).toBe(true)
  })

  test('is of one store only', async () => {
    const order = await burgerOrders()
    await stock.update([burger({ stock: 10, storeId: far }), palta({ stock: 20, storeId: far })])
    await order(3)
    expect(left(far)).toEqual([10, 20])
    await order(3, { storeId: far })
    expect(left(far)).toEqual([7, 14])
  })

  test('does not count items without a stock', async () => {
    const order = await burgerOrders()
    const before = stock.practice.stock()
    await order(3)
    expect(stock.practice.stock()).toEqual(before)
  })

  test('guests order only what is available, and nothing if nothing is', async () => {
    const { products } = await stock.menuOf('M1')
    const [survivor, ...others] = products.filter(({ available: is }) => is)
    await stock.update(others.map(({ _id }) => burger({ productId: _id, stock: 0 })))
    for (let index = 0; index < 20; index += 1) {
      const { items } = await stock.practice.placeOrder()
      expect(items.map(({ product }) => product._id)).toEqual([survivor?._id])
    }
    await stock.update(burger({ productId: survivor?._id, stock: 0 }))
    await expect(stock.practice.placeOrder()).rejects.toThrow('nothing to pick from')
  })
})
