import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { NatsConnection } from '@nats-io/transport-node'
import { pauseAfter } from '#contract/shared/back-off.ts'
import { createWait, type Clock } from '#host/clock/clock.ts'
import type { Log } from '#host/core/log.ts'
import type { OtherServer } from '#host/feeds/webhook.ts'
import { createServer } from '#host/core/servers.ts'
import { Connections, maxAtOnce, OneAtATime, patience } from '#receiver/connections.ts'
import { connectNats } from '../chain/connect.ts'
import type { ProgramAccess } from '../chain/folder.ts'
import { FollowedLists } from '../chain/lists.ts'
import { isStreamReady } from '../receive/stream.ts'
import { FleetAlerts } from './alerts.ts'
import { createFleetApp } from './app.ts'
import { Days, restoreDays, storeSpan } from './days.ts'
import { Instructions } from './instructions.ts'
import { PageStreams } from './page-streams.ts'
import { FleetSessions } from './sessions.ts'
import { FleetStatuses, fleetStream } from './statuses.ts'
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
const waits = { firstMs: 250, maxMs: 5_000 }

/**
 * A nats-server that is cut off from the others keeps its connections, but hears only its own
 * stores. JetStream is asked so often, and another server is tried after this long without a
 * leader. Choosing one takes up to ten seconds.
 */
const askEveryMs = 5_000
const anotherServerMs = 10_000

/** How often alerts look at all stores. */
const alertEveryMs = 5_000

/**
 * The page with all stores of a chain, for a server that others make. It keeps nothing itself but in
 * NATS, so several may run.
 */
export class Fleet {
  /** Resolves once the stores are known; rejects if NATS refuses this server. */
  readonly ready: Promise<void>
  readonly #context: FleetContext
  readonly #pageDir: string
  readonly #table: StoreTable
  readonly #days: Days
  readonly #instructions: Instructions
  readonly #sessions: FleetSessions
  readonly #statuses: FleetStatuses
  readonly #alerts: FleetAlerts | null
  readonly #streams: PageStreams
  #lists: FollowedLists | null = null
  #nats: NatsConnection | null = null
  #isConnected = false
  #isFollowing = false
  #isCutOff = false
  #isClosed = false
  #slot: number
  #alertedAt: number

  constructor(context: FleetContext, { pageDir, alertUrl }: FleetOptions) {
    const { clock, log, access, signingKey } = context
    this.#context = context
    this.#pageDir = pageDir
    this.#table = new StoreTable(clock)
    this.#days = new Days(() => clock.now())
    const table = this.#table
    this.#instructions = new Instructions({ clock, log, table, chain: access.name, signingKey })
    this.#sessions = new FleetSessions([], () => clock.now())
    this.#statuses = new FleetStatuses({ clock, log, table, replicas: access.replicas })
    this.#alerts = alertUrl === null ? null : new FleetAlerts(context, alertUrl)
    this.#slot = this.#days.slotNow
    this.#alertedAt = clock.monotonic()
    this.#streams = new PageStreams({
      ...{ clock, table },
      isListening: () => this.#isListening,
      onLook: () => this.#noteLook(),
    })
    this.ready = this.#listen()
    this.ready.catch(() => undefined)
  }

  /** Answers the requests of a server. */
  answer(connections: Connections): ReturnType<typeof createFleetApp> {
    return createFleetApp({
      chain: this.#context.access.name,
      pageDir: this.#pageDir,
      table: this.#table,
      days: this.#days,
      instructions: this.#instructions,
      streams: this.#streams,
      sessions: this.#sessions,
      connections,
      isReady: () => this.#isListening,
    })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#lists?.close()
    this.#streams.close()
    this.#statuses.stop()
    this.#instructions.stop()
    await this.#nats?.close()
  }

  /** Without NATS no store is heard, and none is silent. */
  get #isListening(): boolean {
    return this.#isConnected && this.#isFollowing && !this.#isCutOff
  }

  async #listen(): Promise<void> {
    const { clock, log, access } = this.#context
    const nats = await connectNats(access, { lasts: true })
    this.#nats = nats
    this.#isConnected = true
    void this.#followConnection(nats)
    this.#lists = new FollowedLists({ clock, log, nats, replicas: access.replicas })
    this.#lists.follow('stores', (stores) => this.#table.setNames(stores))
    this.#lists.follow('users', (users) => this.#sessions.replace(users))
    await this.#follow(nats)
    void this.#leaveWhenCutOff(nats)
    log.info('fleet ready')
  }

  async #followConnection(nats: NatsConnection): Promise<void> {
    const { log } = this.#context
    for await (const { type } of nats.status()) {
      if (type !== 'disconnect' && type !== 'reconnect') continue
      this.#isConnected = type === 'reconnect'
      log.warn(`nats ${type}`)
    }
    this.#isConnected = false
    if (!this.#isClosed) log.error('nats closed')
  }

  /** Tries until JetStream has the buckets: a cluster needs a moment to choose its leader. */
  async #follow(nats: NatsConnection): Promise<void> {
    const { clock, log, access } = this.#context
    const { replicas } = access
    const wait = createWait(clock)
    for (let failures = 0; !this.#isClosed;) {
      try {
        await restoreDays(nats, { replicas, days: this.#days, log })
        await this.#instructions.follow(nats, replicas)
        await this.#statuses.follow(nats)
        this.#isFollowing = true
        return
      } catch (cause) {
        failures += 1
        log.warn('statuses not read', { cause: cause instanceof Error ? cause.message : '' })
        await wait(pauseAfter(failures, waits))
      }
    }
  }

  async #leaveWhenCutOff(nats: NatsConnection): Promise<void> {
    const { clock, log } = this.#context
    const wait = createWait(clock)
    let failsSince: number | null = null
    while (!this.#isClosed) {
      await wait(askEveryMs)
      if (!this.#isConnected) {
        failsSince = null
        continue
      }
      if (await isStreamReady(nats, fleetStream)) {
        failsSince = null
        this.#isCutOff = false
        continue
      }
      failsSince ??= clock.monotonic()
      if (clock.monotonic() - failsSince < anotherServerMs) continue
      failsSince = null
      this.#isCutOff = true
      log.warn('another nats server is tried')
      nats.reconnect().catch(() => undefined)
    }
  }

  /** Every second while the stores can be heard. */
  #noteLook(): void {
    const { clock } = this.#context
    const stores = this.#table.all()
    if (this.#nats !== null && this.#days.slotNow !== this.#slot) this.#endSlot(this.#nats)
    this.#days.note(stores)
    if (this.#alerts === null || clock.monotonic() - this.#alertedAt < alertEveryMs) return
    this.#alertedAt = clock.monotonic()
    void this.#alerts.look(stores)
  }

  #endSlot(nats: NatsConnection): void {
    const ended = this.#slot
    this.#slot = this.#days.slotNow
    this.#days.forgetOld()
    storeSpan(nats, this.#days, ended).catch((cause: unknown) => {
      this.#context.log.warn('span of the day not stored', { cause: String(cause) })
    })
  }
}

/** The page at the address of a relay, below `/fleet/`. */
export class FleetAtRelay implements OtherServer {
  readonly #fleet: Fleet
  #answer: ReturnType<Fleet['answer']> | null = null

  constructor(fleet: Fleet) {
    this.#fleet = fleet
  }

  handles({ url = '' }: IncomingMessage): boolean {
    return /^\/fleet(?:[/?]|$)/.test(url)
  }

  attach(server: Server): void {
    this.#answer = this.#fleet.answer(new Connections(server))
  }

  serve(request: IncomingMessage, response: ServerResponse, accept: () => void): void {
    // Its own limits count from here on.
    accept()
    void this.#answer?.(request, response)
  }
}

/** The page at an address of its own. */
export class FleetServer {
  readonly #fleet: Fleet
  readonly #server: Server
  readonly #address: string

  private constructor(fleet: Fleet, server: Server, address: string) {
    this.#fleet = fleet
    this.#server = server
    this.#address = address
  }

  /** Rejects if the port is taken. */
  static async start(context: FleetContext, place: FleetPlace): Promise<FleetServer> {
    const fleet = new Fleet(context, place)
    const asking = new OneAtATime()
    const server = createServer({ ...patience, IncomingMessage: asking.Request })
    const answer = fleet.answer(new Connections(server))
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen({ port: place.port, host: place.address, backlog: maxAtOnce }, resolve)
    })
    server.on('request', (request, response) => {
      asking.begin(request, response)
      void answer(request, response)
    })
    return new FleetServer(fleet, server, place.address)
  }

  get url(): string {
    const { port } = this.#server.address() as AddressInfo
    return `http://${this.#address}:${String(port)}/`
  }

  get ready(): Promise<void> {
    return this.#fleet.ready
  }

  async close(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    this.#server.closeAllConnections()
    await closed
    await this.#fleet.close()
  }
}
