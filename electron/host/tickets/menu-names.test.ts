import { expect, test } from 'vitest'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'
import { orderEvent } from '#test/support/order-event.ts'

const post = async (store: TestStore, clock: FakeClock, order: object): Promise<void> => {
  const date = new Date(clock.now()).toISOString()
  const ids = { eventId: 'evt-A1', orderId: 'A1', code: 'A1', date }
  const event = orderEvent('order-created-pickup', ids, order)
  const reported = { ...event, websiteId: null, storeId: store.practice.storeId }
  expect((await store.post(reported)).status).toBe(200)
}

async function readMenu(store: TestStore, clock: FakeClock): Promise<void> {
  await clock.advance(1_000)
  await store.call('menu.refresh', {})
}

const namesOf = async (store: TestStore): Promise<string[]> => {
  const items = (await store.ticket('A1'))?.items ?? []
  return items.flatMap(({ name, modifiers }) => [
    name,
    ...modifiers.flatMap((modifier) => [
      modifier.name,
      ...modifier.options.map((option) => option.name),
    ]),
  ])
}

/** An item of the practice menu, a burger with avocado, with the platform's ids only. */
const nameless = {
  _id: 'it1',
  product: null,
  productId: 'prd-hamburguesa-clasica',
  amount: 2,
  modifiers: [{ modifierId: 'mod-agregados', options: [{ optionId: 'opt-palta', name: null }] }],
}

test('a menu that arrives after the order fills in its names, once, and they are marked', async () => {
  const clock = new FakeClock(new Date().toISOString())
  const store = await openTestStore({ clock, menu: false })
  await post(store, clock, { items: [nameless] })
  await expect.poll(() => namesOf(store)).toEqual(['prd-hamburguesa-clasica', '', 'opt-palta'])
  store.practice.behave()
  await readMenu(store, clock)
  await expect.poll(() => namesOf(store)).toEqual(['Hamburguesa clásica', 'Agregados', 'Palta'])
  // The screens are notified a moment later.
  await expect
    .poll(() => store.events.findLast(({ type }) => type === 'tickets.changed'))
    .toMatchObject({
      tickets: [
        {
          id: 'A1',
          changes: [],
          items: [
            {
              fromMenu: true,
              modifiers: [{ fromMenu: true, options: [{ fromMenu: true }] }],
            },
          ],
        },
      ],
    })
  expect(await store.call('tickets.allDay', { types: [] })).toMatchObject({
    value: [{ name: 'Hamburguesa clásica', count: 2, options: [{ name: 'Palta', count: 2 }] }],
  })
  const reported = store.events.filter(({ type }) => type === 'tickets.changed').length
  await readMenu(store, clock)
  await post(store, clock, { items: [nameless] })
  expect(store.events.filter(({ type }) => type === 'tickets.changed')).toHaveLength(reported)
})

test('what is in a combo counts all day, and wears down what is left of it', async () => {
  const clock = new FakeClock(new Date().toISOString())
  const store = await openTestStore({ clock })
  await readMenu(store, clock)
  const board = async () => {
    const answer = await store.call('stock.board', {})
    if (!answer.ok) throw new Error(answer.error.code)
    return answer.value
  }
  await expect.poll(async () => (await board()).items.length).toBeGreaterThan(0)
  const keys = ['product:P101', 'option:G2/O6']
  await store.call('stock.set', { tapId: 'tap', keys, act: { kind: 'count', left: 20 } })
  await clock.advance(1_000)
  const twice = { ...nameless.modifiers[0], countById: { 'opt-palta': 3 } }
  const burger = {
    ...nameless,
    modifiers: [{ ...twice, options: [{ optionId: 'opt-palta' }, { optionId: 'opt-palta' }] }],
  }
  const box = { name: 'Caja', items: [burger] }
  await post(store, clock, { items: [{ name: 'Fiesta', amount: 3, children: { a: box } }] })
  const dishes = async () =>
    (await store.ticket('A1'))?.items.map(({ name, amount, depth }) => [name, amount, depth])
  await expect.poll(dishes).toEqual([
    ['Fiesta', 3, undefined],
    ['Caja', 3, 1],
    ['Hamburguesa clásica', 6, 2],
  ])
  expect(await store.call('tickets.allDay', { types: [] })).toMatchObject({
    value: [
      { name: 'Hamburguesa clásica', count: 6, options: [{ name: 'Palta', count: 18 }] },
      { name: 'Caja', count: 3 },
      { name: 'Fiesta', count: 3 },
    ],
  })
  const left = new Map((await board()).states.map((state) => [state.key, state.left]))
  expect(keys.map((key) => left.get(key))).toEqual([14, 2])
})
