import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Caller } from '#contract/shared/caller.ts'
import { audiences, operations, type OperationName } from '#contract/index.ts'
import type { OrderStatus } from '#contract/order-status/order-status.ts'
import { fail } from '#contract/shared/result.ts'
import { iso, openStore, place, post, markReady } from '#test/support/day-of-orders.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import type { TestStore } from '#test/support/kitchen.ts'
import { valueOfOk } from '#test/support/reservations.ts'
import { openStationStore } from '#test/support/station-store.ts'

const guests: Caller = { screen: 'door', name: 'Door', role: 'status' }

const read = async (store: TestStore): Promise<OrderStatus> =>
  valueOfOk(await store.call('orderStatus.get', {}, guests))

async function codesOf(store: TestStore) {
  const { preparing, ready } = await read(store)
  return { preparing: preparing.map(({ code }) => code), ready: ready.map(({ code }) => code) }
}

const news = (store: TestStore): number =>
  store.events.filter(({ type }) => type === 'orderStatus.changed').length

/** Runs work, and returns how many events it made for the screens of guests. */
async function newsOf(store: TestStore, work: () => Promise<unknown>): Promise<number> {
  await nextTurn()
  const before = news(store)
  await work()
  await nextTurn()
  await nextTurn()
  return news(store) - before
}

describe('an order', () => {
  test('is prepared, becomes ready, and is gone once it is handed over', async () => {
    // Who hands orders over works at expo, and a kitchen with an expo has stations.
    const store = await openStationStore(['grill'])
    expect(await codesOf(store)).toEqual({ preparing: [], ready: [] })
    expect(await newsOf(store, () => place(store, '1'))).toBeGreaterThan(0)
    await place(store, '2')
    expect(await codesOf(store)).toEqual({ preparing: ['1', '2'], ready: [] })
    expect(await newsOf(store, () => markReady(store, '1'))).toBeGreaterThan(0)
    expect(await codesOf(store)).toEqual({ preparing: ['2'], ready: ['1'] })
    await markReady(store, '2')
    expect(await codesOf(store)).toEqual({ preparing: [], ready: ['1', '2'].toReversed() })
    // It has left the wall by now, so the wall's screens hear nothing of it.
    const handOver = () => store.call('tickets.handOver', { ticketId: '1', handedOver: true })
    expect(await newsOf(store, handOver)).toBe(1)
    expect(await codesOf(store)).toEqual({ preparing: [], ready: ['2'] })
    await store.restart()
    expect(await codesOf(store)).toEqual({ preparing: [], ready: ['2'] })
  })

  test('that a driver or guest took, or that was cancelled, is gone', async () => {
    const store = await openStore(new FakeClock(iso(60)))
    for (const id of ['1', '2']) await place(store, id)
    await markReady(store, '1')
    await post(store, '1', { orderStatus: 'done' }, 30)
    await post(store, '2', { orderStatus: 'cancelled' }, 30)
    await expect.poll(() => codesOf(store)).toEqual({ preparing: [], ready: [] })
  })

  test('of a table is not shown', async () => {
    const store = await openStore(new FakeClock(iso(60)))
    await place(store, '1', { deliveryType: 'serve' })
    expect(await store.ticket('1')).toMatchObject({ type: 'table' })
    expect(await codesOf(store)).toEqual({ preparing: [], ready: [] })
    await markReady(store, '1')
    expect(await codesOf(store)).toEqual({ preparing: [], ready: [] })
  })

  test('that nobody picks up is gone after twenty minutes, without anybody’s tap', async () => {
    const clock = new FakeClock(iso(60))
    const store = await openStore(clock)
    await place(store, '1')
    await markReady(store, '1')
    expect(await codesOf(store)).toEqual({ preparing: [], ready: ['1'] })
    clock.sleep(19 * 60_000)
    expect(await codesOf(store)).toEqual({ preparing: [], ready: ['1'] })
    const before = news(store)
    clock.sleep(60_000)
    await clock.advance(20_000)
    await expect.poll(() => news(store)).toBeGreaterThan(before)
    expect(await codesOf(store)).toEqual({ preparing: [], ready: [] })
  })
})

test('names are shown while the setting is on, and a change of it is news', async () => {
  const store = await openStore(new FakeClock(iso(60)))
  await place(store, '1', { buyerName: 'Amparo Ruiz Soto' })
  await place(store, '2', { buyerName: 'amparo@correo.example' })
  const names = async () => (await read(store)).preparing.map(({ name }) => name)
  expect(await names()).toEqual([null, null])
  const setNames = (statusNames: boolean) => store.call('settings.change', { statusNames })
  expect(await newsOf(store, () => setNames(true))).toBe(1)
  expect(await names()).toEqual(['Amparo', null])
  expect(JSON.stringify(await read(store))).not.toMatch(/Ruiz|Soto|correo/)
  expect(await newsOf(store, () => setNames(false))).toBe(1)
  expect(await names()).toEqual([null, null])
})

test('the restaurant and the way it writes times are shown, and a change of it is news', async () => {
  const store = await openStore(new FakeClock(iso(60)))
  expect(await read(store)).toMatchObject({ store: null, timeFormat: '24-hour' })
  const change = () => store.call('settings.change', { timeFormat: '12-hour' })
  expect(await newsOf(store, change)).toBe(1)
  expect(await read(store)).toMatchObject({ timeFormat: '12-hour' })
})

test('what such a screen does not show is no news for it, and what it shows is news once a turn', async () => {
  const store = await openStore(new FakeClock(iso(60)))
  await place(store, '1')
  await read(store)
  // The first comparison after it.
  await place(store, '3')
  await markReady(store, '3')
  const shelf = () => store.call('tickets.setShelf', { ticketId: '1', shelf: 'A3' })
  const undoSeconds = () => store.call('settings.change', { undoSeconds: 8 })
  expect(await newsOf(store, undoSeconds)).toBe(0)
  await place(store, '2')
  expect(await newsOf(store, shelf)).toBe(0)
  const markBothReady = () =>
    Promise.all(
      ['1', '2'].map((ticketId) => store.call('tickets.markReady', { ticketId, tapId: ticketId })),
    )
  expect(await newsOf(store, markBothReady)).toBe(1)
})

test('without a screen for guests nothing is compared and nothing is news', async () => {
  const store = await openStore(new FakeClock(iso(60)))
  expect(await newsOf(store, () => place(store, '1'))).toBe(0)
  expect(await newsOf(store, () => markReady(store, '1'))).toBe(0)
  expect(await codesOf(store)).toEqual({ preparing: [], ready: ['1'] })
  expect(await newsOf(store, () => place(store, '2'))).toBeGreaterThan(0)
})

describe('the role of a screen for guests', () => {
  const own = new Set<string>([
    'orderStatus.get',
    'screens.get',
    'screens.unlock',
    'screens.lock',
    'screens.describe',
  ])

  test('may ask nothing of the host but order status and about itself', async () => {
    const store = await openStore(new FakeClock(iso(60)))
    const others = (Object.keys(operations) as OperationName[]).filter((name) => !own.has(name))
    expect(others.length).toBeGreaterThan(150)
    for (const name of others)
      expect([name, await store.call(name, {} as never, guests)]).toEqual([
        name,
        fail('not-allowed'),
      ])
    for (const name of ['orderStatus.get', 'screens.get', 'screens.lock'] as const)
      expect(await store.call(name, {}, guests)).toMatchObject({ ok: true })
  })

  test('receives no other event', () => {
    const received = Object.entries(audiences).filter(([, roles]) => roles.includes('status'))
    expect(received.map(([type]) => type).toSorted()).toEqual([
      'events.missed',
      'host.replaced',
      'orderStatus.changed',
      'screens.changed',
    ])
  })

  test('does not learn the names of the other screens', async () => {
    const store = await openStore(new FakeClock(iso(60)))
    const grill: Caller = { screen: 'grill', name: '', role: 'kitchen' }
    await store.call('screens.rename', { name: 'Grill' }, grill)
    const { otherNames, all, guesses } = valueOfOk(await store.call('screens.get', {}, guests))
    expect({ otherNames, all, guesses }).toEqual({ otherNames: [], all: null, guesses: null })
    expect(valueOfOk(await store.call('screens.get', {})).otherNames).toContain('Grill')
  })
})
