import { describe, expect, test } from 'vitest'
import type { Caller } from '#contract/shared/caller.ts'
import type { Order } from '#platform/order.ts'
import { post } from '#test/support/day-of-orders.ts'
import { openGoBetween } from '#test/support/go-between.ts'
import { dish, openStationStore, type StationStore } from '#test/support/station-store.ts'

const screen = (id: string): Caller => ({ screen: id, name: id, role: 'kitchen' })

/** Three stations, of which the grill and the bar have a screen. Nobody watches the cold one. */
async function openKitchen(): Promise<StationStore> {
  const store = await openStationStore(['grill', 'bar', 'cold'])
  await store.route('soup', 'grill')
  await store.route('cola', 'bar')
  await store.route('salad', 'cold')
  await store.route('platter', 'grill', 'bar')
  for (const name of ['grill', 'bar'])
    await store.call('stations.show', { stations: store.ids(name) }, screen(name))
  return store
}

const acknowledge = (store: StationStore, ...stations: string[]) =>
  store.call('tickets.acknowledge', { ticketId: '1', stations: store.ids(...stations) })

/** What is to be acknowledged: the stations of each changed dish. */
const unseen = async (store: StationStore) =>
  (await store.now('1')).changes.map((change) => [
    change.kind,
    'name' in change ? change.name : change.key,
    change.stations,
  ])

const cancelled = async (store: StationStore) => (await store.now('1')).cancellation?.stations

let seconds = 0
/** The order as it is a moment later. */
async function change(store: StationStore, request: Partial<Order>): Promise<void> {
  seconds += 10
  const before = await store.now('1')
  await post(store, '1', request, seconds)
  await expect.poll(() => store.now('1')).not.toEqual(before)
}

describe('a cancellation', () => {
  test('is over once the stations with a screen have acknowledged it', async () => {
    const store = await openKitchen()
    const items = [dish('soup'), dish('cola'), dish('salad')]
    await store.order('1', ...items)
    await change(store, { items, orderStatus: 'cancelled' })
    expect(await cancelled(store)).toEqual(store.ids('grill', 'bar', 'cold'))
    await acknowledge(store, 'grill')
    await acknowledge(store, 'grill')
    expect(await cancelled(store)).toEqual(store.ids('bar', 'cold'))
    await acknowledge(store, 'bar')
    expect((await store.now('1')).cancellation).toBeNull()
  })

  test('waits for the screen of a station that gets one later', async () => {
    const store = await openKitchen()
    const items = [dish('soup'), dish('salad')]
    await store.order('1', ...items)
    await change(store, { items, orderStatus: 'cancelled' })
    await store.call('stations.show', { stations: store.ids('cold') }, screen('cold'))
    await acknowledge(store, 'grill')
    expect(await cancelled(store)).toEqual(store.ids('cold'))
    await acknowledge(store, 'cold')
    expect((await store.now('1')).cancellation).toBeNull()
  })

  test('is over at once for the whole kitchen', async () => {
    const store = await openKitchen()
    const items = [dish('soup'), dish('cola')]
    await store.order('1', ...items)
    await change(store, { items, orderStatus: 'cancelled' })
    await acknowledge(store)
    expect((await store.now('1')).cancellation).toBeNull()
  })

  test('after a change that a station has acknowledged is new to it', async () => {
    const store = await openKitchen()
    await store.order('1', dish('soup'), dish('cola'))
    const items = [dish('soup', { amount: 2 }), dish('cola', { amount: 2 })]
    await change(store, { items })
    await acknowledge(store, 'grill')
    await change(store, { items, orderStatus: 'cancelled' })
    expect(await cancelled(store)).toEqual(store.ids('grill', 'bar'))
  })
})

describe('a changed dish', () => {
  test('is new again at its station, and shown there only', async () => {
    const store = await openKitchen()
    await store.order('1', dish('soup'), dish('cola'))
    const ticketId = '1'
    const all = { ticketId, itemKeys: [], done: true, tapId: 'tap' }
    await store.call('tickets.setDone', { ...all, stations: store.ids('grill', 'bar') })
    await change(store, { items: [dish('soup', { amount: 2 }), dish('cola')] })
    expect(await unseen(store)).toEqual([['amount', 'soup', store.ids('grill')]])
    expect(await store.work('1')).toEqual({ soup: { grill: 'open' }, cola: { bar: 'done' } })
    await acknowledge(store, 'bar')
    expect(await unseen(store)).toEqual([['amount', 'soup', store.ids('grill')]])
    await acknowledge(store, 'grill')
    expect(await unseen(store)).toEqual([])
  })

  test('of two stations is shown until both have acknowledged it', async () => {
    const store = await openKitchen()
    await store.order('1', dish('platter'), dish('soup'))
    await change(store, { items: [dish('platter', { comment: 'sin sal' }), dish('soup')] })
    expect(await unseen(store)).toEqual([['details', 'platter', store.ids('grill', 'bar')]])
    await acknowledge(store, 'bar')
    expect(await unseen(store)).toEqual([['details', 'platter', store.ids('grill')]])
    await acknowledge(store, 'grill')
    expect(await unseen(store)).toEqual([])
  })

  test('that changes again after an acknowledgement is shown again, and nothing else is', async () => {
    const store = await openKitchen()
    await store.order('1', dish('soup'), dish('cola'))
    await change(store, { items: [dish('soup', { amount: 2 }), dish('cola', { amount: 2 })] })
    await acknowledge(store, 'grill')
    expect(await unseen(store)).toEqual([['amount', 'cola', store.ids('bar')]])
    await change(store, { items: [dish('soup', { amount: 3 }), dish('cola', { amount: 2 })] })
    expect(await unseen(store)).toEqual([
      ['amount', 'soup', store.ids('grill')],
      ['amount', 'cola', store.ids('bar')],
    ])
    await acknowledge(store, 'grill')
    await acknowledge(store, 'bar')
    expect(await unseen(store)).toEqual([])
    await change(store, { items: [dish('soup', { amount: 4 }), dish('cola', { amount: 2 })] })
    // Counted from what everybody has acknowledged.
    expect((await store.now('1')).changes).toMatchObject([{ name: 'soup', before: 3, now: 4 }])
  })

  test('that comes again after everybody acknowledged its return is shown again', async () => {
    const store = await openKitchen()
    const twice = [dish('soup', { amount: 2 }), dish('cola', { amount: 2 })]
    const once = [dish('soup'), dish('cola', { amount: 2 })]
    await store.order('1', dish('soup'), dish('cola'))
    await change(store, { items: twice })
    await acknowledge(store, 'grill')
    await acknowledge(store, 'bar')
    await change(store, { items: once })
    await acknowledge(store, 'grill')
    expect(await unseen(store)).toEqual([])
    await change(store, { items: twice })
    expect(await unseen(store)).toEqual([['amount', 'soup', store.ids('grill')]])
  })

  test('that was added or removed is shown where it is, or was', async () => {
    const store = await openKitchen()
    await store.order('1', dish('soup'))
    await change(store, { items: [dish('cola')] })
    expect(await unseen(store)).toEqual([
      ['added', 'cola', store.ids('bar')],
      ['removed', 'soup', store.ids('grill')],
    ])
  })
})

test('a menu that moves dishes moves those that nobody has begun', async () => {
  let category = 'C6'
  const between = await openGoBetween({
    data(path, data) {
      if (!path.includes('/ecommerce/menu')) return data
      const moved = JSON.stringify(data).replaceAll(
        /"categoriesExternalIds":\[[^\]]*\]/g,
        () => `"categoriesExternalIds":["${category}"]`,
      )
      return JSON.parse(moved) as unknown
    },
  })
  const store = await openStationStore(['grill', 'bar'], { between })
  await store.rule('category', 'C6', 'grill')
  await store.rule('category', 'C8', 'bar')
  await store.order(
    '1',
    dish('P101', { _id: 'it-begun' }),
    dish('P101', { _id: 'it-done' }),
    dish('P101', { _id: 'it-new' }),
  )
  const grill = { grill: 'open' }
  await expect.poll(() => store.work('1')).toEqual({ begun: grill, done: grill, new: grill })
  const ofGrill = { ticketId: '1', stations: store.ids('grill') }
  const one = { ...ofGrill, done: true, tapId: 'tap' }
  await store.call('tickets.setDone', { ...one, itemKeys: ['it-done', 'it-begun'] })
  await store.call('tickets.setDone', { ...one, itemKeys: ['it-begun'], done: false })
  category = 'C8'
  await store.clock.advance(1_000)
  await store.call('menu.refresh', {})
  const moved = { begun: grill, done: { grill: 'done' }, new: { bar: 'open' } }
  await expect.poll(() => store.work('1')).toEqual(moved)
  const reported = () => store.events.findLast(({ type }) => type === 'tickets.changed')
  await expect
    .poll(reported)
    .toMatchObject({ tickets: [{ items: [{}, {}, { work: [{ station: store.ids('bar')[0] }] }] }] })
  await store.restart()
  expect(await store.work('1')).toEqual(moved)
})

test('what a removed station has not done is for everything else, and other stations keep theirs', async () => {
  const store = await openKitchen()
  await store.order('1', dish('soup'), dish('platter'), dish('cola'))
  const [grill = ''] = store.ids('grill')
  await store.call('tickets.start', { ticketId: '1', stations: [grill], started: true })
  await store.call('stations.remove', { stationId: grill })
  const left = { soup: { rest: 'open' }, platter: { bar: 'open', rest: 'open' } }
  expect(await store.work('1')).toEqual({ ...left, cola: { bar: 'open' } })
})
