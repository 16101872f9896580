import { archiveOf } from '../db/store-folder.ts'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { markReady, openStore, place, post } from '#test/support/day-of-orders.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import type { TestStore } from '#test/support/kitchen.ts'
import { ticketStoreOf } from '#test/support/order-store.ts'
import { openDatabase } from '../db/open.ts'

const dayMs = 24 * 3_600_000

/** Advances several days at once, with the beats in which old data is deleted. */
async function pass(clock: FakeClock, days: number): Promise<void> {
  clock.sleep(days * dayMs)
  await clock.advance(3_600_000)
  await clock.advance(60_000)
}

/**
 * What `read` returns after the next minutes. An answer of the platform that was on its way while the
 * days passed puts the time in doubt, and nothing is deleted until newer answers replace it.
 */
const withMinutes = <T>(clock: FakeClock, read: () => T) =>
  expect.poll(async () => {
    await clock.advance(60_000)
    return read()
  })

const rows = (store: TestStore, sql: string) => ask(store.file, sql)
const archived = (store: TestStore, sql: string) => ask(archiveOf(store.file), sql)
const ids = (records: readonly Record<string, unknown>[]) => records.map(({ id }) => id)

function ask(file: string, sql: string): Record<string, unknown>[] {
  const db = new DatabaseSync(file, { readOnly: true })
  try {
    return db.prepare(sql).all()
  } finally {
    db.close()
  }
}

test('a past ticket is deleted after its days, with its bump; open or waiting ones stay', async () => {
  const clock = new FakeClock()
  const store = await openStore(clock)
  for (const id of ['1', '2', '3', '4']) await place(store, id)
  await markReady(store, '1')
  await post(store, '2', { orderStatus: 'cancelled' }, 60)
  await expect.poll(async () => (await store.ticket('2'))?.stage).toBe('cancelled')
  await store.call('tickets.acknowledge', { ticketId: '2' })
  // Rejected, so it needs a decision.
  store.practice.misbehave({ path: 'preparation-ready', kind: 'status', status: 400 })
  await store.call('tickets.markReady', { ticketId: '3', tapId: 'tap-3' })
  await expect.poll(async () => (await store.ticket('3'))?.bump?.delivery.state).toBe('refused')
  await store.restart()
  await pass(clock, 59)
  await store.host.close()
  expect(ids(rows(store, 'SELECT id FROM tickets ORDER BY id'))).toEqual(['3', '4'])
  expect(ids(archived(store, 'SELECT id FROM orders ORDER BY id'))).toEqual(['1', '2'])
  await store.restart()
  await pass(clock, 2)
  const recent = () => store.call('tickets.recent', {})
  await withMinutes(clock, recent).toMatchObject({ value: [{ id: '3' }] })
  await clock.advance(60_000)
  await store.host.close()
  expect(ids(rows(store, 'SELECT id FROM tickets ORDER BY id'))).toEqual(['3', '4'])
  expect(archived(store, 'SELECT id FROM orders')).toEqual([])
  expect(rows(store, 'SELECT id FROM bumps')).toEqual([])
  expect(ids(rows(store, 'SELECT id FROM outbox'))).toEqual(['tap-3'])
})

test('an evening with a clock of 1970 is not old once the clock is right', async () => {
  const clock = new FakeClock()
  const store = await openStore(clock)
  await place(store, '1')
  const wrong = Date.parse('1970-01-01T00:00:10Z') - clock.now()
  clock.jump(wrong)
  await store.restart()
  await markReady(store, '1')
  clock.jump(-wrong)
  await store.restart()
  await pass(clock, 2)
  await pass(clock, 1)
  await store.host.close()
  const [row] = archived(store, 'SELECT id, left_at FROM orders')
  expect(row).toMatchObject({ id: '1', left_at: expect.stringMatching(/^1970/) as string })
})

test('whose order it was is forgotten before that, in the ticket, in the search and in what arrived', async () => {
  const clock = new FakeClock()
  const store = await openStore(clock)
  await place(store, '1', { buyerName: 'Amparo Ruiz', phone: '+56 9 1234 5678' })
  await place(store, '2', { buyerName: 'Amparo Ruiz' })
  // What a cook acknowledges is stored as well.
  await post(store, '1', { buyerName: 'Amparo Ruiz', comment: 'sin sal' }, 30)
  await expect.poll(async () => (await store.ticket('1'))?.changes.length).toBe(1)
  await store.call('tickets.acknowledge', { ticketId: '1' })
  await markReady(store, '1')
  const search = async (sentence: string): Promise<string[]> => {
    const answer = await store.call('tickets.search', { text: sentence })
    return answer.ok ? answer.value.map(({ id }) => id).toSorted() : []
  }
  expect(await search('amparo')).toEqual(['1', '2'])
  await pass(clock, 31)
  // An open ticket isn't over, however old it is.
  await withMinutes(clock, () => search('amparo')).toEqual(['2'])
  expect(await store.ticket('1')).toMatchObject({ buyerName: null, code: '1', stage: 'ready' })
  expect(await store.ticket('2')).toMatchObject({ buyerName: 'Amparo Ruiz' })
  await store.host.close()
  expect(rows(store, `SELECT id FROM inbox WHERE body LIKE '%Amparo%'`)).toEqual([])
  expect(rows(store, `SELECT id FROM tickets WHERE known LIKE '%1234%'`)).toEqual([])
  const db = openDatabase(store.file)
  expect(JSON.stringify(ticketStoreOf(db, () => null).load('1'))).not.toMatch(/Amparo|sin sal/)
  db.close()
})

test('whose order it was is forgotten in what was set aside as well, and that stays counted', async () => {
  const clock = new FakeClock()
  const store = await openStore(clock)
  for (const id of ['1', '2']) await place(store, id, { buyerName: 'Amparo Ruiz' })
  await markReady(store, '2')
  const inFile = async (sql: string) => {
    await store.host.close()
    const db = new DatabaseSync(store.file)
    db.exec(sql)
    const stored = db.prepare(`SELECT key, row LIKE '%Amparo%' AS named FROM set_aside`).all()
    db.close()
    await store.restart()
    return stored
  }
  await inFile(`UPDATE tickets SET marks = '{}' WHERE id = '1'`)
  expect(await store.call('status.get', {})).toMatchObject({ value: { setAside: 1 } })
  const at = new Date(clock.now()).toISOString()
  expect(await inFile(`UPDATE set_aside SET at = '${at}'`)).toEqual([{ key: '1', named: 1 }])
  await pass(clock, 31)
  // It is forgotten together with what is set aside.
  await withMinutes(clock, async () => (await store.ticket('2'))?.buyerName).toBeNull()
  expect(await store.call('status.get', {})).toMatchObject({ value: { setAside: 1 } })
  expect(await inFile('SELECT 1')).toEqual([{ key: '', named: 0 }])
})
