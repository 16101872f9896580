import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { burger, far, openStock, palta, start } from './stock.fixture.ts'

const anyText: unknown = expect.any(String)
let stock: Awaited<ReturnType<typeof openStock>>
let now: number

beforeEach(async () => {
  now = start
  stock = await openStock(() => now)
})
afterEach(() => stock.close())

describe('an update', () => {
  test('answers a process, which says RUNNING, takes effect, and says FINISHED', async () => {
    const untilDate = '2026-11-21T10:00:00-03:00'
    const answer = await stock.update([burger({ stock: 4, untilDate }), palta({ stock: 0 })])
    expect(answer).toEqual({ status: 200, body: { status: 'ok', data: { processId: anyText } } })
    const { processId } = (answer.body as { data: { processId: string } }).data
    const record = {
      _id: anyText,
      storeId: stock.practice.storeId,
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
    expect(stock.processes().map(({ path }) => path)).toEqual(['/', '/'])
    expect(stock.processes().map(({ body }) => body)).toEqual([
      { data: { status: 'RUNNING', processId, processedItems: [] }, date: anyText, type },
      { data: { status: 'FINISHED', processId, processedItems }, date: anyText, type },
    ])
    expect(stock.practice.stock()).toEqual(expect.arrayContaining(processedItems))
    expect(stock.practice.effects()).toEqual([
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
    await stock.update({ type: 'product', storeId: 'colon', productId: 'P101', stock: 0 })
    await stock.update({
      type: 'modifier',
      storeId: 'punta-arenas',
      modifierId: 'G2',
      modifierOptionId: 'O6',
      stock: 0,
    })
    expect(await stock.available('M1', 'Hamburguesa clásica')).toBe(false)
    expect(await stock.available('M2', 'Hamburguesa clásica')).toBe(true)
    expect(await stock.available('M1', 'Palta')).toBe(true)
    expect(await stock.available('M2', 'Palta')).toBe(false)
  })

  test('uses the first of a repeated item, by either id', async () => {
    await stock.update([
      burger({ stock: 3 }),
      burger({ storeId: 'colon', productId: 'P101', stock: 0 }),
      palta({ deleteItem: true }),
      palta({ modifierId: 'G2', stock: 0 }),
      palta({ modifierOptionId: 'O6', stock: 7 }),
    ])
    const reported = stock.processes().at(-1)?.body.data
    expect(reported?.['processedItems']).toMatchObject([{ stock: 3 }, { stock: null }])
    expect(stock.practice.effects().map(({ count }) => count)).toEqual([1, 1])
    expect(await stock.available('M1', 'Hamburguesa clásica')).toBe(true)
    expect(await stock.available('M1', 'Palta')).toBe(true)
  })

  test('lifts a restriction, also one from the opening of the day, without a stock', async () => {
    expect(await stock.available('M1', 'Merluza austral')).toBe(false)
    expect(await stock.available('M2', 'Merluza austral')).toBe(true)
    await stock.update(burger({ productId: 'prd-merluza-austral', deleteItem: true }))
    expect(await stock.available('M1', 'Merluza austral')).toBe(true)
    await stock.update(burger({ stock: 0 }))
    expect(await stock.available('M1', 'Hamburguesa clásica')).toBe(false)
    await stock.update(burger({ deleteItem: true, stock: 0 }))
    expect(await stock.available('M1', 'Hamburguesa clásica')).toBe(true)
  })

  test('holds until its date', async () => {
    await stock.update(burger({ stock: 0, untilDate: '2026-11-20T15:10:00Z' }))
    now = start + 599_999
    expect(await stock.available('M1', 'Hamburguesa clásica')).toBe(false)
    const before = stock.practice.stock().length
    now = start + 600_000
    expect(await stock.available('M1', 'Hamburguesa clásica')).toBe(true)
    expect(stock.practice.stock()).toHaveLength(before - 1)
  })

  test('is the same when another system makes it', async () => {
    const item = { type: 'product', storeId: far, productId: 'P102', stock: 0 } as const
    const processId = stock.practice.updateStockElsewhere(item)
    await stock.practice.eventsSettled()
    expect(stock.processes().map(({ body }) => body.data)).toMatchObject([
      { status: 'RUNNING', processId },
      { status: 'FINISHED', processId },
    ])
    expect(await stock.available('M2', 'Hamburguesa doble')).toBe(false)
    expect(() => stock.practice.updateStockElsewhere([{ ...item, productId: 'none' }])).toThrow(
      'Product not found [productId:none]',
    )
  })
})
