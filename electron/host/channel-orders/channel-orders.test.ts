import { expect, test } from 'vitest'
import type { ChannelOrder } from '#contract/channel-orders/channel-orders.ts'
import type { Caller } from '#contract/shared/caller.ts'
import type { Delivery, DeliveryChoice } from '#contract/deliveries/delivery.ts'
import { fail, type Result } from '#contract/shared/result.ts'
import { openDatabase } from '#host/db/open.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'

const counter: Caller = { screen: 'front', name: 'Front', role: 'counter' }
const cook: Caller = { screen: 'grill', name: 'Grill', role: 'kitchen' }

const valueOf = <Value>(result: Result<Value>): Value => {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.detail ?? ''}`)
  return result.value
}

let taps = 0
const complete = (store: TestStore, integrationOrderId: string, caller?: Caller) =>
  store.call(
    'channelOrders.complete',
    { tapId: `tap-${String(++taps)}`, integrationOrderId, ticket: null },
    caller,
  )

async function orderOf(store: TestStore, id: string): Promise<ChannelOrder | undefined> {
  const { orders } = valueOf(await store.call('channelOrders.list', {}))
  return orders.find(({ integrationOrderId }) => integrationOrderId === id)
}

const becomes = (store: TestStore, id: string, state: Delivery['state']) =>
  expect.poll(async () => (await orderOf(store, id))?.delivery.state).toBe(state)

async function decide(store: TestStore, id: string, choice: DeliveryChoice, caller = counter) {
  const { subject = '' } = (await orderOf(store, id)) ?? {}
  const entries = [{ kind: 'complete-order' as const, subject }]
  return store.call('deliveries.decide', { entries, choice }, caller)
}

/** Changes the file while the app is closed. */
async function spoil(store: TestStore, sql: string): Promise<void> {
  await store.host.close()
  const db = openDatabase(store.file)
  db.run(sql)
  db.close()
  await store.restart()
}
const damageEntries = (store: TestStore) =>
  spoil(store, `UPDATE outbox SET payload = payload || '}'`)

const sent = ({ practice }: TestStore, id: string): number =>
  practice
    .effects()
    .find(({ operation, subject }) => operation === 'complete-order' && subject === id)?.count ?? 0

test('an order is completed once, however often and by whomever it is asked, and its tab is shown', async () => {
  const store = await openTestStore()
  expect(valueOf(await store.call('channelOrders.list', {}))).toEqual({
    hasChannel: true,
    orders: [],
  })
  const answers = await Promise.all([
    complete(store, 'web-1001', counter),
    complete(store, 'web-1001'),
    complete(store, 'web-1001'),
  ])
  expect(answers.every(({ ok }) => ok)).toBe(true)
  await becomes(store, 'web-1001', 'confirmed')
  const order = await orderOf(store, 'web-1001')
  expect(order?.tabId).toMatch(/^tab-/)
  expect(order).toMatchObject({ askedOn: 'Front', ticketId: null })
  expect(order?.delivery.message).toBeUndefined()
  expect(order?.delivery.choices).toBeUndefined()
  // A completed order is not sent again, not even after a restart.
  expect(valueOf(await complete(store, 'web-1001'))).toEqual(order)
  await store.restart()
  expect(valueOf(await complete(store, 'web-1001'))).toEqual(order)
  expect(sent(store, 'web-1001')).toBe(1)
  expect(store.events.filter(({ type }) => type === 'channelOrders.changed')).not.toEqual([])
})

test('a lost answer makes the state unknown, and nothing is sent again until a person decides', async () => {
  const store = await openTestStore()
  store.practice.misbehave({ path: 'complete-order', kind: 'drop-after-effect', times: 1 })
  valueOf(await complete(store, 'web-1002'))
  await becomes(store, 'web-1002', 'unknown')
  expect(sent(store, 'web-1002')).toBe(1)
  await store.restart()
  expect(valueOf(await complete(store, 'web-1002')).delivery.state).toBe('unknown')
  expect(valueOf(await store.call('status.get', {})).outbox.needsPerson).toBe(1)
  expect(sent(store, 'web-1002')).toBe(1)
  expect(await decide(store, 'web-1002', 'mark-done', cook)).toEqual(fail('not-allowed'))
  valueOf(await decide(store, 'web-1002', 'mark-done'))
  expect((await orderOf(store, 'web-1002'))?.delivery).toMatchObject({
    state: 'confirmed',
    reason: 'by-person',
  })
  expect(await decide(store, 'web-1002', 'retry')).toEqual(fail('too-late'))
  expect(sent(store, 'web-1002')).toBe(1)
  expect(valueOf(await store.call('status.get', {})).outbox.needsPerson).toBe(0)
})

test('what the platform refuses waits for a person, who sends it again or lets it be', async () => {
  const store = await openTestStore()
  valueOf(await complete(store, 'nobody-knows-it'))
  await becomes(store, 'nobody-knows-it', 'refused')
  expect((await orderOf(store, 'nobody-knows-it'))?.delivery.message).toBe('404 Order not found')
  valueOf(await decide(store, 'nobody-knows-it', 'dismiss'))
  expect((await orderOf(store, 'nobody-knows-it'))?.delivery.state).toBe('withdrawn')

  store.practice.misbehave({ path: 'complete-order', kind: 'status', status: 400, times: 1 })
  valueOf(await complete(store, 'web-1003'))
  await becomes(store, 'web-1003', 'refused')
  valueOf(await decide(store, 'web-1003', 'retry'))
  await becomes(store, 'web-1003', 'confirmed')
  expect(sent(store, 'web-1003')).toBe(1)
})

test('if the entry is damaged, the order may be complete, and a person decides', async () => {
  const store = await openTestStore()
  store.practice.misbehave({ path: 'complete-order', kind: 'status', status: 429 })
  valueOf(await complete(store, 'web-1005'))
  await becomes(store, 'web-1005', 'queued')
  await damageEntries(store)
  await becomes(store, 'web-1005', 'unknown')
  store.practice.behave()
  valueOf(await decide(store, 'web-1005', 'retry'))
  await becomes(store, 'web-1005', 'confirmed')
  expect(sent(store, 'web-1005')).toBe(1)
})

test.each([
  ['is damaged', `UPDATE outbox SET payload = payload || '}' WHERE open = 1`],
  ['was lost', 'DELETE FROM outbox WHERE open = 1'],
])(
  'an order that was dismissed and requested again, and that %s, is not shown as dismissed',
  async (_what, sql) => {
    const store = await openTestStore()
    store.practice.misbehave({ path: 'complete-order', kind: 'status', status: 429 })
    valueOf(await complete(store, 'web-1006'))
    await becomes(store, 'web-1006', 'queued')
    valueOf(await decide(store, 'web-1006', 'dismiss'))
    expect(valueOf(await complete(store, 'web-1006')).delivery.state).toBe('queued')
    await spoil(store, sql)
    await becomes(store, 'web-1006', 'unknown')
    expect(valueOf(await store.call('status.get', {})).outbox.needsPerson).toBe(1)
  },
)

test('an order with a tab in the till is complete, even if its entry is damaged', async () => {
  const store = await openTestStore()
  valueOf(await complete(store, 'web-1001'))
  await becomes(store, 'web-1001', 'confirmed')
  await damageEntries(store)
  await becomes(store, 'web-1001', 'confirmed')
  expect(valueOf(await complete(store, 'web-1001')).delivery.choices).toBeUndefined()
  expect(sent(store, 'web-1001')).toBe(1)
})

test('a channel that refuses its own token stops nothing else', async () => {
  const store = await openTestStore()
  store.practice.misbehave({ path: 'complete-order', kind: 'status', status: 401, times: 1 })
  valueOf(await complete(store, 'web-1004'))
  await becomes(store, 'web-1004', 'refused')
  expect(valueOf(await store.call('status.get', {})).outbox.paused).toBeNull()
})

test('a ticket’s order is known by its own id; a screen of the kitchen may not ask', async () => {
  const store = await openTestStore()
  const { _id: id, code } = await store.practice.placeOrder()
  const input = { tapId: 'tap', integrationOrderId: id, ticket: { id, code } }
  expect(await store.call('channelOrders.complete', input, cook)).toMatchObject({
    error: { code: 'not-allowed' },
  })
  expect(sent(store, id)).toBe(0)
  valueOf(await store.call('channelOrders.complete', input, counter))
  await becomes(store, id, 'confirmed')
  expect(await orderOf(store, id)).toMatchObject({ ticketId: id, code })
})
