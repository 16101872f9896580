import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { NatsConnection } from '@nats-io/transport-node'
import { pauseAfter } from '#contract/back-off.ts'
import { createWait, type Clock } from '#host/clock.ts'
import type { Log } from '#host/log.ts'
import { createServer } from '#host/servers.ts'
import { createAsking, limitConnections, mostAtOnce, patience } from '#web/connections.ts'
import { connectNats } from '../chain/connect.ts'
import type { FleetAccount, NamedStore, RelayAccess, RelayFolder } from '../chain/folder.ts'
import { followFile } from '../chain/follow-file.ts'
import { isStreamReady } from '../receive/stream.ts'
import { createAlerts } from './alerts.ts'
import { createFleetApp } from './app.ts'
import { createDays, restoreDays, storeSpan } from './days.ts'
import { createInstructions } from './instructions.ts'
import { createPageStreams } from './page-streams.ts'
import { createFleetSessions } from './sessions.ts'
import { fleetStream, followStatuses } from './statuses.ts'
import { StoreTable } from './store-table.ts'

export interface FleetContext {
  clock: Clock
  log: Log
  /** From 0 up to 1. */
  chance: () => number
  folder: RelayFolder
  access: RelayAccess
  accounts: readonly FleetAccount[]
  names: readonly NamedStore[]
  /** Signs instructions to stores (PEM); null if the page only shows them. */
  signingKey: string | null
}

/** Where the fleet page is served. A port of 0 is any free one. */
export interface FleetPlace {
  address: string
  port: number
  /** The folder of the built page. */
  pageDir: string
  /** Where alerts are posted; null for nowhere. */
  alertUrl: string | null
}

/** How long to wait before asking JetStream again. */
const waits = { firstMs: 250, longestMs: 5_000 }

/**
 * A nats-server that is cut off from the others keeps its connections, but hears only its own
 * stores. JetStream is asked so often, and another server is tried after this long without a
 * leader. Choosing one takes up to ten seconds.
 */
const askEveryMs = 5_000
const anotherServerMs = 10_000

/** How often alerts look at all stores. */
const alertEveryMs = 5_000

/** A fleet page that is served. */
export type Fleet = Awaited<ReturnType<typeof startFleet>>

/**
 * Serves the page with all stores of a chain. It keeps nothing itself but in NATS, so several may
 * run. Rejects if the port is taken.
 */
export async function startFleet(context: FleetContext, place: FleetPlace) {
  const { clock, log, folder, access } = context
  const table = new StoreTable(clock)
  table.setNames(context.names)
  const days = createDays(() => clock.now())
  const { signingKey } = context
  const instructions = createInstructions({ clock, log, table, chain: access.name, signingKey })
  const sessions = createFleetSessions(context.accounts, () => clock.now())
  const alerts = place.alertUrl === null ? null : createAlerts(context, place.alertUrl)
  let nats: NatsConnection | null = null
  let isConnected = false
  let isFollowing = false
  let isCutOff = false
  /** Without NATS no store is heard, and none is silent. */
  const isListening = (): boolean => isConnected && isFollowing && !isCutOff
  let isClosed = false
  let slot = days.slotNow()
  let alertedAt = clock.monotonic()
  let stopStatuses = (): void => undefined

  function endSlot(connection: NatsConnection): void {
    const ended = slot
    slot = days.slotNow()
    days.forgetOld()
    storeSpan(connection, days, ended).catch((cause: unknown) => {
      log.warn('span of the day not stored', { cause: String(cause) })
    })
  }
  const streams = createPageStreams(
    { clock, table },
    {
      isListening,
      onLook() {
        const stores = table.all()
        if (nats !== null && days.slotNow() !== slot) endSlot(nats)
        days.note(stores)
        if (alerts === null || clock.monotonic() - alertedAt < alertEveryMs) return
        alertedAt = clock.monotonic()
        void alerts.look(stores)
      },
    },
  )

  async function followConnection(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type !== 'disconnect' && type !== 'reconnect') continue
      isConnected = type === 'reconnect'
      log.warn(`nats ${type}`)
    }
    isConnected = false
    if (!isClosed) log.error('nats closed')
  }
  /** Tries until JetStream has the buckets: a cluster needs a moment to choose its leader. */
  async function follow(connection: NatsConnection): Promise<void> {
    const wait = createWait(clock)
    const parts = { clock, log, table, days, replicas: access.replicas }
    for (let failures = 0; !isClosed;) {
      try {
        await restoreDays(connection, parts)
        await instructions.follow(connection, access.replicas)
        stopStatuses = await followStatuses(connection, parts)
        isFollowing = true
        return
      } catch (cause) {
        failures += 1
        log.warn('statuses not read', { cause: cause instanceof Error ? cause.message : '' })
        await wait(pauseAfter(failures, waits))
      }
    }
  }
  async function leaveWhenCutOff(connection: NatsConnection): Promise<void> {
    const wait = createWait(clock)
    let failsSince: number | null = null
    while (!isClosed) {
      await wait(askEveryMs)
      if (!isConnected) {
        failsSince = null
        continue
      }
      if (await isStreamReady(connection, fleetStream)) {
        failsSince = null
        isCutOff = false
        continue
      }
      failsSince ??= clock.monotonic()
      if (clock.monotonic() - failsSince < anotherServerMs) continue
      failsSince = null
      isCutOff = true
      log.warn('another nats server is tried')
      connection.reconnect().catch(() => undefined)
    }
  }
  async function listen(): Promise<void> {
    nats = await connectNats(access, { lasts: true })
    isConnected = true
    void followConnection(nats)
    await follow(nats)
    void leaveWhenCutOff(nats)
    log.info('fleet ready')
  }
  const ready = listen()
  ready.catch(() => undefined)

  const asking = createAsking()
  const server = createServer({ ...patience, IncomingMessage: asking.Request })
  const connections = limitConnections(server)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: place.port, host: place.address, backlog: mostAtOnce }, resolve)
  })
  const { name: chain } = access
  const { pageDir } = place
  const serve = createFleetApp({
    ...{ chain, pageDir, table, days, instructions, streams, sessions, connections },
    isReady: isListening,
  })
  server.on('request', (request, response) => {
    asking.begin(request, response)
    void serve(request, response)
  })
  const stops = [
    followFile(context, { file: folder.usersFile, read: folder.readUsers }, sessions.replace),
    followFile(context, { file: folder.namesFile, read: folder.readNames }, table.setNames),
  ]
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${place.address}:${String(port)}/`,
    /** Resolves once the stores are known; rejects if NATS refuses this server. */
    ready,
    async close(): Promise<void> {
      isClosed = true
      for (const stop of stops) stop()
      streams.close()
      stopStatuses()
      instructions.stop()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      await nats?.close()
    },
  }
}
