import { describe, expect, test } from 'vitest'
import type { Caller } from '#contract/shared/caller.ts'
import { fail, ok } from '#contract/shared/result.ts'
import { post } from '#test/support/day-of-orders.ts'
import { dish, openStationStore, type StationStore } from '#test/support/station-store.ts'

const ana: Caller = { screen: 'grill-1', name: 'Ana', role: 'kitchen' }

/** Soup is for the grill, cola for the bar, a platter for both, and bread for everything else. */
async function openKitchen(): Promise<StationStore> {
  const store = await openStationStore(['grill', 'bar'])
  await store.route('soup', 'grill')
  await store.route('cola', 'bar')
  await store.route('platter', 'grill', 'bar')
  return store
}

let taps = 0
/** Marks dishes of a station done, or all of them. */
const setDone = (
  store: StationStore,
  stations: string[],
  items: string[] = [],
  { done = true, tapId = `tap-${String((taps += 1))}` } = {},
) =>
  store.call(
    'tickets.setDone',
    {
      ticketId: '1',
      stations: store.ids(...stations),
      itemKeys: items.map((each) => `it-${each}`),
      done,
      tapId,
    },
    ana,
  )

const at = (store: StationStore, ...stations: string[]) => ({
  ticketId: '1',
  stations: store.ids(...stations),
})

describe('a dish', () => {
  test('is where the rules say, and everything else is at its own station', async () => {
    const store = await openKitchen()
    await store.order('1', dish('soup'), dish('cola'), dish('platter'), dish('bread'))
    expect(await store.work('1')).toEqual({
      soup: { grill: 'open' },
      cola: { bar: 'open' },
      platter: { grill: 'open', bar: 'open' },
      bread: { rest: 'open' },
    })
  })

  test('is where the order’s own words send it', async () => {
    const store = await openKitchen()
    const product = { _id: 'soup', name: 'soup', externalId: 'soup', metadata: { station: 'BAR' } }
    await store.order('1', dish('soup', { product }), dish('cola'))
    expect(await store.work('1')).toEqual({ soup: { bar: 'open' }, cola: { bar: 'open' } })
  })

  test('is done by itself at its station, or not after all, and no other dish is', async () => {
    const store = await openKitchen()
    await store.order('1', dish('soup'), dish('steak'), dish('cola'))
    await store.route('steak', 'grill')
    await setDone(store, ['grill'], ['soup'])
    expect(await store.work('1')).toEqual({
      soup: { grill: 'done' },
      steak: { grill: 'open' },
      cola: { bar: 'open' },
    })
    expect((await store.now('1')).items.map(({ struck }) => struck)).toEqual([true, false, false])
    expect((await store.now('1')).items[0]?.work?.[0]?.by).toBe('Ana')
    await setDone(store, ['grill'], ['soup'], { done: false })
    expect(await store.work('1')).toMatchObject({ soup: { grill: 'open' } })
  })

  test('of a station is done with all of the station’s, and no other station’s is', async () => {
    const store = await openKitchen()
    await store.order('1', dish('soup'), dish('cola'), dish('platter'), dish('bread'))
    await setDone(store, ['grill'])
    expect(await store.work('1')).toEqual({
      soup: { grill: 'done' },
      cola: { bar: 'open' },
      platter: { grill: 'done', bar: 'open' },
      bread: { rest: 'open' },
    })
    await setDone(store, ['bar', 'rest'])
    expect((await store.now('1')).items.every(({ struck }) => struck)).toBe(true)
  })

  test('of two stations is done once both are', async () => {
    const store = await openKitchen()
    await store.order('1', dish('platter'))
    const isStruck = async () => (await store.now('1')).items[0]?.struck
    await setDone(store, ['bar'])
    expect(await isStruck()).toBe(false)
    await setDone(store, ['grill'])
    expect(await isStruck()).toBe(true)
    await setDone(store, ['bar'], [], { done: false })
    expect(await isStruck()).toBe(false)
  })

  test('that the ticket does not have can’t be done', async () => {
    const store = await openKitchen()
    await store.order('1', dish('soup'))
    expect(await setDone(store, [], ['cake'])).toEqual(fail('not-found'))
    expect(await store.work('1')).toEqual({ soup: { grill: 'open' } })
  })

  test('in a kitchen without stations is done for the whole kitchen', async () => {
    const store = await openStationStore([])
    await store.order('1', dish('soup'), dish('cola'))
    await setDone(store, [], ['soup'])
    const { items } = await store.now('1')
    expect(items.map(({ struck, work }) => [struck, work])).toEqual([
      [true, undefined],
      [false, undefined],
    ])
    await setDone(store, [])
    expect((await store.now('1')).items.every(({ struck }) => struck)).toBe(true)
    expect((await store.now('1')).bump).toBeNull()
  })
})

test('a station starts its dishes and takes that back, and the ticket is started at its first start', async () => {
  const store = await openKitchen()
  await store.order('1', dish('soup'), dish('platter'), dish('cola'))
  await store.call('tickets.start', { ...at(store, 'grill'), started: true }, ana)
  const { startedAt } = await store.now('1')
  expect(startedAt).not.toBeNull()
  expect(await store.work('1')).toEqual({
    soup: { grill: 'started' },
    platter: { grill: 'started', bar: 'open' },
    cola: { bar: 'open' },
  })
  await store.clock.advance(5_000)
  await store.call('tickets.start', { ...at(store, 'bar', 'grill'), started: true })
  const { items, startedAt: later } = await store.now('1')
  expect(later).toBe(startedAt)
  const [first] = items[0]?.work ?? []
  expect(first).toMatchObject({ startedAt, by: 'Ana' })
  await store.call('tickets.start', { ...at(store, 'grill'), started: false })
  expect(await store.work('1')).toMatchObject({
    soup: { grill: 'open' },
    platter: { grill: 'open', bar: 'started' },
  })
  expect((await store.now('1')).startedAt).toBe(startedAt)
})

test('a station starts some of its dishes', async () => {
  const store = await openKitchen()
  await store.order('1', dish('soup'), dish('platter'))
  const [soup] = (await store.now('1')).items
  const itemKeys = [soup?.key ?? '']
  await store.call('tickets.start', { ...at(store, 'grill'), itemKeys, started: true })
  expect(await store.work('1')).toEqual({
    soup: { grill: 'started' },
    platter: { grill: 'open', bar: 'open' },
  })
})

test('a dish that is done is not started after that', async () => {
  const store = await openKitchen()
  await store.order('1', dish('soup'), dish('platter'))
  await setDone(store, ['grill'], ['soup'])
  await store.clock.advance(5_000)
  await store.call('tickets.start', { ...at(store, 'grill'), started: true })
  expect((await store.now('1')).items.map(({ work }) => work?.[0]?.startedAt)).toEqual([
    null,
    expect.any(String),
  ])
})

describe('undo at a station', () => {
  test('takes back what it did last, then what it did before, and nothing of another station', async () => {
    const store = await openKitchen()
    await store.order('1', dish('soup'), dish('steak'), dish('platter'), dish('cola'))
    await store.route('steak', 'grill')
    await setDone(store, ['grill'], ['soup'])
    await store.clock.advance(1_000)
    await setDone(store, ['grill'])
    await store.clock.advance(1_000)
    await setDone(store, ['bar'])
    await store.call('tickets.undo', at(store, 'grill'))
    const soupDone = {
      soup: { grill: 'done' },
      steak: { grill: 'open' },
      platter: { grill: 'open', bar: 'done' },
      cola: { bar: 'done' },
    }
    expect(await store.work('1')).toEqual(soupDone)
    await store.call('tickets.undo', at(store, 'grill'))
    expect(await store.work('1')).toEqual({ ...soupDone, soup: { grill: 'open' } })
    expect(await store.call('tickets.undo', at(store, 'grill'))).toEqual(ok(null))
    expect(await store.work('1')).toEqual({ ...soupDone, soup: { grill: 'open' } })
  })
})

describe('recall at a station', () => {
  test('of an open ticket makes all of its dishes new, and no other’s', async () => {
    const store = await openKitchen()
    await store.order('1', dish('soup'), dish('platter'), dish('cola'))
    await store.call('tickets.start', { ...at(store, 'grill'), started: true })
    await setDone(store, ['grill', 'bar'])
    expect(await store.call('tickets.recall', at(store, 'grill'))).toEqual(ok(null))
    expect(await store.work('1')).toEqual({
      soup: { grill: 'open' },
      platter: { grill: 'open', bar: 'done' },
      cola: { bar: 'done' },
    })
    expect((await store.now('1')).recalledAt).toBeNull()
  })

  test('of a bumped ticket brings it back as well, and the platform gets it once', async () => {
    const store = await openKitchen()
    await store.order('1', dish('soup'), dish('cola'))
    await setDone(store, ['grill', 'bar'])
    const settled = async () => (await store.now('1')).bump?.delivery.state
    await store.call('tickets.markReady', { ticketId: '1', tapId: 'bump' })
    await expect.poll(settled).toBe('confirmed')
    await store.call('tickets.recall', at(store, 'bar'))
    expect(await store.now('1')).toMatchObject({ stage: 'new', bump: null })
    expect(await store.work('1')).toEqual({ soup: { grill: 'done' }, cola: { bar: 'open' } })
    await store.call('tickets.markReady', { ticketId: '1', tapId: 'again' })
    await expect.poll(settled).toBe('confirmed')
    expect(store.practice.effects()).toMatchObject([{ subject: '1', count: 1 }])
  })

  test('of a ticket that has left the kitchen is too late', async () => {
    const store = await openKitchen()
    await store.order('1', dish('soup'))
    await post(store, '1', { items: [dish('soup')], orderStatus: 'cancelled' }, 30)
    await expect.poll(async () => (await store.now('1')).stage).toBe('cancelled')
    const late = fail('too-late')
    expect(await store.call('tickets.recall', at(store, 'grill'))).toEqual(late)
    const start = { ...at(store, 'grill'), started: true }
    expect(await store.call('tickets.start', start)).toEqual(late)
  })
})

test('what is open all day is counted by station', async () => {
  const store = await openKitchen()
  await store.order('1', dish('soup'), dish('platter', { amount: 2 }), dish('cola'))
  const counts = async (...stations: string[]) => {
    const answer = await store.call('tickets.allDay', {
      types: [],
      stations: store.ids(...stations),
    })
    if (!answer.ok) throw new Error(answer.error.code)
    return Object.fromEntries(answer.value.map(({ name, count }) => [name, count]))
  }
  expect(await counts()).toEqual({ soup: 1, platter: 2, cola: 1 })
  expect(await counts('grill')).toEqual({ soup: 1, platter: 2 })
  expect(await counts('grill', 'bar')).toEqual({ soup: 1, platter: 2, cola: 1 })
  await setDone(store, ['grill'])
  expect(await counts('grill')).toEqual({})
  expect(await counts('bar')).toEqual({ platter: 2, cola: 1 })
  expect(await counts()).toEqual({ platter: 2, cola: 1 })
})

test('what was started, done and acknowledged is all there after a restart', async () => {
  const store = await openKitchen()
  await store.order('1', dish('soup'), dish('platter'), dish('cola'))
  await store.call('tickets.start', { ...at(store, 'bar'), started: true })
  await setDone(store, ['grill'])
  await store.call('stations.show', { stations: store.ids('grill') }, ana)
  await store.call('stations.show', { stations: store.ids('bar') }, { ...ana, screen: 'bar-1' })
  const items = [dish('soup'), dish('platter', { amount: 2 }), dish('cola')]
  await post(store, '1', { items }, 10)
  await expect.poll(async () => (await store.now('1')).changes).toHaveLength(1)
  await store.call('tickets.acknowledge', at(store, 'grill'))
  const before = await store.now('1')
  expect(before.changes).toMatchObject([{ stations: store.ids('bar') }])
  await store.restart()
  expect(await store.now('1')).toEqual(before)
  expect(await store.work('1')).toEqual({
    soup: { grill: 'done' },
    platter: { grill: 'open', bar: 'open' },
    cola: { bar: 'started' },
  })
})
