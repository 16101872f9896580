import { jetstreamManager } from '@nats-io/jetstream'
import { expect, onTestFinished, test } from 'vitest'
import { eventStream } from '#contract/relay/subjects.ts'
import { hasNoNatsServer, natsTimeoutMs, needsNatsServer } from '#test/support/nats/nats-server.ts'
import { openTestChain, type TestChain } from '#test/support/nats/test-chain.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import type { Relay } from './relay.ts'

const relayTest = (name: string, run: () => Promise<void>): void => {
  test.skipIf(hasNoNatsServer)(`${name} (${needsNatsServer})`, run)
}

async function openChain(options: Parameters<typeof openTestChain>[1] = {}): Promise<TestChain> {
  const chain = await openTestChain(temporaryFolder(), options)
  onTestFinished(() => chain.close())
  return chain
}

async function post(relay: Relay, bearer: string, body: object | string): Promise<number> {
  const answer = await fetch(relay.url, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  await answer.text()
  return answer.status
}

const event = (fields: object = {}) => ({
  type: 'ecommerce.order.created',
  eventId: '1',
  websiteId: 'w',
  storeId: 's',
  data: {},
  ...fields,
})

/** How many events each subject has. */
async function subjects(chain: TestChain): Promise<Record<string, number>> {
  const manager = await jetstreamManager(await chain.nats(), { timeout: natsTimeoutMs })
  const { state } = await manager.streams.info(eventStream, { subjects_filter: '>' })
  return state.subjects ?? {}
}

async function figure(relay: Relay, line: string): Promise<number> {
  const text = await (await fetch(`${relay.figuresUrl}metrics`)).text()
  const sample = text.split('\n').find((each) => each.startsWith(`${line} `))
  return sample === undefined ? 0 : Number(sample.slice(line.length))
}

const health = async (relay: Relay): Promise<number> =>
  (await fetch(`${relay.figuresUrl}health`)).status

relayTest('an event is stored once under its store, and repeats are counted', async () => {
  const chain = await openChain()
  const bearer = await chain.addBearer('w')
  const relay = await chain.startRelay()
  expect(await health(relay)).toBe(200)
  expect(await post(relay, bearer, event())).toBe(200)
  expect(await post(relay, bearer, event())).toBe(200)
  // Without an id, its text is what identifies it.
  expect(await post(relay, bearer, event({ eventId: null }))).toBe(200)
  expect(await post(relay, bearer, event({ eventId: null }))).toBe(200)
  expect(await subjects(chain)).toEqual({ 'orders.w.s': 2 })
  expect(await figure(relay, 'relay_events_total{website="w",outcome="stored"}')).toBe(2)
  expect(await figure(relay, 'relay_events_total{website="w",outcome="repeat"}')).toBe(2)
  expect(await figure(relay, 'relay_ready')).toBe(1)
})

relayTest('a process goes to each of its stores', async () => {
  const chain = await openChain()
  const bearer = await chain.addBearer('w')
  const relay = await chain.startRelay()
  const processedItems = ['a', 'b', 'a'].map((storeId) => ({ storeId, websiteId: 'w' }))
  const data = { status: 'FINISHED', processId: 'p', processedItems }
  expect(await post(relay, bearer, { type: 'processStatusUpdated', data })).toBe(200)
  expect(await subjects(chain)).toEqual({
    'orders.w.a': 1,
    'orders.w.b': 1,
  })
})

relayTest('a long event goes to its store too', async () => {
  const chain = await openChain()
  const bearer = await chain.addBearer('w')
  const relay = await chain.startRelay()
  const processedItems = Array.from({ length: 2_000 }, (_, nth) => ({
    ...{ productId: `product-${String(nth)}`, websiteId: 'w' },
    storeId: nth % 2 === 0 ? 'a' : 'b',
  }))
  const data = { status: 'FINISHED', processId: 'p', processedItems }
  expect(await post(relay, bearer, { type: 'processStatusUpdated', data })).toBe(200)
  const order = event({
    storeId: null,
    data: { order: { storeId: 's', note: 'x'.repeat(70_000) } },
  })
  expect(await post(relay, bearer, order)).toBe(200)
  expect(await post(relay, bearer, order)).toBe(200)
  expect(await subjects(chain)).toEqual({ 'orders.w.a': 1, 'orders.w.b': 1, 'orders.w.s': 1 })
})

relayTest('what names no store, or another website, goes to no store and is counted', async () => {
  const chain = await openChain()
  const bearer = await chain.addBearer('w')
  const relay = await chain.startRelay()
  expect(await post(relay, bearer, event({ storeId: null }))).toBe(200)
  expect(await post(relay, bearer, event({ eventId: '2', websiteId: 'v' }))).toBe(200)
  expect(await post(relay, bearer, event({ eventId: '3', websiteId: null }))).toBe(200)
  expect(await subjects(chain)).toEqual({
    'orders.w.unknown': 2,
    'orders.w.s': 1,
  })
  const unrouted = (reason: string) =>
    figure(relay, `relay_unrouted_events_total{website="w",reason="${reason}"}`)
  expect(await unrouted('no-store')).toBe(1)
  expect(await unrouted('other-website')).toBe(1)
})

relayTest('bearers are of one website, and change while it runs', async () => {
  const chain = await openChain()
  const first = await chain.addBearer('w')
  const other = await chain.addBearer('v')
  const relay = await chain.startRelay()
  expect(await post(relay, 'wrong', event())).toBe(401)
  expect(await post(relay, other, event({ websiteId: null }))).toBe(200)
  expect(await subjects(chain)).toEqual({ 'orders.v.s': 1 })

  const second = await chain.addBearer('w')
  await expect.poll(() => post(relay, second, event({ eventId: '2' }))).toBe(200)
  expect(await post(relay, first, event({ eventId: '3' }))).toBe(200)
  await chain.endOlderBearer('w')
  await expect.poll(() => post(relay, first, event({ eventId: '4' }))).toBe(401)
  expect(await post(relay, second, event({ eventId: '5' }))).toBe(200)
  expect(chain.log.text()).not.toContain(second)
})

relayTest('it has the limits of the listener in a store', async () => {
  const chain = await openChain()
  const bearer = await chain.addBearer('w')
  const relay = await chain.startRelay()
  expect(await post(relay, bearer, 'no JSON')).toBe(400)
  expect(await post(relay, bearer, '[]')).toBe(400)
  expect(await post(relay, bearer, '{"__proto__":{}}')).toBe(400)
  expect(await post(relay, bearer, `{"a":"${'x'.repeat(4 * 1024 * 1024)}"}`)).toBe(413)
  const large = event({ eventId: 'large', data: { text: 'x'.repeat(4_000_000) } })
  expect(await post(relay, bearer, large)).toBe(200)
  expect((await fetch(relay.url, { headers: { authorization: `Bearer ${bearer}` } })).status).toBe(
    405,
  )
  expect(Object.values(await subjects(chain))).toEqual([1])
})

relayTest('a test event of a store is answered and not stored', async () => {
  const chain = await openChain()
  const bearer = await chain.addBearer('w')
  const relay = await chain.startRelay()
  expect(await post(relay, bearer, { type: 'kitchen-pass.test' })).toBe(200)
  expect(await subjects(chain)).toEqual({})
})

relayTest('without NATS senders get 503, and 200 once it is there again', async () => {
  const chain = await openChain()
  const bearer = await chain.addBearer('w')
  const relay = await chain.startRelay()
  const [node] = chain.nodes
  await node?.end()
  await expect.poll(() => health(relay)).toBe(503)
  expect(await post(relay, bearer, event())).toBe(503)
  expect(await figure(relay, 'relay_events_total{website="w",outcome="failed"}')).toBe(1)
  await node?.start()
  await expect.poll(() => health(relay)).toBe(200)
  // It may have been stored although its sender got no 200.
  expect(await post(relay, bearer, event())).toBe(200)
  expect(await subjects(chain)).toEqual({ 'orders.w.s': 1 })
})

relayTest('it waits for NATS at its start', async () => {
  const chain = await openChain()
  const bearer = await chain.addBearer('w')
  const [node] = chain.nodes
  await node?.end()
  const relay = await chain.startRelay({ waits: false })
  expect(await health(relay)).toBe(503)
  expect(await post(relay, bearer, event())).toBe(503)
  await node?.start()
  await expect.poll(() => health(relay)).toBe(200)
  expect(await post(relay, bearer, event())).toBe(200)
})

relayTest('a stream of another size is changed to today’s limits', async () => {
  const chain = await openChain()
  const manager = await jetstreamManager(await chain.nats(), { timeout: natsTimeoutMs })
  await manager.streams.add({ name: eventStream, subjects: ['orders.>'], max_age: 60e9 })
  await chain.startRelay()
  const { config } = await manager.streams.info(eventStream)
  expect(config).toMatchObject({
    max_age: 72 * 3600 * 1e9,
    max_msgs_per_subject: 50_000,
    discard: 'new',
  })
})

relayTest('a full subject is refused with 503, and nothing is dropped for it', async () => {
  const chain = await openChain()
  const bearer = await chain.addBearer('w')
  const relay = await chain.startRelay()
  const manager = await jetstreamManager(await chain.nats(), { timeout: natsTimeoutMs })
  await manager.streams.update(eventStream, { max_msgs_per_subject: 2 })
  const answers = []
  for (const eventId of ['1', '2', '3']) answers.push(await post(relay, bearer, event({ eventId })))
  expect(answers).toEqual([200, 200, 503])
  expect(await post(relay, bearer, event({ eventId: '4', storeId: 'another' }))).toBe(200)
  expect(await subjects(chain)).toEqual({
    'orders.w.s': 2,
    'orders.w.another': 1,
  })
})

relayTest(
  'two relays side by side: an event that both get is stored once, and either suffices',
  async () => {
    const chain = await openChain()
    const bearer = await chain.addBearer('w')
    const [one, other] = [await chain.startRelay(), await chain.startRelay()]
    expect(await post(one, bearer, event())).toBe(200)
    expect(await post(other, bearer, event())).toBe(200)
    expect(await subjects(chain)).toEqual({ 'orders.w.s': 1 })
    await chain.endRelay(one)
    expect(await post(other, bearer, event({ eventId: '2' }))).toBe(200)
    expect(await subjects(chain)).toEqual({ 'orders.w.s': 2 })
  },
)
