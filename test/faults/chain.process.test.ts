import { mkdirSync, readFileSync, statfsSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { readRelayFile } from '#contract/relay/relay-file.ts'
import { eventStream, type StoreInChain } from '#contract/relay/subjects.ts'
import { RelayFeed, type RelayContext } from '#host/feeds/relay/relay-feed.ts'
import { systemClock, type Clock } from '#host/clock/clock.ts'
import type { NewNode } from '#relay/chain/setup.ts'
import type { Relay } from '#relay/receive/relay.ts'
import { fleetStream } from '#relay/fleet/statuses.ts'
import { isStreamReady } from '#relay/receive/stream.ts'
import { hasNoNatsServer, needsNatsServer } from '#test/support/nats/nats-server.ts'
import { openTestChain, type TestChain } from '#test/support/nats/test-chain.ts'
import { openFleet, openPage, publishStatus, statusOf } from '#test/support/nats/test-fleet.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { fillUp, hasSmallDisks, onSmallDisk, within } from '#test/support/small-disk.ts'
import { openTcpGate, type TcpGate } from '#test/support/tcp-gate.ts'
import { temporaryFolder } from '#test/support/temporary.ts'

/** Ten of these fill a small disk. */
const longText = 400_000

const store: StoreInChain = { websiteId: 'w', storeId: 's' }

const chainTest = (name: string, run: () => Promise<void>): void => {
  test.skipIf(hasNoNatsServer)(`${name} (${needsNatsServer})`, run)
}

type Options = NonNullable<Parameters<typeof openTestChain>[1]>

async function openChain(options: Options): Promise<TestChain> {
  const chain = await openTestChain(temporaryFolder(), options)
  onTestFinished(() => chain.close())
  return chain
}

/** A platform that sends an event until it is accepted; `accepted` are their keys. */
function createSender(relay: Relay, bearer: string) {
  const accepted: string[] = []
  let count = 0
  async function isAccepted(body: string): Promise<boolean> {
    const answer = await fetch(relay.url, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}` },
      body,
    }).catch(() => null)
    await answer?.text()
    return answer?.status === 200
  }
  return {
    accepted,
    /** Resolves once it got its 200. */
    async send(storeId = store.storeId, text = ''): Promise<void> {
      const eventId = String(++count)
      const body = { type: 'a', eventId, websiteId: 'w', storeId, data: { text } }
      while (!(await isAccepted(JSON.stringify(body)))) await pause(50)
      if (storeId === store.storeId) accepted.push(`id:${eventId}`)
    },
  }
}

/** A store's feed, whose inbox knows repeats as the real one does. */
async function openFeed(
  chain: TestChain,
  place = store,
  {
    clock = systemClock,
    take = () => Promise.resolve(),
  }: { clock?: Clock; take?: () => Promise<void> } = {},
) {
  const read = readRelayFile(await chain.addStore(place))
  if (!read.ok) throw new Error(read.error.detail)
  const keys = new Set<string>()
  const context = {
    ...{ clock, log: createRecordingLog(), storeMove: { isAway: false } },
    chance: () => 0,
    statusChanged: () => undefined,
    values: () => ({ read: () => null, write: () => undefined }),
  } as unknown as RelayContext
  const feed = new RelayFeed(context, read.value, {
    async receive({ key }) {
      await take()
      const isRepeat = keys.has(key)
      keys.add(key)
      return isRepeat ? 'repeat' : 'kept'
    },
    onEvent: () => undefined,
  })
  onTestFinished(() => feed.close())
  return { feed, keys }
}

function makeDataFolders(_files: unknown, nodes: readonly NewNode[]): Promise<void> {
  for (const { dataFolder } of nodes) mkdirSync(dataFolder, { recursive: true })
  return Promise.resolve()
}

/** Puts a cable between each two nodes of a cluster. */
async function openCables(configFiles: readonly string[], nodes: readonly NewNode[]) {
  const cables: { between: readonly number[]; gate: TcpGate }[] = []
  for (const [at, file] of configFiles.entries()) {
    const routes = []
    for (const [to, { clusterPort }] of nodes.entries()) {
      if (to === at) continue
      const gate = await openTcpGate(clusterPort)
      onTestFinished(() => gate.close())
      cables.push({ between: [at + 1, to + 1], gate })
      routes.push(`"nats://127.0.0.1:${String(gate.port)}"`)
    }
    // Nodes would tell each other ways past the cables. Nothing listens at this one.
    const cut = `routes: [${routes.join(', ')}]\n  advertise: "127.0.0.1:1"`
    writeFileSync(file, readFileSync(file, 'utf8').replace(/routes: \[.*\]/, cut))
  }
  return cables
}

chainTest(
  'a leader that is cut off from the others: another one leads, and nothing is lost',
  async () => {
    let cables: Awaited<ReturnType<typeof openCables>> = []
    const chain = await openChain({
      nodes: 3,
      prepare: async (files, nodes) => {
        cables = await openCables(files, nodes)
      },
    })
    const bearer = await chain.addBearer('w')
    const relay = await chain.startRelay()
    const { keys } = await openFeed(chain)
    const sender = createSender(relay, bearer)
    for (let nth = 0; nth < 20; nth++) await sender.send()
    const leader = await chain.leader()
    const cutOff = await chain.connectTo(leader)
    const other = await chain.connectTo((leader % 3) + 1)
    const ofLeader = cables.filter(({ between }) => between.includes(leader))
    expect(ofLeader).toHaveLength(4)
    for (const { gate } of ofLeader) gate.cut()
    for (let nth = 0; nth < 20; nth++) await sender.send()
    // A relay that is connected to it has to leave it.
    await expect.poll(() => isStreamReady(cutOff, eventStream)).toBe(false)
    await expect.poll(() => isStreamReady(other, eventStream)).toBe(true)
    // Neither does the store wait until it is back. It may leave that node too, and what it was
    // given there is delivered again after 30 s.
    await expect
      .poll(() => [...keys], { timeout: 200_000 })
      .toEqual(expect.arrayContaining(sender.accepted))
    for (const { gate } of ofLeader) gate.reopen()
    for (let nth = 0; nth < 20; nth++) await sender.send()
    expect(sender.accepted).toHaveLength(60)
    await expect.poll(() => [...keys]).toEqual(expect.arrayContaining(sender.accepted))
  },
)

chainTest(
  'a fleet server that is cut off from all stores calls none of them silent, and hears them again',
  async () => {
    let cables: Awaited<ReturnType<typeof openCables>> = []
    const chain = await openChain({
      nodes: 3,
      prepare: async (files, nodes) => {
        cables = await openCables(files, nodes)
      },
    })
    await chain.addStore(store)
    const { fleet, clock, addUser, logIn, get } = await openFleet(chain, { isReady: false })
    const page = await openPage(fleet, await logIn(await addUser('Ana')))
    // Not faster than NATS chooses its leaders.
    const health = async () => {
      await clock.advance(100)
      return (await get('health')).status
    }
    const openTickets = async (sent: number) => {
      await publishStatus(chain, store, statusOf({ openTickets: sent }))
      await clock.advance(1_000)
      return page.stores()[0]?.status?.openTickets
    }
    await expect.poll(health).toBe(200)
    await expect.poll(() => openTickets(1)).toBe(1)
    const before = page.messages.length
    const nodes = await Promise.all([1, 2, 3].map((nth) => chain.connectTo(nth)))
    for (const { gate } of cables) gate.cut()
    // A former leader takes some seconds to know, and no jump of a clock may come before.
    for (const node of nodes) await expect.poll(() => isStreamReady(node, fleetStream)).toBe(false)
    await expect.poll(health).toBe(503)
    // It tries another server every 15 s, which takes it half a second; all of them are cut off.
    for (let second = 0; second < 150; second += 5) {
      await clock.advance(5_000)
      await pause(500)
    }
    expect(await health()).toBe(503)
    expect(page.state(store.storeId)).toBe('well')
    for (const { gate } of cables) gate.reopen()
    await expect.poll(health).toBe(200)
    await expect.poll(() => openTickets(2)).toBe(2)
    expect(JSON.stringify(page.messages.slice(before))).not.toContain('"silent"')
  },
)

test.skipIf(hasNoNatsServer || !hasSmallDisks())(
  `a full disk on one node: the others store everything, and deliver it (${needsNatsServer} and small disks)`,
  async () => {
    const chain = await openChain({
      nodes: 3,
      through: (nth, { dataFolder }) => (nth === 1 ? onSmallDisk(dataFolder, 'size=4m') : []),
      prepare: makeDataFolders,
    })
    const bearer = await chain.addBearer('w')
    const relay = await chain.startRelay()
    const { keys } = await openFeed(chain)
    const sender = createSender(relay, bearer)
    for (let nth = 0; nth < 4; nth++) await sender.send(store.storeId, 'x'.repeat(longText))
    const [first] = chain.nodes
    const disk = within(first?.server().pid ?? 0, chain.dataFolders[0] ?? '')
    // nats-server itself takes no more than three quarters of a disk.
    fillUp(disk)
    for (let nth = 0; nth < 36; nth++) await sender.send(store.storeId, 'x'.repeat(longText))
    expect(statfsSync(disk).bavail).toBe(0)
    expect(first?.server().output()).toContain('no space left on device')
    expect(sender.accepted).toHaveLength(40)
    // Stores wait no longer for that node than a relay takes to leave it.
    await expect.poll(() => [...keys].toSorted()).toEqual(sender.accepted.toSorted())
  },
)

chainTest('a slow store and a store with a wrong clock don’t disturb another', async () => {
  const chain = await openChain({ nodes: 1 })
  const bearer = await chain.addBearer('w')
  const relay = await chain.startRelay()
  const sender = createSender(relay, bearer)
  const slow = { websiteId: 'w', storeId: 'slow' }
  const skewed = { websiteId: 'w', storeId: 'skewed' }
  for (let nth = 0; nth < 300; nth++) await sender.send(slow.storeId)
  const slowFeed = await openFeed(chain, slow, { take: () => pause(100) })
  const yearAhead = { ...systemClock, now: () => Date.now() + 365 * 24 * 3_600_000 }
  const skewedFeed = await openFeed(chain, skewed, { clock: yearAhead })
  const { keys } = await openFeed(chain)
  await expect.poll(() => slowFeed.keys.size).toBeGreaterThan(0)
  await sender.send()
  await sender.send(skewed.storeId)
  await expect.poll(() => [keys.size, skewedFeed.keys.size]).toEqual([1, 1])
  expect(slowFeed.keys.size).toBeLessThan(300)
  await expect.poll(() => slowFeed.keys.size).toBe(300)
})
