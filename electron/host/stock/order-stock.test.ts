import { expect, test } from 'vitest'
import type { StockAct, StockState } from '#contract/stock/stock.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'
import { orderEvent } from '#test/support/order-event.ts'
import { historyOf } from '#test/support/stock-board.ts'

/**
 * A product of the practice menu and an option of it, by the menu's keys and by the platform's own
 * ids.
 */
const burger = 'product:P101'
const avocado = 'option:G2/O6'
const own = ['product:prd-hamburguesa-clasica', 'option:mod-agregados/opt-palta']

/** Two burgers with avocado by the platform's own ids, and a plain one by its external id. */
const items = [
  {
    _id: 'it1',
    product: { _id: 'prd-hamburguesa-clasica', name: 'Hamburguesa clásica' },
    amount: 2,
    modifiers: [
      { modifierId: 'mod-agregados', name: 'Agregados', options: [{ optionId: 'opt-palta' }] },
    ],
  },
  { _id: 'it2', product: { externalId: 'P101', name: 'Hamburguesa clásica' }, amount: 1 },
]

const clockNow = () => new FakeClock(new Date().toISOString())

const order = (store: TestStore, clock: FakeClock, id: string) => {
  const date = new Date(clock.now()).toISOString()
  const ids = { eventId: `evt-${id}`, orderId: id, code: id, date }
  const event = orderEvent('order-created-pickup', ids, { items })
  return store.post({ ...event, websiteId: null, storeId: store.practice.storeId })
}

async function keysOf(store: TestStore, id: string) {
  const item = (await store.ticket(id))?.items[0]
  const options = item?.modifiers.flatMap((modifier) => modifier.options) ?? []
  return [item?.stockKey, ...options.map(({ stockKey }) => stockKey)]
}

async function board(store: TestStore) {
  const answer = await store.call('stock.board', {})
  if (!answer.ok) throw new Error(answer.error.code)
  return answer.value
}
const stateOf = async (store: TestStore, key: string): Promise<StockState | undefined> =>
  (await board(store)).states.find((state) => state.key === key)

/** How many `tickets.changed` events contained the order. */
const timesReported = (store: TestStore, id: string) =>
  store.events.filter(
    (event) => event.type === 'tickets.changed' && event.tickets.some((ticket) => ticket.id === id),
  ).length

/** Reads the menu again and waits for the result. */
async function readMenu(store: TestStore, clock: FakeClock) {
  const before = (await board(store)).menu.readAt
  await clock.advance(1_000)
  await store.call('menu.refresh', {})
  await expect.poll(async () => (await board(store)).menu.readAt).not.toBe(before)
}

test('an order that names things by the platform’s own ids is counted down, marked and noted', async () => {
  const clock = clockNow()
  const store = await openTestStore({ clock })
  await readMenu(store, clock)
  const act: StockAct = { kind: 'count', left: 5 }
  await store.call('stock.set', { tapId: 'tap', keys: [burger, avocado], act })
  await clock.advance(1_000)
  await order(store, clock, 'A1')
  await expect.poll(() => keysOf(store, 'A1')).toEqual([burger, avocado])
  expect(await stateOf(store, burger)).toMatchObject({ state: 'counted', left: 2 })
  expect(await stateOf(store, avocado)).toMatchObject({ state: 'counted', left: 3 })
  for (const key of [burger, avocado])
    expect(await historyOf(store, key)).toMatchObject([{ orders: 1 }])
})

test('a ticket that was read before the menu is notified again once, with the menu’s keys', async () => {
  const clock = clockNow()
  const store = await openTestStore({ clock, menu: false })
  await order(store, clock, 'A1')
  await expect.poll(() => keysOf(store, 'A1')).toEqual(own)
  store.practice.behave()
  await readMenu(store, clock)
  await expect.poll(() => keysOf(store, 'A1')).toEqual([burger, avocado])
  const reported = timesReported(store, 'A1')
  expect(store.events.findLast(({ type }) => type === 'tickets.changed')).toMatchObject({
    tickets: [{ id: 'A1', items: [{ stockKey: burger }, {}] }],
  })
  await readMenu(store, clock)
  expect(timesReported(store, 'A1')).toBe(reported)
})

test('after a restart without a line the tickets have the keys of the menu that was kept', async () => {
  const clock = clockNow()
  const store = await openTestStore({ clock })
  await readMenu(store, clock)
  await order(store, clock, 'A1')
  await expect.poll(() => keysOf(store, 'A1')).toEqual([burger, avocado])
  store.practice.misbehave({ path: '', kind: 'drop-before-effect' })
  await store.restart()
  expect(await keysOf(store, 'A1')).toEqual([burger, avocado])
})
