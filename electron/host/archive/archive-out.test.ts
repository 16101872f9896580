import { archiveOf } from '../db/store-folder.ts'
import { mkdirSync, readFileSync, renameSync, rmdirSync, writeFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fail, ok } from '#contract/shared/result.ts'
import { damagePage } from '#test/support/damage-page.ts'
import { markReady, openStore, place, post } from '#test/support/day-of-orders.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import type { TestStore } from '#test/support/kitchen.ts'
import { valueOfOk } from '#test/support/reservations.ts'

const dayMs = 24 * 3_600_000
const out = fail('not-found', undefined, 'archive-out')

async function pass(clock: FakeClock, days: number): Promise<void> {
  clock.sleep(days * dayMs)
  for (let beat = 0; beat < 40; beat += 1) {
    await clock.advance(5_000)
    await delay(2)
  }
}

/** Orders that were moved, and one that is open. The host is closed. */
async function closedStore(clock: FakeClock): Promise<TestStore> {
  const store = await openStore(clock)
  for (const id of ['1', '2', '9']) await place(store, id, { buyerName: 'Amparo' })
  for (const id of ['1', '2']) await markReady(store, id)
  await pass(clock, 2)
  await store.host.close()
  return store
}

const troubleOf = async (store: TestStore) => valueOfOk(await store.call('status.get', {})).archive
const codes = async (store: TestStore) =>
  valueOfOk(await store.call('tickets.search', { text: 'amparo' })).map(({ code }) => code)
const wall = async (store: TestStore) =>
  valueOfOk(await store.call('tickets.list', {})).tickets.map(({ id }) => id)

test.for<[string, (path: string) => void, string[]]>([
  [
    'its head',
    (path) =>
      writeFileSync(path, Buffer.concat([Buffer.alloc(100), readFileSync(path).subarray(100)])),
    ['9'],
  ],
  ['its orders', (path) => damagePage(path, 'orders'), ['9']],
  ['its words', (path) => damagePage(path, 'search_data'), ['9', '2', '1']],
])(
  'an archive with damage in %s: the wall is up, it says so, and the rest is copied',
  async ([_what, damage, expectedCodes]) => {
    const clock = new FakeClock()
    const store = await closedStore(clock)
    damage(archiveOf(store.file))
    await store.restart()
    expect(await wall(store)).toEqual(['9'])
    expect(await troubleOf(store)).toBeUndefined()
    await markReady(store, '9')
    await expect
      .poll(async () => {
        await clock.advance(30_000)
        await codes(store)
        return troubleOf(store)
      })
      .toMatchObject({ kind: 'damaged', isOut: false, copied: expectedCodes.length - 1 })
    expect(await codes(store)).toEqual(expectedCodes)
    await store.call('tickets.recall', { ticketId: '9' })
    expect(await wall(store)).toEqual(['9'])
  },
)

test('while the archive can’t be opened, the kitchen works, and each question says so', async () => {
  const clock = new FakeClock()
  const store = await closedStore(clock)
  const path = archiveOf(store.file)
  renameSync(path, `${path}.away`)
  mkdirSync(path)
  await store.restart()
  expect(await codes(store)).toEqual(['9'])
  expect(await troubleOf(store)).toMatchObject({ kind: 'closed', isOut: true })
  expect(await store.call('tickets.recall', { ticketId: '1' })).toEqual(out)
  expect(await store.call('tickets.get', { ticketId: '1' })).toEqual(out)
  expect(await store.call('coupons.basketOf', { ticketId: '1' })).toEqual(out)
  const printer = { jobId: 'job', printerId: 'none', ticketId: '1' }
  expect(await store.call('printers.printTicket', printer)).toEqual(out)
  const days = { kind: 'days', from: '2026-11-19', to: '2026-11-23' } as const
  expect(await store.call('kitchenFigures.get', { span: days })).toEqual(out)
  await markReady(store, '9')
  await pass(clock, 2)
  // A late change waits for the archive.
  await post(store, '1', { buyerName: 'Berta' }, 4 * 86_400)
  const unread = async () => valueOfOk(await store.call('status.get', {})).inbox.unread
  await expect.poll(unread).toBe(1)
  expect(await wall(store)).toEqual([])
  rmdirSync(path)
  renameSync(`${path}.away`, path)
  await expect
    .poll(async () => {
      await clock.advance(30_000)
      return (await store.ticket('1'))?.buyerName
    })
    .toBe('Berta')
  expect(await unread()).toBe(0)
  expect(await troubleOf(store)).toBeUndefined()
  expect(await store.call('tickets.recall', { ticketId: '2' })).toEqual(ok(null))
  expect(await wall(store)).toEqual(['2'])
  expect((await store.ticket('9'))?.stage).toBe('ready')
})
