import { describe, expect, test } from 'vitest'
import { ok } from '#contract/shared/result.ts'
import { openTestScreens, type TestScreens } from '#test/support/screens.ts'

const pin = '4821'
const minute = 60_000
const roleOf = (store: TestScreens, screenId: string) => store.screens.callerOf(screenId).role

async function openWithPin(): Promise<TestScreens> {
  const store = openTestScreens()
  await store.ask('office', 'screens.setPin', { pin })
  return store
}

describe('the role of a screen', () => {
  test('a manager’s without a PIN, whatever it was assigned; with one, what it was assigned', async () => {
    const store = openTestScreens()
    for (const id of ['grill', 'counter', '']) expect(roleOf(store, id)).toBe('manager')
    await store.read('counter')
    await store
      .ask('office', 'screens.assign', { screenId: 'counter', name: '', role: 'counter' })
      .then((answer) => expect(answer).toEqual(ok(null)))
    expect(roleOf(store, 'counter')).toBe('manager')
    await store.ask('office', 'screens.setPin', { pin })
    expect(roleOf(store, 'counter')).toBe('counter')
    expect(roleOf(store, 'grill'), 'a new one').toBe('kitchen')
    expect(roleOf(store, ''), 'one that nobody knows').toBe('kitchen')
    expect(roleOf(store, 'office'), 'who set it is unlocked').toBe('manager')
    await store.ask('office', 'screens.removePin', {})
    expect(roleOf(store, 'grill')).toBe('manager')
  })

  test('names and roles outlive a restart, and nothing that is unlocked does', async () => {
    const store = await openWithPin()
    await store.ask('grill', 'screens.rename', { name: ' Grill ' })
    await store.ask('office', 'screens.assign', {
      screenId: 'grill',
      name: 'Parrilla',
      role: 'counter',
    })
    await store.ask('office', 'screens.rename', { name: 'Office' })
    store.restart()
    expect(store.screens.callerOf('grill')).toEqual({
      screen: 'grill',
      name: 'Parrilla',
      role: 'counter',
    })
    expect(store.screens.callerOf('office')).toMatchObject({ name: 'Office', role: 'kitchen' })
  })

  test('a row with a role that we don’t have counts as none', async () => {
    const store = await openWithPin()
    await store.ask('grill', 'screens.rename', { name: 'Grill' })
    store.db.run(`UPDATE screens SET role = 'chef' WHERE id = 'grill'`)
    store.restart()
    expect(store.screens.callerOf('grill')).toMatchObject({ name: '', role: 'kitchen' })
    expect(store.log.text()).toContain('row set aside')
  })
})

test('each screen knows the names of the others, also without a manager’s role, and nothing else of them', async () => {
  const store = await openWithPin()
  await store.read('office')
  await store.ask('office', 'screens.rename', { name: 'Office' })
  await store.read('bar')
  const grill = await store.read('grill')
  expect(grill.otherNames.toSorted()).toEqual(['', 'Office'])
  expect(grill.all).toBeNull()
  await store.ask('grill', 'screens.rename', { name: 'Grill' })
  expect((await store.read('office')).otherNames.toSorted()).toEqual(['', 'Grill'])
})

describe('unlocking', () => {
  test('makes one screen a manager’s for five minutes, and notifies the screens when it ends', async () => {
    const store = await openWithPin()
    await store.clock.advance(1_000)
    expect(await store.ask('grill', 'screens.unlock', { pin })).toEqual(ok(null))
    expect([roleOf(store, 'grill'), roleOf(store, 'cold')]).toEqual(['manager', 'kitchen'])
    const { own } = await store.read('grill')
    expect(own).toMatchObject({
      role: 'kitchen',
      effectiveRole: 'manager',
      unlockedUntil: '2026-11-20T15:35:01.000Z',
    })
    // The office's lock started a second earlier and ends in between.
    await store.clock.advance(5 * minute - 1)
    expect([roleOf(store, 'grill'), roleOf(store, 'office')]).toEqual(['manager', 'kitchen'])
    store.events.length = 0
    await store.clock.advance(1)
    expect(roleOf(store, 'grill')).toBe('kitchen')
    expect(store.events).toEqual([{ type: 'screens.changed' }])
    expect((await store.read('grill')).own.unlockedUntil).toBeNull()
  })

  test('again begins the five minutes anew; a tap locks it', async () => {
    const store = await openWithPin()
    await store.ask('grill', 'screens.unlock', { pin })
    await store.clock.advance(4 * minute)
    await store.ask('grill', 'screens.unlock', { pin })
    await store.clock.advance(4 * minute)
    expect(roleOf(store, 'grill')).toBe('manager')
    store.events.length = 0
    await store.ask('grill', 'screens.lock', {})
    expect(roleOf(store, 'grill')).toBe('kitchen')
    expect(store.events).toEqual([{ type: 'screens.changed' }])
  })

  test.each([-45_000, -3 * 60 * minute, 26 * 60 * minute])(
    'lasts no longer where the clock is set back, nor ahead: by %i ms',
    async (jump) => {
      const store = await openWithPin()
      store.clock.jump(jump)
      await store.clock.advance(5 * minute)
      expect(roleOf(store, 'office')).toBe('kitchen')
    },
  )

  test('ends while the machine sleeps and no timer runs, and notifies the screens afterwards', async () => {
    const store = await openWithPin()
    store.clock.jump(6 * minute)
    expect(roleOf(store, 'office')).toBe('kitchen')
    store.events.length = 0
    store.screens.catchUp()
    store.screens.catchUp()
    expect(store.events).toEqual([{ type: 'screens.changed' }])
  })

  test('ends where the PIN is another, but for who set it; and where there is none', async () => {
    const store = await openWithPin()
    await store.ask('grill', 'screens.unlock', { pin })
    await store.ask('grill', 'screens.setPin', { pin: '99999' })
    expect([roleOf(store, 'grill'), roleOf(store, 'office')]).toEqual(['manager', 'kitchen'])
    await store.ask('grill', 'screens.removePin', {})
    await store.ask('grill', 'screens.setPin', { pin })
    await store.ask('grill', 'screens.lock', {})
    expect(roleOf(store, 'office')).toBe('kitchen')
  })

  test('without a PIN there is nothing to unlock, and nothing is left of it', async () => {
    const store = openTestScreens()
    expect(await store.ask('grill', 'screens.unlock', { pin: '0000' })).toEqual(ok(null))
    await store.ask('office', 'screens.setPin', { pin })
    expect(roleOf(store, 'grill')).toBe('kitchen')
  })

  test('holds for all scripts together, which have no name of their own and can’t set a PIN', async () => {
    const store = await openWithPin()
    expect(await store.ask('', 'screens.unlock', { pin: '0000' })).toMatchObject({
      error: { code: 'wrong-pin' },
    })
    expect(await store.ask('', 'screens.rename', { name: 'Grill' })).toMatchObject({
      error: { code: 'not-found' },
    })
    expect(store.screens.callerOf('')).toEqual({ screen: '', name: '', role: 'kitchen' })
    expect(await store.ask('', 'screens.unlock', { pin })).toEqual(ok(null))
    expect(roleOf(store, '')).toBe('manager')
    expect(roleOf(store, 'grill')).toBe('kitchen')
    await store.ask('', 'screens.lock', {})
    expect(roleOf(store, '')).toBe('kitchen')
    await store.ask('office', 'screens.removePin', {})
    expect(await store.ask('', 'screens.setPin', { pin })).toMatchObject({
      error: { code: 'not-found' },
    })
  })
})

describe('the list of screens', () => {
  test('is for managers, and contains every screen that has called since the start', async () => {
    const store = await openWithPin()
    await store.ask('grill', 'screens.rename', { name: 'Grill' })
    expect((await store.read('grill')).all).toBeNull()
    await store.read('')
    expect((await store.read('office')).all).toMatchObject([
      { id: 'grill', name: 'Grill', role: 'kitchen' },
      { id: 'office', name: '', role: 'kitchen' },
    ])
    store.restart()
    await store.ask('office', 'screens.unlock', { pin })
    expect((await store.read('office')).all?.map(({ id }) => id)).toEqual(['grill', 'office'])
  })

  test('the screens are notified of a new one once', async () => {
    const store = await openWithPin()
    await store.read('office')
    store.events.length = 0
    await store.read('grill')
    await store.read('grill')
    expect(store.events).toEqual([{ type: 'screens.changed' }])
  })

  test.each([
    ['screens.rename', { name: 'Bar' }],
    ['screens.assign', { screenId: 'grill', name: 'Bar', role: 'counter' }],
    ['screens.forget', { screenId: 'grill' }],
  ] as const)('the screens are notified after %s', async (name, input) => {
    const store = await openWithPin()
    await store.ask('grill', 'screens.rename', { name: 'Grill' })
    store.events.length = 0
    expect(await store.ask('office', name, input)).toEqual(ok(null))
    expect(store.events).toEqual([{ type: 'screens.changed' }])
  })

  test('a screen that is forgotten is a new one when it asks again', async () => {
    const store = await openWithPin()
    await store.ask('grill', 'screens.rename', { name: 'Grill' })
    await store.ask('grill', 'screens.unlock', { pin })
    expect(await store.ask('office', 'screens.forget', { screenId: 'grill' })).toEqual(ok(null))
    expect(store.screens.callerOf('grill')).toMatchObject({ name: '', role: 'kitchen' })
    expect(await store.ask('office', 'screens.forget', { screenId: 'grill' })).toMatchObject({
      error: { code: 'not-found' },
    })
  })

  test('a screen that nobody saw gets no role', async () => {
    const store = await openWithPin()
    const request = { screenId: 'nowhere', name: '', role: 'manager' } as const
    expect(await store.ask('office', 'screens.assign', request)).toMatchObject({
      error: { code: 'not-found' },
    })
  })

  test('does not grow without end: the oldest without a role are let go', async () => {
    const store = await openWithPin()
    await store.ask('old', 'screens.rename', { name: 'Old' })
    await store.ask('counter', 'screens.rename', { name: 'Counter' })
    await store.ask('office', 'screens.assign', {
      screenId: 'counter',
      name: 'Counter',
      role: 'counter',
    })
    for (let nth = 0; nth < 199; nth++)
      await store.ask(`screen-${nth}`, 'screens.rename', { name: 'x' })
    expect(store.db.get('SELECT count(*) AS n FROM screens')).toEqual({ n: 200 })
    expect(store.screens.callerOf('old').name).toBe('')
    expect(store.screens.callerOf('counter').role).toBe('counter')
    for (let nth = 0; nth < 150; nth++) await store.read(`visitor-${nth}`)
    expect((await store.read('office')).all).toHaveLength(300)
    await store.clock.advance(11 * minute)
    store.screens.everyBeat()
    const row = store.db.get(`SELECT value FROM settings WHERE name = 'screensSeen'`)
    expect(Object.keys(JSON.parse(String(row?.['value'])) as object).length).toBeLessThan(301)
  })
})

test('a change that could not be written is not in memory either', async () => {
  const store = await openWithPin()
  await store.ask('grill', 'screens.rename', { name: 'Grill' })
  store.db.get('PRAGMA query_only = ON')
  expect(await store.ask('grill', 'screens.rename', { name: 'Cold' })).toMatchObject({
    error: { code: 'storage' },
  })
  store.screens.rolledBack()
  expect(store.screens.callerOf('grill').name).toBe('Grill')
  expect(
    await store.ask('grill', 'screens.unlock', { pin }),
    'nor is a try that cannot be counted',
  ).toMatchObject({
    error: { code: 'storage' },
  })
  expect(roleOf(store, 'grill')).toBe('kitchen')
  store.db.get('PRAGMA query_only = OFF')
})
