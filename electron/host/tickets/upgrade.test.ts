import { rmSync, writeFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { strikeMark } from '#domain/tickets/items.ts'
import { valueOfOk } from '#test/support/reservations.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'
import { bumpNow, oldTickets, readFixture, type OldTicket } from '#test/support/old-store.ts'
import { dish, openStationStore } from '#test/support/station-store.ts'
import { openDatabase } from '../db/open.ts'
import { sealedHash } from '../db/seal.ts'

/**
 * Opens a store on a file of the version before deliveries, at the time of that file; `spoil` runs
 * on the file first.
 */
async function openOld(spoil = ''): Promise<TestStore> {
  const { at, storeId } = oldTickets()
  const clock = new FakeClock(at)
  const store = await openTestStore({ clock, storeId, me: false, menu: false })
  await store.host.close()
  rmSync(`${store.file}-last`)
  writeFileSync(store.file, readFixture('store-before-deliveries-tickets'))
  const db = new DatabaseSync(store.file, { enableForeignKeyConstraints: false })
  db.exec(spoil)
  db.close()
  await store.restart()
  return store
}

const byId = <Each extends { id: string }>(list: readonly Each[]) =>
  list.toSorted((one, other) => one.id.localeCompare(other.id))

/**
 * The new bump of an old ticket. If the order was cancelled before its bump was sent, the entry is
 * not needed.
 */
function bumpOf({ id, bump }: OldTicket): unknown {
  const isDropped = oldTickets().sent[id]?.[0]?.state === 'dropped'
  const delivery: unknown = expect.objectContaining({ state: 'withdrawn', reason: 'not-needed' })
  return isDropped ? { bumpedAt: bump?.bumpedAt, delivery } : bumpNow(bump)
}
const now = (tickets: readonly OldTicket[]) =>
  tickets.map((ticket) => ({ ...ticket, bump: bumpOf(ticket) }))

const snapshot = async (store: TestStore) =>
  valueOfOk(await store.call('tickets.snapshot', {})).tickets

test('bumps of the version before deliveries keep every state', async () => {
  const old = oldTickets()
  const store = await openOld()
  expect(byId(await snapshot(store))).toEqual(byId(now(old.tickets)))
  expect(valueOfOk(await store.call('tickets.recent', {}))).toEqual(now(old.recent))
  expect(valueOfOk(await store.call('tickets.pace', {}))).toEqual(old.pace)
  for (const [ticketId, entries] of Object.entries(old.sent)) {
    const { sent } = valueOfOk(await store.call('tickets.detail', { ticketId }))
    expect(sent.map(({ id }) => id)).toEqual(entries.map(({ id }) => id))
  }
  valueOfOk(await store.call('tickets.undo', { ticketId: 'undoable' }))
  expect(await store.ticket('undoable')).toMatchObject({ stage: 'new', bump: null })
  expect(valueOfOk(await store.call('status.read', {}))).toMatchObject({
    setAside: 0,
    outbox: { pending: 2, needsPerson: 2 },
  })
})

test.each([
  ['is lost', 'DELETE FROM outbox'],
  ['is one that was taken back', `UPDATE outbox SET state = 'withdrawn'`],
])('a bump whose entry %s is restored from its ticket', async (_what, spoil) => {
  const old = oldTickets()
  const store = await openOld(spoil)
  // These are sent at once.
  const stays = ({ id }: { id: string }) => !['queued', 'unknown', 'cancelled'].includes(id)
  const recent = valueOfOk(await store.call('tickets.recent', {}))
  expect(byId((await snapshot(store)).filter(stays))).toEqual(byId(now(old.tickets.filter(stays))))
  expect(recent.filter(stays)).toEqual(now(old.recent.filter(stays)))
})

test('unreadable marks do not prevent a start', async () => {
  const store = await openOld(
    `DELETE FROM outbox; UPDATE tickets SET marks = 'zstd1:AAAA' WHERE id IN ('queued', 'confirmed')`,
  )
  expect(await store.ticket('queued')).toBeUndefined()
  expect(await store.ticket('refused')).toMatchObject({ stage: 'ready' })
})

test('a row of version 6 keeps its struck dishes, also once there are stations', async () => {
  const store = await openStationStore([])
  await store.order('1', dish('soup'), dish('cola', { amount: 2 }))
  const [soup] = (await store.now('1')).items
  if (soup === undefined) throw new Error('no item')
  const { struck: _struck, ...plain } = soup
  await store.host.close()
  const db = openDatabase(store.file)
  const row = db.get('SELECT id, known, marks, open, left_at FROM tickets') ?? {}
  const { work, acknowledged, ...marks } = JSON.parse(String(row['marks'])) as Record<
    string,
    unknown
  >
  expect([work, acknowledged]).toEqual([{}, {}])
  // The mark of another amount: this dish was struck before it changed.
  const struck = { [soup.key]: strikeMark(plain), 'it-cola': '1 other' }
  const old = JSON.stringify({ ...marks, struck })
  const values = [row['id'], row['known'], old, row['open'], row['left_at']]
  db.run('UPDATE tickets SET marks = ?, version = 6, hash = ?', old, sealedHash(6, values))
  db.close()
  await store.restart()
  const isStruck = async () => (await store.now('1')).items.map((item) => item.struck)
  expect(await isStruck()).toEqual([true, false])
  expect(valueOfOk(await store.call('status.read', {}))).toMatchObject({ setAside: 0 })
  const fields = { id: null, name: 'Grill', color: 'red', icon: 'flame' } as const
  const { id } = valueOfOk(await store.call('stations.save', fields))
  const keys = ['product:soup', 'product:cola']
  await store.call('stations.setRules', { by: 'product', keys, stations: [id] })
  expect(await isStruck()).toEqual([true, false])
  expect((await store.now('1')).items.map((item) => item.work)).toMatchObject([
    [{ station: 'rest', doneAt: expect.any(String) as string }],
    [{ station: id, doneAt: null }],
  ])
  // It can be taken back and done again.
  const again = { ticketId: '1', stations: [], itemKeys: [soup.key], done: false, tapId: 'tap' }
  await store.call('tickets.setDone', again)
  expect(await isStruck()).toEqual([false, false])
})
