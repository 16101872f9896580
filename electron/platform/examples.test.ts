import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startPractice, type Practice } from '#practice/platform.ts'
import {
  connect,
  copyPayments,
  describeEvent,
  movementsOf,
  pointsInHand,
  ready,
  sellOut,
  storesOf,
  sumOfPayments,
} from './examples.fixture.ts'
import * as entry from './index.ts'
import { platformOperations } from './operations.ts'
import { EvenPace, type Connection, type PageStart } from './index.ts'

const read = (file: string): string => readFileSync(join(import.meta.dirname, file), 'utf8')

test('the page shows the examples as they are tried here, every line', () => {
  const [, section = ''] = read('README.md').split('\n## Using it\n')
  const [own = ''] = section.split('\n## ')
  const shown = [...own.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => code.trim())
  expect(shown.length).toBeGreaterThan(5)
  expect(`${shown.join('\n\n')}\n`).toBe(read('examples.fixture.ts'))
})

test('the entry has every operation and every list', async () => {
  const lists = await import('./lists.ts')
  expect(entry.platformOperations).toBe(platformOperations)
  expect(Object.keys(entry)).toEqual(expect.arrayContaining(Object.keys(lists)))
})

describe('what they say', () => {
  let practice: Practice
  let connection: Connection
  beforeAll(async () => {
    practice = await startPractice({ now: () => Date.parse('2026-11-20T18:00:00Z'), processMs: 1 })
    connection = {
      ...connect(practice.v3, practice.v1, practice.token),
      pace: new EvenPace({ requestsPerSecond: 1000 }),
    }
  })
  afterAll(() => practice.close())

  test('stores, and a failure in words', async () => {
    expect(await storesOf(connection)).toMatch(/Colón/)
    expect(await storesOf({ ...connection, token: 'wrong' })).toMatch(/^answered 401 /)
  })

  test('ready: yes, no, and unknown', async () => {
    const { _id } = await practice.placeOrder()
    expect(await ready(connection, _id)).toBe(true)
    expect(await ready(connection, 'nobody')).toBe(false)
    expect(await ready({ ...connection, v3Url: 'no address' }, _id)).toBe(false)
    practice.misbehave({ path: '/preparation-ready', kind: 'status', status: 503 })
    expect(await ready(connection, _id)).toBe('unknown')
    practice.behave()
  })

  test('sold out, or the item at fault', async () => {
    const { items } = await practice.placeOrder()
    const product = items[0]?.product._id ?? ''
    expect(typeof (await sellOut(connection, practice.storeId, product))).toBe('string')
    expect(await sellOut(connection, practice.storeId, 'nothing')).toMatchObject([
      { item: { productId: 'nothing' } },
    ])
  })

  test('a day’s payments, and none for a store that nobody knows', async () => {
    expect(await sumOfPayments(connection, 'colon', '2026-11-19')).toBeGreaterThan(100_000)
    expect(await sumOfPayments(connection, 'colon', '2025-11-19')).toBe(0)
    await expect(sumOfPayments(connection, 'nowhere', '2026-11-19')).rejects.toThrow(
      'Store not found',
    )
  })

  test('payments in parts, cancelled and continued', async () => {
    const stored: string[] = []
    const controller = new AbortController()
    const keep = (ids: string[], at: PageStart | null): void => {
      stored.push(...ids)
      if (at?.page === 3) controller.abort()
    }
    const { signal } = controller
    const first = await copyPayments(connection, 'colon', keep, null, signal)
    expect(first).toEqual({ goOnFrom: { page: 3 }, because: 'called-off' })
    const rest = await copyPayments(
      connection,
      'colon',
      keep,
      { page: 3 },
      new AbortController().signal,
    )
    expect(rest).toEqual({ all: true, unreadable: 0 })
    expect([stored.length, new Set(stored).size]).toEqual([400, 400])
  })

  test('points and movements', async () => {
    const summary = await entry.platformOperations.readLoyaltySummary(connection)
    expect(summary).toMatchObject({
      value: { pointsInCirculation: await pointsInHand(connection) },
    })
    const all = await entry.platformOperations.listPointMovements(connection, {
      query: { pageSize: 1 },
    })
    const guest = all.ok ? (all.value.movements[0]?.userId ?? '') : ''
    expect(await movementsOf(connection, guest)).toBeGreaterThan(0)
    await expect(movementsOf(connection, '')).rejects.toThrow('serviceUserId')
  })

  test('an event', () => {
    const date = '2026-11-20T18:00:00Z'
    const order = { type: 'ecommerce.order.created', data: { order: { _id: 'o-1' } }, date }
    expect(describeEvent(connection, order)).toBe('order o-1')
    expect(describeEvent(connection, { type: 'tabs.tab.closed' })).toBe('unknown')
    expect(describeEvent(connection, 7)).toMatch(/^not an event: /)
  })
})
