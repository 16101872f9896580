import { expect, test } from 'vitest'
import {
  advanceUntil,
  burger,
  historyOf,
  openStore,
  set,
  stateOf,
} from '#test/support/stock-board.ts'

test('orders reduce a count to sold out, and the history shows how many orders asked for it', async () => {
  const { store, clock } = await openStore()
  await set(store, [burger], { kind: 'count', left: 3 })
  await advanceUntil(store, clock, burger, 'confirmed')
  const now = () => new Date(clock.now()).toISOString()
  const items = (await store.practice.placeOrder()).items.slice(0, 1)
  const request = (amount: number) => ({
    createdAt: now(),
    items: items.map((item) => ({
      ...item,
      amount,
      modifiers: [],
      product: { ...item.product, _id: 'prd-hamburguesa-clasica', externalId: 'P101' },
    })),
  })
  const left = async () => (await stateOf(store, burger))?.left
  await clock.advance(1_000)
  await store.practice.placeOrder(request(2))
  await expect.poll(left).toBe(1)
  await store.practice.placeOrder(request(1))
  await expect.poll(left).toBe(0)
  expect(await stateOf(store, burger)).toMatchObject({ state: 'out' })
  const table = await store.call('stock.historyTable', { days: 30 })
  expect(table).toMatchObject({ value: expect.stringContaining('Grill') as string })
  // It was out from the last order on.
  expect(await historyOf(store, burger)).toMatchObject([
    { state: 'out', left: 0, orders: 0, setBy: 'Grill', endedAt: null },
    { state: 'counted', left: 3, orders: 2, setBy: 'Grill', endedAt: expect.any(String) as string },
  ])
})

test('portions that orders took from a waiting count are subtracted when it is sent', async () => {
  const { store, clock } = await openStore()
  store.practice.misbehave({ path: 'updateStock', kind: 'status', status: 429 })
  await set(store, [burger], { kind: 'count', left: 5 })
  await clock.advance(2_000)
  const { items } = await store.practice.placeOrder()
  const item = items[0]
  if (item === undefined) throw new Error('none')
  const product = { ...item.product, _id: 'prd-hamburguesa-clasica', externalId: 'P101' }
  const desired = { ...item, amount: 2, modifiers: [], product }
  await store.practice.placeOrder({
    createdAt: new Date(clock.now()).toISOString(),
    items: [desired],
  })
  await expect.poll(async () => (await stateOf(store, burger))?.left).toBe(3)
  store.practice.behave()
  await advanceUntil(store, clock, burger, 'confirmed')
  const counted = store.practice.stock().find((each) => each.productExternalId === 'P101')
  expect(counted?.stock).toBe(3)
})
