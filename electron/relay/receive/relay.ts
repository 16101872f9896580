import { statSync } from 'node:fs'
import type { Clock } from '#host/clock.ts'
import { listenForEvents } from '#host/feeds/webhook.ts'
import type { Log } from '#host/log.ts'
import type { RelayAccess, relayFolder, Websites } from '../chain/folder.ts'
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
  folder: ReturnType<typeof relayFolder>
  access: RelayAccess
  websites: Websites
}

/** How soon a changed list of bearers counts. */
const lookForBearersMs = 2_000

/** Follows the file with the bearers, so that they change without a restart. */
function followBearers({ clock, log, folder }: RelayParts, onChange: (next: Websites) => void) {
  const timeOf = (): number | null =>
    statSync(folder.websitesFile, { throwIfNoEntry: false })?.mtimeMs ?? null
  // The first look reads it again: it may have changed since this relay read it.
  let seen: number | null | undefined
  let isEnded = false
  function look(): void {
    if (isEnded) return
    const time = timeOf()
    if (time !== seen) {
      seen = time
      const read = folder.readWebsites()
      if (read.ok) onChange(read.value)
      else log.error('bearers not read', { cause: read.error.detail ?? read.error.code })
    }
    clock.after(lookForBearersMs, look)
  }
  clock.after(lookForBearersMs, look)
  return () => {
    isEnded = true
  }
}

/** A relay that runs. */
export type Relay = Awaited<ReturnType<typeof startRelay>>

/**
 * Starts a relay: it accepts the platform's events, stores them in JetStream, and answers 200 only
 * after that. It keeps nothing itself, so several may run side by side. Rejects if a port is taken.
 */
export async function startRelay(parts: RelayParts, place: RelayPlace) {
  const { clock, log, access } = parts
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
  const stopFollowing = followBearers(parts, bearers.replace)
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
