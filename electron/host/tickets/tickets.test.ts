import { expect, test } from 'vitest'
import { fail, ok } from '#contract/shared/result.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'
import { orderEvent } from '#test/support/order-event.ts'
import { openDatabase, type Database } from '../db/open.ts'

const order = (store: TestStore, id: string) => {
  const ids = { eventId: `evt-${id}`, orderId: id, code: id, date: new Date().toISOString() }
  const event = orderEvent('order-created-pickup', ids, { deliverAt: null })
  return store.post({ ...event, websiteId: null, storeId: store.practice.storeId })
}

/** Changes the schema of a store's file while the app is closed. */
const alter = (store: TestStore, sql: string): Promise<void> =>
  whileClosed(store, (db) => db.run(sql))

async function whileClosed(store: TestStore, work: (db: Database) => void): Promise<void> {
  await store.host.close()
  const db = openDatabase(store.file)
  work(db)
  db.close()
  await store.restart()
}

test('a setting that affects tickets sends the open ones again', async () => {
  const store = await openTestStore()
  await order(store, 'A1')
  await expect.poll(() => store.ticket('A1')).toBeDefined()
  const before = await store.ticket('A1')
  await store.call('settings.change', { amberShare: 0.5 })
  const reported = () => store.events.findLast((event) => event.type === 'tickets.changed')?.tickets
  await expect.poll(reported).toMatchObject([{ id: 'A1', amberAt: expect.any(String) as string }])
  await expect.poll(() => reported()?.[0]?.amberAt).not.toBe(before?.amberAt)
})

test('a ticket that was rolled back is not on the wall, and appears once it can be stored', async () => {
  const store = await openTestStore()
  await alter(
    store,
    `CREATE TRIGGER refuse BEFORE UPDATE ON inbox BEGIN SELECT RAISE(ABORT, 'no room'); END`,
  )
  await order(store, 'A1')
  await expect.poll(() => store.log.text()).toContain('no room')
  await store.call('settings.change', { undoSeconds: 3 })
  expect(await store.ticket('A1')).toBeUndefined()
  await alter(store, 'DROP TRIGGER refuse')
  expect(await store.ticket('A1')).toBeDefined()
})

test('a cook begins with a ticket: kept over a restart, a bump and a recall, until it is taken back', async () => {
  const store = await openTestStore()
  await store.call('settings.change', { undoSeconds: 0 })
  await store.practice.placeOrder({ _id: 'A1' })
  await order(store, 'A1')
  await expect.poll(() => store.ticket('A1')).toMatchObject({ startedAt: null })
  const begin = (started: boolean) => store.call('tickets.start', { ticketId: 'A1', started })
  const startedAt = async () => (await store.ticket('A1'))?.startedAt
  expect(await begin(true)).toEqual(ok(null))
  const at = await startedAt()
  expect(Date.parse(at ?? '')).toBeGreaterThan(Date.now() - 60_000)
  const reported = () => store.events.findLast((event) => event.type === 'tickets.changed')?.tickets
  await expect.poll(() => reported()).toMatchObject([{ id: 'A1', startedAt: at }])
  // Starting it a second time changes nothing.
  await begin(true)
  await store.restart()
  expect(await startedAt()).toBe(at)
  await store.call('tickets.markReady', { ticketId: 'A1', tapId: 'tap' })
  await expect.poll(async () => (await store.ticket('A1'))?.bump?.delivery.state).toBe('confirmed')
  expect(await begin(false)).toEqual(fail('too-late'))
  await store.call('tickets.recall', { ticketId: 'A1' })
  expect(await startedAt()).toBe(at)
  expect(await begin(false)).toEqual(ok(null))
  expect(await startedAt()).toBeNull()
  expect(store.practice.effects()).toHaveLength(1)
})

test('a lost driver is shown as lost until there is another, also after a restart', async () => {
  const store = await openTestStore()
  const { practice } = store
  practice.setReceiver(store.host.webhookUrl)
  const { _id: id } = await practice.placeOrder({ deliveryType: 'delivery', isScheduled: false })
  const stage = async () => (await store.ticket(id))?.driver?.stage
  for (const [moved, expected] of [
    ['searching', 'searching'],
    ['assigned', 'assigned'],
    ['searching', 'lost'],
    ['assigned', 'assigned'],
    ['searching', 'lost'],
  ] as const) {
    await practice.moveDriver(id, moved)
    await expect.poll(stage).toBe(expected)
  }
  await store.restart()
  expect(await stage()).toBe('lost')
})

test('a driver who is needed later is planned, and searched for when the time comes', async () => {
  const clock = new FakeClock('2026-11-20T15:00:00.000Z')
  // If the menu arrived late, every ticket would be sent again.
  const store = await openTestStore({ clock, menu: false })
  const ids = { eventId: 'evt-A1', orderId: 'A1', code: 'A1', date: '2026-11-20T14:59:00.000Z' }
  const activatesAt = '2026-11-20T15:05:00.000Z'
  const deliveries = [{ _id: 'd', activatesAt, driverInformation: {} }]
  const event = orderEvent('order-created-delivery', ids, { deliveries })
  await store.post({ ...event, websiteId: null, storeId: store.practice.storeId })
  const stage = async () => (await store.ticket('A1'))?.driver?.stage
  await expect
    .poll(async () => {
      await clock.advance(60)
      return stage()
    })
    .toBe('planned')
  const reported = () =>
    store.events.flatMap((each) => (each.type === 'tickets.changed' ? each.tickets : [])).at(-1)
  await expect
    .poll(async () => {
      await clock.advance(60)
      return reported()?.driver?.stage
    })
    .toBe('planned')
  await clock.advance(Date.parse(activatesAt) - clock.now() - 1)
  expect(reported()?.driver).toMatchObject({ stage: 'planned', searchesAt: activatesAt })
  await clock.advance(10_001)
  await expect.poll(() => reported()?.driver?.stage).toBe('searching')
  expect(await stage()).toBe('searching')
  const times = store.events.length
  await clock.advance(60_000)
  expect(store.events.slice(times).filter(({ type }) => type === 'tickets.changed')).toEqual([])
})
