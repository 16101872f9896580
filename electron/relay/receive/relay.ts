import type { Clock } from '#host/clock.ts'
import { listenForEvents, type OtherServer } from '#host/feeds/webhook.ts'
import type { Log } from '#host/log.ts'
import type { ProgramAccess } from '../chain/folder.ts'
import { Bearers } from './bearers.ts'
import { serveFigures } from './figures.ts'
import { createMetrics } from './metrics.ts'
import { RelayNats } from './relay-nats.ts'
import { StoreServer } from './store-server.ts'

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

/** A relay that runs. */
export type Relay = Awaited<ReturnType<typeof startRelay>>

/**
 * Starts a relay: it accepts the platform's events, stores them in JetStream, and answers 200 only
 * after that; each store fetches its own. It keeps nothing itself, so several may run side by side.
 * Rejects if a port is taken.
 */
export async function startRelay({ clock, log, access, page }: RelayParts, place: RelayPlace) {
  const metrics = createMetrics()
  const bearers = new Bearers()
  const nats = new RelayNats(
    { clock, log, access, metrics },
    {
      onWebsites: (websites) => bearers.replaceWebsites(websites),
      onStores(stores) {
        bearers.replaceStores(stores)
        storeServer.dropRevoked()
      },
      areListsKnown: () => bearers.areKnown,
    },
  )
  const storeServer = new StoreServer({
    ...{ clock, log, bearers, metrics },
    source() {
      const reader = nats.reader()
      return reader === null
        ? null
        : {
            read: (subject, after, signal) => reader.read(subject, after, signal),
            publishStatus: (store, text) => nats.publishStatus(store, text),
          }
    },
  })
  const figures = await serveFigures(place, metrics, () => nats.isReady() && bearers.areKnown)
  const listener = await listenForEvents(
    { clock, log, webhookTokens: bearers },
    { address: place.address, port: place.port, names: place.names },
    {
      async receive(message, authorization) {
        const websiteId = bearers.websiteOf(authorization)
        // The bearer was removed while its body arrived.
        if (websiteId === null) throw new Error('the bearer counts no longer')
        await nats.publish(websiteId, message)
      },
      onEvent: () => undefined,
      others: [storeServer, ...(page === undefined ? [] : [page])],
    },
  )
  return {
    url: listener.url,
    figuresUrl: figures.url,
    /** Resolves once events can be stored; rejects if NATS refuses this relay. */
    ready: nats.ready,
    async close(): Promise<void> {
      storeServer.close()
      await listener.close()
      await nats.close()
      await figures.close()
    },
  }
}
