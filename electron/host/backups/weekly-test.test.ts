import { existsSync, readdirSync, statSync, truncateSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { damagePage } from '#test/support/damage-page.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openTestStore } from '#test/support/kitchen.ts'
import { valueOfOk } from '#test/support/reservations.ts'

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** A store with one order and backups, and a clock that only tests move. */
async function openStore() {
  const clock = new FakeClock()
  const store = await openTestStore({ clock, backups: true })
  const place = async (id: string): Promise<void> => {
    store.practice.setReceiver(store.host.webhookUrl)
    await store.practice.placeOrder({ _id: id })
    await expect.poll(() => store.ticket(id)).toBeDefined()
  }
  const list = async () => {
    const value = valueOfOk(await store.call('backups.list', {}))
    if (value === null) throw new Error('no backups')
    return value
  }
  await place('order-1')
  return {
    ...store,
    clock,
    place,
    list,
    /** The time of the last test; it may be under way in another thread. */
    tested: async () => (await list()).test?.at ?? null,
    failed: async () => valueOfOk(await store.call('status.get', {})).backup?.testFailedAt,
    restart: store.restart,
    temporary: () => readdirSync(dirname(store.file)).filter((name) => name === 'restored'),
  }
}

type Opened = Awaited<ReturnType<typeof openStore>>

/**
 * Lets time pass until a test has another result than `before`; `eachTime` runs before each step.
 */
async function passUntilTested(
  store: Opened,
  before: string | null,
  eachTime?: () => Promise<void>,
): Promise<string> {
  await expect
    .poll(
      async () => {
        await eachTime?.()
        await store.clock.leap(minuteMs)
        return store.tested()
      },
      { interval: 5 },
    )
    .not.toBe(before)
  return (await store.tested()) ?? ''
}

test('a restore is tested in the first quiet hour, then once a week, also after a restart', async () => {
  const store = await openStore()
  await store.clock.leap(29 * minuteMs)
  expect(await store.tested()).toBeNull()
  const first = await passUntilTested(store, null)
  expect((await store.list()).test).toMatchObject({ tickets: 1, fault: null })
  expect(await store.failed()).toBeUndefined()
  expect(store.temporary()).toEqual([])
  await store.restart()
  expect(await store.tested()).toBe(first)
  await store.clock.leap(2 * 60 * minuteMs)
  expect(await store.tested()).toBe(first)
  store.clock.sleep(7 * dayMs)
  const second = await passUntilTested(store, first)
  expect(Date.parse(second) - Date.parse(first)).toBeGreaterThanOrEqual(7 * dayMs)
})

test('a failed test is in the status and the list, and is repeated the next day', async () => {
  const store = await openStore()
  const damaged = new Set<string>()
  /** Damages every backup; the store makes new ones meanwhile. */
  const damageAll = async (): Promise<void> => {
    valueOfOk(await store.call('backups.create', {}))
    const { folder, backups } = await store.list()
    for (const { id } of backups) {
      if (!damaged.has(id)) damagePage(join(folder, id), 'tickets')
      damaged.add(id)
    }
  }
  const failedAt = await passUntilTested(store, null, damageAll)
  expect((await store.list()).test).toMatchObject({ tickets: null, fault: 'not-restored' })
  expect(await store.failed()).toBe(failedAt)
  expect(store.temporary()).toEqual([])
  await store.restart()
  expect(await store.failed()).toBe(failedAt)
  store.clock.sleep(8 * dayMs)
  await store.place('order-2')
  valueOfOk(await store.call('backups.create', {}))
  const next = await passUntilTested(store, failedAt)
  expect(next > failedAt).toBe(true)
  expect((await store.list()).test).toMatchObject({ tickets: 2, fault: null })
  expect(await store.failed()).toBeUndefined()
})

test('a test that has no room says so', async (context) => {
  if (process.platform === 'win32') {
    context.skip('a file with holes takes room there')
    return
  }
  const store = await openStore()
  valueOfOk(await store.call('backups.create', {}))
  const { size } = statSync(store.file)
  // A backup needs as much room as the file. It has holes, so it takes none itself.
  truncateSync(store.file, 8e12)
  expect(await store.call('backups.test', {})).toEqual({
    ok: false,
    error: { code: 'storage', reason: 'no-room' },
  })
  truncateSync(store.file, size)
  expect(valueOfOk(await store.call('backups.test', {}))).toMatchObject({ fault: null })
})

test('a test that a manager asks for runs at once; without backups there is none', async () => {
  const store = await openStore()
  const result = valueOfOk(await store.call('backups.test', {}))
  expect(result).toMatchObject({ tickets: 1, fault: null })
  expect(await store.tested()).toBe(result?.at)
  const practice = await openTestStore({})
  expect(valueOfOk(await practice.call('backups.list', {}))).toBeNull()
  expect(valueOfOk(await practice.call('backups.test', {}))).toBeNull()
  expect(await practice.call('backups.create', {})).toEqual({
    ok: false,
    error: { code: 'not-found' },
  })
  expect(existsSync(join(dirname(practice.file), 'backups'))).toBe(false)
})
