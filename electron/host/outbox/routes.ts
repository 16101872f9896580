import { deliveryKinds, type DeliveryKind } from '#contract/deliveries/delivery.ts'
import type { Connection } from '#platform/connection.ts'
import type { OutboxKinds, PlatformAddress } from './rules.ts'

/** Where an entry is sent. */
interface Route {
  /** The origin of the server: one server may be down while another is not. */
  server: string
  /** How many entries may share its request. */
  together: number
}

const nowhere: Route = { server: '', together: 1 }

/** Where entries of kinds without lanes are sent. */
export function createRoutes(kinds: OutboxKinds, connection: Connection | null) {
  function originOf(address: PlatformAddress): string {
    const url = connection?.[address] ?? ''
    return URL.canParse(url) ? new URL(url).origin : ''
  }

  const known = new Map<DeliveryKind, { shared: Route; alone: Route | null }>()
  for (const kind of deliveryKinds) {
    const rules = kinds[kind]
    if (rules.lane !== undefined) continue
    const { alone, address = 'v3Url', together = 1 } = rules
    known.set(kind, {
      shared: { server: originOf(address), together },
      alone: alone === undefined ? null : { server: originOf(alone.address), together: 1 },
    })
  }

  const serversOf = (kind: DeliveryKind): string[] => {
    const { shared, alone } = known.get(kind) ?? {}
    return [shared, alone].flatMap((route) => route?.server ?? [])
  }

  return {
    kinds: [...known.keys()],
    servers: new Set([...known.keys()].flatMap(serversOf)),
    serversOf,
    of(kind: DeliveryKind, subject: string): Route {
      const { shared = nowhere, alone = null } = known.get(kind) ?? {}
      const rules = kinds[kind]
      const isAlone = rules.lane === undefined && rules.alone?.has(subject) === true
      return (isAlone ? alone : null) ?? shared
    },
  }
}
