import { readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { jetstream, jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { eventsPath } from '#contract/relay/delivery.ts'
import type { FleetRole } from '#contract/relay/fleet.ts'
import { eventStream, eventSubject, type StoreInChain } from '#contract/relay/subjects.ts'
import type { RelayFile } from '#contract/relay/relay-file.ts'
import type { Result } from '#contract/shared/result.ts'
import { systemClock, type Clock } from '#host/clock/clock.ts'
import { connectNats, type NatsAccess } from '#relay/chain/connect.ts'
import { readAccess } from '#relay/chain/folder.ts'
import { pushLists } from '#relay/chain/lists.ts'
import type { NatsRole } from '#relay/chain/nats-users.ts'
import { setUpChain, type NewNode } from '#relay/chain/setup.ts'
import { ChainStores } from '#relay/chain/stores.ts'
import { FleetUsers } from '#relay/commands/users.ts'
import { WebsiteBearers } from '#relay/chain/websites.ts'
import { Relay } from '#relay/receive/relay.ts'
import { createRecordingLog } from '../recording-log.ts'
import { reservedPort } from '../reserved-port.ts'
import { natsTimeoutMs, startNatsServer, type NatsServer } from './nats-server.ts'

/** A user of the nats-servers that may do everything, which only tests have. */
const testUser = 'test'

const addTestUser = (configFile: string): void => {
  const config = readFileSync(configFile, 'utf8')
  const user = `users: [\n  { user: ${testUser}, password: ${testUser} }`
  writeFileSync(configFile, config.replace('users: [', user))
}

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

/** How many addresses relays have. */
const relayCount = 2

const connectTest = ({ servers, authority }: NatsAccess): Promise<NatsConnection> =>
  connect({
    servers: [...servers],
    ...{ user: testUser, pass: testUser, waitOnFirstConnect: true, maxReconnectAttempts: -1 },
    ...{ reconnectTimeWait: 100, ignoreClusterUpdates: true, timeout: natsTimeoutMs },
    ...(authority !== null && { tls: { ca: authority } }),
  })

/** Resolves once the relay at an address knows the token of a file, or if none is there. */
async function untilKnown(server: string, { token }: RelayFile): Promise<void> {
  const headers = { authorization: `Bearer ${token}` }
  const url = new URL(`${eventsPath}?wait=0`, server)
  const status = () =>
    fetch(url, { headers }).then(
      (answer) => answer.status,
      () => 0,
    )
  while ((await status()) === 401) await pause(5)
}

/** Resolves once a relay stores events and knows the chain's lists. */
async function readyRelay(relay: Relay): Promise<void> {
  await relay.ready
  while ((await fetch(`${relay.figuresUrl}health`)).status !== 200) await pause(5)
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
    clock = systemClock,
    prepare = () => Promise.resolve(),
    through = () => [],
  }: {
    nodes?: number
    hasTls?: boolean
    /** Changes the configuration of the nodes before they start. */
    prepare?(configFiles: readonly string[], nodes: readonly NewNode[]): Promise<void>
    /** A command that runs the nth node. */
    through?(nth: number, node: NewNode): readonly string[]
    clock?: Clock
  } = {},
) {
  const relayPorts = await Promise.all(Array.from({ length: relayCount }, () => reservedPort()))
  const relayUrl = (nth: number): string => `http://127.0.0.1:${String(relayPorts[nth])}`
  const planned: NewNode[] = []
  for (let nth = 1; nth <= count; nth++)
    planned.push({
      // Certificates are for names.
      host: hasTls ? 'localhost' : '127.0.0.1',
      port: await reservedPort(),
      clusterPort: await reservedPort(),
      dataFolder: `${folder}/data-${String(nth)}`,
    })
  const chainFolder = must(
    await setUpChain(folder, {
      name: 'Test chain',
      nodes: planned,
      addresses: Array.from({ length: relayCount }, (_, at) => relayUrl(at)),
      hasTls,
    }),
  )
  const chain = must(chainFolder.readChain())
  const stores = new ChainStores(chain, chainFolder)
  const websites = new WebsiteBearers(chainFolder)
  const users = new FleetUsers(chainFolder)
  const configFiles = planned.map((_, at) => `${chainFolder.nodeFolder(at + 1)}/nats-server.conf`)
  for (const file of configFiles) addTestUser(file)
  await prepare(configFiles, planned)
  const nodes = planned.map(({ port }, at) => createNode(configFiles[at] ?? '', port))
  await Promise.all(
    nodes.map((node, at) => {
      const place = planned[at]
      return node.start(place === undefined ? [] : through(at + 1, place))
    }),
  )

  /** Relays and fleets follow the folder; they know it afterwards. */
  const push = async (): Promise<void> => {
    const first = await pushLists(chain, chainFolder)
    // A command gives up after ten seconds. Nodes of a busy machine may start more slowly.
    const isSlow = !first.ok && first.error.code === 'unreachable'
    must(isSlow ? await pushLists(chain, chainFolder) : first)
  }
  await push()

  const log = createRecordingLog()
  let started = 0
  const relays = new Set<Relay>()
  let connection: Promise<NatsConnection> | null = null
  const connections = new Set<NatsConnection>()

  return {
    folder: chainFolder,
    dataFolders: planned.map(({ dataFolder }) => dataFolder),
    /** The folder of a relay, and of the fleet's server. */
    relayPath: chainFolder.programFolder('relay'),
    fleetPath: chainFolder.programFolder('fleet'),
    chain,
    stores,
    nodes,
    /** The ports of the relays' addresses. */
    relayPorts,
    relayPort: relayPorts[0] ?? 0,
    push,
    /** What the relays logged. */
    log,
    /** A connection that may do everything. */
    nats: (): Promise<NatsConnection> => (connection ??= connectTest(chain.access)),
    /** The same, to the nth node alone, from 1 on. */
    async connectTo(nth: number): Promise<NatsConnection> {
      const servers = nodes.slice(nth - 1, nth).map(({ address }) => address)
      const opened = await connectTest({ ...chain.access, servers })
      connections.add(opened)
      return opened
    },
    /** A connection with the rights of one of the chain's programs. */
    async connectAs(role: NatsRole): Promise<NatsConnection> {
      const access =
        role === 'admin' ? chain.access : must(readAccess(chainFolder.programFolder(role), role))
      const opened = await connectNats(access)
      connections.add(opened)
      return opened
    },
    /** A connection without a user, for what the servers must refuse. */
    stranger: () =>
      connect({ servers: [...chain.access.servers], reconnect: false, timeout: natsTimeoutMs }),
    /** Adds a store; resolves with the text of its file. */
    async addStore(store: StoreInChain, name = ''): Promise<string> {
      const { file } = must(stores.add(store, { name, region: '', tags: [] }))
      await push()
      await Promise.all(file.servers.map((server) => untilKnown(server, file)))
      return JSON.stringify(file)
    },
    /** Replaces the file of a store. */
    async rotateStore(store: StoreInChain): Promise<string> {
      const { file } = must(stores.rotate(store))
      await push()
      await Promise.all(file.servers.map((server) => untilKnown(server, file)))
      return JSON.stringify(file)
    },
    /** Ends the file of a store. */
    async revokeStore(store: StoreInChain): Promise<void> {
      must(stores.revoke(store))
      await push()
    },
    /** A new bearer for a website's events. */
    async addBearer(websiteId: string, bearer?: string): Promise<string> {
      const added = must(websites.add(websiteId, bearer))
      await push()
      return added
    },
    /** A key for the fleet page, which a server that runs soon knows. */
    async addUser(name: string, role: FleetRole): Promise<string> {
      const key = must(users.add(name, role))
      await push()
      return key
    },
    async removeUser(name: string): Promise<void> {
      must(users.remove(name))
      await push()
    },
    async endOlderBearer(websiteId: string): Promise<void> {
      must(websites.endOlder(websiteId))
      await push()
    },
    /**
     * Starts the next relay in this process, at the next of its addresses. It is ready, with the
     * chain's lists, or `waits` is false.
     */
    async startRelay({ waits = true } = {}): Promise<Relay> {
      const relay = await Relay.start(
        { clock, log, access: must(readAccess(chainFolder.programFolder('relay'), 'relay')) },
        {
          ...{ address: '127.0.0.1', port: relayPorts[started++ % relayCount] ?? 0 },
          ...{ figuresAddress: '127.0.0.1', figuresPort: 0, names: null },
        },
      )
      relays.add(relay)
      if (waits) await readyRelay(relay)
      return relay
    },
    /** Ends a relay that `startRelay` started; the next one starts at its address. */
    async endRelay(relay: Relay): Promise<void> {
      relays.delete(relay)
      started = relayPorts.indexOf(Number(new URL(relay.url).port))
      await relay.close()
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
    async close(): Promise<void> {
      await Promise.all([...relays].map((relay) => relay.close()))
      await (await connection)?.close()
      await Promise.all([...connections].map((each) => each.close()))
      await Promise.all(nodes.map((node) => node.end()))
    },
  }
}
