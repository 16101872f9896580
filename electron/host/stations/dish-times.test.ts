import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import type { LearnedTime } from '#contract/stations/station.ts'
import { iso, post } from '#test/support/day-of-orders.ts'
import { dish, openStationStore, type StationStore } from '#test/support/station-store.ts'
import { openDatabase } from '../db/open.ts'

/** A kitchen with a menu; its first product is made at the grill. */
async function openKitchen() {
  const store = await openStationStore(['grill', 'bar'])
  await expect.poll(async () => (await times(store)).length).toBeGreaterThan(1)
  const { key } = (await times(store))[0] as LearnedTime
  const id = key.replace('product:', '')
  await store.route(id, 'grill')
  return { store, key, id }
}

async function times(store: StationStore): Promise<LearnedTime[]> {
  const answer = await store.call('stations.times', {})
  if (!answer.ok) throw new Error(answer.error.code)
  return answer.value
}
const timeOf = async (store: StationStore, key: string) =>
  (await times(store)).find((each) => each.key === key)

const setDone = (store: StationStore, ticketId: string, done = true) =>
  store.call('tickets.setDone', {
    ...{ ticketId, stations: store.ids('grill'), itemKeys: [] },
    ...{ done, tapId: `tap-${ticketId}` },
  })

/** Orders a dish now, which is done so many seconds later. */
async function cook(store: StationStore, id: string, number: string, seconds: number) {
  const createdAt = new Date(store.clock.now()).toISOString()
  await store.practice.placeOrder({ _id: number })
  await post(store, number, { items: [dish(id)], createdAt })
  await expect.poll(() => store.ticket(number)).toBeDefined()
  await store.clock.advance(seconds * 1000)
  expect(await setDone(store, number)).toMatchObject({ ok: true })
}

async function rowsOf(store: StationStore): Promise<Record<string, unknown>[]> {
  await store.host.close()
  const db = new DatabaseSync(store.file, { readOnly: true })
  const rows = db.prepare('SELECT seconds, late, item, order_id FROM dish_work ORDER BY id').all()
  db.close()
  await store.restart()
  return rows
}

describe('the time of a product', () => {
  test('is the median of its last dishes, from five on; what somebody sets wins', async () => {
    const { store, key, id } = await openKitchen()
    for (const [nth, seconds] of [100, 400, 200, 300].entries())
      await cook(store, id, String(nth + 1), seconds)
    expect(await timeOf(store, key)).toMatchObject({ learnedSeconds: null, count: 4 })
    await cook(store, id, '5', 500)
    const learned = { learnedSeconds: 300, count: 5, minutes: null }
    expect(await timeOf(store, key)).toMatchObject(learned)
    await store.call('stations.setTime', { key, minutes: 9 })
    await store.restart()
    expect(await timeOf(store, key)).toMatchObject({ ...learned, minutes: 9 })
    await store.call('stations.setTime', { key, minutes: null })
    expect(await timeOf(store, key)).toMatchObject(learned)
  })

  test('is not learned from a dish that took no time or hours, nor without stations', async () => {
    const { store, id } = await openKitchen()
    await cook(store, id, '1', 3 * 3_600 + 1)
    await post(store, '2', { items: [dish(id)], createdAt: iso(90_000), deliverAt: iso(100_000) })
    await expect.poll(() => store.ticket('2')).toBeDefined()
    await setDone(store, '2')
    expect((await store.now('2')).items[0]?.struck).toBe(true)
    for (const stationId of store.ids('grill', 'bar'))
      await store.call('stations.remove', { stationId })
    await cook(store, id, '3', 60)
    await store.call('tickets.setDone', {
      ...{ ticketId: '3', stations: [], itemKeys: [], done: true, tapId: 'all' },
    })
    expect(await rowsOf(store)).toEqual([])
  })
})

describe('a dish that is done', () => {
  test('counts once; taken back it does not, and the second time replaces the first', async () => {
    const { store, id } = await openKitchen()
    await cook(store, id, '1', 100)
    await setDone(store, '1')
    const row = { late: 0, item: `it-${id}`, order_id: '1' }
    expect(await rowsOf(store)).toEqual([{ seconds: 100, ...row }])
    await store.call('tickets.undo', { ticketId: '1', stations: store.ids('grill') })
    expect(await rowsOf(store)).toEqual([])
    await store.clock.advance(100_000)
    await setDone(store, '1')
    expect((await rowsOf(store)).map(({ seconds }) => seconds)).toEqual([200])
    await store.call('tickets.recall', { ticketId: '1', stations: store.ids('grill') })
    expect(await rowsOf(store)).toEqual([])
    const started = { ticketId: '1', stations: store.ids('grill'), started: true }
    await store.call('tickets.start', started)
    await store.clock.advance(30_000)
    await setDone(store, '1')
    expect((await rowsOf(store)).map(({ seconds }) => seconds)).toEqual([30])
  })

  test('stays to be made if its time can’t be stored', async () => {
    const { store, id } = await openKitchen()
    await store.order('1', dish(id))
    await store.host.close()
    const db = openDatabase(store.file)
    db.run(
      `CREATE TRIGGER refuse BEFORE INSERT ON dish_work BEGIN SELECT RAISE(ABORT, 'no room'); END`,
    )
    db.close()
    await store.restart()
    expect(await setDone(store, '1')).toMatchObject({ error: { code: 'storage' } })
    expect((await store.now('1')).items[0]?.struck).toBe(false)
  })

  test('counts in the pace of its station today', async () => {
    const { store, id } = await openKitchen()
    for (const [nth, seconds] of [100, 300, 900].entries())
      await cook(store, id, String(nth + 1), seconds)
    const pace = async (...names: string[]) =>
      (await store.call('tickets.pace', { stations: store.ids(...names) })) as unknown
    const figures = { ready: 3, late: 1, medianSeconds: 300, early: 0 }
    expect(await pace('grill')).toMatchObject({ value: figures })
    expect(await pace('grill', 'bar')).toMatchObject({ value: figures })
    expect(await pace('bar')).toMatchObject({ value: { ready: 0, medianSeconds: null } })
    expect(await pace()).toMatchObject({ value: { ready: 0 } })
    store.clock.sleep(24 * 3_600_000)
    expect(await pace('grill')).toMatchObject({ value: { ready: 0, medianSeconds: null } })
  })
})
