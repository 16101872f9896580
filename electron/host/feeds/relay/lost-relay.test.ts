import { appendFileSync } from 'node:fs'
import { expect, onTestFinished } from 'vitest'
import { consumerName, eventStream } from '#contract/relay/subjects.ts'
import { systemClock } from '../../clock.ts'
import { openTestChain } from '#test/support/nats/test-chain.ts'
import { reservedPort } from '#test/support/reserved-port.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import {
  store,
  relayTest,
  openChain,
  fileOf,
  openFeed,
  publish,
  managerOf,
  leftOf,
} from '#test/support/relay-feed.ts'

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
