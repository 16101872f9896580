import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'
import { zstdDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bump, openStore, place, post } from '#test/support/day-of-orders.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import type { TestStore } from '#test/support/kitchen.ts'
import { unpackText } from '../db/packed-text.ts'

const dayMs = 24 * 3_600_000

/**
 * Advances several days while the machine sleeps, and then some minutes in which the platform
 * answers.
 */
async function pass(clock: FakeClock, days: number): Promise<void> {
  clock.sleep(days * dayMs)
  for (let beat = 0; beat < 40; beat += 1) {
    await clock.advance(5_000)
    await delay(5)
  }
}

function inFile<T>(store: TestStore, work: (db: DatabaseSync) => T): T {
  const db = new DatabaseSync(store.file)
  try {
    return work(db)
  } finally {
    db.close()
  }
}
const rows = (store: TestStore, sql: string): Record<string, unknown>[] =>
  inFile(store, (db) => db.prepare(sql).all())
const count = (store: TestStore, from: string): unknown =>
  rows(store, `SELECT count(*) AS n FROM ${from}`)[0]?.['n']

/** All texts about orders in the file, unpacked. */
const everything = (store: TestStore): string =>
  [
    ...rows(store, 'SELECT body FROM inbox').map(({ body }) => String(body)),
    ...rows(store, 'SELECT known FROM tickets').map(({ known }) => unpackText(String(known))),
    ...rows(store, 'SELECT words FROM past_words').map(({ sentence }) => String(sentence)),
    ...rows(store, 'SELECT bodies FROM packed_arrivals').map(({ bodies }) =>
      zstdDecompressSync(bodies as Uint8Array).toString(),
    ),
  ].join('\n')

const statuses = ['s1', 's2']
const ids = ['1', '2', '3']

/** Three orders with three events each; two are bumped and over. */
async function afterWork(clock: FakeClock): Promise<TestStore> {
  const store = await openStore(clock)
  for (const id of ids) {
    await place(store, id, { buyerName: 'Amparo Ruiz' })
    for (const [nth, orderStatus] of statuses.entries())
      await post(store, id, { orderStatus, buyerName: 'Amparo Ruiz' }, nth + 1)
    await expect.poll(() => store.ticket(id)).toBeDefined()
    if (id !== '3') await bump(store, id)
  }
  return store
}

const seen = async (store: TestStore): Promise<unknown[]> => [
  ...(await Promise.all(ids.map((ticketId) => store.call('tickets.detail', { ticketId })))),
  await store.call('tickets.find', { text: 'amparo' }),
]

test('past tickets take a tenth of the space after their day, with the same content', async () => {
  const clock = new FakeClock()
  const store = await afterWork(clock)
  const before = await seen(store)
  await store.restart()
  await pass(clock, 3)
  expect(await seen(store)).toEqual(before)
  // A repeat is still recognized.
  await post(store, '1', { orderStatus: 's2', buyerName: 'Amparo Ruiz' }, 2)
  await store.host.close()
  expect(count(store, 'inbox')).toBe(9)
  expect(count(store, `inbox WHERE body <> ''`)).toBe(0)
  const [{ packed } = {}] = rows(store, 'SELECT sum(length(bodies)) AS packed FROM packed_arrivals')
  const tickets = rows(store, 'SELECT length(known) AS known FROM tickets WHERE open = 0')
  for (const { known } of tickets) expect(Number(known) + Number(packed) / 3).toBeLessThan(4_000)
  // Open tickets are read at every start.
  expect(rows(store, 'SELECT known FROM tickets WHERE open = 1')[0]?.['known']).toMatch(/^\{/)
})

test('a ticket whose row is damaged is made anew of what is packed', async () => {
  const clock = new FakeClock()
  const store = await afterWork(clock)
  await pass(clock, 3)
  const [one, two] = await seen(store)
  await store.host.close()
  inFile(store, (db) => {
    db.exec('PRAGMA foreign_keys = OFF')
    db.exec(`UPDATE tickets SET known = substr(known, 1, 300) WHERE id = '1'`)
  })
  await store.restart()
  // The first who asks for it finds it damaged.
  await seen(store)
  await clock.advance(60_000)
  const [again, other] = await seen(store)
  const what = (detail: unknown) => (detail as { value: { ticket: object } }).value.ticket
  expect(what(again)).toMatchObject({
    ...what(one),
    bump: { delivery: { state: 'confirmed' } },
    startedAt: null,
  })
  expect(other).toEqual(two)
})

test('texts are deleted a week after their orders ended, and stay while one is open; names are deleted with the guest', async () => {
  const clock = new FakeClock()
  const store = await afterWork(clock)
  await store.restart()
  await pass(clock, 3)
  await pass(clock, 9)
  await store.host.close()
  // The third is open.
  expect(count(store, 'packed_arrivals')).toBe(1)
  await store.restart()
  await bump(store, '3')
  await pass(clock, 3)
  await store.host.close()
  expect(count(store, 'packed_arrivals')).toBe(1)
  await store.restart()
  await pass(clock, 6)
  await store.host.close()
  expect(count(store, 'packed_arrivals')).toBe(0)
  expect(count(store, 'inbox')).toBe(9)
  expect(everything(store)).toContain('Amparo')
  await store.restart()
  await pass(clock, 29)
  await store.host.close()
  expect(count(store, 'tickets')).toBe(3)
  expect(everything(store)).not.toMatch(/amparo/i)
})

test('names are forgotten with the guest in what is packed, also where an order is open still', async () => {
  const clock = new FakeClock()
  const store = await afterWork(clock)
  await store.restart()
  await pass(clock, 3)
  await pass(clock, 29)
  await store.host.close()
  expect(count(store, 'packed_arrivals')).toBe(0)
  const over = rows(store, 'SELECT known FROM tickets WHERE open = 0')
  expect(over).toHaveLength(2)
  for (const { known } of over) {
    expect(known).toMatch(/^zstd1:/)
    expect(unpackText(String(known))).not.toMatch(/amparo/i)
  }
})
