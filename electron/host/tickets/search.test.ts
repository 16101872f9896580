import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import type { Ticket } from '#contract/tickets/ticket.ts'
import type { Order } from '#platform/order.ts'
import { damagePage } from '#test/support/damage-page.ts'
import { bump, openStore, place, post } from '#test/support/day-of-orders.ts'
import type { TestStore } from '#test/support/kitchen.ts'

const dish = (name: string): Order['items'] => [
  { _id: name, product: { _id: name, name }, amount: 1 },
]

const find = async (store: TestStore, words: string): Promise<Ticket[]> => {
  const found = await store.call('tickets.find', { text: words })
  if (!found.ok) throw new Error(found.error.code)
  return found.value
}
const codes = async (store: TestStore, words: string): Promise<string[]> =>
  (await find(store, words)).map(({ code }) => code)

/** Changes a store's file while the app is closed. */
async function alter(store: TestStore, work: (db: DatabaseSync) => void): Promise<void> {
  await store.host.close()
  const db = new DatabaseSync(store.file)
  work(db)
  db.close()
  await store.restart()
}

describe('a search', () => {
  test('takes the beginnings of words, among open tickets and past ones alike', async () => {
    const found = {
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
      const each = Object.keys(found).map(async (words) => [words, await codes(store, words)])
      expect(Object.fromEntries(await Promise.all(each))).toEqual(found)
    }
    await place(store, '151', { buyerName: 'Ñandú R.', items: dish('Hamburguesa Clásica') })
    await place(store, '152', { buyerName: 'Ana Ñandú', items: dish('Ceviche') })
    await place(store, '163', { buyerName: 'Bo', items: dish('Empanada') })
    await search()
    await bump(store, '151')
    await search()
    await bump(store, '152')
    await search()
    await store.restart()
    await search()
  })

  test('answers with tickets as they are now, and once where one was recalled', async () => {
    const store = await openStore()
    await place(store, '151', { buyerName: 'Ana' })
    await bump(store, '151')
    expect(await find(store, 'ana')).toEqual([await store.ticket('151')])
    await store.call('tickets.recall', { ticketId: '151' })
    expect(await find(store, 'ana')).toMatchObject([{ stage: 'new', bump: null }])
    await post(store, '151', { buyerName: 'Berta' }, 10)
    await expect.poll(() => codes(store, 'berta')).toEqual(['151'])
    expect(await codes(store, 'ana')).toEqual([])
    await bump(store, '151', 'second')
    expect(await codes(store, 'berta')).toEqual(['151'])
    expect(await codes(store, 'ana')).toEqual([])
  })

  test('a past order that is sent again is found only by its new text', async () => {
    const store = await openStore()
    await place(store, '151', { buyerName: 'Ana' })
    await bump(store, '151')
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

  test('an unreadable row loses its search text too', async () => {
    const store = await openStore()
    for (const id of ['151', '152']) {
      await place(store, id)
      await bump(store, id)
    }
    const words = (db: DatabaseSync) =>
      db
        .prepare('SELECT id FROM past_words')
        .all()
        .map(({ id }) => id)
    await alter(store, (db) => {
      expect(words(db)).toEqual(['151', '152'])
      db.exec(`UPDATE tickets SET known = substr(known, 2) WHERE id = '151'`)
    })
    expect(await codes(store, 'tabla')).toEqual(['152'])
    await alter(store, (db) => expect(words(db)).toEqual(['152']))
    expect(await codes(store, 'tabla')).toEqual(['152'])
  })

  test.each<[string, (store: TestStore) => Promise<void>, string[], string[]]>([
    [
      'is built anew where it says nonsense',
      (store) =>
        alter(store, (db) => {
          db.enableDefensive(false)
          db.exec(`UPDATE past_index_data SET block = x'eeeeeeeeeeee'`)
        }),
      ['151'],
      ['152', '151'],
    ],
    ...['past_index_data', 'past_words'].map(
      (table): [string, (store: TestStore) => Promise<void>, string[], string[]] => [
        `is made anew where pages of ${table} cannot be read`,
        async (store) => {
          await store.host.close()
          damagePage(store.file, table)
          await store.restart()
        },
        ['151'],
        ['152', '151'],
      ],
    ),
  ])('a damaged index does not prevent a bump: it %s', async (_name, damage, ...found) => {
    const store = await openStore()
    await place(store, '151')
    await bump(store, '151')
    await damage(store)
    expect(store.log.text()).toMatch(/"table damaged","table":"past_/)
    expect(await codes(store, 'tabla')).toEqual(found[0])
    await place(store, '152')
    expect(await codes(store, 'tabla')).toEqual(['152', ...found[0]])
    await bump(store, '152')
    expect(await codes(store, 'tabla')).toEqual(found[1])
  })
})
