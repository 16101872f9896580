import { expect, test } from 'vitest'
import { setOutOfStock } from '#platform/stock.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { practiceConnection } from '../start/practice-store.ts'
import {
  backOnSale,
  advanceUntil,
  board,
  burger,
  notice,
  openStore,
  set,
  stateOf,
} from '#test/support/stock-board.ts'

const minute = 60_000

/**
 * A store, and a function that reads its menu again after some minutes. Nothing that happens in
 * between matters here, so they pass in one step.
 */
async function openRefresh(opened = openStore()) {
  const { store, clock } = await opened
  async function readAfter(minutes: number): Promise<void> {
    await clock.leap(minutes * minute)
    const { menu } = await board(store)
    const asked = Date.now()
    await store.call('menu.refresh', {})
    await clock.advance(1_000)
    await expect
      .poll(async () => {
        await clock.advance(50)
        return (await board(store)).menu.readAt !== menu.readAt && Date.now() > asked
      })
      .toBe(true)
  }
  return { store, clock, readAfter }
}

test.each([
  ['at once', [0, 1, 2]],
  ['for as long as it likes', [4, 8, 12, 60]],
])(
  'what is sold out and confirmed stays so while the menu lags behind %s',
  async (_title, after) => {
    const { store, clock, readAfter } = await openRefresh()
    const keys = (await board(store)).items
      .filter(({ kind }) => kind === 'product')
      .map(({ key }) => key)
    const off = new Set((await board(store)).states.map(({ key }) => key))
    const ten = keys.filter((key) => !off.has(key)).slice(0, 10)
    expect(ten).toHaveLength(10)
    store.practice.lagMenus(true)
    await set(store, ten, notice)
    for (const key of ten) await advanceUntil(store, clock, key, 'confirmed')
    for (const minutes of after) {
      await readAfter(minutes)
      const { states } = await board(store)
      expect(
        ten.filter((key) => states.find((state) => state.key === key)?.state !== 'out'),
      ).toEqual([])
    }
  },
)

test('what was brought back stays on sale while the menu lags behind', async () => {
  const { store, clock, readAfter } = await openRefresh()
  await set(store, [burger], notice)
  await advanceUntil(store, clock, burger, 'confirmed')
  await readAfter(6)
  store.practice.lagMenus(true)
  await set(store, [burger], backOnSale)
  await advanceUntil(store, clock, burger, 'confirmed')
  await readAfter(1)
  expect(await stateOf(store, burger)).toMatchObject({ state: 'on-sale' })
  store.practice.lagMenus(false)
  await readAfter(6)
  expect(await stateOf(store, burger)).toBeUndefined()
})

test('a menu that has caught up is trusted: an item restored on the platform’s own page is on sale', async () => {
  const { store, clock, readAfter } = await openRefresh()
  await set(store, [burger], notice)
  await advanceUntil(store, clock, burger, 'confirmed')
  await readAfter(6)
  expect(await stateOf(store, burger)).toMatchObject({
    state: 'out',
    delivery: { state: 'confirmed' },
  })
  const { practice } = store
  const brought = await setOutOfStock(practiceConnection(practice), {
    params: { storeId: practice.storeId, productId: 'P101' },
    body: { outOfStock: false },
  })
  expect(brought).toMatchObject({ ok: true })
  await readAfter(6)
  expect(await stateOf(store, burger)).toBeUndefined()
  // The time of the change survives a restart.
  await store.restart()
  expect(await stateOf(store, burger)).toBeUndefined()
  await readAfter(6)
  expect(await stateOf(store, burger)).toBeUndefined()
})

test('a restart is no change of the menu', async () => {
  const { store, clock, readAfter } = await openRefresh()
  store.practice.lagMenus(true)
  await set(store, [burger], notice)
  await advanceUntil(store, clock, burger, 'confirmed')
  await readAfter(6)
  await store.restart()
  await readAfter(6)
  expect(await stateOf(store, burger)).toMatchObject({
    state: 'out',
    delivery: { state: 'confirmed' },
  })
})

test.each([
  ['2038', 12 * 365 * 24 * 60 * minute],
  ['26 hours ahead', 26 * 60 * minute],
  ['20 hours ahead', 20 * 60 * minute],
])(
  'a menu that came while the platform’s clock was wrong, %s, does not bring back what is sold out later',
  async (_when, ahead) => {
    const clock = new FakeClock(new Date().toISOString())
    let lie = 0
    const opened = openStore(clock, () => clock.now() + lie)
    const { store, readAfter } = await openRefresh(opened)
    await set(store, [burger], notice)
    await advanceUntil(store, clock, burger, 'confirmed')
    await readAfter(6)
    lie = ahead
    await set(store, [burger], backOnSale)
    await advanceUntil(store, clock, burger, 'confirmed')
    await readAfter(6)
    lie = 0
    await readAfter(6)
    store.practice.lagMenus(true)
    await set(store, [burger], notice)
    await advanceUntil(store, clock, burger, 'confirmed')
    for (const minutes of [6, 22 * 60]) {
      await readAfter(minutes)
      expect(await stateOf(store, burger)).toMatchObject({ state: 'out' })
    }
  },
)
