import { describe, expect, test } from 'vitest'
import type { CategoryCare } from '#contract/stations/station.ts'
import { fail, ok } from '#contract/shared/result.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { markReady, iso, post } from '#test/support/day-of-orders.ts'
import { valueOfOk } from '#test/support/reservations.ts'
import { dish, openStationStore, type StationStore } from '#test/support/station-store.ts'

const hours = 3_600_000

/** Soup is for the grill, cola for the bar, and bread for everything else. */
async function openKitchen(): Promise<StationStore> {
  const store = await openStationStore(['grill', 'bar'])
  await store.route('soup', 'grill')
  await store.route('cola', 'bar')
  return store
}

const pack = (store: StationStore, dishes: string[], bagged = true) =>
  store.call('tickets.setBagged', {
    ticketId: '1',
    itemKeys: dishes.map((each) => `it-${each}`),
    bagged,
  })

/** The dishes that are in the bag. */
const packed = async (store: StationStore): Promise<string[]> =>
  (await store.now('1')).items.filter(({ isBagged }) => isBagged).map(({ name }) => name)

const setDone = (store: StationStore, ...stations: string[]) =>
  store.call('tickets.setDone', {
    ticketId: '1',
    stations: store.ids(...stations),
    itemKeys: [],
    done: true,
    tapId: crypto.randomUUID(),
  })

const waiting = async (store: StationStore): Promise<Ticket[]> =>
  valueOfOk(await store.call('tickets.waiting', {}))
const waitingIds = async (store: StationStore): Promise<string[]> =>
  (await waiting(store)).map(({ id }) => id)

const handOver = (store: StationStore, ticketId: string, handedOver = true) =>
  store.call('tickets.handOver', { ticketId, handedOver })

describe('the bag', () => {
  test('gets dishes one by one or all, and gives them back', async () => {
    const store = await openKitchen()
    await store.order('1', dish('soup'), dish('cola'), dish('bread'))
    expect(await pack(store, ['cola'])).toEqual(ok(null))
    expect(await packed(store)).toEqual(['cola'])
    await pack(store, [])
    expect(await packed(store)).toEqual(['soup', 'cola', 'bread'])
    await pack(store, ['soup', 'bread'], false)
    expect(await packed(store)).toEqual(['cola'])
    await pack(store, [], false)
    expect(await packed(store)).toEqual([])
  })

  test('is not the work of the stations', async () => {
    const store = await openKitchen()
    await store.order('1', dish('soup'), dish('cola'))
    await pack(store, [])
    expect(await store.work('1')).toEqual({ soup: { grill: 'open' }, cola: { bar: 'open' } })
    await setDone(store, 'grill')
    await pack(store, [], false)
    expect(await store.work('1')).toEqual({ soup: { grill: 'done' }, cola: { bar: 'open' } })
  })

  test('gets no dish that the ticket does not have', async () => {
    const store = await openKitchen()
    await store.order('1', dish('soup'))
    expect(await pack(store, ['cake'])).toEqual(fail('not-found'))
    expect(
      await store.call('tickets.setBagged', { ticketId: 'none', itemKeys: [], bagged: true }),
    ).toEqual(fail('not-found'))
    expect(await packed(store)).toEqual([])
  })

  test('no longer has a dish that the guest changed, and keeps the others over a restart', async () => {
    const store = await openKitchen()
    await store.order('1', dish('soup'), dish('cola'))
    await pack(store, [])
    await post(store, '1', { items: [dish('soup', { amount: 2 }), dish('cola')] }, 10)
    await expect.poll(async () => (await store.now('1')).changes).toHaveLength(1)
    expect(await packed(store)).toEqual(['cola'])
    await store.restart()
    expect(await packed(store)).toEqual(['cola'])
    await pack(store, ['soup'])
    expect(await packed(store)).toEqual(['soup', 'cola'])
  })
})

test('a shelf is noted, changed, taken away, and there after a restart', async () => {
  const store = await openKitchen()
  await store.order('1', dish('soup'))
  const shelve = (shelf: string, ticketId = '1') =>
    store.call('tickets.setShelf', { ticketId, shelf })
  expect(await shelve('B2')).toEqual(ok(null))
  expect((await store.now('1')).expo?.shelf).toBe('B2')
  await shelve(' 4 ')
  await store.restart()
  expect((await store.now('1')).expo?.shelf).toBe('4')
  expect(await shelve('x'.repeat(13))).toMatchObject({ ok: false, error: { code: 'bad-input' } })
  expect(await shelve('4', 'none')).toEqual(fail('not-found'))
  await shelve('')
  expect((await store.now('1')).expo).toBeUndefined()
})

describe('a ticket waits', () => {
  test('once it is bumped, the one that waits longest first', async () => {
    const store = await openKitchen()
    for (const id of ['1', '2', '3']) await store.order(id, dish('soup'))
    expect(await waitingIds(store)).toEqual([])
    for (const id of ['2', '3', '1']) {
      await markReady(store, id)
      await store.clock.advance(1_000)
    }
    expect(await waitingIds(store)).toEqual(['2', '3', '1'])
  })

  test('also as long as its bump can be undone, and not after that is undone', async () => {
    const store = await openKitchen()
    await store.call('settings.change', { undoSeconds: 60 })
    await store.order('1', dish('soup'))
    await store.call('tickets.markReady', { ticketId: '1', tapId: 'tap' })
    expect(await waitingIds(store)).toEqual(['1'])
    await store.call('tickets.undo', { ticketId: '1', stations: [] })
    expect(await waitingIds(store)).toEqual([])
  })

  test('until somebody hands it over, and again if that was a mistake', async () => {
    const store = await openKitchen()
    await store.order('1', dish('soup'))
    expect(await handOver(store, '1')).toEqual(fail('too-late'))
    await markReady(store, '1')
    expect(await handOver(store, '1')).toEqual(ok(null))
    expect(await waitingIds(store)).toEqual([])
    const { expo, stage } = await store.now('1')
    expect([expo?.handedOverAt, stage]).toEqual([iso(60), 'ready'])
    await store.clock.advance(5_000)
    await handOver(store, '1')
    expect((await store.now('1')).expo?.handedOverAt).toBe(iso(60))
    await store.restart()
    expect(await waitingIds(store)).toEqual([])
    expect(await handOver(store, '1', false)).toEqual(ok(null))
    expect(await waitingIds(store)).toEqual(['1'])
    expect(store.practice.effects()).toMatchObject([{ subject: '1', count: 1 }])
  })

  test('again after it was handed over by mistake, recalled and bumped', async () => {
    const store = await openKitchen()
    await store.order('1', dish('soup'))
    await markReady(store, '1')
    await handOver(store, '1')
    await store.call('tickets.recall', { ticketId: '1', stations: [] })
    expect((await store.now('1')).expo?.handedOverAt ?? null).toBeNull()
    await markReady(store, '1', 'again')
    expect(await waitingIds(store)).toEqual(['1'])
  })

  test('not once the platform says that it was picked up, or cancels it', async () => {
    const store = await openKitchen()
    for (const id of ['1', '2', '3']) {
      await store.order(id, dish('soup'))
      await markReady(store, id)
    }
    expect(await waitingIds(store)).toHaveLength(3)
    await post(store, '1', { items: [dish('soup')], orderStatus: 'delivering' }, 30)
    await expect.poll(async () => (await store.now('1')).stage).toBe('handed-over')
    await post(store, '2', { items: [dish('soup')], orderStatus: 'cancelled' }, 30)
    await expect.poll(async () => (await store.now('2')).stage).toBe('cancelled')
    expect(await waitingIds(store)).toEqual(['3'])
  })

  test('for three hours at most, also if nobody asks in the meantime', async () => {
    const store = await openKitchen()
    for (const id of ['1', '2']) {
      await store.order(id, dish('soup'))
      await markReady(store, id)
      store.clock.sleep(60_000)
    }
    expect(await waitingIds(store)).toEqual(['1', '2'])
    store.clock.sleep(3 * hours - 90_000)
    expect(await waitingIds(store)).toEqual(['2'])
    store.clock.sleep(60_000)
    await store.restart()
    expect(await waitingIds(store)).toEqual([])
  })

  test('as before after a restart, with all that is known of it', async () => {
    const store = await openKitchen()
    for (const id of ['1', '2']) {
      await store.order(id, dish('soup'), dish('cola'))
      await markReady(store, id)
    }
    await pack(store, ['cola'])
    await store.call('tickets.setShelf', { ticketId: '1', shelf: 'B2' })
    const before = await waiting(store)
    expect(before).toMatchObject([
      { id: '1', expo: { shelf: 'B2', doneAt: iso(60) } },
      { id: '2', expo: { shelf: '' } },
    ])
    await store.restart()
    expect(await waiting(store)).toEqual(before)
  })

  test('with a hundred of the newest that are read again, so that this stays fast', async () => {
    const store = await openKitchen()
    const ids = Array.from({ length: 103 }, (_, nth) => String(nth + 1))
    for (const id of ids) {
      await store.practice.placeOrder({ _id: id })
      await post(store, id, { items: [dish('soup')] })
    }
    const open = async () => valueOfOk(await store.call('tickets.list', {})).tickets
    await expect.poll(async () => (await open()).length).toBe(ids.length)
    for (const id of ids) {
      await store.call('tickets.markReady', { ticketId: id, tapId: `tap-${id}` })
      await store.clock.advance(1_000)
      await expect.poll(async () => (await open()).some((each) => each.id === id)).toBe(false)
    }
    await store.restart()
    expect(await waitingIds(store)).toEqual(ids.slice(3))
  })
})

describe('the screens are notified', () => {
  /** The events about tickets since the last call. */
  const receivedBy = (store: StationStore) => {
    let from = store.events.length
    return () => {
      const news = store.events.slice(from)
      from = store.events.length
      return news.flatMap((event) =>
        event.type === 'tickets.changed'
          ? [{ tickets: event.tickets.map(({ id }) => id), gone: event.gone }]
          : [],
      )
    }
  }

  test('of what changes on a ticket that waits, so that they ask again', async () => {
    const store = await openKitchen()
    await store.order('1', dish('soup'))
    await markReady(store, '1')
    expect(await waitingIds(store)).toEqual(['1'])
    await store.clock.advance(1_000)
    const received = receivedBy(store)
    const isReceived = () => expect.poll(received).toEqual([{ tickets: [], gone: ['1'] }])
    await store.call('tickets.setShelf', { ticketId: '1', shelf: 'B2' })
    await isReceived()
    await handOver(store, '1')
    await isReceived()
    await handOver(store, '1', false)
    await isReceived()
    expect(await waiting(store)).toMatchObject([{ id: '1', expo: { shelf: 'B2' } }])
    await post(store, '1', { items: [dish('soup')], orderStatus: 'delivering' }, 30)
    await isReceived()
    expect(await waitingIds(store)).toEqual([])
  })

  test('of the bag of a ticket that is still on the wall', async () => {
    const store = await openKitchen()
    await store.order('1', dish('soup'))
    // The menu may come meanwhile, and tickets with it.
    const isNotified = () =>
      store.events.some(
        (event) =>
          event.type === 'tickets.changed' &&
          event.tickets.some(({ items }) => items.every(({ isBagged }) => isBagged === true)),
      )
    expect(isNotified()).toBe(false)
    await pack(store, [])
    await expect.poll(isNotified).toBe(true)
  })
})

describe('what the store says about categories', () => {
  /** Two products of one category and one of another, and their categories. */
  async function openWithMenu() {
    const store = await openStationStore(['grill', 'bar'])
    const plan = async () => valueOfOk(await store.call('stations.plan', {}))
    await expect.poll(async () => (await plan()).products.length).toBeGreaterThan(0)
    const { products } = await plan()
    const byGroup = Object.entries(Object.groupBy(products, ({ group }) => group ?? ''))
    const [first, other] = byGroup
      .filter(([group, all]) => group !== '' && (all?.length ?? 0) > 1)
      .map(([group, all = []]) => ({
        group,
        products: all.map(({ key }) => key.replace('product:', '')),
      }))
    if (first === undefined || other === undefined) throw new Error('too few categories')
    const [one = '', two = ''] = first.products
    const [three = ''] = other.products
    await store.route(one, 'grill')
    await store.route(two, 'bar')
    await store.route(three, 'bar')
    const say = (key: string, care: Partial<CategoryCare>) =>
      store.call('stations.setCare', { key, waitMinutes: null, packing: '', ...care })
    return { store, one, two, three, group: first.group, other: other.group, say }
  }

  test('marks when a dish has waited too long, the strictest first, and when all were done', async () => {
    const { store, one, three, group, other, say } = await openWithMenu()
    await say(group, { waitMinutes: 20 })
    await say(other, { waitMinutes: 5 })
    await store.order('1', dish(one), dish(three))
    expect((await store.now('1')).expo).toBeUndefined()
    await setDone(store, 'grill')
    expect((await store.now('1')).expo).toMatchObject({
      doneAt: null,
      coolsAt: iso(60 + 20 * 60),
    })
    await store.clock.advance(60_000)
    await setDone(store, 'bar')
    expect((await store.now('1')).expo).toMatchObject({
      doneAt: iso(120),
      coolsAt: iso(120 + 5 * 60),
    })
    await say(other, { waitMinutes: null })
    expect((await store.now('1')).expo?.coolsAt).toBe(iso(60 + 20 * 60))
  })

  test('names what to pack once, also on a ticket that is there already', async () => {
    const { store, one, two, three, group, other, say } = await openWithMenu()
    await store.order('1', dish(one), dish(two), dish(three))
    await say(group, { packing: ' spoon ' })
    await say(other, { packing: 'straw' })
    expect((await store.now('1')).expo?.packing).toEqual(['spoon', 'straw'])
    await say(group, { packing: '' })
    expect((await store.now('1')).expo?.packing).toEqual(['straw'])
  })
})

test('nothing of expo is on a ticket of a kitchen without stations', async () => {
  const store = await openStationStore([])
  await store.order('1', dish('soup'))
  await store.call('tickets.setShelf', { ticketId: '1', shelf: 'B2' })
  await setDone(store)
  await markReady(store, '1')
  expect(await store.now('1')).not.toHaveProperty('expo')
  expect(await waiting(store)).toMatchObject([{ id: '1', stage: 'ready' }])
  expect((await waiting(store))[0]).not.toHaveProperty('expo')
})
