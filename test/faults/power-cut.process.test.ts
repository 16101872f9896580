import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { jetstreamManager } from '@nats-io/jetstream'
import { expect, onTestFinished, test } from 'vitest'
import { eventStream } from '#contract/relay/subjects.ts'
import { hasNoNatsServer, needsNatsServer } from '#test/support/nats/nats-server.ts'
import { openTestChain, type TestChain } from '#test/support/nats/test-chain.ts'
import { hasPowerCutDisks, PowerCutDisk } from '#test/support/power-cut-disk.ts'
import { temporaryFolder } from '#test/support/temporary.ts'
import { tries } from '#test/support/tries.ts'

const isSkipped = hasNoNatsServer || !hasPowerCutDisks()
const needs = `${needsNatsServer} and loop devices`

const senders = 8

/** A chain on disks whose power can be cut. */
async function openChain(nodes: number, prepare?: (config: string) => string) {
  const folder = temporaryFolder()
  const disks = Array.from(
    { length: nodes },
    (_, at) => new PowerCutDisk(`${folder}/disk-${String(at + 1)}`),
  )
  const through = (nth: number, { dataFolder }: { dataFolder: string }) =>
    disks[nth - 1]?.at(dataFolder) ?? []
  const chain = await openTestChain(folder, {
    nodes,
    through,
    prepare(files) {
      for (const file of files)
        if (prepare !== undefined) writeFileSync(file, prepare(readFileSync(file, 'utf8')))
      return Promise.resolve()
    },
  })
  onTestFinished(() => chain.close())
  const bearer = await chain.addBearer('w')
  await chain.startRelay()
  /** All nodes lose their power at the same moment, and come back. */
  async function cutPower(): Promise<void> {
    for (const node of chain.nodes) node.server().signal('SIGSTOP')
    for (const disk of disks) disk.cut()
    await Promise.all(chain.nodes.map((node) => node.end()))
    for (const disk of disks) disk.restore()
    await Promise.all(
      chain.nodes.map((node, at) =>
        node.start(through(at + 1, { dataFolder: chain.dataFolders[at] ?? '' })),
      ),
    )
  }
  return { chain, bearer, cutPower }
}

/** Senders that post until `stop`; `accepted` has the events with a 200. */
function startSenders(url: string, bearer: string, run: string) {
  const accepted = new Set<string>()
  let count = 0
  let isStopped = false
  async function send(): Promise<void> {
    while (!isStopped) {
      const eventId = `${run}-${String(++count)}`
      const event = { type: 'a', eventId, websiteId: 'w', storeId: 's', data: {} }
      const headers = { authorization: `Bearer ${bearer}` }
      const answer = await fetch(url, {
        method: 'POST',
        headers,
        body: JSON.stringify(event),
        signal: AbortSignal.timeout(5_000),
      }).catch(() => null)
      await answer?.text().catch(() => '')
      if (answer?.status === 200) accepted.add(eventId)
      else await pause(20)
    }
  }
  const sending = Array.from({ length: senders }, send)
  return {
    accepted,
    async stop() {
      isStopped = true
      await Promise.all(sending)
    },
  }
}

/** The ids of the events that are stored. */
async function storedIds(chain: TestChain): Promise<Set<string>> {
  const manager = await jetstreamManager(await chain.nats())
  const ids = new Set<string>()
  const { state } = await manager.streams.info(eventStream)
  for (let seq = Math.max(1, state.first_seq); seq <= state.last_seq; seq++) {
    const message = await manager.streams.getMessage(eventStream, { seq })
    if (message !== null) ids.add(message.json<{ eventId: string }>().eventId)
  }
  return ids
}

/** How many events with a 200 are gone after power cuts. */
async function lostIn(rounds: number, opened: Awaited<ReturnType<typeof openChain>>) {
  const { chain, bearer, cutPower } = opened
  const isReady = async () => {
    const manager = await jetstreamManager(await chain.nats(), { timeout: 1_000 })
    const { cluster } = await manager.streams.info(eventStream)
    return cluster === undefined || cluster.leader !== undefined
  }
  let lost = 0
  for (let round = 0; round < rounds; round++) {
    const senders = startSenders(chain.chain.addresses[0] ?? '', bearer, `r${String(round)}`)
    while (senders.accepted.size < 100) await pause(5)
    // What got its 200 until here.
    const before = [...senders.accepted]
    await cutPower()
    await senders.stop()
    await expect.poll(() => isReady().catch(() => false)).toBe(true)
    const ids = await storedIds(chain)
    lost += before.filter((id) => !ids.has(id)).length
  }
  return lost
}

test.skipIf(isSkipped)(`a power cut loses no event that got a 200 (${needs})`, async () => {
  expect(await lostIn(tries(2, 10), await openChain(1))).toBe(0)
})

test.skipIf(isSkipped)(`neither does one of three nodes together (${needs})`, async () => {
  expect(await lostIn(tries(1, 5), await openChain(3))).toBe(0)
})

test.skipIf(isSkipped)(
  `without writing each event to the disk, such a power cut loses some (${needs})`,
  async () => {
    const opened = await openChain(1, (config) => config.replace('sync_interval: always', ''))
    expect(await lostIn(1, opened)).toBeGreaterThan(0)
  },
)
