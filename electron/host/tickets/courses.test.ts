import { describe, expect, test } from 'vitest'
import { fail, ok } from '#contract/shared/result.ts'
import { iso, place, post } from '#test/support/day-of-orders.ts'
import { menuWith, openGoBetween } from '#test/support/go-between.ts'
import { dish, openStationStore, type StationStore } from '#test/support/station-store.ts'

/** A dish whose course the platform says. */
const served = (name: string, course: unknown, request: object = {}) =>
  dish(name, { product: { _id: name, name, externalId: name, metadata: { course } }, ...request })

const soup = served('soup', 1)
const steak = served('steak', 'Principal')
const cake = served('cake', '3')
const cola = dish('cola')

async function openKitchen(): Promise<StationStore> {
  const store = await openStationStore(['grill', 'bar'])
  await store.route('soup', 'grill')
  await store.route('steak', 'grill')
  await store.route('cake', 'bar')
  await store.route('cola', 'bar')
  await store.call('settings.change', { courses: true })
  return store
}

const fire = (store: StationStore, course: number, fired = true) =>
  store.call('tickets.fire', { ticketId: '1', course, fired })

const setDone = (store: StationStore, station: string, items: string[] = []) =>
  store.call('tickets.setDone', {
    ticketId: '1',
    stations: store.ids(station),
    itemKeys: items.map((each) => `it-${each}`),
    ...{ done: true, tapId: `tap-${station}-${items.join()}` },
  })

const held = async (store: StationStore): Promise<string[]> =>
  (await store.now('1')).items.flatMap(({ name, isHeld }) => (isHeld === true ? [name] : []))

describe('a meal', () => {
  test('comes in courses: the first is fired at once, the others when somebody says so', async () => {
    const store = await openKitchen()
    await store.order('1', cola, cake, steak, soup)
    expect((await store.now('1')).courses).toEqual([
      { course: 1, firedAt: iso(1) },
      { course: 2, firedAt: null },
      { course: 3, firedAt: null },
    ])
    expect(await held(store)).toEqual(['cake', 'steak'])
    await store.clock.advance(60_000)
    expect(await fire(store, 2)).toEqual(ok(null))
    expect((await store.now('1')).courses?.[1]).toEqual({ course: 2, firedAt: iso(120) })
    expect(await held(store)).toEqual(['cake'])
    await store.restart()
    expect((await store.now('1')).courses?.[1]).toEqual({ course: 2, firedAt: iso(120) })
    expect(await held(store)).toEqual(['cake'])
  })

  test('is not held without the setting, without stations, or with one course', async () => {
    const store = await openKitchen()
    await store.order('1', steak, cola)
    expect(await held(store)).toEqual([])
    expect((await store.now('1')).courses).toBeUndefined()
    await post(store, '1', { items: [steak, cola, soup] }, 30)
    await expect.poll(async () => (await store.now('1')).courses).toHaveLength(2)
    // Somebody makes the steak already.
    expect(await held(store)).toEqual([])
    await store.call('settings.change', { courses: false })
    expect(JSON.stringify(await store.now('1'))).not.toContain('"course')
    expect(await fire(store, 2)).toEqual(fail('not-found'))
    await store.call('settings.change', { courses: true })
    for (const stationId of store.ids('grill', 'bar'))
      await store.call('stations.remove', { stationId })
    expect(JSON.stringify(await store.now('1'))).not.toContain('"course')
  })

  test('fired from two screens at once is fired once', async () => {
    const store = await openKitchen()
    await store.order('1', soup, steak)
    expect(await Promise.all([fire(store, 2), fire(store, 2)])).toEqual([ok(null), ok(null)])
    await store.clock.advance(60_000)
    await fire(store, 2)
    expect((await store.now('1')).courses?.[1]?.firedAt).toBe(iso(60))
  })

  test('is held again as long as nobody makes the course; never its first', async () => {
    const store = await openKitchen()
    await store.order('1', soup, steak)
    expect(await fire(store, 1, false)).toEqual(fail('too-late'))
    expect(await fire(store, 2, false)).toEqual(ok(null))
    await fire(store, 2)
    expect(await fire(store, 2, false)).toEqual(ok(null))
    expect(await held(store)).toEqual(['steak'])
    await fire(store, 2)
    await setDone(store, 'grill', ['steak'])
    expect(await fire(store, 2, false)).toEqual(fail('too-late'))
    expect(await held(store)).toEqual([])
  })

  test('unknown, of another course, or already ready cannot be fired', async () => {
    const store = await openKitchen()
    expect(await fire(store, 2)).toEqual(fail('not-found'))
    await store.order('1', soup, steak)
    expect(await fire(store, 3)).toEqual(fail('not-found'))
    await store.call('tickets.markReady', { ticketId: '1', tapId: 'all' })
    expect(await held(store)).toEqual([])
    expect(await fire(store, 2)).toEqual(fail('too-late'))
  })

  test('of which the first course is cancelled fires the next one by itself', async () => {
    const store = await openKitchen()
    await store.order('1', soup, steak, cake)
    await post(store, '1', { items: [steak, cake] }, 30)
    await expect.poll(async () => (await store.now('1')).items).toHaveLength(2)
    expect(await held(store)).toEqual(['cake'])
    await post(store, '1', { items: [cake] }, 40)
    await expect.poll(async () => (await store.now('1')).items).toHaveLength(1)
    expect(await held(store)).toEqual([])
  })
})

describe('a held dish', () => {
  test('is neither done nor started with the others of its station, and the order is not ready', async () => {
    const store = await openKitchen()
    await store.call('settings.change', { lastStationBumps: true })
    await store.order('1', soup, steak)
    await store.call('tickets.start', {
      ticketId: '1',
      stations: store.ids('grill'),
      started: true,
    })
    expect(await store.work('1')).toEqual({ soup: { grill: 'started' }, steak: { grill: 'open' } })
    await setDone(store, 'grill')
    await setDone(store, 'grill', ['steak'])
    expect(await store.work('1')).toEqual({ soup: { grill: 'done' }, steak: { grill: 'open' } })
    expect((await store.now('1')).stage).toBe('new')
    await fire(store, 2)
    await setDone(store, 'grill')
    expect((await store.now('1')).stage).toBe('ready')
  })

  test('stays held with an allergy', async () => {
    const store = await openKitchen()
    await store.order('1', soup, served('steak', 2, { comment: 'alergia al mani' }))
    expect(await held(store)).toEqual(['steak'])
    expect((await store.now('1')).items[1]?.allergyWords).not.toEqual([])
  })

  test('in a combo has the course of its combo unless it has its own', async () => {
    const store = await openKitchen()
    const inside = { items: [dish('rice'), served('flan', 3)] }
    await store.order('1', soup, served('menu', 2, inside))
    expect((await store.now('1')).items.map(({ course }) => course)).toEqual([1, 2, 2, 3])
  })

  test('starts with the others of its course once it is fired', async () => {
    const store = await openKitchen()
    await store.call('settings.change', { finishTogether: true })
    await store.call('stations.setTime', { key: 'product:steak', minutes: 10 })
    await store.call('stations.setTime', { key: 'product:rice', minutes: 4 })
    await store.order('1', soup, steak, served('rice', 2))
    const startOfRice = async () => (await store.now('1')).items[2]?.startsAt
    expect(await startOfRice()).toBeUndefined()
    await fire(store, 2)
    expect(await startOfRice()).toBe(iso(60 + 6 * 60))
    await store.call('stations.setTime', { key: 'product:steak', minutes: 30 })
    await store.restart()
    expect(await startOfRice()).toBe(iso(60 + 6 * 60))
  })
})

test('a category has a course; what the platform says of a product wins', async () => {
  const store = await openKitchen()
  const plan = async () => {
    const answer = await store.call('stations.plan', {})
    if (!answer.ok) throw new Error(answer.error.code)
    return answer.value
  }
  await expect.poll(async () => (await plan()).products.length).toBeGreaterThan(2)
  const first = (await plan()).products.find(({ group }) => group !== null)
  const id = first?.key.replace('product:', '') ?? ''
  const care = { key: first?.group ?? '', waitMinutes: null, packing: '', course: 4 }
  expect(await store.call('stations.setCare', care)).toEqual(ok(null))
  await place(store, '1', { items: [soup, dish(id), served('other', 2)] })
  expect((await store.now('1')).items.map(({ course }) => course)).toEqual([1, 4, 2])
  await place(store, '2', { items: [served(id, 1)] })
  expect((await store.now('2')).items[0]?.course).toBe(1)
  expect(await held(store)).toHaveLength(2)
  await store.call('stations.setCare', { ...care, course: null })
  expect((await plan()).care).toEqual([])
  expect(await held(store)).toEqual(['other'])
})

/** Categories of the practice menu, and the courses that the kitchen gives them. */
const categories: readonly [string, number | null][] = [
  ['C5', null],
  ['C6', 2],
  ['C8', 3],
  ['C7', 1],
]

test.for<[string, (category: string, course: number | null) => object]>([
  ['the course that it names', (_, course) => ({ metadata: { course } })],
  ['its category', (category) => ({ categoriesExternalIds: [category] })],
])('a menu that changes %s moves a dish of open tickets, and of the next one', async ([, says]) => {
  let inMenu = categories[0] ?? ['', null]
  const between = await openGoBetween({ data: menuWith('P101', () => says(...inMenu)) })
  const store = await openStationStore(['grill'], { between })
  await store.call('settings.change', { courses: true })
  for (const [key, course] of categories) {
    const care = { key, waitMinutes: null, packing: '', course }
    expect(await store.call('stations.setCare', care)).toEqual(ok(null))
  }
  const readMenu = async (course: number) => {
    inMenu = categories.find(([, each]) => each === course) ?? inMenu
    await store.clock.advance(1_000)
    expect(await store.call('menu.refresh', {})).toEqual(ok(null))
  }
  /** The courses of a ticket's dishes, and which of these dishes are held. */
  const meal = async (id: string) =>
    (await store.now(id)).items.map(({ course = 0, isHeld = false }) =>
      isHeld ? `${String(course)} held` : course,
    )
  await store.order('1', soup, dish('P101', { _id: 'it-begun' }), dish('P101'))
  expect(await meal('1')).toEqual([1, 0, 0])
  await setDone(store, 'rest', ['begun'])
  await readMenu(2)
  // What somebody has begun is never held.
  await expect.poll(() => meal('1')).toEqual([1, 2, '2 held'])
  await store.order('2', soup, dish('P101'))
  expect(await meal('2')).toEqual([1, '2 held'])
  await readMenu(3)
  await expect.poll(() => meal('1')).toEqual([1, 3, '3 held'])
  expect(await meal('2')).toEqual([1, '3 held'])
  expect((await store.now('1')).courses).toEqual([
    { course: 1, firedAt: iso(1) },
    { course: 3, firedAt: null },
  ])
  const reported = () => store.events.findLast(({ type }) => type === 'tickets.changed')
  const held = { course: 3, isHeld: true }
  await expect.poll(reported).toMatchObject({
    tickets: [{ items: [{}, { course: 3 }, held] }, { items: [{}, held] }],
  })
  await store.restart()
  expect(await meal('1')).toEqual([1, 3, '3 held'])
  await readMenu(1)
  await expect.poll(() => meal('1')).toEqual([1, 1, 1])
  expect(await meal('2')).toEqual([1, 1])
  expect((await store.now('1')).courses).toBeUndefined()
})
