import type { Log } from '#host/core/log.ts'
import { announcedName } from '#receiver/addresses.ts'
import { announcedAddress, serviceType, type FoundService } from './find-hosts.ts'

export interface Announcement {
  /** Where other Kitchen Passes of this network are, as `address:port`. */
  others(): string[]
  /** Takes it back. */
  stop(): Promise<void>
}

interface Announced {
  /** Differs from that of any other kitchen. */
  name: string
  port: number
}

export type Announce = (
  announced: Announced,
  watching: { log: Log; onOthers: () => void },
) => Promise<Announcement>

/**
 * Announces this computer on the network (mDNS), so that its name leads to it, and looks for other
 * Kitchen Passes there. A network that forbids this only costs the name: the addresses still work.
 */
export const announceHost: Announce = async ({ name, port }, { log, onOthers }) => {
  const { Bonjour } = await import('bonjour-service')
  const warn = (cause: unknown): void => {
    log.warn('not announced on the network', { cause: String(cause) })
  }
  const bonjour = new Bonjour({}, warn)
  // Without the question whether somebody has the name already: other hosts are found otherwise.
  const service = bonjour.publish({
    ...{ name, port, type: serviceType, host: announcedName },
    probe: false,
  })
  service.on('error', warn)
  const others = new Map<string, string>()
  const browser = bonjour.find({ type: serviceType })
  browser.on('up', (other: FoundService) => {
    if (other.name === name) return
    others.set(other.name, `${announcedAddress(other)}:${String(other.port)}`)
    onOthers()
  })
  browser.on('down', (gone: { name: string }) => {
    if (others.delete(gone.name)) onOthers()
  })
  return {
    others: () => [...others.values()],
    stop: () =>
      new Promise((resolve) => {
        browser.stop()
        bonjour.unpublishAll(() => {
          bonjour.destroy(() => {
            resolve()
          })
        })
      }),
  }
}
