import { describe, expect, test } from 'vitest'
import type { Caller } from '#contract/shared/caller.ts'
import { fail, ok } from '#contract/shared/result.ts'
import {
  maxStations,
  restStation,
  type Station,
  type Stations,
} from '#contract/stations/station.ts'
import { manager } from '#test/support/caller.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'
import { valueOfOk } from '#test/support/reservations.ts'
import { openDatabase } from '../db/open.ts'

const grillScreen: Caller = { screen: 'grill-1', name: 'Parrilla', role: 'kitchen' }
const noScreen: Caller = { screen: '', name: '', role: 'kitchen' }
const unnamed: Station = { id: restStation, name: '', color: 'teal', icon: 'chef' }
const look = { color: 'red', icon: 'flame' } as const

const save = async (store: TestStore, name: string, id: string | null = null): Promise<Station> =>
  valueOfOk(await store.call('stations.save', { id, name, ...look }))

const read = async (store: TestStore, caller?: Caller): Promise<Stations> =>
  valueOfOk(await store.call('stations.get', {}, caller))

const namesOf = async (store: TestStore): Promise<string[]> =>
  (await read(store)).stations.map(({ name }) => name)

const plan = async (store: TestStore) => valueOfOk(await store.call('stations.plan', {}))

/** A store whose menu is read: its keys and groups are those of the practice platform. */
async function openWithMenu(): Promise<TestStore> {
  const store = await openTestStore()
  await expect.poll(async () => (await plan(store)).products.length).toBeGreaterThan(0)
  return store
}

const changesOf = ({ events }: TestStore): number =>
  events.filter(({ type }) => type === 'stations.changed').length

describe('a station', () => {
  test('is added, renamed and removed, and everything else is always the last', async () => {
    const store = await openTestStore()
    expect((await read(store)).stations).toEqual([unnamed])
    const grill = await save(store, 'Parrilla')
    const bar = await save(store, 'Bar')
    expect((await read(store)).stations).toEqual([grill, bar, unnamed])
    const renamed = valueOfOk(
      await store.call('stations.save', { ...bar, name: ' Barra ', color: 'blue', icon: 'cup' }),
    )
    expect(renamed).toEqual({ id: bar.id, name: 'Barra', color: 'blue', icon: 'cup' })
    expect((await read(store)).stations).toEqual([grill, renamed, unnamed])
    expect(await store.call('stations.remove', { stationId: grill.id })).toEqual(ok(null))
    expect((await read(store)).stations).toEqual([renamed, unnamed])
  })

  test('for everything else gets a name and a look, and can’t be removed', async () => {
    const store = await openTestStore()
    const rest = await save(store, 'Cocina', restStation)
    const bar = await save(store, 'Bar')
    expect(rest).toEqual({ id: restStation, name: 'Cocina', ...look })
    expect((await read(store)).stations).toEqual([bar, rest])
    expect(await store.call('stations.remove', { stationId: restStation })).toEqual(
      fail('not-found'),
    )
    expect((await read(store)).stations).toEqual([bar, rest])
  })

  test('that does not exist can’t be renamed or removed', async () => {
    const store = await openTestStore()
    const { id } = await save(store, 'Bar')
    await store.call('stations.remove', { stationId: id })
    expect(await store.call('stations.save', { id, name: 'Bar', ...look })).toEqual(
      fail('not-found'),
    )
    expect(await store.call('stations.remove', { stationId: id })).toEqual(fail('not-found'))
    expect((await read(store)).stations).toEqual([unnamed])
  })

  test('has its place in the kitchen: unknown ids are ignored, missing ones stay last', async () => {
    const store = await openTestStore()
    const [a, b, c, d] = [
      await save(store, 'A'),
      await save(store, 'B'),
      await save(store, 'C'),
      await save(store, 'D'),
    ]
    const order = [restStation, d.id, 'unknown', b.id]
    expect(await store.call('stations.sort', { stations: order })).toEqual(ok(null))
    expect((await read(store)).stations).toEqual([d, b, a, c, unnamed])
  })

  test('is one of twenty at most, beside everything else', async () => {
    const store = await openTestStore()
    await save(store, 'Cocina', restStation)
    for (let nth = 1; nth < maxStations; nth += 1) await save(store, `S${String(nth)}`)
    const two = ['X', 'Y'].map((name) => ({ name, ...look, categories: [] }))
    expect(await store.call('stations.accept', { stations: two })).toEqual(
      fail('bad-input', 'stations'),
    )
    await save(store, 'The twentieth')
    expect(await store.call('stations.save', { id: null, name: 'One more', ...look })).toEqual(
      fail('bad-input', 'stations'),
    )
    expect((await read(store)).stations).toHaveLength(maxStations + 1)
    // Those that exist can still be changed, and all of them are there after a restart.
    await save(store, 'Still the kitchen', restStation)
    await store.restart()
    expect(await namesOf(store)).toHaveLength(maxStations + 1)
  })

  test('needs a name, and a color and a picture that exist', async () => {
    const store = await openTestStore()
    for (const wrong of [{ name: ' ' }, { color: 'pink' }, { icon: 'rocket' }]) {
      const input = { id: null, name: 'Bar', ...look, ...wrong }
      expect(await store.call('stations.save', input as never)).toMatchObject({
        error: { code: 'bad-input' },
      })
    }
    expect((await read(store)).stations).toEqual([unnamed])
  })
})

describe('rules', () => {
  const rulesOf = async (store: TestStore) => (await plan(store)).rules

  test('say who makes some things, replace the rules of the same things, and are removed', async () => {
    const store = await openTestStore()
    const { id } = await save(store, 'Bar')
    const rule = (by: 'product' | 'category', key: string, ...stations: string[]) => ({
      by,
      key,
      stations,
    })
    await store.call('stations.setRules', { by: 'category', keys: ['c1', 'c2'], stations: [id] })
    await store.call('stations.setRules', { by: 'product', keys: ['c1'], stations: [restStation] })
    await store.call('stations.setRules', {
      by: 'category',
      keys: ['c1'],
      stations: [id, restStation],
    })
    expect(await rulesOf(store)).toEqual([
      rule('category', 'c2', id),
      rule('product', 'c1', restStation),
      rule('category', 'c1', id, restStation),
    ])
    await store.call('stations.setRules', { by: 'category', keys: ['c1', 'c3'], stations: [] })
    expect(await rulesOf(store)).toEqual([
      rule('category', 'c2', id),
      rule('product', 'c1', restStation),
    ])
  })

  test('name only stations that exist', async () => {
    const store = await openTestStore()
    const { id } = await save(store, 'Bar')
    const input = { by: 'category' as const, keys: ['c1'], stations: [id, 'unknown'] }
    expect(await store.call('stations.setRules', input)).toEqual(fail('not-found'))
    expect(await rulesOf(store)).toEqual([])
  })

  test('lose a station that is removed, and go with the last one', async () => {
    const store = await openTestStore()
    const { id } = await save(store, 'Bar')
    await store.call('stations.setRules', { by: 'category', keys: ['c1'], stations: [id] })
    await store.call('stations.setRules', {
      by: 'category',
      keys: ['c2'],
      stations: [id, restStation],
    })
    await store.call('stations.remove', { stationId: id })
    expect(await rulesOf(store)).toEqual([{ by: 'category', key: 'c2', stations: [restStation] }])
  })

  test('are two thousand at most, also if they come with proposed stations', async () => {
    const store = await openTestStore()
    const keys = (from: number) => Array.from({ length: 500 }, (_, at) => `k${String(from + at)}`)
    for (const from of [0, 500, 1_000, 1_500])
      expect(
        await store.call('stations.setRules', {
          by: 'product',
          keys: keys(from),
          stations: [restStation],
        }),
      ).toEqual(ok(null))
    const refused = fail('bad-input', 'rules')
    const one = { by: 'product' as const, stations: [restStation] }
    expect(await store.call('stations.setRules', { ...one, keys: ['one more'] })).toEqual(refused)
    const proposed = { name: 'Bar', ...look, categories: ['one more'] }
    expect(await store.call('stations.accept', { stations: [proposed] })).toEqual(refused)
    // The same rules again are no more rules.
    expect(await store.call('stations.setRules', { ...one, keys: keys(0) })).toEqual(ok(null))
    await store.restart()
    expect(await rulesOf(store)).toHaveLength(2_000)
    expect((await read(store)).stations).toEqual([unnamed])
  })
})

describe('what a screen shows', () => {
  test('is chosen at the screen, and seen by each screen for itself and by a manager for all', async () => {
    const store = await openTestStore()
    const { id } = await save(store, 'Parrilla')
    await expect.poll(() => changesOf(store)).toBe(1)
    expect(await store.call('stations.show', { stations: [id, restStation] }, grillScreen)).toEqual(
      ok(null),
    )
    await expect.poll(() => changesOf(store)).toBe(2)
    expect(await read(store, grillScreen)).toMatchObject({ own: [id, restStation], screens: null })
    expect(await read(store, { ...grillScreen, role: 'counter' })).toMatchObject({ screens: null })
    expect(await read(store)).toMatchObject({
      own: [],
      screens: { 'grill-1': [id, restStation] },
    })
    await store.call('stations.show', { stations: [] }, grillScreen)
    expect(await read(store)).toMatchObject({ screens: {} })
    expect((await read(store, grillScreen)).own).toEqual([])
  })

  test('is chosen for another screen by a manager only', async () => {
    const store = await openTestStore()
    const { id } = await save(store, 'Parrilla')
    const assign = (caller: Caller) =>
      store.call('stations.assign', { screenId: 'grill-1', stations: [id] }, caller)
    for (const role of ['kitchen', 'counter'] as const)
      expect(await assign({ ...grillScreen, role })).toMatchObject({
        error: { code: 'not-allowed' },
      })
    expect((await read(store)).screens).toEqual({})
    expect(await assign(manager)).toEqual(ok(null))
    expect((await read(store, grillScreen)).own).toEqual([id])
    expect((await read(store)).own).toEqual([])
  })

  test('is nothing that does not exist, and nothing at a screen without an id', async () => {
    const store = await openTestStore()
    const { id } = await save(store, 'Parrilla')
    const unknown = { stations: [id, 'unknown'] }
    expect(await store.call('stations.show', unknown, grillScreen)).toEqual(fail('not-found'))
    expect(await store.call('stations.assign', { screenId: 'grill-1', ...unknown })).toEqual(
      fail('not-found'),
    )
    expect(await store.call('stations.show', { stations: [id] }, noScreen)).toEqual(
      fail('not-found'),
    )
    expect((await read(store)).screens).toEqual({})
  })

  test('loses a removed station', async () => {
    const store = await openTestStore()
    const [grill, bar] = [await save(store, 'Parrilla'), await save(store, 'Bar')]
    await store.call('stations.show', { stations: [grill.id, bar.id] }, grillScreen)
    await store.call('stations.remove', { stationId: grill.id })
    expect((await read(store, grillScreen)).own).toEqual([bar.id])
  })

  test('is remembered for the last two hundred screens', async () => {
    const store = await openTestStore()
    const { id } = await save(store, 'Parrilla')
    for (let nth = 0; nth <= 200; nth += 1)
      await store.call('stations.assign', { screenId: `s${String(nth)}`, stations: [id] })
    const { screens } = await read(store)
    expect(Object.keys(screens ?? {})).toHaveLength(200)
    expect(screens).not.toHaveProperty('s0')
    expect(screens).toHaveProperty('s200')
  })
})

test('a screen that is removed from the list shows the whole kitchen, and expo alone is a choice', async () => {
  const store = await openTestStore()
  const { id } = await save(store, 'Parrilla')
  await store.call('screens.rename', { name: 'Tableta' }, grillScreen)
  const show = (stations: string[]) => store.call('stations.show', { stations }, grillScreen)
  expect(await show(['expo', id])).toEqual(fail('not-found'))
  await show(['expo'])
  expect(await read(store, grillScreen)).toMatchObject({ own: [], isExpo: true, hasExpo: true })
  await show([id])
  expect(await read(store)).toMatchObject({ screens: { 'grill-1': [id] }, hasExpo: false })
  await store.call('screens.forget', { screenId: 'grill-1' })
  expect(await read(store)).toMatchObject({ screens: {} })
  await store.restart()
  expect(await read(store)).toMatchObject({ screens: {} })
})

test('only a manager changes stations and rules', async () => {
  const store = await openTestStore()
  const bar = await save(store, 'Bar')
  for (const role of ['kitchen', 'counter'] as const) {
    const caller = { ...grillScreen, role }
    const answers = [
      await store.call('stations.save', { ...bar, name: 'Mine' }, caller),
      await store.call('stations.remove', { stationId: bar.id }, caller),
      await store.call('stations.sort', { stations: [] }, caller),
      await store.call('stations.setRules', { by: 'product', keys: ['k'], stations: [] }, caller),
      await store.call('stations.propose', {}, caller),
      await store.call(
        'stations.accept',
        { stations: [{ name: 'Mine', ...look, categories: [] }] },
        caller,
      ),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ error: { code: 'not-allowed' } })
  }
  expect((await read(store)).stations).toEqual([bar, unnamed])
})

/** Everything there is to know of a store's stations. */
const whole = async (store: TestStore) => ({ read: await read(store), plan: await plan(store) })

test('stations, rules and what screens show outlive a restart', async () => {
  const store = await openTestStore()
  const [grill, bar] = [await save(store, 'Parrilla'), await save(store, 'Bar')]
  await save(store, 'Cocina', restStation)
  await store.call('stations.sort', { stations: [bar.id, grill.id] })
  await store.call('stations.setRules', { by: 'category', keys: ['c1'], stations: [bar.id] })
  await store.call('stations.show', { stations: [grill.id] }, grillScreen)
  const rulesBefore = (await plan(store)).rules
  const before = await read(store)
  await store.restart()
  expect(await read(store)).toEqual(before)
  expect((await plan(store)).rules).toEqual(rulesBefore)
  expect(before).toMatchObject({
    stations: [{ name: 'Bar' }, { name: 'Parrilla' }, { name: 'Cocina' }],
    screens: { 'grill-1': [grill.id] },
  })
})

test('a change that the disk refuses is not in force in memory either', async () => {
  const store = await openTestStore({ menu: false })
  const bar = await save(store, 'Bar')
  await store.call('stations.setRules', { by: 'category', keys: ['c1'], stations: [bar.id] })
  await store.call('stations.show', { stations: [bar.id] }, grillScreen)
  await store.host.close()
  const db = openDatabase(store.file)
  for (const when of ['INSERT', 'UPDATE'])
    db.run(
      `CREATE TRIGGER refuse_${when} BEFORE ${when} ON settings BEGIN SELECT RAISE(ABORT, 'no room'); END`,
    )
  db.close()
  await store.restart()
  const before = await whole(store)
  const answers = [
    await store.call('stations.save', { id: null, name: 'Parrilla', ...look }),
    await store.call('stations.remove', { stationId: bar.id }),
    await store.call('stations.setRules', { by: 'category', keys: ['c1'], stations: [] }),
    await store.call('stations.show', { stations: [] }, grillScreen),
  ]
  for (const answer of answers)
    expect(answer).toMatchObject({ error: { code: 'storage', detail: 'no room' } })
  expect(await whole(store)).toEqual(before)
  expect(before.read).toMatchObject({ stations: [bar, unnamed], screens: { 'grill-1': [bar.id] } })
})

describe('the plan of the menu', () => {
  test('says who makes each product, and by which rule', async () => {
    const store = await openWithMenu()
    const before = await plan(store)
    expect(before.groups).toContainEqual({
      id: 'G2',
      kind: 'option-group',
      name: 'Agregados',
    })
    expect(before.products.every(({ key }) => key.startsWith('product:'))).toBe(true)
    expect(before.products.every(({ stations, by }) => stations[0] === restStation && !by)).toBe(
      true,
    )
    const [first] = before.products
    if (first === undefined || first.group === null) throw new Error('no product with a category')
    const bar = await save(store, 'Bar')
    const keys = [first.group]
    await store.call('stations.setRules', { by: 'category', keys, stations: [bar.id] })
    await store.call('stations.setRules', {
      by: 'product',
      keys: [first.key],
      stations: [restStation, bar.id],
    })
    const after = await plan(store)
    for (const product of after.products)
      expect(product).toMatchObject(
        product.key === first.key
          ? { stations: [restStation, bar.id], by: 'product' }
          : product.group === first.group
            ? { stations: [bar.id], by: 'category' }
            : { stations: [restStation] },
      )
    expect(after.products.filter(({ by }) => by === 'category').length).toBeGreaterThan(0)
    expect(after.platformStations).toEqual([])
  })
})

test('proposed stations are added with their rules, once, and what they have is not proposed again', async () => {
  const store = await openWithMenu()
  const proposed = valueOfOk(await store.call('stations.propose', {}))
  expect(proposed.length).toBeGreaterThan(1)
  const [first, ...others] = proposed
  if (first === undefined) throw new Error('nothing proposed')
  const groupsOf = (all: typeof proposed) =>
    all.flatMap(({ categories }) => categories.map(({ id }) => id))
  // A category that has a rule by now keeps it.
  const [own] = groupsOf([first])
  if (own === undefined) throw new Error('no category')
  await store.call('stations.setRules', { by: 'category', keys: [own], stations: [restStation] })
  const accepted = proposed.map(({ kind, color, icon, categories }) => ({
    ...{ name: kind, color, icon },
    categories: categories.map(({ id }) => id),
  }))
  expect(await store.call('stations.accept', { stations: accepted })).toEqual(ok(null))
  const { stations } = await read(store)
  expect(stations.map(({ name }) => name)).toEqual([...proposed.map(({ kind }) => kind), ''])
  const { products, rules } = await plan(store)
  expect(rules).toHaveLength(groupsOf(proposed).length)
  const idOf = (kind: string) => stations.find(({ name }) => name === kind)?.id
  for (const { kind, categories } of others)
    for (const product of products.filter(({ group }) => categories.some(({ id }) => id === group)))
      expect(product).toMatchObject({ stations: [idOf(kind)], by: 'category' })
  expect(products.filter(({ group }) => group === own)).not.toEqual([])
  for (const product of products.filter(({ group }) => group === own))
    expect(product.stations).toEqual([restStation])
  expect(await store.call('stations.propose', {})).toEqual(ok([]))
})
