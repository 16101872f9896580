import { setTimeout as pause } from 'node:timers/promises'
import { jetstream } from '@nats-io/jetstream'
import { expect, onTestFailed, onTestFinished, test } from 'vitest'
import { eventStream } from '#contract/relay/subjects.ts'
import type { TicketsSnapshot } from '#contract/tickets/ticket.ts'
import { Random } from '#practice/random.ts'
import { hasNoNatsServer, needsNatsServer } from '#test/support/nats/nats-server.ts'
import { startRelayProcess, type RelayProcess } from '#test/support/nats/relay-process.ts'
import { openTestChain } from '#test/support/nats/test-chain.ts'
import { sampleStore } from '#test/support/samples.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { tries } from '#test/support/tries.ts'
import { callWeb, nobody, startWeb, type WebProcess } from '#test/support/web-process.ts'
import { createChainTraffic } from './chain-traffic.ts'
import { readStored } from './stored.ts'

/** `KITCHEN_PASS_KILLS` for a run of that length, `KITCHEN_PASS_SEED` to repeat one that failed. */
const rounds = Number(process.env['KITCHEN_PASS_KILLS'] ?? tries(7, 100))
const seed = process.env['KITCHEN_PASS_SEED'] ?? String(Date.now())

/** How many events are accepted between two kills, at least. */
const eventsBetween = 10

const websiteId = 'w'
const storeIds = [sampleStore, 'second-store']

/** The host of a store that fetches from the relay, in a process that can be killed. */
function createStoreHost(storeId: string, relayFile: string) {
  const dataDir = temporaryFolder()
  let web: WebProcess | null = null
  return {
    dataDir,
    storeId,
    start(): Promise<void> {
      web = startWeb({
        dataDir,
        connected: { ...nobody, storeId },
        env: { KITCHEN_PASS_RELAY_FILE: relayFile },
      })
      return Promise.resolve()
    },
    async end(): Promise<void> {
      await web?.end('SIGKILL')
      web = null
    },
    async ask(name: string): Promise<unknown> {
      const { ui } = (await web?.ready) ?? { ui: '' }
      return callWeb(ui, name, {})
    },
  }
}

/** A relay in a process that can be killed, and comes back at its address. */
async function createRelayPart(folder: string, port: number) {
  let relay: RelayProcess = await startRelayProcess(folder, port)
  return {
    end: () => relay.end('SIGKILL'),
    async start() {
      relay = await startRelayProcess(folder, port)
    },
  }
}

/** All parts of a chain; each can be killed and comes back. */
async function openChain() {
  const chain = await openTestChain(temporaryFolder(), { nodes: 3 })
  const bearer = await chain.addBearer(websiteId)
  const relays = await Promise.all(
    chain.relayPorts.map((port) => createRelayPart(chain.relayPath, port)),
  )
  const hosts = await Promise.all(
    storeIds.map(async (storeId) =>
      createStoreHost(storeId, await chain.addStore({ websiteId, storeId })),
    ),
  )
  for (const host of hosts) await host.start()
  onTestFinished(async () => {
    await Promise.all([...relays, ...hosts].map((part) => part.end()))
    await chain.close()
  })
  const parts = [
    ...chain.nodes.map((node) => ({ end: () => node.end(), start: () => node.start() })),
    ...relays,
    ...hosts.map((host) => ({ end: () => host.end(), start: host.start })),
  ]
  return {
    chain,
    hosts,
    parts,
    target: { url: chain.chain.addresses[0] ?? '', bearer, websiteId, storeIds },
  }
}

/** The ids of the events that the stream has. */
async function eventsInStream({ chain }: Awaited<ReturnType<typeof openChain>>) {
  const consumer = await jetstream(await chain.nats()).consumers.get(eventStream)
  const eventIds = new Set<string>()
  for await (const message of await consumer.consume()) {
    eventIds.add(message.json<{ eventId: string }>().eventId)
    if (message.info.pending === 0) break
  }
  return eventIds
}

test.skipIf(hasNoNatsServer)(
  `${String(rounds)} kills of a chain’s parts: what got a 200 is on its store’s wall exactly once (${needsNatsServer})`,
  async () => {
    onTestFailed(() => {
      process.stderr.write(`again with KITCHEN_PASS_SEED=${seed} KITCHEN_PASS_KILLS=${rounds}\n`)
    })
    const random = new Random(seed, 'chain')
    const opened = await openChain()
    const { hosts, parts, target } = opened
    const traffic = createChainTraffic(random, target)
    const running = traffic.run()
    const accepted = () =>
      [...traffic.acknowledged.values()].reduce((sum, { size }) => sum + size, 0)
    for (let round = 0; round < rounds; round++) {
      // A cluster without its leader needs seconds for another one. Each kill is while events flow.
      const before = accepted()
      while (accepted() < before + eventsBetween) await pause(10)
      await pause(random.between(0, 300))
      // Each part in turn, then all of them at once.
      const victim = parts[round % (parts.length + 1)]
      const victims = victim === undefined ? parts : [victim]
      await Promise.all(victims.map((part) => part.end()))
      await pause(random.between(0, 500))
      await Promise.all(victims.map((part) => part.start()))
    }
    traffic.stop()
    await running

    const inStream = await eventsInStream(opened)
    const acknowledged = [...traffic.acknowledged.values()].flatMap((keys) => [...keys])
    expect(acknowledged.filter((key) => !inStream.has(key.replace('id:', '')))).toEqual([])
    for (const host of hosts) {
      const expected = [...(traffic.acknowledged.get(host.storeId) ?? [])].toSorted()
      expect(expected.length).toBeGreaterThan(rounds)
      const orders = expected.map((key) => key.replace('id:evt-', 'ord-')).toSorted()
      const onWall = async () => {
        const { tickets } = (await host.ask('tickets.list')) as TicketsSnapshot
        return tickets.map(({ id }) => id).toSorted()
      }
      // What a store missed it finds a minute later.
      await expect.poll(onWall, { timeout: 180_000 }).toEqual(orders)
      const { inbox } = readStored(host.dataDir)
      expect(inbox.map(({ key }) => key).toSorted()).toEqual(expected)
      expect(inbox.filter(({ state }) => state !== 'done')).toEqual([])
    }
    const counts = [...traffic.acknowledged.values()].map(({ size }) => size)
    process.stderr.write(
      `${String(rounds)} kills, ${counts.join(' + ')} events with a 200, ${String(traffic.posts)} posts\n`,
    )
  },
  120_000 + rounds * 60_000,
)
