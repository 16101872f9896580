import { jetstreamManager } from '@nats-io/jetstream'
import { connect, headers as createHeaders, type NatsConnection } from '@nats-io/transport-node'
import { expect, onTestFinished, test } from 'vitest'
import {
  chainBucket,
  eventStream,
  fleetBucket,
  fleetKey,
  instructionBucket,
  statusSubject,
  type StoreInChain,
} from '#contract/relay/subjects.ts'
import { fileOf } from '#test/support/nats/file-of.ts'
import { hasNoNatsServer, natsTimeoutMs, needsNatsServer } from '#test/support/nats/nats-server.ts'
import { openTestChain, type TestChain } from '#test/support/nats/test-chain.ts'
import { openFleet } from '#test/support/nats/test-fleet.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { openBucket } from './buckets.ts'
import { connectNats } from './connect.ts'
import { dayStream, newSeed, type NatsRole } from './nats-users.ts'
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

/** The errors that a server sends to a connection. */
function refusalsOf(connection: NatsConnection): string[] {
  const refusals: string[] = []
  void (async () => {
    for await (const status of connection.status())
      if (status.type === 'error') refusals.push(status.error.message)
  })()
  return refusals
}

const api = `$JS.API`
const streams = [
  eventStream,
  `KV_${fleetBucket}`,
  `KV_${instructionBucket}`,
  `KV_${chainBucket}`,
  dayStream,
]

/** What no program of the chain may do, whatever its role. */
const nobodys = [
  ...streams.flatMap((stream) => [
    `${api}.STREAM.PURGE.${stream}`,
    `${api}.STREAM.DELETE.${stream}`,
    `${api}.STREAM.MSG.DELETE.${stream}`,
    `${api}.STREAM.RESTORE.${stream}`,
    `${api}.CONSUMER.DURABLE.CREATE.${stream}.mine`,
  ]),
  `${api}.STREAM.CREATE.MINE`,
  `${api}.STREAM.NAMES`,
  '$SYS.REQ.SERVER.PING',
  '_INBOX_admin.x',
]

/** What belongs to the others. */
const forbidden: Record<NatsRole, readonly string[]> = {
  admin: ['orders.w.own', statusSubject(own), `${api}.STREAM.MSG.GET.${eventStream}`, 'fleet.day'],
  relay: [
    `$KV.${chainBucket}.access`,
    `$KV.${instructionBucket}.x`,
    'fleet.day',
    `${api}.CONSUMER.CREATE.KV_${chainBucket}.mine.$KV.${chainBucket}.users`,
    `${api}.CONSUMER.CREATE.KV_${chainBucket}`,
    `${api}.CONSUMER.CREATE.KV_${fleetBucket}`,
    `${api}.DIRECT.GET.KV_${chainBucket}.$KV.${chainBucket}.users`,
  ],
  fleet: [
    `$KV.${chainBucket}.users`,
    statusSubject(own),
    `${api}.STREAM.MSG.GET.${eventStream}`,
    `${api}.DIRECT.GET.${eventStream}`,
    `${api}.CONSUMER.CREATE.${eventStream}`,
    `${api}.CONSUMER.CREATE.KV_${chainBucket}.mine.$KV.${chainBucket}.websites`,
    `${api}.CONSUMER.CREATE.KV_${chainBucket}.mine.$KV.${chainBucket}.access`,
  ],
}

const unheard = ['>', 'orders.>', '$KV.>', '_INBOX_someone.>', '$JS.API.>']

for (const role of ['admin', 'relay', 'fleet'] as const)
  natsTest(`the ${role} may do only what it does`, async () => {
    const chain = await openChain()
    const program = await chain.connectAs(role)
    const refusals = refusalsOf(program)
    for (const subject of [...nobodys, ...forbidden[role]]) {
      program.publish(subject, '{}')
      await expect
        .poll(() => refusals.at(-1), { message: subject })
        .toBe(`Permissions Violation for Publish to "${subject}"`)
    }
    for (const subject of unheard) {
      program.subscribe(subject, { callback: () => undefined })
      await expect
        .poll(() => refusals.at(-1))
        .toBe(`Permissions Violation for Subscription to "${subject}"`)
    }
    expect(refusals).toHaveLength(nobodys.length + forbidden[role].length + unheard.length)
  })

/** A chain with everything that could be lost. */
async function openFullChain() {
  const chain = await openChain()
  await chain.startRelay()
  await openFleet(chain)
  for (let nth = 0; nth < 30; nth++) await chain.publish(other, '{}', String(nth))
  const nats = await chain.nats()
  const bucket = await openBucket(nats, fleetBucket, {})
  await bucket.put(fleetKey(other), '"theirs"')
  nats.publish('fleet.day', '{}')
  const manager = await jetstreamManager(nats, { timeout: natsTimeoutMs })
  const counts = async () => {
    const states = await Promise.all(streams.map((stream) => manager.streams.info(stream)))
    return Object.fromEntries(
      states.map(({ config, state }) => [config.name, state.messages] as const),
    )
  }
  await expect.poll(async () => (await counts())[dayStream]).toBe(1)
  return { chain, counts, manager, bucket }
}

/** What a program may ask, whose answer the server sends wherever the program says. */
const questions: readonly [string, string][] = [
  [`${api}.STREAM.INFO.${eventStream}`, ''],
  [`${api}.INFO`, ''],
  [`${api}.CONSUMER.CREATE.${eventStream}`, '{}'],
  [`${api}.STREAM.UPDATE.${eventStream}`, '{}'],
  [`${api}.STREAM.CREATE.${eventStream}`, '{}'],
  [`${api}.STREAM.MSG.GET.${eventStream}`, '{"seq":1}'],
  [`${api}.CONSUMER.MSG.NEXT.${eventStream}.nobody`, '1'],
]
const targets = [
  ...streams.flatMap((stream) => [
    `${api}.STREAM.PURGE.${stream}`,
    `${api}.STREAM.DELETE.${stream}`,
    `${api}.STREAM.MSG.DELETE.${stream}`,
  ]),
]

natsTest('an answer that is sent elsewhere purges and deletes nothing', async () => {
  const { chain, counts } = await openFullChain()
  const before = await counts()
  for (const role of ['relay', 'fleet'] as const) {
    const program = await chain.connectAs(role)
    for (const reply of targets)
      for (const [subject, body] of questions) program.publish(subject, body, { reply })
    await program.flush()
  }
  // The server answers requests in their order.
  const manager = await jetstreamManager(await chain.nats(), { timeout: natsTimeoutMs })
  await manager.getAccountInfo()
  expect(await counts()).toEqual(before)
})

natsTest('no header and no message takes another’s status away', async () => {
  const { chain, counts, bucket } = await openFullChain()
  const before = await counts()
  const relay = await chain.connectAs('relay')
  for (const rollup of ['all', 'sub']) {
    const headers = createHeaders()
    headers.set('Nats-Rollup', rollup)
    relay.publish(statusSubject(own), '"alone"', { headers })
  }
  relay.publish(statusSubject(own), '"mine"')
  await expect.poll(async () => (await bucket.get(fleetKey(own)))?.string()).toBe('"mine"')
  expect((await bucket.get(fleetKey(other)))?.string()).toBe('"theirs"')
  const stream = `KV_${fleetBucket}`
  expect((await counts())[stream]).toBe((before[stream] ?? 0) + 1)
})

natsTest('not even who may ask can purge the events or the buckets', async () => {
  const { counts, manager } = await openFullChain()
  const before = await counts()
  for (const stream of [eventStream, `KV_${fleetBucket}`, `KV_${chainBucket}`, dayStream]) {
    await expect(manager.streams.purge(stream), stream).rejects.toThrow(/not permitted/)
    await expect(manager.streams.deleteMessage(stream, 1), stream).rejects.toThrow(/not permitted/)
  }
  expect(await counts()).toEqual(before)
})

natsTest(
  'nobody reaches NATS with a store’s file, without a user or from another chain',
  async () => {
    const chain = await openChain()
    const { servers } = chain.chain.access
    const { token } = fileOf(await chain.addStore(own))
    const refused = 'Authorization Violation'
    await expect(chain.stranger()).rejects.toThrow(refused)
    for (const secret of [{ token }, { user: 'relay', pass: token }, { user: token }])
      await expect(
        connect({ servers, ...secret, reconnect: false, timeout: natsTimeoutMs }),
      ).rejects.toThrow(refused)
    const access = { servers, role: 'relay', authority: null } as const
    await expect(connectNats({ ...access, seed: newSeed() })).rejects.toThrow(refused)
  },
)

natsTest('over TLS a server proves itself by the chain’s authority', async () => {
  const chain = await openChain({ hasTls: true })
  const { access } = chain.chain
  expect(access.servers[0]).toMatch(/^tls:/)
  await chain.connectAs('relay')
  await expect(connectNats({ ...access, authority: null })).rejects.toThrow(/certificate|self/i)
})

natsTest('an expired certificate is refused, and a new one counts after a reload', async () => {
  const chain = await openChain({ hasTls: true })
  const attempt = (): Promise<string> =>
    chain.connectAs('relay').then(
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
