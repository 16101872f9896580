import { expect, test } from 'vitest'
import { openTestStore } from '#test/support/kitchen.ts'

const itemsOf = (count: number) =>
  Array.from({ length: count }, (_each, nth) => ({
    _id: `stk-${String(nth)}`,
    type: 'product',
    productId: `p-${String(nth)}`,
    productExternalId: null,
    modifierId: null,
    modifierOptionId: null,
    storeId: null,
    stock: 0,
    untilDate: null,
  }))
const finished = (count: number, processId = 'long', date = '2026-11-20T15:00:00.000Z') => ({
  type: 'processStatusUpdated',
  date,
  data: { status: 'FINISHED', processId, processedItems: itemsOf(count) },
})

test('a FINISHED of 5,000 items arrives, is read to its end, and is read once', async () => {
  const store = await openTestStore({ menu: false })
  const soldOut = async (): Promise<number> => {
    const board = await store.call('stock.board', {})
    return board.ok
      ? board.value.states.filter(({ key }) => key.startsWith('product:p-')).length
      : 0
  }
  expect((await store.post(finished(5_000))).status).toBe(200)
  // What comes after it is not held up for ever.
  expect((await store.post(finished(1, 'short'))).status).toBe(200)
  await expect.poll(soldOut).toBe(5_000)
  const status = await store.call('status.get', {})
  expect(status).toMatchObject({ value: { inbox: { unread: 0, elsewhere: 0 } } })
  await store.restart()
  expect(await soldOut()).toBe(5_000)
})

test('one of more records than any menu has is put aside whole', async () => {
  const store = await openTestStore({ menu: false })
  const { data, ...event } = finished(0)
  const processedItems = Array.from({ length: 20_001 }, (_each, nth) => ({
    _id: String(nth),
    type: 'product',
  }))
  const sent = await store.post({ ...event, data: { ...data, processedItems } })
  expect(sent.status).toBe(200)
  await expect
    .poll(() => store.call('inbox.unread', {}))
    .toMatchObject({
      value: [{ reason: 'data.processedItems: 20001 records, more than 20000' }],
    })
})
