import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { fail, ok } from '#contract/result.ts'
import type { Ticket } from '#contract/ticket.ts'
import type { Order } from '#platform/order.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { damagePage } from '#test/support/damage-page.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'
import { orderEvent, statusEvent } from '#test/support/order-event.ts'

const start = Date.parse('2026-11-20T15:30:00.000Z')
const iso = (seconds: number): string => new Date(start + seconds * 1000).toISOString()
const dish = (name: string): Order['items'] => [
  { _id: name, product: { _id: name, name }, amount: 1 },
]

/** Posts an order as it was so many seconds after the start. */
async function post(store: TestStore, id: string, wish: Partial<Order> = {}, seconds = 0) {
  const ids = { eventId: `${id}-${seconds}`, orderId: id, code: id, date: iso(seconds) }
  const event = orderEvent('order-created-pickup', ids, {
    createdAt: iso(Number(id)),
    deliverAt: iso(600),
    ...wish,
  })
  const told = seconds === 0 ? event : statusEvent(event)
  await store.post({ ...told, websiteId: null, storeId: store.practice.storeId })
}

/** An order that the platform knows as well, on the glass. */
async function place(store: TestStore, id: string, wish: Partial<Order> = {}): Promise<void> {
  await store.practice.placeOrder({ _id: id })
  await post(store, id, wish)
  await expect.poll(() => store.ticket(id)).toBeDefined()
}

/** A store of which every bump goes at once. */
async function openStore(clock = new FakeClock()): Promise<TestStore> {
  const store = await openTestStore({ clock })
  await store.call('settings.change', { undoSeconds: 0 })
  return store
}

async function bump(store: TestStore, id: string, tapId = `tap-${id}`): Promise<void> {
  await store.call('tickets.markReady', { ticketId: id, tapId })
  await expect.poll(async () => (await store.ticket(id))?.bump?.state).toBe('confirmed')
}

const find = async (store: TestStore, words: string): Promise<Ticket[]> => {
  const found = await store.call('tickets.find', { words })
  if (!found.ok) throw new Error(found.error.code)
  return found.value
}
const codes = async (store: TestStore, words: string): Promise<string[]> =>
  (await find(store, words)).map(({ code }) => code)

/** Works on a store's file while nobody has it open. */
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

  test('a past order that is told anew is found by its new words alone', async () => {
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

  test('a row that cannot be read takes its words along', async () => {
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
        `is left alone where pages of ${table} cannot be read`,
        async (store) => {
          await store.host.close()
          damagePage(store.file, table)
          await store.restart()
        },
        [],
        [],
      ],
    ),
  ])('a damaged index stands in the way of no bump: it %s', async (_name, damage, ...found) => {
    const store = await openStore()
    await place(store, '151')
    await bump(store, '151')
    await damage(store)
    expect(store.log.text()).toContain('search of past tickets damaged')
    expect(await codes(store, 'tabla')).toEqual(found[0])
    await place(store, '152')
    expect(await codes(store, 'tabla')).toEqual(['152', ...found[0]])
    await bump(store, '152')
    expect(await codes(store, 'tabla')).toEqual(found[1])
  })
})

describe('the details of a ticket', () => {
  test('of an order that the store delivers itself', async () => {
    const store = await openStore()
    await place(store, '151', {
      deliveryType: 'delivery',
      hasManagedDelivery: false,
      buyerName: 'Ana',
      phone: '+56911112222',
      address: {
        address: 'Av. Apoquindo 3000',
        addressLine2: ' Depto 1201 ',
        addressSecondary: 'av. apoquindo 3000',
      },
      deliveryZoneName: 'Zona 1',
      deliveries: [
        {
          _id: 'd',
          instructions: 'Dejar en recepción',
          nearStoreAt: iso(300),
          driverInformation: { name: 'Pedro', phone: '+56933334444' },
          trackingURL: 'https://example.com/t/1',
        },
      ],
      paymentStatus: 'pending',
      paymentTypeLabel: 'Efectivo',
      totalPrice: 23380,
      amountToPay: 23880,
      cashAmount: 25000,
      tipAmount: 500,
      gift: { from: 'Bo', message: 'Feliz día' },
      billing: { type: null },
    })
    await bump(store, '151')
    const ticket = await store.ticket('151')
    expect(await store.call('tickets.detail', { ticketId: '151' })).toEqual(
      ok({
        ticket,
        fullCode: 'C#151',
        phone: '+56911112222',
        address: {
          lines: ['Av. Apoquindo 3000', 'Depto 1201'],
          zone: 'Zona 1',
          instructions: 'Dejar en recepción',
        },
        driver: { phone: '+56933334444', trackingUrl: 'https://example.com/t/1' },
        payment: {
          status: 'pending',
          method: 'Efectivo',
          total: 23380,
          toPay: 23880,
          cash: 25000,
          tip: 500,
        },
        gift: [
          { name: 'from', value: 'Bo' },
          { name: 'message', value: 'Feliz día' },
        ],
        billing: [],
        moments: [
          { kind: 'received', at: iso(0) },
          { kind: 'bumped', at: iso(0) },
          { kind: 'ordered', at: iso(151) },
          { kind: 'driver-at-store', at: iso(300) },
          { kind: 'promised', at: iso(600) },
        ],
        sent: [
          {
            id: 'tap-151',
            state: 'confirmed',
            createdAt: iso(0),
            sentAt: iso(0),
            attempts: 1,
            words: null,
          },
        ],
      }),
    )
    expect(store.log.text()).not.toMatch(/Ana|Apoquindo|5691111|recepción/)
  })

  test('what was sent is told with each entry, also one that was withdrawn', async () => {
    const store = await openTestStore({ clock: new FakeClock() })
    await place(store, '151')
    const sent = async () => {
      const detail = await store.call('tickets.detail', { ticketId: '151' })
      return detail.ok && detail.value.sent.map(({ id, state, sentAt }) => [id, state, sentAt])
    }
    expect(await sent()).toEqual([])
    await store.call('tickets.markReady', { ticketId: '151', tapId: 'b' })
    expect(await sent()).toEqual([['b', 'undoable', null]])
    await store.call('tickets.undo', { ticketId: '151' })
    await store.call('settings.change', { undoSeconds: 0 })
    await bump(store, '151', 'a')
    expect(await sent()).toEqual([
      ['a', 'confirmed', iso(0)],
      ['b', 'withdrawn', null],
    ])
  })

  test('of an order that is not there', async () => {
    const store = await openStore()
    expect(await store.call('tickets.detail', { ticketId: 'nobody' })).toEqual(fail('not-found'))
  })
})

describe('the pace of the day', () => {
  const pace = async (store: TestStore) => {
    const answer = await store.call('tickets.pace', {})
    return answer.ok && answer.value
  }

  test('counts bumps, the late ones, and the time that they took; not what was taken back', async () => {
    const clock = new FakeClock()
    const store = await openStore(clock)
    expect(await pace(store)).toEqual({ ready: 0, late: 0, medianSeconds: null })
    await place(store, '100')
    await place(store, '200', { deliverAt: iso(250) })
    clock.jump(300_000)
    await bump(store, '100')
    expect(await pace(store)).toEqual({ ready: 1, late: 0, medianSeconds: 200 })
    await bump(store, '200')
    expect(await pace(store)).toEqual({ ready: 2, late: 1, medianSeconds: 150 })
    await store.restart()
    expect(await pace(store)).toEqual({ ready: 2, late: 1, medianSeconds: 150 })
    // What happens to an order after its bump does not change how quick that was.
    await post(store, '200', { deliverAt: iso(900) }, 10)
    await expect.poll(async () => (await store.ticket('200'))?.promisedAt).toBe(iso(900))
    expect(await pace(store)).toMatchObject({ late: 1 })
    await store.call('tickets.recall', { ticketId: '200' })
    expect(await pace(store)).toEqual({ ready: 1, late: 0, medianSeconds: 200 })
    clock.jump(100_000)
    await bump(store, '200', 'second')
    expect(await pace(store)).toEqual({ ready: 2, late: 0, medianSeconds: 200 })
    await store.call('settings.change', { undoSeconds: 8 })
    await place(store, '300')
    await store.call('tickets.markReady', { ticketId: '300', tapId: 'third' })
    expect(await pace(store)).toMatchObject({ ready: 3 })
    await store.call('tickets.undo', { ticketId: '300' })
    expect(await pace(store)).toMatchObject({ ready: 2 })
  })

  test('is that of the restaurant’s own day', async () => {
    // Half past eleven in the evening, in Santiago.
    const clock = new FakeClock('2026-11-20T02:30:00.000Z')
    const store = await openStore(clock)
    const zone = async () => {
      const status = await store.call('status.read', {})
      return status.ok && status.value.store?.timeZone
    }
    await expect.poll(zone).toBe('America/Santiago')
    await place(store, '100')
    await bump(store, '100')
    expect(await pace(store)).toMatchObject({ ready: 1 })
    clock.jump(29 * 60_000)
    expect(await pace(store)).toMatchObject({ ready: 1 })
    clock.jump(60_000)
    expect(await pace(store)).toEqual({ ready: 0, late: 0, medianSeconds: null })
  })
})
