import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { NatsConnection } from '@nats-io/transport-node'
import { pauseAfter } from '#contract/back-off.ts'
import { createWait, type Clock } from '#host/clock.ts'
import type { Log } from '#host/log.ts'
import type { OtherServer } from '#host/feeds/webhook.ts'
import { createServer } from '#host/servers.ts'
import {
  createAsking,
  limitConnections,
  mostAtOnce,
  patience,
  type Connections,
} from '#web/connections.ts'
import { connectNats } from '../chain/connect.ts'
import type { ProgramAccess } from '../chain/folder.ts'
import { FollowedLists } from '../chain/lists.ts'
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
  access: ProgramAccess
  /** Signs instructions to stores (PEM); null if the page only shows them. */
  signingKey: string | null
}

export interface FleetOptions {
  /** The folder of the built page. */
  pageDir: string
  /** Where alerts are posted; null for nowhere. */
  alertUrl: string | null
}

/** Where the fleet page is served. A port of 0 is any free one. */
export interface FleetPlace extends FleetOptions {
  address: string
  port: number
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
 * The page with all stores of a chain, for a server that others make. It keeps nothing itself but in
 * NATS, so several may run.
 */
export function createFleet(context: FleetContext, place: FleetOptions) {
  const { clock, log, access } = context
  const table = new StoreTable(clock)
  const days = createDays(() => clock.now())
  const { signingKey } = context
  const instructions = createInstructions({ clock, log, table, chain: access.name, signingKey })
  const sessions = createFleetSessions([], () => clock.now())
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
  let lists: FollowedLists | null = null

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
    lists = new FollowedLists({ clock, log, nats, replicas: access.replicas })
    lists.follow('stores', (stores) => {
      table.setNames(stores)
    })
    lists.follow('users', sessions.replace)
    await follow(nats)
    void leaveWhenCutOff(nats)
    log.info('fleet ready')
  }
  const ready = listen()
  ready.catch(() => undefined)

  const { name: chain } = access
  const { pageDir } = place
  return {
    /** Resolves once the stores are known; rejects if NATS refuses this server. */
    ready,
    /** Answers the requests of a server. */
    answer(connections: Connections) {
      return createFleetApp({
        ...{ chain, pageDir, table, days, instructions, streams, sessions, connections },
        isReady: isListening,
      })
    },
    async close(): Promise<void> {
      isClosed = true
      lists?.close()
      streams.close()
      stopStatuses()
      instructions.stop()
      await nats?.close()
    },
  }
}

/** The page at the address of a relay, below `/fleet/`. */
export function fleetAtRelay(fleet: ReturnType<typeof createFleet>): OtherServer {
  let answer: ReturnType<typeof fleet.answer> | null = null
  return {
    handles: ({ url = '' }) => /^\/fleet(?:[/?]|$)/.test(url),
    attach(server) {
      answer = fleet.answer(limitConnections(server))
    },
    serve(request, response, accept) {
      // Its own limits count from here on.
      accept()
      void answer?.(request, response)
    },
  }
}

/** Serves the page at an address of its own. Rejects if the port is taken. */
export async function startFleet(context: FleetContext, place: FleetPlace) {
  const fleet = createFleet(context, place)
  const asking = createAsking()
  const server = createServer({ ...patience, IncomingMessage: asking.Request })
  const answer = fleet.answer(limitConnections(server))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port: place.port, host: place.address, backlog: mostAtOnce }, resolve)
  })
  server.on('request', (request, response) => {
    asking.begin(request, response)
    void answer(request, response)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${place.address}:${String(port)}/`,
    ready: fleet.ready,
    async close(): Promise<void> {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      await fleet.close()
    },
  }
}
