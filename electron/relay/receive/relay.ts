import type { Clock } from '#host/clock/clock.ts'
import { listenForEvents, type OtherServer } from '#host/feeds/webhook.ts'
import type { Log } from '#host/core/log.ts'
import type { ProgramAccess } from '../chain/folder.ts'
import type { ChainLists } from '../chain/lists.ts'
import { Bearers } from './bearers.ts'
import { Figures } from './figures.ts'
import { Metrics } from './metrics.ts'
import type { EventToPublish } from './publish.ts'
import { RelayNats } from './relay-nats.ts'
import { StoreServer, type StoreSource } from './store-server.ts'

/** Where a relay listens. A port of 0 is any free one. */
export interface RelayPlace {
  address: string
  port: number
  /** Of the figures and the health, which nobody outside should reach. */
  figuresAddress: string
  figuresPort: number
  /** The host names that senders use; null accepts any. */
  names: readonly string[] | null
}

export interface RelayParts {
  clock: Clock
  log: Log
  access: ProgramAccess
  /** Serves what is neither an event nor a store's request, at the same address; absent for nothing. */
  page?: OtherServer
}

/**
 * A relay: it accepts the platform's events, stores them in JetStream, and answers 200 only after
 * that; each store fetches its own. It keeps nothing itself, so several may run side by side.
 */
export class Relay {
  readonly #metrics = new Metrics()
  readonly #bearers = new Bearers()
  readonly #nats: RelayNats
  readonly #storeServer: StoreServer
  #figures: Figures | null = null
  #listener: Awaited<ReturnType<typeof listenForEvents>> | null = null

  private constructor({ clock, log, access }: RelayParts) {
    const [metrics, bearers] = [this.#metrics, this.#bearers]
    this.#nats = new RelayNats(
      { clock, log, access, metrics },
      {
        onWebsites: (websites) => bearers.replaceWebsites(websites),
        onStores: (stores) => this.#replaceStores(stores),
        areListsKnown: () => bearers.areKnown,
      },
    )
    const source = () => this.#source()
    this.#storeServer = new StoreServer({ clock, log, bearers, metrics, source })
  }

  /** Rejects if a port is taken. */
  static async start(parts: RelayParts, place: RelayPlace): Promise<Relay> {
    const relay = new Relay(parts)
    await relay.#listen(parts, place)
    return relay
  }

  get url(): string {
    return this.#listener?.url ?? ''
  }

  get figuresUrl(): string {
    return this.#figures?.url ?? ''
  }

  /** Resolves once events can be stored; rejects if NATS refuses this relay. */
  get ready(): Promise<void> {
    return this.#nats.ready
  }

  async close(): Promise<void> {
    this.#storeServer.close()
    await this.#listener?.close()
    await this.#nats.close()
    await this.#figures?.close()
  }

  async #listen({ clock, log, page }: RelayParts, place: RelayPlace): Promise<void> {
    this.#figures = await Figures.serve(
      place,
      this.#metrics,
      () => this.#nats.isReady() && this.#bearers.areKnown,
    )
    this.#listener = await listenForEvents(
      { clock, log, webhookTokens: this.#bearers },
      { address: place.address, port: place.port, names: place.names },
      {
        receive: (message, authorization) => this.#receive(message, authorization),
        onEvent: () => undefined,
        others: [this.#storeServer, ...(page === undefined ? [] : [page])],
      },
    )
  }

  async #receive(event: EventToPublish, authorization: string | undefined): Promise<void> {
    const websiteId = this.#bearers.websiteOf(authorization)
    // The bearer was removed while its body arrived.
    if (websiteId === null) throw new Error('the bearer counts no longer')
    await this.#nats.publish(websiteId, event)
  }

  #replaceStores(stores: ChainLists['access']): void {
    this.#bearers.replaceStores(stores)
    this.#storeServer.dropRevoked()
  }

  /** What stores fetch from; null while NATS is away. */
  #source(): StoreSource | null {
    const reader = this.#nats.reader()
    if (reader === null) return null
    return {
      read: (subject, after, signal) => reader.read(subject, after, signal),
      publishStatus: (store, text) => this.#nats.publishStatus(store, text),
    }
  }
}
