import { expect, test } from 'vitest'
import { openTestStore } from '#test/support/kitchen.ts'
import { longListIn, type LongList } from './long-list.ts'

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

test('what is short is no long list; the parts of one are all of it, each once', () => {
  expect(longListIn(finished(250))).toBeNull()
  expect(longListIn({ data: 7 })).toBeNull()
  const list = longListIn(finished(612))
  const sizes: number[] = []
  const seen: unknown[] = []
  let from: number | null = 0
  while (list !== null && from !== null) {
    const part: ReturnType<LongList['part']> = list.part(from)
    const { data } = part.json as ReturnType<typeof finished>
    sizes.push(data.processedItems.length)
    seen.push(...data.processedItems)
    from = part.next
  }
  expect(sizes).toEqual([250, 250, 112])
  expect(seen).toEqual(itemsOf(612))
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
  const status = await store.call('status.read', {})
  expect(status).toMatchObject({ value: { inbox: { unread: 0, elsewhere: 0 } } })
  await store.restart()
  expect(await soldOut()).toBe(5_000)
})
