import { jetstream } from '@nats-io/jetstream'
import { headers as createHeaders, type NatsConnection } from '@nats-io/transport-node'
import { expect, onTestFinished, test } from 'vitest'
import {
  answersPrefix,
  consumerName,
  consumerRequest,
  eventStream,
  fleetBucket,
  fleetKey,
  statusSubject,
  type StoreInChain,
} from '#contract/relay/subjects.ts'
import { connectAs, fileOf } from '#test/support/nats/connect-as.ts'
import { hasNoNatsServer, natsTimeoutMs, needsNatsServer } from '#test/support/nats/nats-server.ts'
import { openTestChain, type TestChain } from '#test/support/nats/test-chain.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { openFleetBucket } from '../fleet/statuses.ts'
import { writeCertificates } from './setup.ts'

const own: StoreInChain = { websiteId: 'w', storeId: 'own' }
const other: StoreInChain = { websiteId: 'w', storeId: 'other' }

const natsTest = (name: string, run: () => Promise<void>): void => {
  test.skipIf(hasNoNatsServer)(`${name} (${needsNatsServer})`, run)
}

async function openChain(options: Parameters<typeof openTestChain>[1] = {}): Promise<TestChain> {
  const chain = await openTestChain(temporaryFolder(), options)
  onTestFinished(() => chain.close())
  return chain
}

/** Both stores have an event and a consumer. */
async function openStores() {
  const chain = await openChain()
  await chain.startRelay()
  const file = fileOf(await chain.addStore(own))
  const otherFile = fileOf(await chain.addStore(other))
  for (const store of [own, other]) await chain.publish(store, '{}', store.storeId)
  const thief = await connectAs(file, own)
  const owner = await connectAs(otherFile, other)
  await thief.request(consumerRequest(own), '', { timeout: natsTimeoutMs })
  await owner.request(consumerRequest(other), '', { timeout: natsTimeoutMs })
  return { chain, thief, owner }
}

/** The errors that a server sends to a connection. */
function refusalsOf(connection: NatsConnection): string[] {
  const refusals: string[] = []
  void (async () => {
    for await (const status of connection.status())
      if (status.type === 'error') refusals.push(status.error.message)
  })()
  return refusals
}

const otherConsumer = consumerName(other)
const api = `$JS.API`

/** Subjects that are not this store's to publish to, and why somebody would. */
const forbidden: [string, string][] = [
  ['an event for another store', 'orders.w.other'],
  ['an event for itself', 'orders.w.own'],
  ['an event for no store', 'orders.w.unknown'],
  ['another store’s events', `${api}.CONSUMER.MSG.NEXT.${eventStream}.${otherConsumer}`],
  ['another store’s consumer', `${api}.CONSUMER.INFO.${eventStream}.${otherConsumer}`],
  ['that the relay makes another store’s consumer', consumerRequest(other)],
  ['another store’s acknowledgements', `$JS.ACK.${eventStream}.${otherConsumer}.1.1.1.1.0`],
  ['a consumer of all events', `${api}.CONSUMER.CREATE.${eventStream}`],
  ['a named consumer', `${api}.CONSUMER.CREATE.${eventStream}.mine.orders.w.other`],
  ['a durable consumer', `${api}.CONSUMER.DURABLE.CREATE.${eventStream}.mine`],
  ['the end of another store’s consumer', `${api}.CONSUMER.DELETE.${eventStream}.${otherConsumer}`],
  ['the list of consumers', `${api}.CONSUMER.NAMES.${eventStream}`],
  ['the end of the stream', `${api}.STREAM.DELETE.${eventStream}`],
  ['an empty stream', `${api}.STREAM.PURGE.${eventStream}`],
  ['another stream', `${api}.STREAM.CREATE.MINE`],
  ['the stream’s figures', `${api}.STREAM.INFO.${eventStream}`],
  ['a single event of the stream', `${api}.STREAM.MSG.GET.${eventStream}`],
  ['an event by its subject', `${api}.DIRECT.GET.${eventStream}.orders.w.other`],
  ['an event less in the stream', `${api}.STREAM.MSG.DELETE.${eventStream}`],
  ['a new version of the account', '$SYS.REQ.CLAIMS.UPDATE'],
  ['another store’s status', `$KV.${fleetBucket}.w.other`],
  ['an answer to another store', `${answersPrefix(other)}.x`],
]

/** Subjects that are not this store's to hear. */
const unheard: [string, string][] = [
  ['another store’s answers', `${answersPrefix(other)}.>`],
  ['everything', '>'],
  ['all events', 'orders.>'],
  ['what relays are asked', 'consumer.*.*'],
]

natsTest('a store that reaches for more than its own is refused by the server', async () => {
  const { thief, owner } = await openStores()
  const refusals = refusalsOf(thief)
  for (const [why, subject] of forbidden) {
    thief.publish(subject, '{}')
    await expect
      .poll(() => refusals.at(-1), { message: why })
      .toBe(`Permissions Violation for Publish to "${subject}"`)
  }
  expect(refusals).toHaveLength(forbidden.length)
  for (const [why, subject] of unheard) {
    thief.subscribe(subject, { callback: () => undefined })
    await expect
      .poll(() => refusals.at(-1), { message: why })
      .toBe(`Permissions Violation for Subscription to "${subject}"`)
  }
  expect(refusals).toHaveLength(forbidden.length + unheard.length)
  // The other store still has its event, and nothing more.
  const theirs = await jetstream(owner, { timeout: natsTimeoutMs }).consumers.get(
    eventStream,
    otherConsumer,
  )
  expect((await theirs.next({ expires: 2_000 }))?.subject).toBe('orders.w.other')
  expect(await theirs.next({ expires: 1_000 })).toBeNull()
})

natsTest('a store can’t have its events delivered to another store', async () => {
  const { chain, thief, owner } = await openStores()
  const own1 = consumerName(own)
  thief.publish(`${api}.CONSUMER.MSG.NEXT.${eventStream}.${own1}`, '{"batch":1}', {
    reply: 'orders.w.other',
  })
  await thief.flush()
  await chain.publish(other, '{"second":true}', 'second')
  const theirs = await jetstream(owner, { timeout: natsTimeoutMs }).consumers.get(
    eventStream,
    otherConsumer,
  )
  const bodies = []
  for (let nth = 0; nth < 3; nth++)
    bodies.push((await theirs.next({ expires: 1_000 }))?.string() ?? null)
  expect(bodies).toEqual(['{}', '{"second":true}', null])
})

natsTest('a store’s status gets to its own place, and touches no other', async () => {
  const { chain, thief, owner } = await openStores()
  const bucket = await openFleetBucket(await chain.nats(), 1)
  const refusals = refusalsOf(thief)
  const values = () =>
    Promise.all([own, other].map(async (store) => (await bucket.get(fleetKey(store)))?.string()))
  owner.publish(statusSubject(other), '"theirs"')
  thief.publish(statusSubject(own), '"mine"')
  await expect.poll(values).toEqual(['"mine"', '"theirs"'])
  const elsewhere = [statusSubject(other), '$KV.FLEET.w.own.more', '$KV.FLEET.w', '$KV.OTHER.w.own']
  for (const subject of elsewhere) thief.publish(subject, '"not mine"')
  await expect.poll(() => refusals).toHaveLength(elsewhere.length)
  // A header that makes a stream forget everything else, where a stream allows it.
  for (const rollup of ['all', 'sub']) {
    const headers = createHeaders()
    headers.set('Nats-Rollup', rollup)
    thief.publish(statusSubject(own), '"alone"', { headers })
  }
  thief.publish(statusSubject(own), '"last"')
  await expect.poll(values).toEqual(['"last"', '"theirs"'])
  expect((await bucket.status()).values).toBe(2)
})

natsTest('nobody gets in without a user, or with the user of another chain', async () => {
  const chain = await openChain()
  await expect(chain.stranger()).rejects.toThrow('Authorization Violation')
  const another = await openChain()
  const file = fileOf(await another.addStore(own))
  await expect(connectAs({ ...file, servers: chain.chain.servers }, own)).rejects.toThrow(
    'Authorization Violation',
  )
})

natsTest('a revoked file ends at once, also after a restart of the server', async () => {
  const chain = await openChain()
  await chain.startRelay()
  const file = fileOf(await chain.addStore(own))
  const stays = await connectAs(fileOf(await chain.addStore(other)), other)
  const connection = await connectAs(file, own)
  await chain.revokeStore(own)
  expect((await connection.closed())?.message).toMatch(/revoked/i)
  await expect(connectAs(file, own)).rejects.toThrow('Authorization Violation')
  const [node] = chain.nodes
  await node?.end()
  await node?.start()
  await expect(connectAs(file, own)).rejects.toThrow('Authorization Violation')
  expect(stays.isClosed()).toBe(true)
  await connectAs(fileOf(await chain.addStore(own)), own)
})

natsTest('a rotated file replaces the one before', async () => {
  const chain = await openChain()
  const file = fileOf(await chain.addStore(own))
  const before = await connectAs(file, own)
  const next = fileOf(await chain.rotateStore(own))
  expect((await before.closed())?.message).toMatch(/revoked/i)
  await expect(connectAs(file, own)).rejects.toThrow('Authorization Violation')
  await connectAs(next, own)
})

natsTest('over TLS a server proves itself by the chain’s authority', async () => {
  const chain = await openChain({ hasTls: true })
  const file = fileOf(await chain.addStore(own))
  expect(file.servers[0]).toMatch(/^tls:/)
  await connectAs(file, own)
  const { authority: _none, ...withoutAuthority } = file
  await expect(connectAs(withoutAuthority, own)).rejects.toThrow(/certificate|self/i)
})

natsTest('an expired certificate is refused, and a new one counts after a reload', async () => {
  const chain = await openChain({ hasTls: true })
  const file = fileOf(await chain.addStore(own))
  const attempt = (): Promise<string> =>
    connectAs(file, own).then(
      () => 'let in',
      (cause: unknown) => (cause instanceof Error ? cause.message : ''),
    )
  async function serveCertificateOf(time: number): Promise<void> {
    await writeCertificates(chain.folder, chain.chain, time)
    chain.nodes[0]?.server().signal('SIGHUP')
  }
  await serveCertificateOf(Date.now() - 1_000 * 24 * 3_600_000)
  await expect.poll(attempt).toMatch(/expired/i)
  await serveCertificateOf(Date.now())
  await expect.poll(attempt).toBe('let in')
})
