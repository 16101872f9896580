import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import type { RelayFile } from '#contract/relay/relay-file.ts'
import type { StoreInChain } from '#contract/relay/subjects.ts'
import { systemClock } from '#host/clock/clock.ts'
import { RelayFeed, type RelayContext } from '#host/feeds/relay/relay-feed.ts'
import { Inbox } from '#host/inbox/inbox.ts'
import { openDatabase } from '#host/db/open.ts'
import type { TestChain } from '#test/support/nats/test-chain.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { orderText } from './order-text.ts'

export const websiteId = 'w'
const storeOf = (nth: number): StoreInChain => ({ websiteId, storeId: `store-${String(nth)}` })

/** How many connect at once: a chain doesn't start in one moment either. */
const atOnce = 10

/** The platform sends again what was not answered with 200; here after this. */
const againMs = 1_000

/** What didn't arrive by then, after the last was acknowledged, is lost, and the run fails. */
const lostMs = 90_000

/** What arrives, by the id of the event, and how to send one to a store. */
export interface Subject {
  /** Sends an event to the nth store; resolves once it is acknowledged. */
  send(nth: number, id: string, body: string): Promise<void>
  /** Called with the id of each event that arrived. */
  onArrived: (id: string) => void
  /** How often something was refused and sent again. */
  refused: number
  close(): Promise<void>
}

/** Stores that fetch from the relay, more and more of them. */
export interface Stores extends Subject {
  growTo(count: number): Promise<void>
  /** Opens one more store, and resolves once it has fetched what waited for it. */
  catchUp(nth: number): Promise<void>
}

const quietLog = createRecordingLog()

/** The status of the answer; null if the connection broke off. */
async function post(url: string, request: RequestInit): Promise<number | null> {
  try {
    const answer = await fetch(url, request)
    await answer.text()
    return answer.status
  } catch {
    return null
  }
}

/** Makes the files of that many stores. */
export async function makeFiles(chain: TestChain, count: number): Promise<RelayFile[]> {
  const labels = { name: '', region: '', tags: [] }
  const lines = Array.from({ length: count }, (_, nth) => ({ store: storeOf(nth), labels }))
  const added = must(chain.stores.addAll(lines))
  await chain.push()
  return added.map(({ file }) => file)
}

async function inGroups(
  from: number,
  to: number,
  run: (nth: number) => Promise<void>,
): Promise<void> {
  for (let first = from; first < to; first += atOnce)
    await Promise.all(
      Array.from({ length: Math.min(atOnce, to - first) }, (_, at) => run(first + at)),
    )
}

/**
 * The feeds of many stores, as their hosts run them, with a real inbox. They share one database,
 * because one process has not enough files for thousands.
 */
export function openStores(
  files: readonly RelayFile[],
  target: { url: string; bearer: string },
  folder: string,
): Stores {
  const db = openDatabase(`${folder}/inbox.sqlite`)
  const inbox = new Inbox(db, quietLog, { onStored: () => undefined, onStatus: () => undefined })
  const feeds: RelayFeed[] = []
  const subject: Stores = {
    onArrived: () => undefined,
    refused: 0,
    growTo: (count) => inGroups(feeds.length, count, async (nth) => void (await openFeed(nth))),
    async catchUp(nth) {
      const feed = await openFeed(nth)
      while (feed.status.hasMore) await pause(5)
    },
    async send(nth, _id, body) {
      const request = {
        method: 'POST',
        headers: { authorization: `Bearer ${target.bearer}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...JSON.parse(body), ...storeOf(nth) }),
      }
      for (;;) {
        const status = await post(target.url, request)
        if (status === 200) return
        if (status !== 503 && status !== null)
          throw new Error(`the relay answered ${String(status)}`)
        subject.refused += 1
        await pause(againMs)
      }
    },
    async close() {
      await Promise.all(feeds.map((feed) => feed.close()))
      db.close()
    },
  }
  const context = {
    ...{ clock: systemClock, log: quietLog, storeMove: { isAway: false } },
    ...{ chance: () => 0.5, statusChanged: () => undefined },
    values: () => ({ read: () => null, write: () => undefined }),
  } as unknown as RelayContext
  async function openFeed(nth: number): Promise<RelayFeed> {
    const file = files[nth]
    if (file === undefined) throw new Error('no such store')
    const feed = new RelayFeed(context, file, {
      async receive(message) {
        const outcome = await inbox.receive(message)
        if (outcome === 'kept') subject.onArrived(message.key.replace(/^id:evt-/, ''))
        return outcome
      },
      onEvent: () => undefined,
    })
    feeds.push(feed)
    while (feed.status.state !== 'connected') await pause(5)
    return feed
  }
  return subject
}

/** The same with NATS alone: each store pulls and acknowledges what one client publishes. */
export async function openFloor(chain: TestChain, count: number): Promise<Subject> {
  const publisher = await chain.nats()
  const manager = await jetstreamManager(publisher)
  const name = `FLOOR-${String(count)}`
  await manager.streams.add({ name, subjects: [`floor${String(count)}.>`] })
  const connections: NatsConnection[] = []
  const js = jetstream(publisher)
  const subject: Subject = {
    onArrived: () => undefined,
    refused: 0,
    async send(nth, id, body) {
      const publish = () => js.publish(`floor${String(count)}.${String(nth)}`, body, { msgID: id })
      for (;;) {
        const stored = await publish().catch(() => null)
        if (stored !== null) return
        subject.refused += 1
        await pause(againMs)
      }
    },
    async close() {
      isEnded = true
      await Promise.all(connections.map((each) => each.close()))
    },
  }
  let isEnded = false
  const ids = /"eventId":"evt-([^"]*)"/
  async function pull(connection: NatsConnection, consumer: string): Promise<void> {
    const source = await jetstream(connection).consumers.get(name, consumer)
    while (!isEnded) {
      const batch = await source.fetch({ max_messages: 32, expires: 20_000, idle_heartbeat: 5_000 })
      for await (const message of batch) {
        subject.onArrived(ids.exec(message.string())?.[1] ?? '')
        message.ack()
      }
    }
  }
  async function pullAlways(connection: NatsConnection, consumer: string): Promise<void> {
    // A busy machine misses the server's beats; a store asks again then too.
    while (!isEnded) await pull(connection, consumer).catch(() => pause(againMs))
  }
  await inGroups(0, count, async (nth) => {
    await manager.consumers.add(name, {
      durable_name: `c${String(nth)}`,
      filter_subject: `floor${String(count)}.${String(nth)}`,
      ack_policy: 'explicit',
    })
    const connection = await chain.connectTo(1)
    connections.push(connection)
    void pullAlways(connection, `c${String(nth)}`)
  })
  return subject
}

const must = <T>(result: { ok: true; value: T } | { ok: false }): T => {
  if (!result.ok) throw new Error('not there')
  return result.value
}

export interface Sent {
  /** From sending to the arrival, ms, sorted. */
  tookMs: number[]
  /** Acknowledged per second. */
  perSecond: number
  /** How many were refused and sent again. */
  refused: number
}

/** Sends one store that many events, as fast as the relay takes them. */
export async function fillStore(subject: Subject, nth: number, count: number): Promise<void> {
  const ids = Array.from({ length: count }, (_, at) => `away-${String(nth)}-${String(at)}`)
  const sendNext = async (): Promise<void> => {
    for (let id = ids.pop(); id !== undefined; id = ids.pop())
      await subject.send(nth, id, orderText(id))
  }
  await Promise.all(Array.from({ length: 2 * atOnce }, sendNext))
}

/** Sends events to stores in turn, at a fixed pace, whatever their answers take. */
export async function sendAtPace(
  subject: Subject,
  {
    stores,
    perSecond,
    seconds,
    run,
  }: { stores: number; perSecond: number; seconds: number; run: string },
): Promise<Sent> {
  const count = Math.round(perSecond * seconds)
  const sentAt = new Map<string, number>()
  const tookMs: number[] = []
  const all = Promise.withResolvers<null>()
  subject.onArrived = (id) => {
    const since = sentAt.get(id)
    if (since === undefined) return
    sentAt.delete(id)
    tookMs.push(performance.now() - since)
    if (tookMs.length === count) all.resolve(null)
  }
  const refusedBefore = subject.refused
  const sending: Promise<void>[] = []
  const startedAt = performance.now()
  for (let nth = 0; nth < count; nth++) {
    const due = startedAt + (nth * 1_000) / perSecond
    while (performance.now() < due) await pause(1)
    const id = `${run}-${String(nth)}`
    const body = orderText(id)
    sentAt.set(id, performance.now())
    // Another store each time: 7,919 is a prime.
    sending.push(subject.send((nth * 7_919) % stores, id, body))
  }
  await Promise.all(sending)
  const perSecondDone = (count * 1_000) / (performance.now() - startedAt)
  await Promise.race([all.promise, pause(lostMs, null, { ref: false })])
  if (tookMs.length < count)
    throw new Error(`${run}: ${String(count - tookMs.length)} of ${String(count)} did not arrive`)
  return {
    tookMs: tookMs.toSorted((one, other) => one - other),
    perSecond: perSecondDone,
    refused: subject.refused - refusedBefore,
  }
}

/** Processor time of a process so far, in ms (Linux). */
export function cpuMs(pid: number): number {
  const fields =
    readFileSync(`/proc/${String(pid)}/stat`, 'utf8')
      .split(') ')[1]
      ?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10
}

/** Resident memory of a process in MB (Linux). */
export function residentMb(pid: number): number {
  const text = readFileSync(`/proc/${String(pid)}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(text)?.[1] ?? 0) / 1024
}
