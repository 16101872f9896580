import type { Clock } from '#host/clock.ts'
import { listenForEvents } from '#host/feeds/webhook.ts'
import type { Log } from '#host/log.ts'
import { followFile } from '../chain/follow-file.ts'
import type { RelayAccess, RelayFolder, Websites } from '../chain/folder.ts'
import { createBearerTable } from './bearers.ts'
import { openEventsStream } from './events-stream.ts'
import { serveFigures } from './figures.ts'
import { createMetrics } from './metrics.ts'

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
  folder: RelayFolder
  access: RelayAccess
  websites: Websites
}

/** A relay that runs. */
export type Relay = Awaited<ReturnType<typeof startRelay>>

/**
 * Starts a relay: it accepts the platform's events, stores them in JetStream, and answers 200 only
 * after that. It keeps nothing itself, so several may run side by side. Rejects if a port is taken.
 */
export async function startRelay(parts: RelayParts, place: RelayPlace) {
  const { clock, log, folder, access } = parts
  const metrics = createMetrics()
  const bearers = createBearerTable(parts.websites)
  const stream = openEventsStream({ clock, log, access, metrics })
  const figures = await serveFigures(place, metrics, stream.isReady)
  const listener = await listenForEvents(
    { clock, log, webhookTokens: bearers },
    { address: place.address, port: place.port, names: place.names },
    {
      async receive(message, authorization) {
        const websiteId = bearers.websiteOf(authorization)
        // The bearer was removed while its body arrived.
        if (websiteId === null) throw new Error('the bearer counts no longer')
        await stream.publish(websiteId, message)
      },
      onEvent: () => undefined,
    },
  )
  const stopFollowing = followFile(
    parts,
    { file: folder.websitesFile, read: folder.readWebsites },
    bearers.replace,
  )
  return {
    url: listener.url,
    figuresUrl: figures.url,
    /** Resolves once events can be stored; rejects if NATS refuses this relay. */
    ready: stream.ready,
    async close(): Promise<void> {
      stopFollowing()
      await listener.close()
      await stream.close()
      await figures.close()
    },
  }
}
