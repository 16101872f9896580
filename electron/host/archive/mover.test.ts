import { archiveOf } from '../db/store-folder.ts'
import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fail, ok } from '#contract/shared/result.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { markReady, openStore, place, post } from '#test/support/day-of-orders.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import type { TestStore } from '#test/support/kitchen.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { fileWorker } from '../worker/worker.ts'
import { ArchiveFile } from './archive-file.ts'

const dayMs = 24 * 3_600_000
const buyerName = 'Amparo Ruiz'

/** Minutes in which the mover gets its turns. */
async function minutes(clock: FakeClock): Promise<void> {
  for (let beat = 0; beat < 40; beat += 1) {
    await clock.advance(5_000)
    await delay(2)
  }
}

/** Days in which the machine sleeps, and then some minutes. */
async function pass(clock: FakeClock, days: number): Promise<void> {
  clock.sleep(days * dayMs)
  await minutes(clock)
}

/** Changes a closed file. */
function exec(file: string, sql: string): void {
  const db = new DatabaseSync(file)
  db.exec(sql)
  db.close()
}

/** The first column of a query, in a copy of a file that may be open. */
function idsIn(file: string, sql: string): unknown[] {
  const copy = join(temporaryFolder(), 'copy')
  for (const end of ['', '-wal']) if (existsSync(file + end)) copyFileSync(file + end, copy + end)
  const db = new DatabaseSync(copy)
  try {
    return db
      .prepare(sql)
      .all()
      .map((row) => Object.values(row)[0])
  } finally {
    db.close()
  }
}
const here = (store: TestStore) => idsIn(store.file, 'SELECT id FROM tickets ORDER BY id')
const archived = (store: TestStore) =>
  idsIn(archiveOf(store.file), 'SELECT id FROM orders ORDER BY id')

/** The mover rests while a copy is made, which on a busy machine takes longer than some minutes here. */
async function untilHere(clock: FakeClock, store: TestStore, ids: string[]): Promise<void> {
  for (let tries = 0; tries < 20 && here(store).join() !== ids.join(); tries += 1)
    await minutes(clock)
  expect(here(store)).toEqual(ids)
}

/** Orders that are bumped, and one that is open. */
async function afterWork(clock: FakeClock, bumped: readonly string[], open = '9') {
  const store = await openStore(clock)
  for (const id of [...bumped, open]) {
    await place(store, id, { buyerName })
    await post(store, id, { orderStatus: 's1', buyerName }, 1)
    if (id !== open) await markReady(store, id)
  }
  return store
}

const search = async (store: TestStore, text: string): Promise<Ticket[]> => {
  const answer = await store.call('tickets.search', { text })
  if (!answer.ok) throw new Error(answer.error.code)
  return answer.value
}
const codes = async (store: TestStore, text: string) =>
  (await search(store, text)).map(({ code }) => code)

test('past orders are moved a day after they left the wall, with the same content', async () => {
  const clock = new FakeClock()
  const store = await afterWork(clock, ['1', '2'])
  const all = async () => [
    await store.call('tickets.get', { ticketId: '1' }),
    await store.call('tickets.get', { ticketId: '2' }),
    await store.call('tickets.recent', {}),
    await search(store, 'amparo'),
    await codes(store, '2'),
    await codes(store, 'tabla'),
  ]
  const before = await all()
  await minutes(clock)
  expect(existsSync(archiveOf(store.file)) ? archived(store) : []).toEqual([])
  await pass(clock, 2)
  await untilHere(clock, store, ['9'])
  expect(archived(store)).toEqual(['1', '2'])
  expect(idsIn(store.file, `SELECT id FROM inbox WHERE body <> ''`)).toHaveLength(2)
  expect(await all()).toEqual(before)
  await store.restart()
  expect(await all()).toEqual(before)
  // A repeat is still recognized.
  await post(store, '1', { orderStatus: 's1', buyerName }, 1)
  await minutes(clock)
  expect(here(store)).toEqual(['9'])
})

test('an order with something to be decided stays', async () => {
  const clock = new FakeClock()
  const store = await afterWork(clock, ['1'])
  await place(store, '2')
  store.practice.misbehave({ path: 'preparation-ready', kind: 'status', status: 400 })
  await store.call('tickets.markReady', { ticketId: '2', tapId: 'tap-2' })
  await expect.poll(async () => (await store.ticket('2'))?.bump?.delivery.state).toBe('refused')
  await pass(clock, 2)
  await untilHere(clock, store, ['2', '9'])
  const entries = [{ kind: 'preparation-ready', subject: '2' } as const]
  await store.call('deliveries.decide', { entries, choice: 'mark-done' })
  await pass(clock, 2)
  await untilHere(clock, store, ['9'])
  expect(archived(store)).toEqual(['1', '2'])
})

test('after a crash between the two files an order is there once, and is moved again', async () => {
  const clock = new FakeClock()
  const store = await afterWork(clock, ['1', '2'])
  await store.host.close()
  // What the mover commits first, of an older state.
  const file = new ArchiveFile(archiveOf(store.file))
  file.add([
    {
      ...{ id: '1', leftAt: '2026-11-20T15:30:00.000Z', isBumped: true, hasGuest: true },
      ...{ words: ' 1 OLDER', content: null, messages: [{ key: 'old', body: '{}' }] },
    },
  ])
  file.close()
  await store.restart()
  expect(await codes(store, 'amparo')).toEqual(['9', '2', '1'])
  expect(await codes(store, 'older')).toEqual([])
  const recent = await store.call('tickets.recent', {})
  expect(recent).toMatchObject({ value: [{ id: '2' }, { id: '1' }] })
  await pass(clock, 2)
  await untilHere(clock, store, ['9'])
  expect(archived(store)).toEqual(['1', '2'])
  expect(await codes(store, 'amparo')).toEqual(['9', '2', '1'])
})

test('a late change of an archived order brings it back, with all that was known, and it is moved again', async () => {
  const clock = new FakeClock()
  const store = await afterWork(clock, ['1', '2'])
  await pass(clock, 2)
  const before = await store.ticket('1')
  await post(store, '1', { buyerName, phone: '+56 9 1234 5678' }, 3 * 86_400)
  await expect.poll(() => here(store)).toEqual(['1', '9'])
  expect(await store.ticket('1')).toEqual(before)
  expect(await store.call('tickets.get', { ticketId: '1' })).toMatchObject({
    value: { phone: '+56 9 1234 5678', sent: [{ id: 'tap-1' }] },
  })
  expect(await codes(store, 'amparo')).toEqual(['9', '2', '1'])
  await minutes(clock)
  await pass(clock, 1)
  await untilHere(clock, store, ['9'])
  expect(await store.call('tickets.get', { ticketId: '1' })).toMatchObject({
    value: { phone: '+56 9 1234 5678', ticket: { code: '1' } },
  })
})

test('a change of the dishes of an archived order is on the wall again', async () => {
  const clock = new FakeClock()
  const store = await afterWork(clock, ['1'])
  await pass(clock, 2)
  const items = [{ _id: 'soup', product: { _id: 'soup', name: 'Sopa' }, amount: 2 }]
  await post(store, '1', { buyerName, items }, 3 * 86_400)
  await expect.poll(async () => (await store.ticket('1'))?.stage).toBe('new')
  expect((await store.ticket('1'))?.changes.length).toBeGreaterThan(0)
})

test('just after a start nobody has opened the archive yet, and a late change opens it', async () => {
  const clock = new FakeClock()
  const store = await afterWork(clock, ['1'])
  await pass(clock, 2)
  await store.restart()
  await post(store, '1', { buyerName: 'Berta' }, 3 * 86_400)
  await expect.poll(() => here(store)).toEqual(['1', '9'])
  expect((await store.ticket('1'))?.buyerName).toBe('Berta')
})

test('recall brings an archived order back to the wall, and it can be bumped again', async () => {
  const clock = new FakeClock()
  const store = await afterWork(clock, ['1'])
  await pass(clock, 2)
  expect(await store.call('tickets.recall', { ticketId: '1' })).toEqual(ok(null))
  expect(await store.ticket('1')).toMatchObject({ stage: 'new', bump: null, code: '1' })
  expect(await codes(store, 'amparo')).toEqual(['9', '1'])
  await markReady(store, '1', 'again')
  await pass(clock, 2)
  await untilHere(clock, store, ['9'])
  expect(await store.ticket('1')).toMatchObject({ stage: 'ready' })
  const sent = store.practice.effects().filter(({ operation }) => operation === 'preparation-ready')
  expect(sent).toMatchObject([{ count: 1 }])
})

test('an archived order that can’t be read is built again from its messages, for a week', async () => {
  const clock = new FakeClock()
  const store = await afterWork(clock, ['1', '2'])
  const before = await store.ticket('1')
  await pass(clock, 2)
  await store.host.close()
  exec(archiveOf(store.file), `UPDATE orders SET content = x'00'`)
  await store.restart()
  expect(await store.ticket('1')).toBeUndefined()
  await clock.advance(60_000)
  await expect.poll(() => store.ticket('1')).toMatchObject({ ...before, startedAt: null })
  await pass(clock, 9)
  expect(idsIn(archiveOf(store.file), 'SELECT row FROM messages')).toEqual([])
  await store.host.close()
  exec(archiveOf(store.file), `UPDATE orders SET content = x'00'`)
  await store.restart()
  await minutes(clock)
  expect(await store.ticket('1')).toBeUndefined()
})

test('a few orders at a time, and none while the kitchen is busy', async () => {
  const clock = new FakeClock()
  const bumped = Array.from({ length: 24 }, (_, nth) => String(nth + 10))
  const store = await afterWork(clock, bumped)
  clock.sleep(2 * dayMs)
  // A change of the drafts is a commit.
  const work = async () => {
    for (let nth = 0; nth < 6; nth += 1)
      await store.call('settings.change', { undoSeconds: nth % 2 })
  }
  for (let beat = 0; beat < 20; beat += 1) {
    await work()
    await clock.advance(10_000)
  }
  expect(here(store)).toHaveLength(25)
  const counts: number[] = [here(store).length]
  for (let turn = 0; turn < 1_000 && counts.at(-1) !== 1; turn += 1) {
    await clock.advance(250)
    const now = here(store).length
    if (now !== counts.at(-1)) counts.push(now)
  }
  expect(counts).toEqual([25, 22, 19, 16, 13, 10, 7, 4, 1])
})

test('none while the files are copied or checked', async () => {
  const clock = new FakeClock()
  const store = await afterWork(clock, ['1'])
  const busy = vi.spyOn(fileWorker, 'isBusy', 'get').mockReturnValue(true)
  onTestFinished(() => busy.mockRestore())
  await pass(clock, 2)
  expect(here(store)).toEqual(['1', '9'])
  busy.mockReturnValue(false)
  await pass(clock, 1)
  await untilHere(clock, store, ['9'])
})

test('names are forgotten in both files, and nothing of them stays in their bytes', async () => {
  const clock = new FakeClock()
  const store = await afterWork(clock, ['1', '2'])
  await pass(clock, 2)
  expect(await codes(store, 'amparo')).toEqual(['9', '2', '1'])
  await pass(clock, 31)
  await expect
    .poll(async () => {
      await minutes(clock)
      return codes(store, 'amparo')
    })
    .toEqual(['9'])
  expect(await codes(store, '1')).toEqual(['1'])
  expect(await store.ticket('1')).toMatchObject({ buyerName: null, code: '1' })
  expect(idsIn(archiveOf(store.file), 'SELECT row FROM messages')).toEqual([])
  expect(
    idsIn(archiveOf(store.file), `SELECT words FROM orders WHERE words LIKE '%AMPARO%'`),
  ).toEqual([])
})

test('a person who deletes all guest data deletes that of archived orders, also of this week', async () => {
  const clock = new FakeClock()
  const store = await afterWork(clock, ['1'])
  await pass(clock, 2)
  await store.call('guests.purge', {})
  clock.sleep(3_600_000)
  await expect
    .poll(async () => {
      await minutes(clock)
      return codes(store, 'amparo')
    })
    .toEqual(['9'])
})

test('archived orders are deleted after their days', async () => {
  const clock = new FakeClock()
  const store = await afterWork(clock, ['1'])
  await pass(clock, 2)
  await pass(clock, 57)
  expect(archived(store)).toEqual(['1'])
  await expect
    .poll(async () => {
      await pass(clock, 1)
      return archived(store)
    })
    .toEqual([])
  expect(await store.ticket('1')).toBeUndefined()
  expect(await store.call('tickets.get', { ticketId: '1' })).toEqual(fail('not-found'))
})
