import { appendFileSync } from 'node:fs'
import { jetstreamManager } from '@nats-io/jetstream'
import { expect, onTestFinished, test, type TestOptions } from 'vitest'
import { testEventType } from '#contract/connection.ts'
import { readRelayFile, type RelayFile } from '#contract/relay/relay-file.ts'
import { consumerName, eventStream, type StoreInChain } from '#contract/relay/subjects.ts'
import { systemClock, type Clock } from '../../clock.ts'
import type { InboxMessage } from '../../inbox/inbox.ts'
import { hasNoNatsServer, needsNatsServer } from '#test/support/nats/nats-server.ts'
import { openTestChain, type TestChain } from '#test/support/nats/test-chain.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { reservedPort } from '#test/support/reserved-port.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { createRelayFeed, type RelayContext } from './relay-feed.ts'

const store: StoreInChain = { websiteId: 'site-1', storeId: 'store 1' }
const relayTest = (name: string, run: () => Promise<void>, options: TestOptions = {}): void => {
  test.skipIf(hasNoNatsServer)(`${name} (${needsNatsServer})`, options, run)
}

async function openChain(options: Parameters<typeof openTestChain>[1] = {}): Promise<TestChain> {
  const chain = await openTestChain(temporaryFolder(), options)
  onTestFinished(() => chain.close())
  await chain.startRelay()
  return chain
}

function fileOf(text: string): RelayFile {
  const read = readRelayFile(text)
  if (!read.ok) throw new Error(read.error.detail)
  return read.value
}

/** A feed with an inbox in memory; `refuse` decides about each event. */
function openFeed(
  file: RelayFile,
  refuse: (key: string) => boolean = () => false,
  clock: Clock = systemClock,
) {
  const received: InboxMessage[] = []
  const log = createRecordingLog()
  const storeMove = { isAway: false }
  let refused = 0
  let events = 0
  let shown = 0
  const context = {
    ...{ clock, log, storeMove },
    chance: () => 0,
    statusChanged: () => void (shown += 1),
  } as unknown as RelayContext
  const feed = createRelayFeed(context, file, {
    receive(message) {
      if (refuse(message.key)) {
        refused += 1
        return Promise.reject(new Error('the disk is full'))
      }
      received.push(message)
      return Promise.resolve('kept')
    },
    onEvent: () => void (events += 1),
  })
  onTestFinished(() => feed.close())
  const isNow = (expected: object) => expect.poll(() => feed.status).toMatchObject(expected)
  return {
    ...{ feed, received, log, storeMove, isNow },
    keys: () => received.map(({ key }) => key),
    refused: () => refused,
    events: () => events,
    /** How often the status was shown anew. */
    shown: () => shown,
  }
}

const bodyOf = (nth: number | string, type = 'ecommerce.order.created'): string =>
  JSON.stringify({ type, eventId: `e-${String(nth)}`, data: {} })

async function publish(chain: TestChain, ...each: (number | string)[]): Promise<void> {
  for (const nth of each) await chain.publish(store, bodyOf(nth), String(nth))
}

async function managerOf(chain: TestChain) {
  return jetstreamManager(await chain.nats())
}
/** What the relay still has for the store: not delivered, and delivered but not acknowledged. */
async function leftOf(chain: TestChain): Promise<[number, number]> {
  const { consumers } = await managerOf(chain)
  const info = await consumers.info(eventStream, consumerName(store))
  return [info.num_pending, info.num_ack_pending]
}

relayTest(
  'events from before and during the connection arrive once and are acknowledged',
  async () => {
    const chain = await openChain()
    const file = fileOf(await chain.addStore(store, 'Colón'))
    await publish(chain, 1, 2)
    const { feed, received, keys, isNow, events } = openFeed(file)
    await isNow({ state: 'connected', server: chain.nodes[0]?.address.replace('nats://', '') })
    await publish(chain, 3)
    await expect.poll(keys).toEqual(['id:e-1', 'id:e-2', 'id:e-3'])
    expect(received[0]).toMatchObject({
      type: 'ecommerce.order.created',
      source: 'webhook',
      reportedAt: null,
      body: bodyOf(1),
      json: JSON.parse(bodyOf(1)) as unknown,
    })
    await expect.poll(() => leftOf(chain)).toEqual([0, 0])
    expect(events()).toBe(3)
    expect(feed.status).toMatchObject({ waiting: 0, problem: null })
    expect(feed.status.lastEventAt).not.toBeNull()
  },
)

relayTest('a repeat arrives again and is acknowledged too: the inbox knows it', async () => {
  const chain = await openChain()
  const { keys } = openFeed(fileOf(await chain.addStore(store)))
  await chain.publish(store, bodyOf(1), 'first')
  await chain.publish(store, bodyOf(1), 'again')
  await expect.poll(keys).toEqual(['id:e-1', 'id:e-1'])
  await expect.poll(() => leftOf(chain)).toEqual([0, 0])
})

relayTest('another store’s events do not arrive', async () => {
  const chain = await openChain()
  const { keys } = openFeed(fileOf(await chain.addStore(store)))
  await chain.publish({ ...store, storeId: 'store' }, bodyOf('elsewhere'), 'elsewhere')
  await publish(chain, 1)
  await expect.poll(keys).toEqual(['id:e-1'])
})

relayTest('an event that can’t be stored comes again until it can', async () => {
  const chain = await openChain()
  const file = fileOf(await chain.addStore(store))
  await publish(chain, 1, 2)
  let isFull = true
  const { keys, isNow, refused } = openFeed(file, () => isFull)
  await isNow({ state: 'failing', problem: 'not-saved' })
  expect(keys()).toEqual([])
  isFull = false
  await expect.poll(() => keys().toSorted()).toEqual(['id:e-1', 'id:e-2'])
  await isNow({ state: 'connected', problem: null })
  expect(refused()).toBeGreaterThanOrEqual(2)
  await expect.poll(() => leftOf(chain)).toEqual([0, 0])
})

relayTest('what no event is does not come again, and its text is not in the log', async () => {
  const chain = await openChain()
  const { keys, log } = openFeed(fileOf(await chain.addStore(store)))
  for (const [nth, body] of ['a secret of a guest', '', '[1]', '{"__proto__":{}}'].entries())
    await chain.publish(store, body, `bad-${String(nth)}`)
  await publish(chain, 1)
  await expect.poll(keys).toEqual(['id:e-1'])
  await expect.poll(() => leftOf(chain)).toEqual([0, 0])
  expect(log.text()).not.toContain('secret')
  expect(log.text().match(/relay event refused/g)).toHaveLength(4)
})

relayTest('a test event counts as an event and is not stored', async () => {
  const chain = await openChain()
  const { keys, events } = openFeed(fileOf(await chain.addStore(store)))
  await chain.publish(store, bodyOf('test', testEventType), 'test')
  await expect.poll(events).toBe(1)
  await expect.poll(() => leftOf(chain)).toEqual([0, 0])
  expect(keys()).toEqual([])
})

relayTest('a server that is killed and comes back', async () => {
  const chain = await openChain()
  const [node] = chain.nodes
  const { keys, isNow } = openFeed(fileOf(await chain.addStore(store)))
  await publish(chain, 1)
  await expect.poll(keys).toHaveLength(1)
  await node?.end('SIGKILL')
  await isNow({ state: 'failing', problem: 'not-reached' })
  await node?.start()
  await isNow({ state: 'connected', problem: null })
  await publish(chain, 2)
  await expect.poll(() => [...new Set(keys())]).toEqual(['id:e-1', 'id:e-2'])
})

relayTest('a server that hangs is left within half a minute', async () => {
  const chain = await openChain()
  const [node] = chain.nodes
  const { keys, isNow } = openFeed(fileOf(await chain.addStore(store)))
  await isNow({ state: 'connected' })
  node?.server().signal('SIGSTOP')
  await expect.poll(() => chain.nodes.length).toBe(1)
  await isNow({ state: 'failing' })
  node?.server().signal('SIGCONT')
  await isNow({ state: 'connected' })
  await publish(chain, 1)
  await expect.poll(keys).toEqual(['id:e-1'])
})

relayTest('a relay that does not run yet: the feed waits for its consumer', async () => {
  const chain = await openTestChain(temporaryFolder())
  onTestFinished(() => chain.close())
  const { keys, isNow } = openFeed(fileOf(await chain.addStore(store)))
  await isNow({ state: 'failing', problem: 'no-consumer' })
  await chain.startRelay()
  await isNow({ state: 'connected' })
  await publish(chain, 1)
  await expect.poll(keys).toEqual(['id:e-1'])
})

relayTest('a consumer that is deleted is made again; what was stored is a repeat', async () => {
  const chain = await openChain()
  const { keys } = openFeed(fileOf(await chain.addStore(store)))
  await publish(chain, 1)
  await expect.poll(keys).toEqual(['id:e-1'])
  await (await managerOf(chain)).consumers.delete(eventStream, consumerName(store))
  await publish(chain, 2)
  await expect.poll(() => [...new Set(keys())]).toEqual(['id:e-1', 'id:e-2'])
  await expect.poll(() => leftOf(chain)).toEqual([0, 0])
})

relayTest('a stream that is made anew', async () => {
  const chain = await openChain()
  const { keys, isNow } = openFeed(fileOf(await chain.addStore(store)))
  await isNow({ state: 'connected' })
  await (await managerOf(chain)).streams.delete(eventStream)
  await isNow({ state: 'failing' })
  await chain.startRelay()
  await isNow({ state: 'connected' })
  await publish(chain, 1)
  await expect.poll(keys).toEqual(['id:e-1'])
})

relayTest('a file that is revoked is refused, now and at the next connection', async () => {
  const chain = await openChain()
  const file = fileOf(await chain.addStore(store))
  const first = openFeed(file)
  await first.isNow({ state: 'connected' })
  await chain.revokeStore(store)
  await first.isNow({ state: 'refused', problem: 'refused' })
  await first.feed.close()
  const second = openFeed(file)
  await second.isNow({ state: 'refused', problem: 'refused' })
  expect(second.log.text()).not.toContain(file.seed)
})

relayTest(
  '5,000 events that waited arrive in their order, and it says how many are left',
  async () => {
    const chain = await openChain()
    const file = fileOf(await chain.addStore(store))
    const all = Array.from({ length: 5_000 }, (_, nth) => nth)
    for (let from = 0; from < all.length; from += 500)
      await Promise.all(
        all.slice(from, from + 500).map((nth) => chain.publish(store, bodyOf(nth), String(nth))),
      )
    const { keys, isNow, feed } = openFeed(file)
    await expect.poll(() => feed.status.waiting, { interval: 1 }).toBeGreaterThan(0)
    await expect.poll(() => keys().length).toBe(5_000)
    const order = keys().map((key) => Number(key.replace('id:e-', '')))
    expect(order).toEqual(all)
    await isNow({ waiting: 0 })
    await expect.poll(() => leftOf(chain)).toEqual([0, 0])
  },
)

relayTest('while another computer has the kitchen nothing is fetched', async () => {
  const chain = await openChain()
  const { keys, isNow, storeMove } = openFeed(fileOf(await chain.addStore(store)))
  await isNow({ state: 'connected' })
  storeMove.isAway = true
  await publish(chain, 1)
  await isNow({ state: 'off' })
  expect(keys()).toEqual([])
  expect(await leftOf(chain)).not.toEqual([0, 0])
  storeMove.isAway = false
  await expect.poll(keys).toEqual(['id:e-1'])
})

relayTest('TLS with the authority of the file, and only with it', async () => {
  const chain = await openTestChain(temporaryFolder(), { hasTls: true })
  onTestFinished(() => chain.close())
  const file = fileOf(await chain.addStore(store))
  expect(file.servers.every((server) => server.startsWith('tls://'))).toBe(true)
  // Without a relay there is no consumer, but the server is reached.
  await openFeed(file).isNow({ state: 'failing', problem: 'no-consumer' })
  const { authority: _without, ...others } = file
  await openFeed(others).isNow({ state: 'failing', problem: 'not-secure' })
})

relayTest('through a WebSocket', async () => {
  const chain = await openChain()
  const [node] = chain.nodes
  const port = await reservedPort()
  const configFile = `${chain.folder.nodeFolder(1)}/nats-server.conf`
  appendFileSync(
    configFile,
    `\nwebsocket { host: 127.0.0.1, port: ${String(port)}, no_tls: true }\n`,
  )
  await node?.end('SIGTERM')
  await node?.start()
  const file = fileOf(await chain.addStore(store))
  // This process has one kind of NATS connections at a time, so its own are there before.
  const before = openFeed(file)
  await before.isNow({ state: 'connected' })
  await publish(chain, 1)
  await expect.poll(before.keys).toEqual(['id:e-1'])
  await before.feed.close()
  await publish(chain, 2)
  // The first address leads nowhere, so the second one is tried.
  const servers = ['nats://127.0.0.1:1', `ws://127.0.0.1:${String(port)}`]
  const { keys, isNow } = openFeed({ ...file, servers })
  await isNow({ state: 'connected', server: `127.0.0.1:${String(port)}` })
  await expect.poll(keys).toEqual(['id:e-2'])
})

relayTest('a person may try again at once', async () => {
  const chain = await openChain()
  const file = fileOf(await chain.addStore(store))
  await chain.revokeStore(store)
  // Its pauses never end by themselves.
  const { feed, isNow, shown } = openFeed(file, () => false, {
    ...systemClock,
    after: () => () => undefined,
  })
  await isNow({ state: 'refused' })
  const before = shown()
  feed.wake()
  await expect.poll(shown).toBeGreaterThan(before)
})

relayTest('a server without TLS is not used by an address with tls', async () => {
  const chain = await openChain()
  const file = fileOf(await chain.addStore(store))
  const servers = file.servers.map((server) => server.replace('nats:', 'tls:'))
  const { isNow } = openFeed({ ...file, servers })
  await isNow({ state: 'failing', problem: 'not-secure' })
})

relayTest('the feed closes at once, whatever it waits for', async () => {
  const chain = await openChain()
  const file = fileOf(await chain.addStore(store))
  const [node] = chain.nodes
  const fetching = openFeed(file)
  await fetching.isNow({ state: 'connected' })
  const connecting = openFeed({ ...file, servers: ['nats://127.0.0.1:1'] })
  const before = performance.now()
  await Promise.all([fetching.feed.close(), connecting.feed.close(), openFeed(file).feed.close()])
  const hanging = openFeed(file)
  await hanging.isNow({ state: 'connected' })
  node?.server().signal('SIGSTOP')
  await hanging.feed.close()
  const signing = openFeed(file)
  await signing.feed.close()
  expect(performance.now() - before).toBeLessThan(10_000)
  node?.server().signal('SIGCONT')
  await publish(chain, 1)
  await expect.poll(() => leftOf(chain)).toEqual([1, 0])
})
