import { expect, test } from 'vitest'
import { fail } from '#contract/shared/result.ts'
import type { Order } from '#platform/order.ts'
import { markReady, iso, post } from '#test/support/day-of-orders.ts'
import { valueOfOk } from '#test/support/reservations.ts'
import { dish, openStationStore, type StationStore } from '#test/support/station-store.ts'

const items = [dish('burger', { amount: 2 }), dish('soup')]

/** A kitchen with a grill and a bar that both have a screen, and an order. */
async function openKitchen(sent: Partial<Order> = {}) {
  const store = await openStationStore(['grill', 'bar'])
  await store.route('burger', 'grill')
  await store.route('soup', 'bar')
  for (const name of ['grill', 'bar'])
    await store.call(
      'stations.show',
      { stations: store.ids(name) },
      { screen: name, name, role: 'kitchen' },
    )
  await store.practice.placeOrder({ _id: '1' })
  await post(store, '1', { items, ...sent })
  await expect.poll(() => store.ticket('1')).toBeDefined()
  let seconds = 0
  /** The order as it is some seconds later. */
  async function change(next: Partial<Order>): Promise<void> {
    seconds += 10
    await post(store, '1', { items, ...sent, ...next }, seconds)
    await store.clock.advance(2_000)
  }
  return { store, change }
}

/** What the wall says of the ticket; null once it is gone. */
async function closedAs(store: StationStore) {
  const ticket = await store.ticket('1')
  const change = ticket?.changes.find(({ kind }) => kind === 'closed')
  if (change?.kind !== 'closed') return null
  return [change.unmade, ...(change.stations ?? []).map(store.nameOf).toSorted()]
}
/** The tickets on the wall. */
async function open(store: StationStore): Promise<string[]> {
  const { tickets } = valueOfOk(await store.call('tickets.list', {}))
  return tickets.map(({ id }) => id)
}
const acknowledge = (store: StationStore, ...names: string[]) =>
  store.call('tickets.acknowledge', { ticketId: '1', stations: store.ids(...names) })
const finish = (store: StationStore, name: string, itemKeys: string[] = []) =>
  store.call('tickets.setDone', {
    ...{ ticketId: '1', stations: store.ids(name), itemKeys, done: true },
    tapId: `done ${name}`,
  })

const driver = { name: 'Ana', phone: '1' }
test.each<[string, Partial<Order>]>([
  ['done', { orderStatus: 'done' }],
  ['on its way', { orderStatus: 'delivering' }],
  ['picked up', { deliveries: [{ _id: 'd', driverInformation: driver, pickupAt: iso(5) }] }],
])(
  'an order that is %s before anybody bumped it stays until a cook has seen it',
  async (_, next) => {
    const { store, change } = await openKitchen()
    await change(next)
    expect(await closedAs(store)).toEqual([3, 'bar', 'grill'])
    await store.restart()
    await change(next)
    expect(await closedAs(store)).toEqual([3, 'bar', 'grill'])
    // Nothing of it is sent, and nothing can be.
    expect(await store.call('tickets.markReady', { ticketId: '1', tapId: 'late' })).toEqual(
      fail('too-late'),
    )
    await acknowledge(store)
    expect(await open(store)).not.toContain('1')
    await change(next)
    await store.restart()
    expect(await open(store)).not.toContain('1')
  },
)

test('each station that has dishes left acknowledges it, and dishes that are done count as made', async () => {
  const { store, change } = await openKitchen()
  await finish(store, 'bar')
  await change({ orderStatus: 'done' })
  expect(await closedAs(store)).toEqual([2, 'grill'])
  await acknowledge(store, 'grill')
  expect(await open(store)).not.toContain('1')
})

test('it is gone once its last dish is done', async () => {
  const { store, change } = await openKitchen()
  await change({ orderStatus: 'done' })
  await finish(store, 'bar')
  expect(await closedAs(store)).toEqual([2, 'grill'])
  await finish(store, 'grill')
  expect(await open(store)).not.toContain('1')
})

test('it is to be made again once it is open again, and closed again is new', async () => {
  const { store, change } = await openKitchen()
  await change({ orderStatus: 'done' })
  await change({ orderStatus: 'pending' })
  expect(await store.now('1')).toMatchObject({ stage: 'new', changes: [] })
  await change({ orderStatus: 'done' })
  await acknowledge(store)
  await change({ orderStatus: 'pending' })
  await change({ orderStatus: 'done' })
  expect(await closedAs(store)).toEqual([3, 'bar', 'grill'])
})

test('nobody learns it of an order that was made, bumped, ready elsewhere, or closed from the start', async () => {
  const prepared = await openKitchen()
  await finish(prepared.store, 'bar')
  await finish(prepared.store, 'grill')
  await prepared.change({ orderStatus: 'done' })
  expect(await open(prepared.store)).not.toContain('1')

  const bumped = await openKitchen()
  await markReady(bumped.store, '1')
  await bumped.change({ orderStatus: 'done' })
  expect(await open(bumped.store)).not.toContain('1')

  const elsewhere = await openKitchen()
  await elsewhere.change({ orderStatus: 'ready' })
  expect(await elsewhere.store.now('1')).toMatchObject({ isReadyElsewhere: true })
  await elsewhere.change({ orderStatus: 'done' })
  expect(await open(elsewhere.store)).not.toContain('1')

  const { store } = await openKitchen()
  await post(store, '2', { items, orderStatus: 'done' })
  await post(store, '3', { items })
  await expect.poll(() => store.ticket('3')).toBeDefined()
  expect(await open(store)).not.toContain('2')
})

test('after a night nobody asks any more', async () => {
  const { store, change } = await openKitchen()
  await change({ orderStatus: 'done' })
  await store.clock.leap(11 * 3_600_000)
  expect(await closedAs(store)).toEqual([3, 'bar', 'grill'])
  await store.clock.leap(2 * 3_600_000)
  await expect.poll(() => open(store)).not.toContain('1')
  await store.restart()
  expect(await open(store)).not.toContain('1')
})
