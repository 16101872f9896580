import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ok } from '#contract/shared/result.ts'
import { isoNow } from '#host/clock/clock.ts'
import { openTestScreens, type TestScreens } from '#test/support/screens.ts'
import { tries } from '#test/support/tries.ts'

const pin = '48213'
const minute = 60_000
const guesses = tries(2_000, 10_000)

async function openWithPin(options?: { fullCost: boolean }): Promise<TestScreens> {
  const store = openTestScreens(options)
  expect(await store.ask('office', 'screens.setPin', { pin })).toEqual(ok(null))
  return store
}

const unlock = (store: TestScreens, typed: string, screenId = 'grill') =>
  store.ask(screenId, 'screens.unlock', { pin: typed })

/** The answer to each wrong try: a code and its detail. */
async function guess(store: TestScreens, times: number, screenId?: string): Promise<string[]> {
  const reported: string[] = []
  for (let nth = 0; nth < times; nth++) {
    const answer = await unlock(store, '0000', screenId)
    reported.push(answer.ok ? 'ok' : `${answer.error.code} ${answer.error.detail ?? ''}`)
  }
  return reported
}

test('the right PIN unlocks, and wrong ones count down to a lock that looks at no PIN', async () => {
  const store = await openWithPin()
  expect(await guess(store, 6)).toEqual([
    'wrong-pin 4',
    'wrong-pin 3',
    'wrong-pin 2',
    'wrong-pin 1',
    'locked 60',
    'locked 60',
  ])
  expect(await unlock(store, pin)).toMatchObject({ error: { code: 'locked', detail: '60' } })
  await store.clock.advance(59_000)
  expect(await unlock(store, pin)).toMatchObject({ error: { code: 'locked', detail: '1' } })
  await store.clock.advance(1_000)
  expect(await unlock(store, pin)).toEqual(ok(null))
  expect(store.screens.callerOf('grill').role).toBe('manager')
})

test('a PIN whose row is damaged opens nothing and makes nobody a manager, until it is taken off', async () => {
  const store = await openWithPin()
  store.db.run(`UPDATE settings SET value = value || '}' WHERE name = 'screens.pin'`)
  store.restart()
  for (let nth = 0; nth < 2; nth++) {
    expect(store.screens.callerOf('grill').role).toBe('kitchen')
    expect(await unlock(store, pin)).toMatchObject({ error: { code: 'wrong-pin' } })
    store.restart()
  }
  store.restart('withoutPin')
  expect(store.screens.callerOf('grill').role).toBe('manager')
  store.restart()
  expect(store.screens.callerOf('grill').role).toBe('manager')
})

test('each lock is twice as long as the one before', async () => {
  const store = await openWithPin()
  for (const seconds of [60, 120, 240]) {
    expect((await guess(store, 5)).at(-1)).toBe(`locked ${seconds}`)
    await store.clock.advance(seconds * 1_000)
  }
})

test('the right PIN forgives the wrong ones before it', async () => {
  const store = await openWithPin()
  await guess(store, 4)
  expect(await unlock(store, pin)).toEqual(ok(null))
  expect(await guess(store, 1)).toEqual(['wrong-pin 4'])
})

test('one screen that guesses locks only itself, and the managers see which it is', async () => {
  const store = await openWithPin()
  await store.ask('grill', 'screens.rename', { name: 'Grill' })
  expect((await guess(store, 5)).at(-1)).toBe('locked 60')
  expect(store.events.at(-1)).toEqual({ type: 'screens.changed' })
  for (const screenId of ['office', 'bar', 'desktop'])
    expect(await unlock(store, pin, screenId)).toEqual(ok(null))
  expect((await store.read('office')).guesses).toEqual([
    { screenId: 'grill', wrong: 5, lastAt: isoNow(store.clock) },
  ])
  expect((await store.read('grill')).guesses).toBeNull()
  await store.clock.advance(minute)
  expect(await unlock(store, pin)).toEqual(ok(null))
  expect((await store.read('office')).guesses).toEqual([])
})

test('thousands of guesses at hundreds of screens: only a few are checked, and a person with the PIN can still unlock a known screen', async () => {
  const store = await openWithPin()
  expect(await unlock(store, pin, 'bar')).toEqual(ok(null))
  const codes = new Map<string, number>()
  for (let nth = 0; nth < guesses; nth++) {
    const typed = String(nth).padStart(4, '0')
    const answer = await unlock(store, typed, `screen-${String(nth % (guesses / 10))}`)
    const code = answer.ok ? 'ok' : answer.error.code
    codes.set(code, (codes.get(code) ?? 0) + 1)
  }
  expect(Object.fromEntries(codes)).toEqual({ 'wrong-pin': 24, locked: guesses - 24 })
  store.restart()
  expect(await unlock(store, pin, 'new')).toMatchObject({ error: { code: 'locked' } })
  for (const screenId of ['office', 'bar', 'desktop'])
    expect(await unlock(store, pin, screenId)).toEqual(ok(null))
})

test('a person who guesses a few times at each of many screens is reported for each of them', async () => {
  const store = await openWithPin()
  await guess(store, 1, 'office')
  for (let nth = 0; nth < 24; nth++) await guess(store, 1, `screen-${String(nth)}`)
  expect((await store.read('office')).guesses).toEqual([])
  await guess(store, 1, 'screen-24')
  const reported = (await store.read('office')).guesses ?? []
  expect(reported.map(({ screenId }) => screenId)).toEqual(
    Array.from({ length: 25 }, (_, nth) => `screen-${String(nth)}`),
  )
})

test('a screen that is trusted is limited as well', async () => {
  const store = await openWithPin()
  expect((await guess(store, 6, 'office')).at(-1)).toBe('locked 60')
  expect((await guess(store, 6, 'desktop')).at(-1)).toBe('locked 60')
})

test('tries at the same time all count', async () => {
  const store = await openWithPin()
  const answers = await Promise.all(
    ['0000', '1111', '2222', '3333', '4444', pin].map((typed) => unlock(store, typed)),
  )
  expect(answers.map((answer) => answer.ok)).not.toContain(true)
  expect(answers.at(-1)).toMatchObject({ error: { code: 'locked' } })
})

test('a restart neither ends a lock nor forgets tries, and whoever sets the clock back waits no longer', async () => {
  const store = await openWithPin()
  await guess(store, 3)
  store.restart()
  expect(await guess(store, 2)).toEqual(['wrong-pin 1', 'locked 60'])
  await store.clock.advance(20_000)
  store.restart()
  expect(await unlock(store, pin)).toMatchObject({ error: { code: 'locked', detail: '40' } })
  store.clock.jump(-24 * 60 * minute)
  store.restart()
  expect(await unlock(store, pin)).toMatchObject({ error: { code: 'locked', detail: '60' } })
  await store.clock.advance(minute)
  expect(await unlock(store, pin)).toEqual(ok(null))
})

test('a lock goes on by the clock that nobody sets, and a sleep of the machine counts', async () => {
  const store = await openWithPin()
  for (const jump of [-60 * minute, 13 * minute, 26 * 60 * minute]) {
    await guess(store, 5)
    store.clock.jump(jump)
    expect(await unlock(store, pin)).toMatchObject({ error: { code: 'locked', detail: '60' } })
    await store.clock.advance(minute)
    expect(await unlock(store, pin)).toEqual(ok(null))
  }
  await guess(store, 5)
  store.clock.sleep(60 * minute)
  expect(await unlock(store, pin)).toEqual(ok(null))
})

test('at the machine itself the PIN can be taken off, with what was tried', async () => {
  const store = await openWithPin()
  await guess(store, 5)
  store.restart('withoutPin')
  expect(await store.read('grill')).toMatchObject({
    hasPin: false,
    own: { effectiveRole: 'manager' },
  })
  expect(await store.ask('grill', 'screens.setPin', { pin: '9999' })).toEqual(ok(null))
  store.restart()
  expect(await unlock(store, pin)).toMatchObject({ error: { code: 'wrong-pin', detail: '4' } })
  expect(await unlock(store, '9999')).toEqual(ok(null))
})

test.each(['123', '123456789', '12a4', ' 1234', ''])('%j is no PIN', async (typed) => {
  const store = openTestScreens()
  const answer = await store.ask('office', 'screens.setPin', { pin: typed })
  expect(answer).toMatchObject({ error: { code: 'bad-input' } })
  expect(await store.read('office')).toMatchObject({ hasPin: false })
})

test('the PIN and what is kept of it reach no log, no answer and no event, and the file has no PIN', async () => {
  const store = await openWithPin()
  const answers: unknown[] = [await unlock(store, '00000'), await unlock(store, pin)]
  for (const screenId of ['grill', 'office']) answers.push(await store.read(screenId))
  answers.push(await store.ask('office', 'screens.setPin', { pin: '12' }))
  const row = store.db.get(`SELECT value FROM settings WHERE name = 'screens.pin'`)
  const { salt, key } = JSON.parse(String(row?.['value'])) as { salt: string; key: string }
  const reported = JSON.stringify([answers, store.events]) + store.log.text()
  for (const secret of [pin, salt, key]) {
    expect(secret.length).toBeGreaterThan(4)
    expect(reported).not.toContain(secret)
  }
  store.db.get('PRAGMA wal_checkpoint(TRUNCATE)')
  expect(readFileSync(store.file).includes(pin)).toBe(false)
  expect(readFileSync(store.file).includes(salt)).toBe(true)
})

test('the same PIN is kept otherwise each time', async () => {
  const stored = new Set<unknown>()
  const store = openTestScreens()
  for (let nth = 0; nth < 3; nth++) {
    await store.ask('office', 'screens.setPin', { pin })
    stored.add(store.db.get(`SELECT value FROM settings WHERE name = 'screens.pin'`)?.['value'])
  }
  expect(stored.size).toBe(3)
})

test('the event loop goes on while a PIN is looked at', async () => {
  const store = await openWithPin({ fullCost: true })
  let turns = 0
  let looking = true
  const count = (): void => {
    turns += 1
    if (looking) setImmediate(count)
  }
  count()
  await unlock(store, pin)
  looking = false
  // Synchronous work would block all but a few of them.
  expect(turns).toBeGreaterThan(20)
})
