import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, jwtAuthenticator, type NatsConnection } from '@nats-io/transport-node'
import type { RelayFile } from '#contract/relay/relay-file.ts'
import type { StoreInChain } from '#contract/relay/subjects.ts'
import { systemClock } from '#host/clock.ts'
import { createRelayFeed, type RelayContext } from '#host/feeds/relay/relay-feed.ts'
import { createInbox } from '#host/inbox/inbox.ts'
import { openDatabase } from '#host/db/open.ts'
import { makeStoreUser } from '#relay/chain/accounts.ts'
import type { TestChain } from '#test/support/nats/test-chain.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { orderText } from './order-text.ts'

export const websiteId = 'w'
const storeOf = (nth: number): StoreInChain => ({ websiteId, storeId: `store-${String(nth)}` })

/** How many connect at once: a chain doesn't start in one moment either. */
const atOnce = 10

/** What arrives, by the id of the event, and how to send one to a store. */
export interface Subject {
  /** Sends an event to the nth store; resolves once it is acknowledged. */
  send(nth: number, id: string, body: string): Promise<void>
  /** Called with the id of each event that arrived. */
  onArrived: (id: string) => void
  close(): Promise<void>
}

/** Stores that fetch from the relay, more and more of them. */
export interface Stores extends Subject {
  growTo(count: number): Promise<void>
}

const quietLog = createRecordingLog()

const fileOf = async (chain: TestChain, store: StoreInChain): Promise<RelayFile> => {
  const { jwt, seed } = await makeStoreUser(chain.chain.keys, store)
  const { servers } = chain.chain
  const kind = 'kitchen-pass-relay' as const
  return { kind, version: 1, servers, ...store, storeName: '', user: jwt, seed }
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
  chain: TestChain,
  target: { url: string; bearer: string },
  folder: string,
): Stores {
  const db = openDatabase(`${folder}/inbox.sqlite`)
  const inbox = createInbox(db, quietLog, { onStored: () => undefined, onStatus: () => undefined })
  const feeds: ReturnType<typeof createRelayFeed>[] = []
  const subject: Stores = {
    onArrived: () => undefined,
    growTo: (count) => inGroups(feeds.length, count, openFeed),
    async send(nth, _id, body) {
      const answer = await fetch(target.url, {
        method: 'POST',
        headers: { authorization: `Bearer ${target.bearer}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...JSON.parse(body), ...storeOf(nth) }),
      })
      await answer.text()
      if (answer.status !== 200) throw new Error(`the relay answered ${String(answer.status)}`)
    },
    async close() {
      await Promise.all(feeds.map((feed) => feed.close()))
      db.close()
    },
  }
  const context = {
    ...{ clock: systemClock, log: quietLog, storeMove: { isAway: false } },
    ...{ chance: () => 0.5, statusChanged: () => undefined },
  } as unknown as RelayContext
  async function openFeed(nth: number): Promise<void> {
    const file = await fileOf(chain, storeOf(nth))
    const feed = createRelayFeed(context, file, {
      async receive(message) {
        await inbox.receive(message)
        subject.onArrived(message.key.replace(/^id:evt-/, ''))
      },
      onEvent: () => undefined,
    })
    feeds.push(feed)
    while (feed.status.state !== 'connected') await pause(5)
  }
  return subject
}

/** The same with NATS alone: each store pulls and acknowledges what one client publishes. */
export async function openFloor(chain: TestChain, count: number): Promise<Subject> {
  const publisher = await chain.nats()
  const manager = await jetstreamManager(publisher)
  const name = `FLOOR-${String(count)}`
  await manager.streams.add({ name, subjects: [`floor${String(count)}.>`] })
  const { user } = must(chain.folder.relay.readAccess())
  const connections: NatsConnection[] = []
  const js = jetstream(publisher)
  const subject: Subject = {
    onArrived: () => undefined,
    async send(nth, id, body) {
      await js.publish(`floor${String(count)}.${String(nth)}`, body, { msgID: id })
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
  await inGroups(0, count, async (nth) => {
    await manager.consumers.add(name, {
      durable_name: `c${String(nth)}`,
      filter_subject: `floor${String(count)}.${String(nth)}`,
      ack_policy: 'explicit',
    })
    const connection = await connect({
      servers: chain.chain.servers,
      authenticator: jwtAuthenticator(user.jwt, new TextEncoder().encode(user.seed)),
    })
    connections.push(connection)
    void pull(connection, `c${String(nth)}`).catch(() => undefined)
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
  await all.promise
  return { tookMs: tookMs.toSorted((one, other) => one - other), perSecond: perSecondDone }
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
