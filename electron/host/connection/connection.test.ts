import { expect, test } from 'vitest'
import { contextOf } from '#test/support/context.ts'
import { openGoBetween } from '#test/support/go-between.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { BackOff } from '#contract/shared/back-off.ts'
import type { Database } from '../db/open.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { store } from './connection.ts'

/** A store with a platform that can be down; `stored` survives a restart. */
async function open(stored: unknown[], storeId?: string, fields: Record<string, string> = {}) {
  const platform = { isDown: false, sees: null as string[] | null }
  const { asked, connection, practice } = await openGoBetween(
    {
      answer: () => (platform.isDown ? { status: 503 } : undefined),
      data(_path, body) {
        const { data } = body as { data: { stores: { _id: string }[] } }
        const stores = data.stores.filter(({ _id }) => platform.sees?.includes(_id) ?? true)
        return { success: true, data: { ...data, stores } }
      },
      fields,
    },
    Object.fromEntries(Object.entries(fields).map(([ours, wire]) => [`store.${ours}`, wire])),
  )
  const clock = new FakeClock()
  const noun = store.create(
    contextOf({
      db: { transact: (work) => work() } as Database,
      connection,
      dialect: connection.dialect,
      storeId: storeId ?? practice.storeId,
      clock,
      log: createRecordingLog(),
      backOff: new BackOff(() => 0.5),
      values(name, schema) {
        // Only what is known of the store matters here.
        const rows = name === 'key-access' ? [] : stored
        return {
          read: () => schema.safeParse(rows.at(-1)).data ?? null,
          isThere: () => rows.length > 0,
          write: (value) => rows.push(value),
        }
      },
      outbox: { resume: () => undefined } as Outbox,
      announce: () => Promise.resolve([]),
      onStoreSeen: () => undefined,
      statusChanged: () => undefined,
    }),
  )
  const resume = () => void noun.resume()
  /** Runs the catch-up this often, ten seconds apart. */
  const beat = async (times: number): Promise<void> => {
    for (let nth = 0; nth < times; nth++) {
      noun.catchUp()
      await clock.advance(10_000)
    }
  }
  return { platform, practice, asked, noun, resume, beat }
}

test('a store that could not be looked up is requested once a minute, and stored once it is known', async () => {
  const stored: unknown[] = []
  const { platform, asked, noun, beat } = await open(stored)
  platform.isDown = true
  await beat(6)
  await expect.poll(() => asked.length).toBe(1)
  expect(noun.store).toBeNull()
  expect(noun.seen.state).toBe('unknown')
  platform.isDown = false
  await beat(1)
  await expect.poll(() => noun.store).not.toBeNull()
  expect(asked).toHaveLength(2)
  expect(stored).toEqual([noun.stores, noun.store])
})

test('a known store is used at once, and looked up again only at the start', async () => {
  const oldStore = {
    id: 'old',
    externalId: null,
    name: 'Old name',
    brand: '',
    countryCode: '',
    timeZone: 'UTC',
    websiteId: 'w',
  }
  const stored: unknown[] = [oldStore]
  const { asked, noun, beat } = await open(stored)
  expect(noun.store).toEqual(oldStore)
  await beat(1)
  await expect.poll(() => noun.seen.state).toBe('seen')
  await beat(12)
  expect(noun.store).not.toEqual(oldStore)
  expect(asked).toHaveLength(1)
})

test('what an older version kept of the store, without its external id, is still known', async () => {
  const { id, ...others } = { id: 'old', name: 'n', brand: '', countryCode: '', timeZone: 'UTC' }
  const { noun } = await open([{ id, ...others, websiteId: 'w' }])
  expect(noun.store).toMatchObject({ id: 'old', externalId: null })
})

test.for<[string, Record<string, string>]>([
  ['as it is assumed', {}],
  ['by the profile’s name', { externalId: 'codeOfTheShop' }],
])('a store by its external id, %s, is every id of it', async ([, fields]) => {
  const { practice, noun, beat } = await open([], 'colon', fields)
  expect([...noun.ids]).toEqual(['colon'])
  await beat(1)
  await expect.poll(() => noun.seen.state).toBe('seen')
  expect(noun.store).toMatchObject({ id: practice.storeId, externalId: 'colon', name: 'Colón' })
  expect([...noun.ids]).toEqual(['colon', practice.storeId])
})

test('a store is not guessed by its name: the token has access to others', async () => {
  const { noun, beat } = await open([], 'Colón')
  await beat(1)
  await expect.poll(() => noun.seen.state).toBe('not-seen')
  expect(noun.store).toBeNull()
  expect(noun.seen).toEqual({ state: 'not-seen', stores: 2, names: ['Colón', 'Punta Arenas'] })
})

test('a store that the token does not see is asked for again each minute and when a person asks, and never once it is seen', async () => {
  const { platform, practice, asked, noun, resume, beat } = await open([])
  platform.sees = []
  await beat(1)
  await expect.poll(() => noun.seen).toEqual({ state: 'not-seen', stores: 0, names: [] })
  await beat(5)
  expect(asked).toHaveLength(1)
  await beat(1)
  await expect.poll(() => asked.length).toBe(2)
  platform.sees = [practice.storeId]
  // The second answer comes first: only one question at a time is sent.
  await expect
    .poll(() => {
      resume()
      return noun.seen.state
    })
    .toBe('seen')
  const before = asked.length
  resume()
  await beat(12)
  expect(asked).toHaveLength(before)
})
