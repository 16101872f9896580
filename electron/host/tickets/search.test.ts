import { describe, expect, test } from 'vitest'
import type { Ticket } from '#contract/tickets/ticket.ts'
import type { Order } from '#platform/order.ts'
import { markReady, openStore, place, post } from '#test/support/day-of-orders.ts'
import type { TestStore } from '#test/support/kitchen.ts'

const dish = (name: string): Order['items'] => [
  { _id: name, product: { _id: name, name }, amount: 1 },
]

const find = async (store: TestStore, words: string): Promise<Ticket[]> => {
  const answer = await store.call('tickets.search', { text: words })
  if (!answer.ok) throw new Error(answer.error.code)
  return answer.value
}
const codes = async (store: TestStore, words: string): Promise<string[]> =>
  (await find(store, words)).map(({ code }) => code)

describe('a search', () => {
  test('takes the beginnings of words, among open tickets and past ones alike', async () => {
    const expected = {
      '15': ['152', '151'],
      'c#151': ['151'],
      nandu: ['152', '151'],
      'ÑANDÚ clás': ['151'],
      CLASICA: ['151'],
      cevi: ['152'],
      andu: [],
      'nandu pizza': [],
      '"': [],
      'nandu*': ['152', '151'],
      'nandu OR pizza': [],
      'words:nandu': [],
      'NEAR(nandu': [],
      '-nandu': ['152', '151'],
      "nandu' --": ['152', '151'],
    }
    const store = await openStore()
    const search = async () => {
      const each = Object.keys(expected).map(async (words) => [words, await codes(store, words)])
      expect(Object.fromEntries(await Promise.all(each))).toEqual(expected)
    }
    await place(store, '151', { buyerName: 'Ñandú R.', items: dish('Hamburguesa Clásica') })
    await place(store, '152', { buyerName: 'Ana Ñandú', items: dish('Ceviche') })
    await place(store, '163', { buyerName: 'Bo', items: dish('Empanada') })
    await search()
    await markReady(store, '151')
    await search()
    await markReady(store, '152')
    await search()
    await store.restart()
    await search()
  })

  test('answers with tickets as they are now, and once where one was recalled', async () => {
    const store = await openStore()
    await place(store, '151', { buyerName: 'Ana' })
    await markReady(store, '151')
    expect(await find(store, 'ana')).toEqual([await store.ticket('151')])
    await store.call('tickets.recall', { ticketId: '151' })
    expect(await find(store, 'ana')).toMatchObject([{ stage: 'new', bump: null }])
    await post(store, '151', { buyerName: 'Berta' }, 10)
    await expect.poll(() => codes(store, 'berta')).toEqual(['151'])
    expect(await codes(store, 'ana')).toEqual([])
    await markReady(store, '151', 'second')
    expect(await codes(store, 'berta')).toEqual(['151'])
    expect(await codes(store, 'ana')).toEqual([])
  })

  test('a past order that is sent again is found only by its new text', async () => {
    const store = await openStore()
    await place(store, '151', { buyerName: 'Ana' })
    await markReady(store, '151')
    await post(store, '151', { buyerName: 'Berta' }, 10)
    await expect.poll(() => codes(store, 'berta')).toEqual(['151'])
    expect(await codes(store, 'ana')).toEqual([])
  })

  test('answers the newest fifty', async () => {
    const store = await openStore()
    for (let nth = 100; nth < 160; nth++)
      await post(store, String(nth), { orderStatus: nth < 130 ? 'cancelled' : 'pending' })
    const newest = Array.from({ length: 50 }, (_, nth) => String(159 - nth))
    await expect.poll(() => codes(store, 'tabla')).toEqual(newest)
  })
})
