import { expect, test } from 'vitest'
import type { ChannelOrder } from '#contract/channel-orders.ts'
import type { Caller } from '#contract/caller.ts'
import type { Result } from '#contract/result.ts'
import { openDatabase } from '#host/db/open.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'

const counter: Caller = { screen: 'front', name: 'Front', role: 'counter' }
const cook: Caller = { screen: 'grill', name: 'Grill', role: 'kitchen' }

const valueOf = <Value>(result: Result<Value>): Value => {
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.words ?? ''}`)
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

const becomes = (store: TestStore, id: string, state: ChannelOrder['state']) =>
  expect.poll(async () => (await orderOf(store, id))?.state).toBe(state)

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
  await becomes(store, 'web-1001', 'complete')
  const order = await orderOf(store, 'web-1001')
  expect(order?.tabId).toMatch(/^tab-/)
  expect(order).toMatchObject({ askedOn: 'Front', words: null, ticketId: null })
  // After it is complete, and after a restart, it is not sent again either.
  expect(valueOf(await complete(store, 'web-1001'))).toEqual(order)
  await store.restart()
  expect(valueOf(await complete(store, 'web-1001'))).toEqual(order)
  expect(sent(store, 'web-1001')).toBe(1)
  expect(store.events.filter(({ type }) => type === 'channelOrders.changed')).not.toEqual([])
})

test('an answer that is lost is told as unknown, and nothing is sent again until a person says so', async () => {
  const store = await openTestStore()
  store.practice.misbehave({ path: 'complete-order', kind: 'drop-after-effect', times: 1 })
  valueOf(await complete(store, 'web-1002'))
  await becomes(store, 'web-1002', 'may-be-complete')
  expect(sent(store, 'web-1002')).toBe(1)
  await store.restart()
  expect(valueOf(await complete(store, 'web-1002')).state).toBe('may-be-complete')
  expect(valueOf(await store.call('status.read', {})).outbox.needsPerson).toBe(1)
  expect(sent(store, 'web-1002')).toBe(1)
  const decide = (choice: 'it-is-complete' | 'send-again') =>
    store.call('channelOrders.decide', { integrationOrderId: 'web-1002', choice }, counter)
  valueOf(await decide('it-is-complete'))
  expect((await orderOf(store, 'web-1002'))?.state).toBe('settled')
  expect(await decide('send-again')).toMatchObject({ error: { code: 'too-late' } })
  expect(sent(store, 'web-1002')).toBe(1)
  expect(valueOf(await store.call('status.read', {})).outbox.needsPerson).toBe(0)
})

test('what the platform refuses waits for a person, who sends it again or lets it be', async () => {
  const store = await openTestStore()
  valueOf(await complete(store, 'nobody-knows-it'))
  await becomes(store, 'nobody-knows-it', 'refused')
  expect((await orderOf(store, 'nobody-knows-it'))?.words).toBe('404 Order not found')
  const discard = { integrationOrderId: 'nobody-knows-it', choice: 'discard' } as const
  valueOf(await store.call('channelOrders.decide', discard))
  expect((await orderOf(store, 'nobody-knows-it'))?.state).toBe('discarded')

  store.practice.misbehave({ path: 'complete-order', kind: 'status', status: 400, times: 1 })
  valueOf(await complete(store, 'web-1003'))
  await becomes(store, 'web-1003', 'refused')
  const again = { integrationOrderId: 'web-1003', choice: 'send-again' } as const
  valueOf(await store.call('channelOrders.decide', again))
  await becomes(store, 'web-1003', 'complete')
  expect(sent(store, 'web-1003')).toBe(1)
})

test('where what was to be sent is damaged, it may be complete, and a person says', async () => {
  const store = await openTestStore()
  store.practice.misbehave({ path: 'complete-order', kind: 'status', status: 429 })
  valueOf(await complete(store, 'web-1005'))
  await becomes(store, 'web-1005', 'waiting')
  await store.host.close()
  const db = openDatabase(store.file)
  db.run(`UPDATE outbox SET payload = payload || ' '`)
  db.close()
  await store.restart()
  await becomes(store, 'web-1005', 'may-be-complete')
  store.practice.behave()
  const again = { integrationOrderId: 'web-1005', choice: 'send-again' } as const
  valueOf(await store.call('channelOrders.decide', again, counter))
  await becomes(store, 'web-1005', 'complete')
  expect(sent(store, 'web-1005')).toBe(1)
})

test('a channel that refuses its own token stops nothing else', async () => {
  const store = await openTestStore()
  store.practice.misbehave({ path: 'complete-order', kind: 'status', status: 401, times: 1 })
  valueOf(await complete(store, 'web-1004'))
  await becomes(store, 'web-1004', 'refused')
  expect(valueOf(await store.call('status.read', {})).outbox.paused).toBeNull()
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
  await becomes(store, id, 'complete')
  expect(await orderOf(store, id)).toMatchObject({ ticketId: id, code })
})
