import { jetstream, JetStreamApiError, type JetStreamClient } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { pauseAfter } from '#contract/shared/back-off.ts'
import { eventStream, statusSubject, type StoreInChain } from '#contract/relay/subjects.ts'
import { createWait, type Clock } from '#host/clock/clock.ts'
import type { Log } from '#host/core/log.ts'
import { connectNats } from '../chain/connect.ts'
import type { ProgramAccess } from '../chain/folder.ts'
import { FollowedLists, type ChainLists } from '../chain/lists.ts'
import { EventReader } from './event-reader.ts'
import { EventTail } from './event-tail.ts'
import type { Metrics } from './metrics.ts'
import { publishEvent, type EventToPublish } from './publish.ts'
import { ensureStream, isStreamReady, lastSequenceOf } from './stream.ts'

/**
 * After this long without any acknowledgement another server is tried: this one may be cut off from
 * the others, which stores nothing but keeps its connections. A new leader takes up to ten seconds.
 */
const anotherServerMs = 10_000

/** How often JetStream is asked while nothing is acknowledged. */
const lookAgainMs = 1_000

/** How often it is asked while all is well, so that a relay notices that its server is cut off. */
const lookMs = 5_000

/** How long to wait before asking JetStream for the stream again. */
const patience = { firstMs: 250, maxMs: 5_000 }

interface NatsParts {
  clock: Clock
  log: Log
  access: ProgramAccess
  metrics: Metrics
}

interface ListHooks {
  onWebsites(websites: ChainLists['websites']): void
  onStores(stores: ChainLists['access']): void
  /** Whether both have come. */
  areListsKnown(): boolean
}

/** What a relay has while it is connected. */
interface Connected {
  nats: NatsConnection
  js: JetStreamClient
  reader: EventReader
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : '')

/**
 * A relay's side of NATS: the stream of events, those who wait at its end, and the chain's lists.
 * `ready` rejects if NATS refuses this relay; anything else is tried again.
 */
export class RelayNats {
  readonly ready: Promise<void>
  readonly #parts: NatsParts
  #connected: Connected | null = null
  #tail: EventTail | null = null
  #lists: FollowedLists | null = null
  #nats: NatsConnection | null = null
  #isConnected = false
  #isClosed = false
  /** Since when nothing was acknowledged although it was tried, monotonic; null if all is well. */
  #failsSince: number | null = null

  constructor(parts: NatsParts, hooks: ListHooks) {
    this.#parts = parts
    this.ready = this.#prepare(hooks)
    // Whoever doesn't wait for it sees it in the log and in the health.
    this.ready.catch(() => undefined)
  }

  /** Whether events can be stored. */
  isReady(): boolean {
    return this.#connected !== null && this.#isConnected && this.#failsSince === null
  }

  /** Reads stores' events; null while NATS is away. */
  reader(): EventReader | null {
    return this.isReady() ? (this.#connected?.reader ?? null) : null
  }

  /** Stores an event. Rejects if it can't be. */
  async publish(websiteId: string, event: EventToPublish): Promise<void> {
    if (this.#connected === null) throw new Error('not ready')
    try {
      await publishEvent(this.#connected.js, this.#parts.metrics, websiteId, event)
      this.#noteSuccess()
    } catch (cause) {
      this.#noteFailure(cause)
      throw cause
    }
  }

  /** There is no answer, and one that is lost is followed by the next. */
  publishStatus(store: StoreInChain, text: string): void {
    this.#nats?.publish(statusSubject(store), text)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#lists?.close()
    this.#tail?.close()
    await this.#nats?.close()
  }

  async #prepare(hooks: ListHooks): Promise<void> {
    const { clock, log, access } = this.#parts
    try {
      this.#nats = await connectNats(access, { lasts: true })
    } catch (cause) {
      log.error('nats refuses this relay', { cause: messageOf(cause) })
      throw cause
    }
    const nats = this.#nats
    void this.#followConnection(nats)
    const lists = new FollowedLists({ clock, log, nats, replicas: access.replicas })
    this.#lists = lists
    lists.follow('websites', hooks.onWebsites)
    lists.follow('access', hooks.onStores)
    await this.#prepareStream(nats)
    const tail = new EventTail({ clock, log, nats })
    this.#tail = tail
    void tail.follow()
    const reader = await EventReader.open(nats, tail)
    this.#connected = { nats, reader, js: jetstream(nats) }
    this.#setConnected(true)
    void this.#lookRegularly(nats)
    log.info('relay ready', { servers: access.servers.length })
    if (!hooks.areListsKnown()) log.warn('the chain has no lists yet: run push')
  }

  /** Tries until JetStream has the stream: a cluster needs a moment to choose its leader. */
  async #prepareStream(nats: NatsConnection): Promise<void> {
    const { clock, log, access } = this.#parts
    const wait = createWait(clock)
    for (let failures = 0; !this.#isClosed;) {
      try {
        await ensureStream(nats, access.replicas)
        return
      } catch (cause) {
        failures += 1
        log.warn('stream not ready', { cause: messageOf(cause) })
        await wait(pauseAfter(failures, patience))
      }
    }
  }

  async #followConnection(nats: NatsConnection): Promise<void> {
    const { log } = this.#parts
    for await (const { type } of nats.status()) {
      if (type === 'disconnect' || type === 'reconnect') {
        this.#setConnected(type === 'reconnect')
        log.warn(`nats ${type}`)
      }
    }
    this.#setConnected(false)
    if (!this.#isClosed) log.error('nats closed')
  }

  #setConnected(now: boolean): void {
    this.#isConnected = now
    this.#parts.metrics.setReady(this.isReady())
  }

  async #lookRegularly(nats: NatsConnection): Promise<void> {
    const wait = createWait(this.#parts.clock)
    while (!this.#isClosed) {
      await wait(lookMs)
      if (!this.#isConnected || this.#failsSince !== null) continue
      if (!(await isStreamReady(nats, eventStream))) this.#noteFailure(null)
      await this.#tail?.check(() => lastSequenceOf(nats)).catch(() => undefined)
    }
  }

  /** Looks until JetStream answers again, and tries another server if it takes too long. */
  async #lookAgain(nats: NatsConnection): Promise<void> {
    const { clock, log } = this.#parts
    const wait = createWait(clock)
    while (this.#failsSince !== null && !this.#isClosed) {
      if (clock.monotonic() - this.#failsSince > anotherServerMs) {
        this.#failsSince = clock.monotonic()
        log.warn('another nats server is tried')
        nats.reconnect().catch(() => undefined)
      }
      await wait(lookAgainMs)
      if (await isStreamReady(nats, eventStream)) this.#noteSuccess()
      else if (this.#isConnected) await this.#makeStreamAgain(nats)
    }
  }

  /** After all nodes lost their disks there is no stream. */
  async #makeStreamAgain(nats: NatsConnection): Promise<void> {
    await ensureStream(nats, this.#parts.access.replicas).catch(() => undefined)
  }

  #noteSuccess(): void {
    if (this.#failsSince === null) return
    this.#failsSince = null
    this.#parts.metrics.setReady(this.isReady())
  }

  #noteFailure(cause: unknown): void {
    // It was answered: only this event can't be stored, because its store has too many.
    if (cause instanceof JetStreamApiError || this.#failsSince !== null || this.#nats === null)
      return
    this.#failsSince = this.#parts.clock.monotonic()
    this.#parts.metrics.setReady(false)
    void this.#lookAgain(this.#nats)
  }
}
