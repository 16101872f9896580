import { expect, test } from 'vitest'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'
import { orderEvent } from '#test/support/order-event.ts'
import { openDatabase } from '../db/open.ts'

const order = (store: TestStore, id: string) => {
  const ids = { eventId: `evt-${id}`, orderId: id, code: id, date: new Date().toISOString() }
  const event = orderEvent('order-created-pickup', ids, { deliverAt: null })
  return store.post({ ...event, websiteId: null, storeId: store.practice.storeId })
}

/** Changes the schema of a store's file while nobody has it open. */
async function alter(store: TestStore, sql: string): Promise<void> {
  await store.host.close()
  const db = openDatabase(store.file)
  db.run(sql)
  db.close()
  await store.restart()
}

test('a setting that tickets are reckoned with tells the open ones again', async () => {
  const store = await openTestStore()
  await order(store, 'A1')
  await expect.poll(() => store.ticket('A1')).toBeDefined()
  const before = await store.ticket('A1')
  await store.call('settings.change', { amberShare: 0.5 })
  const told = () => store.events.findLast((event) => event.type === 'tickets.changed')?.tickets
  await expect.poll(() => told()?.[0]?.amberAt).not.toBe(before?.amberAt)
  expect(told()).toMatchObject([{ id: 'A1' }])
})

test('what was rolled back is not on the board, and comes once it can be kept', async () => {
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
