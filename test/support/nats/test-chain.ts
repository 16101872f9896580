import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import type { FleetRole } from '#contract/relay/fleet.ts'
import {
  consumerName,
  eventStream,
  eventSubject,
  type StoreInChain,
} from '#contract/relay/subjects.ts'
import type { Result } from '#contract/result.ts'
import { systemClock, type Clock } from '#host/clock.ts'
import { connectNats } from '#relay/chain/connect.ts'
import { setUpChain, type NewNode } from '#relay/chain/setup.ts'
import { createStores } from '#relay/chain/stores.ts'
import { createUsers } from '#relay/chain/users.ts'
import { createWebsites } from '#relay/chain/websites.ts'
import { startRelay, type Relay } from '#relay/receive/relay.ts'
import { createRecordingLog } from '../recording-log.ts'
import { reservedPort } from '../reserved-port.ts'
import { natsTimeoutMs, startNatsServer, type NatsServer } from './nats-server.ts'

/** The value, or a thrown error. */
function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.error))
  return result.value
}

/** A nats-server of a chain that can be ended and started again. */
export interface TestNode {
  readonly port: number
  /** Its client port, as a client writes it. */
  readonly address: string
  /** Throws if it isn't running. */
  server(): NatsServer
  start(through?: readonly string[]): Promise<void>
  /** Ends it, by default without time to clean up. Does nothing if it isn't running. */
  end(signal?: 'SIGKILL' | 'SIGTERM'): Promise<void>
}

function createNode(configFile: string, port: number): TestNode {
  let running: NatsServer | null = null
  return {
    port,
    address: `nats://127.0.0.1:${String(port)}`,
    server() {
      if (running === null) throw new Error('the node is not running')
      return running
    },
    async start(through) {
      running = await startNatsServer(configFile, port, through)
    },
    async end(signal = 'SIGKILL') {
      await running?.end(signal)
      running = null
    },
  }
}

export type TestChain = Awaited<ReturnType<typeof openTestChain>>

/**
 * A chain on real nats-servers on this machine, in an empty folder: one server, or a cluster. They
 * run until `close`.
 */
export async function openTestChain(
  folder: string,
  {
    nodes: count = 1,
    hasTls = false,
    webSocketPort = null,
    clock = systemClock,
    prepare = () => Promise.resolve(),
    through = () => [],
  }: {
    nodes?: number
    hasTls?: boolean
    webSocketPort?: number | null
    /** Changes the configuration of the nodes before they start. */
    prepare?(configFiles: readonly string[], nodes: readonly NewNode[]): Promise<void>
    /** A command that runs the nth node. */
    through?(nth: number, node: NewNode): readonly string[]
    clock?: Clock
  } = {},
) {
  const planned: NewNode[] = []
  for (let nth = 1; nth <= count; nth++)
    planned.push({
      // Certificates are for names.
      host: hasTls ? 'localhost' : '127.0.0.1',
      port: await reservedPort(),
      clusterPort: await reservedPort(),
      dataFolder: `${folder}/data-${String(nth)}`,
    })
  const made = must(
    await setUpChain(folder, {
      name: 'Test chain',
      nodes: planned,
      servers: [],
      webSocketPort,
      hasTls,
    }),
  )
  const chain = must(made.readChain())
  const stores = createStores(chain, made)
  const websites = createWebsites(made.relay)
  const users = createUsers(made.relay)
  const configFiles = planned.map((_, at) => `${made.nodeFolder(at + 1)}/nats-server.conf`)
  await prepare(configFiles, planned)
  const nodes = planned.map(({ port }, at) => createNode(configFiles[at] ?? '', port))
  await Promise.all(
    nodes.map((node, at) => {
      const place = planned[at]
      return node.start(place === undefined ? [] : through(at + 1, place))
    }),
  )

  /** NATS takes the newer of two versions of an account by the second in which they were made. */
  const madeIn = Math.floor(Date.now() / 1_000)
  async function push(): Promise<void> {
    await pause(Math.max(0, (madeIn + 1) * 1_000 - Date.now()))
    must(await stores.push())
  }

  const log = createRecordingLog()
  const relays = new Set<Relay>()
  let connection: Promise<NatsConnection> | null = null
  const connections = new Set<NatsConnection>()

  return {
    folder: made,
    dataFolders: planned.map(({ dataFolder }) => dataFolder),
    /** The folder of a relay. */
    relayPath: join(folder, 'relay'),
    chain,
    stores,
    nodes,
    /** What the relays logged. */
    log,
    /** A connection as the relays have it. */
    nats: (): Promise<NatsConnection> =>
      (connection ??= connectNats(must(made.relay.readAccess()), { lasts: true })),
    /** The same, to the nth node alone, from 1 on. */
    async connectTo(nth: number): Promise<NatsConnection> {
      const servers = nodes.slice(nth - 1, nth).map(({ address }) => address)
      const opened = await connectNats({ ...must(made.relay.readAccess()), servers })
      connections.add(opened)
      return opened
    },
    /** A connection without a user, for what the servers must refuse. */
    stranger: () => connect({ servers: chain.servers, reconnect: false, timeout: natsTimeoutMs }),
    /** Adds a store; resolves with the text of its file. */
    async addStore(store: StoreInChain, name = ''): Promise<string> {
      return JSON.stringify(must(await stores.add(store, name)).file)
    },
    /** Replaces the file of a store. */
    async rotateStore(store: StoreInChain): Promise<string> {
      const { file } = must(await stores.rotate(store))
      await push()
      return JSON.stringify(file)
    },
    /** Ends the file of a store; the servers know it afterwards. */
    async revokeStore(store: StoreInChain): Promise<void> {
      must(stores.revoke(store))
      await push()
    },
    /** A new bearer for a website's events. */
    addBearer: (websiteId: string, bearer?: string): string =>
      must(websites.add(websiteId, bearer)),
    /** A key for the fleet page, which a server that runs soon knows. */
    addUser: (name: string, role: FleetRole): string => must(users.add(name, role)),
    removeUser: (name: string): void => void must(users.remove(name)),
    endOlderBearer: (websiteId: string): void => void must(websites.endOlder(websiteId)),
    /**
     * Starts a relay in this process, which makes the stream and answers stores. It is ready, or
     * `waits` is false.
     */
    async startRelay({ waits = true } = {}): Promise<Relay> {
      const relay = await startRelay(
        {
          clock,
          log,
          folder: made.relay,
          access: must(made.relay.readAccess()),
          websites: must(made.relay.readWebsites()),
        },
        { address: '127.0.0.1', port: 0, figuresAddress: '127.0.0.1', figuresPort: 0, names: null },
      )
      relays.add(relay)
      if (waits) await relay.ready
      return relay
    },
    /** Stores an event for a store as a relay does, without one. */
    async publish(store: StoreInChain, body: string, msgID: string): Promise<void> {
      const js = jetstream(await this.nats(), { timeout: natsTimeoutMs })
      const subject = eventSubject(store.websiteId, store.storeId)
      await js.publish(subject, body, { msgID })
    },
    /** Which node leads the stream, from 1 on; 0 while none does. */
    async leader(): Promise<number> {
      const manager = await jetstreamManager(await this.nats())
      const { cluster } = await manager.streams.info(eventStream)
      return Number(cluster?.leader?.replace('node-', '') ?? 0)
    },
    /** How many events a store has not fetched, and not acknowledged. */
    async waiting(store: StoreInChain) {
      const manager = await jetstreamManager(await this.nats())
      const info = await manager.consumers.info(eventStream, consumerName(store))
      return { toDeliver: info.num_pending, toAcknowledge: info.num_ack_pending }
    },
    async close(): Promise<void> {
      await Promise.all([...relays].map((relay) => relay.close()))
      await (await connection)?.close()
      await Promise.all([...connections].map((each) => each.close()))
      await Promise.all(nodes.map((node) => node.end()))
    },
  }
}
