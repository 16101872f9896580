import type { Log } from '#host/log.ts'
import { announcedName } from './addresses.ts'

/** How to take the announcement back. */
type Stop = () => Promise<void>

export type Announce = (announced: { name: string; port: number }, log: Log) => Promise<Stop>

/** The kind of service under which other Kitchen Passes find this computer. */
const serviceType = 'kitchen-pass'

/**
 * Announces this computer on the network (mDNS), so that its name leads to it and other Kitchen
 * Passes find it. A network that forbids this only costs the name: the addresses still work.
 */
export const announceHost: Announce = async ({ name, port }, log) => {
  const { Bonjour } = await import('bonjour-service')
  const warn = (cause: unknown): void => {
    log.warn('not announced on the network', { cause: String(cause) })
  }
  const bonjour = new Bonjour({}, warn)
  // Without the question whether somebody has the name already: two hosts are found otherwise.
  const service = bonjour.publish({
    ...{ name, port, type: serviceType, host: announcedName },
    probe: false,
  })
  service.on('error', warn)
  return () =>
    new Promise((resolve) => {
      bonjour.unpublishAll(() => {
        bonjour.destroy(() => {
          resolve()
        })
      })
    })
}
