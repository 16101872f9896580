import { expect, onTestFinished, test } from 'vitest'
import { FakeClock } from '#test/support/fake-clock.ts'
import { lost, openGoBetween } from '#test/support/go-between.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'
import { answerMenuById, unplaced } from '#test/support/menu-by-id.ts'
import { advanceUntil, board, notice, set, stateOf } from '#test/support/stock-board.ts'

/** A store whose platform identifies menu items as the specification identifies products. */
async function openStoreById(): Promise<{ store: TestStore; clock: FakeClock }> {
  const clock = new FakeClock(new Date().toISOString())
  const store = await openTestStore({
    clock,
    async inFront(practice) {
      const { v3, close } = await answerMenuById(practice)
      onTestFinished(close)
      return v3
    },
  })
  store.practice.setReceiver(store.host.webhookUrl)
  await expect.poll(async () => (await board(store)).items.length).toBeGreaterThan(0)
  return { store, clock }
}

const keyOf = async (store: TestStore, name: string): Promise<string> => {
  const key = (await board(store)).items.find((item) => item.name === name)?.key
  if (key === undefined) throw new Error(`no ${name} on the board`)
  return key
}

test('what is on the menu by its own ids is sold out by them, and confirmed', async () => {
  const { store, clock } = await openStoreById()
  const names = ['Hamburguesa clásica', 'Bien cocida', 'Champiñones']
  for (const name of names) {
    const key = await keyOf(store, name)
    expect(await set(store, [key], notice)).toMatchObject({ ok: true })
    await advanceUntil(store, clock, key, 'confirmed')
  }
  const sold = store.practice.stock().filter(({ stock }) => stock === 0)
  expect(sold).toEqual(
    expect.arrayContaining([expect.objectContaining({ productId: 'prd-hamburguesa-clasica' })]),
  )
})

test('an option that no modifier has is shown and refused, alone and among others', async () => {
  const { store } = await openStoreById()
  const option = await keyOf(store, unplaced.option)
  const product = await keyOf(store, unplaced.product)
  expect(await set(store, [option], notice)).toMatchObject({ error: { code: 'not-found' } })
  expect(await stateOf(store, option)).toBeUndefined()
  expect(await set(store, [option, product], notice)).toMatchObject({ ok: true })
  expect(await stateOf(store, option)).toBeUndefined()
  expect(await stateOf(store, product)).toMatchObject({ state: 'out' })
})

test('what stands in no place is counted, also before the menu can be read again', async () => {
  const { store } = await openStoreById()
  const gaps = { withoutCategory: 1, withoutModifier: 1, leftOut: 1 }
  expect((await board(store)).menu.gaps).toEqual(gaps)
  store.practice.misbehave({ path: '/ecommerce/menu', kind: 'status', status: 503 })
  await store.restart()
  const { menu, items } = await board(store)
  expect(menu.gaps).toEqual(gaps)
  expect(items.map(({ name }) => name)).toContain(unplaced.option)
})

test('an option goes out by the menu’s ids, also where its modifier’s has a slash', async () => {
  const between = await openGoBetween({
    // Adds a slash to every modifier id in the menu.
    data(path, data) {
      if (!path.startsWith('/ecommerce/menu')) return data
      const reported: unknown = JSON.parse(JSON.stringify(data).replaceAll(/"G(\d+)"/g, '"G/$1"'))
      return reported
    },
  })
  const v1Url = `${new URL(between.connection.v3Url).origin}${new URL(between.practice.v1).pathname}`
  const clock = new FakeClock(new Date().toISOString())
  const store = await openTestStore({ clock, between, reach: () => ({ v1Url }) })
  await expect.poll(async () => (await board(store)).items.length).toBeGreaterThan(0)
  const { items } = await board(store)
  const option = items.find(({ kind, groups }) => kind === 'option' && groups[0]?.includes('/'))
  const update = between.hold({ fits: (path) => path.includes('updateStock'), when: 'after' })
  expect(await set(store, [option?.key ?? ''], notice)).toMatchObject({ ok: true })
  await clock.advance(1_000)
  await (await update.next()).answer(lost)
  expect(JSON.parse(between.sent.at(-1) ?? '')).toMatchObject({ modifierId: option?.groups[0] })
})
