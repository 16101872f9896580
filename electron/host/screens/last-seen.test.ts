import { expect, test } from 'vitest'
import { openTestScreens, type TestScreens } from '#test/support/screens.ts'

const minute = 60_000
const day = 24 * 60 * minute
const seen = async (store: TestScreens, id: string) =>
  (await store.read('office')).all?.find((each) => each.id === id)?.lastSeenAt

test('a connected screen counts as seen, also over a restart', async () => {
  const store = openTestScreens()
  await store.read('grill')
  await store.ask('grill', 'screens.rename', { name: 'Grill' })
  await store.clock.advance(11 * minute)
  store.screens.callerOf('grill')
  const at = new Date(store.clock.now()).toISOString()
  expect(await seen(store, 'grill')).toBe(at)
  store.screens.everyBeat()
  // Each beat comes after seconds. Only one in ten minutes writes.
  await store.clock.advance(minute)
  store.screens.callerOf('grill')
  store.screens.everyBeat()
  store.restart()
  await store.clock.advance(minute)
  expect(await seen(store, 'grill')).toBe(at)
})

test('a screen whose last time nobody knows, as after an update, is not forgotten', async () => {
  const store = openTestScreens()
  await store.ask('grill', 'screens.rename', { name: 'Grill' })
  store.restart()
  store.db.transact(() => store.screens.dropOld(store.clock.now() + 31 * day))
  expect(store.screens.callerOf('grill').name).toBe('Grill')
})

test('a screen without a role is forgotten after 30 days, and one with a role stays', async () => {
  const store = openTestScreens()
  for (const id of ['stranger', 'grill']) {
    await store.read(id)
    await store.ask(id, 'screens.rename', { name: id })
  }
  await store.ask('office', 'screens.assign', {
    screenId: 'grill',
    name: 'Grill',
    role: 'counter',
  })
  await store.clock.advance(11 * minute)
  store.screens.everyBeat()
  store.restart()
  const names = async () => (await store.read('office')).all?.map(({ name }) => name).toSorted()
  store.db.transact(() => store.screens.dropOld(store.clock.now() + 29 * day))
  expect(await names()).toEqual(['', 'Grill', 'stranger'])
  store.db.transact(() => store.screens.dropOld(store.clock.now() + 31 * day))
  expect(await names()).toEqual(['', 'Grill'])
})

test('a screen that was last seen by a clock of 1970 is not forgotten', async () => {
  const store = openTestScreens()
  const wrong = 10_000 - store.clock.now()
  store.clock.jump(wrong)
  await store.read('grill')
  await store.ask('grill', 'screens.rename', { name: 'Grill' })
  await store.clock.advance(11 * minute)
  store.screens.everyBeat()
  store.restart()
  store.clock.jump(-wrong)
  store.db.transact(() => store.screens.dropOld(store.clock.now()))
  expect(store.screens.callerOf('grill').name).toBe('Grill')
})
