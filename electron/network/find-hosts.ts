import type { FoundHost } from '#contract/bridge.ts'
import type { Log } from '#host/core/log.ts'

/** The kind of service under which Kitchen Passes find each other. */
export const serviceType = 'kitchen-pass'

/** What a search says of a service: the part of the library's type that matters. */
export interface FoundService {
  name: string
  port: number
  referer?: { address: string }
}

/** The address from which its announcement came. */
export const announcedAddress = ({ referer }: FoundService): string => referer?.address ?? ''

/** The Kitchen Passes that announce themselves on this network (mDNS) within this time. */
export async function findHosts(forMs: number, log: Log): Promise<FoundHost[]> {
  const { Bonjour } = await import('bonjour-service')
  const bonjour = new Bonjour({}, (cause: unknown) => {
    log.warn('no search on the network', { cause: String(cause) })
  })
  const hosts = new Map<string, FoundHost>()
  bonjour.find({ type: serviceType }, (service: FoundService) => {
    const { name, port } = service
    hosts.set(name, { name, host: announcedAddress(service), port })
  })
  await new Promise((resolve) => setTimeout(resolve, forMs))
  await new Promise<void>((resolve) => {
    bonjour.destroy(() => {
      resolve()
    })
  })
  return [...hosts.values()].filter(({ host }) => host !== '')
}
