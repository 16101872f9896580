import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { jetstreamManager } from '@nats-io/jetstream'
import { expect, onTestFinished, test } from 'vitest'
import type { RelayStatus } from '#contract/status/relay.ts'
import { cursorHeader, packEvents } from '#contract/relay/delivery.ts'
import { eventStream } from '#contract/relay/subjects.ts'
import { systemClock } from '../../clock/clock.ts'
import {
  anyFile,
  bodyOf,
  store,
  relayTest,
  openChain,
  fileOf,
  openFeed,
  publish,
} from '#test/support/relay-feed.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openTestChain } from '#test/support/nats/test-chain.ts'
import { openTcpGate } from '#test/support/tcp-gate.ts'
import { temporaryFolder } from '#test/support/temporary.ts'

const unique = (keys: readonly string[]): string[] => [...new Set(keys)]

/** Something at an address of this machine that isn't a relay. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return `http://localhost:${String(port)}`
}

relayTest('a nats-server that is killed and comes back', async () => {
  const chain = await openChain()
  const [node] = chain.nodes
  const { keys, isNow } = openFeed(fileOf(await chain.addStore(store)))
  await publish(chain, 1)
  await expect.poll(keys).toHaveLength(1)
  await node?.end('SIGKILL')
  await isNow({ state: 'failing', problem: 'not-ready' })
  await node?.start()
  await isNow({ state: 'connected', problem: null })
  await publish(chain, 2)
  await expect.poll(() => unique(keys())).toEqual(['id:e-1', 'id:e-2'])
})

relayTest('a relay that ends: the next address is used', async () => {
  const chain = await openTestChain(temporaryFolder())
  onTestFinished(() => chain.close())
  const [first, second] = [await chain.startRelay(), await chain.startRelay()]
  const { keys, isNow } = openFeed(fileOf(await chain.addStore(store)))
  await isNow({ state: 'connected', server: new URL(first.url).host })
  await publish(chain, 1)
  await expect.poll(keys).toEqual(['id:e-1'])
  await chain.endRelay(first)
  await isNow({ state: 'connected', server: new URL(second.url).host })
  await publish(chain, 2)
  await expect.poll(keys).toEqual(['id:e-1', 'id:e-2'])
})

relayTest('a relay that hangs is left, and used again later', async () => {
  const chain = await openChain()
  const gate = await openTcpGate(chain.relayPorts[0] ?? 0)
  onTestFinished(() => gate.close())
  const file = fileOf(await chain.addStore(store))
  const servers = [`http://127.0.0.1:${String(gate.port)}`]
  const { keys, isNow, feed } = openFeed({ ...file, servers })
  await isNow({ state: 'connected' })
  gate.cut()
  await isNow({ state: 'failing' })
  gate.reopen()
  feed.wake()
  await isNow({ state: 'connected' })
  await publish(chain, 1)
  await expect.poll(keys).toEqual(['id:e-1'])
})

relayTest('a relay that does not reach NATS yet: the feed waits', async () => {
  const chain = await openTestChain(temporaryFolder())
  onTestFinished(() => chain.close())
  const file = fileOf(await chain.addStore(store))
  await chain.nodes[0]?.end()
  await chain.startRelay({ waits: false })
  const { keys, isNow } = openFeed(file)
  await isNow({ state: 'failing', problem: 'not-ready' })
  await chain.nodes[0]?.start()
  await isNow({ state: 'connected' })
  await publish(chain, 1)
  await expect.poll(keys).toEqual(['id:e-1'])
})

relayTest(
  'a stream that is made anew: its events arrive, though their places are lower',
  async () => {
    const chain = await openChain()
    const { keys, isNow } = openFeed(fileOf(await chain.addStore(store)))
    await publish(chain, 1, 2, 3)
    await expect.poll(keys).toHaveLength(3)
    const manager = await jetstreamManager(await chain.nats())
    await manager.streams.delete(eventStream)
    await expect
      .poll(() =>
        manager.streams.info(eventStream).then(
          () => true,
          () => false,
        ),
      )
      .toBe(true)
    await publish(chain, 'new')
    await expect.poll(keys).toEqual(['id:e-1', 'id:e-2', 'id:e-3', 'id:e-new'])
    await isNow({ state: 'connected', problem: null })
  },
)

relayTest('a stream that was restored from a backup: what came since arrives', async () => {
  const chain = await openChain()
  const file = fileOf(await chain.addStore(store))
  await publish(chain, 1)
  const first = openFeed(file)
  await expect.poll(first.keys).toHaveLength(1)
  await first.feed.close()
  // The store has seen events that the stream no longer has.
  const ahead = first.cursor.value as { cursor: string }
  const cursor = { value: { ...ahead, cursor: ahead.cursor.replace(/\d+$/, '900') } }
  const second = openFeed(file, () => false, undefined, cursor)
  await expect.poll(second.keys).toEqual(['id:e-1'])
})

relayTest('a file that is revoked is refused within seconds, and at the next start', async () => {
  const chain = await openChain()
  const file = fileOf(await chain.addStore(store))
  const first = openFeed(file)
  await first.isNow({ state: 'connected' })
  await chain.revokeStore(store)
  await first.isNow({ state: 'refused', problem: 'refused' })
  await first.feed.close()
  const second = openFeed(file)
  await second.isNow({ state: 'refused', problem: 'refused' })
  expect(second.log.text()).not.toContain(file.token)
})

relayTest('a rotated file replaces the one before', async () => {
  const chain = await openChain()
  const file = fileOf(await chain.addStore(store))
  const before = openFeed(file)
  await before.isNow({ state: 'connected' })
  const after = openFeed(fileOf(await chain.rotateStore(store)))
  await before.isNow({ state: 'refused' })
  await after.isNow({ state: 'connected' })
})

const answering =
  (status: number, text: string, headers: Record<string, string> = {}): RequestListener =>
  (_, response) => {
    response.writeHead(status, headers)
    response.end(text)
  }

test.for<[string, RequestListener, Partial<RelayStatus>]>([
  ['a page of a hotel’s Wi-Fi', answering(200, '<html>Log in</html>'), { problem: 'broken-off' }],
  ['a redirect', answering(302, '', { location: 'http://127.0.0.1:1' }), { problem: 'broken-off' }],
  ['another web server', answering(404, 'nothing here'), { problem: 'broken-off' }],
  ['a load balancer without relays', answering(502, 'bad gateway'), { problem: 'not-ready' }],
  ['a relay that has too much to do', answering(429, ''), { problem: 'not-ready' }],
  [
    'a cursor that is none',
    answering(200, '', { 'kitchen-pass-cursor': '../x' }),
    { problem: 'broken-off' },
  ],
  ['one that hangs up', (request) => request.socket.destroy(), { problem: 'broken-off' }],
])('%s is no relay: it says so, and asks again', async ([, answer, expected]) => {
  const server = await serve(answer)
  const { isNow, keys } = openFeed({ ...anyFile, servers: [server] })
  await isNow({ state: 'failing', ...expected })
  expect(keys()).toEqual([])
})

test('a name that nobody has, and an address where nobody listens', async () => {
  const nowhere = openFeed({ ...anyFile, servers: ['https://nowhere.invalid'] })
  await nowhere.isNow({ state: 'failing', problem: 'no-such-name' })
  await openFeed(anyFile).isNow({ state: 'failing', problem: 'not-reached' })
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

relayTest('the feed closes at once, whatever it waits for', async () => {
  const chain = await openChain()
  const file = fileOf(await chain.addStore(store))
  const gate = await openTcpGate(chain.relayPorts[0] ?? 0)
  onTestFinished(() => gate.close())
  const fetching = openFeed(file)
  await fetching.isNow({ state: 'connected' })
  const connecting = openFeed(anyFile)
  const hanging = openFeed({ ...file, servers: [`http://127.0.0.1:${String(gate.port)}`] })
  await hanging.isNow({ state: 'connected' })
  gate.cut()
  const before = performance.now()
  await Promise.all([fetching, connecting, hanging, openFeed(file)].map(({ feed }) => feed.close()))
  expect(performance.now() - before).toBeLessThan(10_000)
})

test('an event that a relay passed over is fetched a minute later', async () => {
  const clock = new FakeClock()
  const asked: string[] = []
  const body = (nth: number): Uint8Array => Buffer.from(bodyOf(nth))
  /** It has two events, and gives only the second at first, as a node that is behind might. */
  const server = await serve((request, response) => {
    const after = new URL(request.url ?? '', 'http://x').searchParams.get('after') ?? ''
    asked.push(after)
    const isLook = asked.length > 1 && after === ''
    const events = [
      { sequence: 1, body: body(1) },
      { sequence: 2, body: body(2) },
    ]
    const delivered = after === '' ? events.slice(isLook ? 0 : 1) : []
    response.setHeader(cursorHeader, 'stream-2')
    setTimeout(
      () => response.end(Buffer.concat(packEvents(delivered))),
      delivered.length === 0 ? 50 : 0,
    )
  })
  const { keys, events, log } = openFeed({ ...anyFile, servers: [server] }, undefined, clock)
  await expect.poll(keys).toEqual(['id:e-2'])
  expect(events()).toBe(1)
  await clock.advance(60_000)
  await expect.poll(() => unique(keys())).toEqual(['id:e-2', 'id:e-1'])
  // The second one was a repeat.
  expect([events(), log.text().match(/found later/g)?.length]).toEqual([2, 1])
})
