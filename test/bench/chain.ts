import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { startRelayProcess } from '#test/support/nats/relay-process.ts'
import { openTestChain } from '#test/support/nats/test-chain.ts'
import {
  cpuMs,
  fillStore,
  makeFiles,
  openFloor,
  openStores,
  residentMb,
  sendAtPace,
  websiteId,
  type Sent,
  type Stores,
} from './chain-load.ts'
import { maxRatio, type Part } from './figure.ts'

const stores = 2_000
/** One order per minute and store, and ten times as many. */
const calm = { perSecond: stores / 60, seconds: 10 }
const burst = { perSecond: (10 * stores) / 60, seconds: 10 }
const growth = [1, 10, 100, 1_000]
const growthPace = { perSecond: 100, seconds: 5 }
/** As long as a store's request for events waits, so that each asks once. */
const idleSeconds = 20

const floor = 'a JetStream publish, and a pull by a client of each store, of the same bytes'
const name = (pace: string, what: string): string =>
  `2,000 stores, ${pace}: webhook to inbox, ${what}`
/** Two days of a busy store: 300 orders, five events for each. */
const awayEvents = 2 * 300 * 5
const awayName = '2,000 stores, calm: p99 while another one fetches two days'
const memoryName = '2,000 stores: memory of the server for each'
const idleName = '1,000 stores: processor time of each, without events'
const cpuName = (count: number): string =>
  `${count.toLocaleString('en')} stores: processor time per event`

const share = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN

interface Rounds {
  floor: number[]
  ours: number[]
  note?: string
}

const measuredRounds = (): Record<string, Rounds> =>
  Object.fromEntries(
    ['calm', 'burst'].flatMap((pace) =>
      ['p50', 'p99', 'accepted'].map((what) => [name(pace, what), { floor: [], ours: [] }]),
    ),
  )

function note(
  rounds: Record<string, Rounds>,
  pace: string,
  who: 'floor' | 'ours',
  sent: Sent,
): void {
  rounds[name(pace, 'p50')]?.[who].push(share(sent.tookMs, 0.5))
  rounds[name(pace, 'p99')]?.[who].push(share(sent.tookMs, 0.99))
  const accepted = rounds[name(pace, 'accepted')]
  accepted?.[who].push(sent.perSecond)
  if (sent.refused > 0 && accepted !== undefined)
    accepted.note = `${String(sent.refused)} sent again, in the last such round`
}

/** Processor time of some processes during each event, in ms, without what they need anyway. */
async function growthCosts(ours: Stores, pids: readonly number[], rounds: number) {
  const spent = (): number => pids.reduce((sum, pid) => sum + cpuMs(pid), 0)
  const perEvent: number[][] = []
  /** Of all together, per second. */
  let idle = 0
  for (const count of growth) {
    await ours.growTo(count)
    const plan = { ...growthPace, stores: count }
    await sendAtPace(ours, { ...plan, seconds: 2, run: `w${String(count)}` })
    const [idleFrom, idleAt] = [spent(), performance.now()]
    await pause(idleSeconds * 1_000)
    idle = ((spent() - idleFrom) * 1_000) / (performance.now() - idleAt)
    const costs: number[] = []
    for (let nth = 0; nth < rounds; nth++) {
      const [from, at] = [spent(), performance.now()]
      await sendAtPace(ours, { ...plan, run: `g${String(count)}-${String(nth)}` })
      const idleShare = (idle * (performance.now() - at)) / 1_000
      costs.push((spent() - from - idleShare) / (plan.perSecond * plan.seconds))
    }
    perEvent.push(costs)
  }
  return { perEvent, idlePerStoreAndMinute: (idle * 60) / (growth.at(-1) ?? 1) }
}

/** How the others fare while a store that was away fetches what waited. */
async function whileOneCatchesUp(ours: Stores, rounds: number): Promise<Rounds> {
  const measured: Rounds = { floor: [], ours: [] }
  const p99 = async (run: string): Promise<number> =>
    share((await sendAtPace(ours, { ...calm, stores, run })).tookMs, 0.99)
  for (let nth = 0; nth < rounds; nth++) {
    measured.floor.push(await p99(`alone-${String(nth)}`))
    await fillStore(ours, stores + nth, awayEvents)
    const at = performance.now()
    const caughtUp = ours.catchUp(stores + nth).then(() => performance.now() - at)
    measured.ours.push(await p99(`beside-${String(nth)}`))
    measured.note = `it had them after ${((await caughtUp) / 1_000).toFixed(1)} s`
  }
  return measured
}

/** A relay and one nats-server for a chain of 2,000 stores, and how their cost grows with stores. */
export const chain: Part = {
  rounds: 3,
  lines: [
    ...['calm', 'burst'].flatMap((pace) => [
      {
        name: name(pace, 'p50'),
        unit: 'ms',
        measures: `From posting an order of 5 KB to the relay until the store's inbox has it.`,
        floor,
        aim: null,
      },
      {
        name: name(pace, 'p99'),
        unit: 'ms',
        measures: 'The same; 99 of 100 came within this time.',
        floor,
        aim: maxRatio(2),
      },
      {
        name: name(pace, 'accepted'),
        unit: '/s',
        measures: 'Orders that were acknowledged per second; the pace was given.',
        floor,
        aim: null,
      },
    ]),
    {
      name: awayName,
      unit: 'ms',
      measures: `From webhook to inbox of the others, while a store that was away fetches ${awayEvents.toLocaleString('en')} events.`,
      floor: 'the same pace without that store',
      aim: maxRatio(2),
    },
    {
      name: memoryName,
      unit: 'KB',
      measures: 'What the nats-server has more in memory with 2,000 stores connected.',
      floor: null,
      aim: null,
    },
    {
      name: idleName,
      unit: 'ms/min',
      measures: 'Of the relay and the nats-server, for each store that waits for events.',
      floor: null,
      aim: null,
    },
    ...growth.slice(1).map((count) => ({
      name: cpuName(count),
      unit: 'ms',
      measures:
        'Of the relay and the nats-server, at 100 events per second, less what waiting stores cost.',
      floor: `the same with ${(count / 10).toLocaleString('en')} stores`,
      aim: maxRatio(1.3),
    })),
  ],
  async measure(rounds) {
    const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-bench-'))
    const opened = await openTestChain(folder)
    const bearer = await opened.addBearer(websiteId)
    const relay = await startRelayProcess(opened.relayPath, opened.relayPort)
    const nats = opened.nodes[0]?.server().pid ?? 0
    const target = { url: relay.url, bearer }
    await opened.nats()
    const before = residentMb(nats)
    // Some more than are open at once: those that were away.
    const files = await makeFiles(opened, stores + rounds)
    const ours = openStores(files, target, folder)
    const { perEvent, ...waiting } = await growthCosts(ours, [nats, relay.pid], rounds)
    await ours.growTo(stores)
    const memory = ((residentMb(nats) - before) * 1024) / stores
    const bare = await openFloor(opened, stores)
    const measured = measuredRounds()
    for (const [who, subject] of [
      ['floor', bare],
      ['ours', ours],
    ] as const)
      await sendAtPace(subject, { ...burst, seconds: 4, stores, run: `warm-${who}` })
    for (let nth = 0; nth < rounds; nth++)
      for (const [pace, plan] of Object.entries({ calm, burst }))
        for (const [who, subject] of [
          ['floor', bare],
          ['ours', ours],
        ] as const) {
          const run = `${who}-${pace}-${String(nth)}`
          note(measured, pace, who, await sendAtPace(subject, { ...plan, stores, run }))
        }
    const away = await whileOneCatchesUp(ours, rounds)
    await Promise.all([bare.close(), ours.close()])
    await relay.end('SIGTERM')
    await opened.close()
    rmSync(folder, { recursive: true, force: true })
    return {
      ...measured,
      [awayName]: away,
      [memoryName]: { floor: [], ours: [memory] },
      [idleName]: { floor: [], ours: [waiting.idlePerStoreAndMinute] },
      ...Object.fromEntries(
        growth
          .slice(1)
          .map((count, at) => [
            cpuName(count),
            { floor: perEvent[at] ?? [], ours: perEvent[at + 1] ?? [] },
          ]),
      ),
    }
  },
}
