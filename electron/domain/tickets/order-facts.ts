import type { Delivery, Order, OrderItem } from '#platform/order.ts'
import { hasDriver } from './driver.ts'
import { trimUnread, unreadOf, type Unread } from './unread.ts'

/** What one message said, less whatever a newer one has said since. */
interface Layer {
  /** Orders messages: the ISO date on which the platform made it, then its key. */
  stamp: string
  order: Partial<Order>
  deliveries: Record<string, Partial<Delivery>>
  /** What it said and could not be read, less whatever a newer one has said of it, read or not. */
  unread: Unread
}

/**
 * All that is known of an order, as layers from the oldest message to the newest. Every field lives in exactly
 * one layer: that of the newest message that carried it. So it does not matter in which order, or how
 * often, messages arrive; and a field that a message leaves out stays what it was.
 */
export interface Known {
  layers: Layer[]
  /** The oldest word on the items and on the status: what later changes are told against. */
  firstItems: { stamp: string; items: OrderItem[]; unread: readonly string[] } | null
  firstStatus: { stamp: string; status: string } | null
  /** By delivery, the oldest word of a driver: where a newer one tells of none, that driver is lost. */
  firstDrivers: Record<string, string>
}

export interface Message {
  stamp: string
  order: Order | null
  delivery: Delivery | null
  /** Paths of what could not be read of it (#platform/events.ts). */
  unread?: readonly string[]
}

const nothingKnown: Known = { layers: [], firstItems: null, firstStatus: null, firstDrivers: {} }

function layerOf({ stamp, order, delivery, unread = [] }: Message): Layer {
  const { deliveries: listed, ...fields } = order ?? ({} as Partial<Order>)
  const deliveries: Layer['deliveries'] = {}
  for (const each of listed ?? []) deliveries[each._id] = each
  if (delivery !== null) deliveries[delivery._id] = { ...deliveries[delivery._id], ...delivery }
  const layer = { stamp, order: fields, deliveries }
  return { ...layer, unread: unreadOf(unread, listed ?? [], delivery) }
}

function without<T extends object>(fields: T, taken: object): T {
  const left = Object.entries(fields).filter(([name]) => !Object.hasOwn(taken, name))
  return Object.fromEntries(left) as T
}

/** What `older` still has to say once `newer` has spoken. */
function trim(older: Layer, newer: Layer): Layer {
  const deliveries = Object.entries(older.deliveries)
    .map(([id, fields]) => [id, without(fields, newer.deliveries[id] ?? {})] as const)
    .filter(([, fields]) => Object.keys(fields).length > 0)
  return {
    stamp: older.stamp,
    order: without(older.order, newer.order),
    deliveries: Object.fromEntries(deliveries),
    unread: trimUnread(older.unread, newer),
  }
}

const isEmpty = ({ order, deliveries, unread }: Layer): boolean =>
  [order, deliveries, unread].every((said) => Object.keys(said).length === 0)

/** By delivery, the oldest word of a driver, once a layer has been heard beside those known of. */
export function learnDrivers(
  known: Known['firstDrivers'],
  { stamp, deliveries }: Pick<Layer, 'stamp' | 'deliveries'>,
): Known['firstDrivers'] {
  const fresh = Object.entries(deliveries)
    .filter(([id, delivery]) => hasDriver(delivery) && stamp < (known[id] ?? '\uffff'))
    .map(([id]) => [id, stamp] as const)
  return fresh.length === 0 ? known : { ...known, ...Object.fromEntries(fresh) }
}

/** What is known once `message` has been heard. Commutative and idempotent. */
export function learn(known: Known | null, message: Message): Known {
  const { layers, firstItems, firstStatus, firstDrivers } = known ?? nothingKnown
  const received = layerOf(message)
  let fresh = received
  const stored: Layer[] = []
  for (const layer of layers) if (layer.stamp > fresh.stamp) fresh = trim(fresh, layer)
  for (const layer of layers) {
    if (layer.stamp > fresh.stamp) stored.push(layer)
    else if (layer.stamp < fresh.stamp) stored.push(trim(layer, fresh))
  }
  const items = message.order?.items
  const status = message.order?.orderStatus
  return {
    layers: [...stored, fresh]
      .filter((layer) => !isEmpty(layer))
      .toSorted((one, other) => (one.stamp < other.stamp ? -1 : 1)),
    firstItems:
      items && (firstItems === null || message.stamp < firstItems.stamp)
        ? { stamp: message.stamp, items, unread: received.unread['items'] ?? [] }
        : firstItems,
    firstStatus:
      status && (firstStatus === null || message.stamp < firstStatus.stamp)
        ? { stamp: message.stamp, status }
        : firstStatus,
    firstDrivers: learnDrivers(firstDrivers, received),
  }
}

/**
 * The same, with its stamps' dates as `dateOf` has them: a message from the future was once believed, and nothing that came
 * after it was. Every field stays in its layer, so that nothing of what is known changes.
 */
export function redated(known: Known, dateOf: (date: string) => string): Known {
  const stampOf = (stamp: string): string => {
    const [date = '', ...key] = stamp.split('|')
    return [dateOf(date), ...key].join('|')
  }
  const redate = <Reported extends { stamp: string }>(reported: Reported): Reported => ({
    ...reported,
    stamp: stampOf(reported.stamp),
  })
  const { layers, firstItems, firstStatus, firstDrivers } = known
  return {
    layers: layers.map(redate).toSorted((one, other) => (one.stamp < other.stamp ? -1 : 1)),
    firstItems: firstItems && redate(firstItems),
    firstStatus: firstStatus && redate(firstStatus),
    firstDrivers: Object.fromEntries(
      Object.entries(firstDrivers).map(([id, stamp]) => [id, stampOf(stamp)]),
    ),
  }
}

/** The order as it is now, its deliveries apart. */
export const currentOrder = (known: Known): Partial<Order> =>
  Object.assign({}, ...known.layers.map((layer) => layer.order)) as Partial<Order>

/** Every delivery of the order, as it is now. */
export function currentDeliveries(known: Known): Partial<Delivery>[] {
  const byId = new Map<string, Partial<Delivery>>()
  for (const { deliveries } of known.layers)
    for (const [id, fields] of Object.entries(deliveries))
      byId.set(id, { ...byId.get(id), ...fields })
  return [...byId.values()]
}

const layerWith = (known: Known, field: keyof Order): Layer | undefined =>
  known.layers.findLast((each) => Object.hasOwn(each.order, field))

/** The newest word on one field of the order, without working out the others. */
export const currentField = <Name extends keyof Order>(
  known: Known,
  field: Name,
): Order[Name] | undefined => layerWith(known, field)?.order[field]

/** When the newest word on a field of the order was said, ISO; null when nothing was. */
export const saidAt = (known: Known, field: keyof Order): string | null =>
  layerWith(known, field)?.stamp.split('|')[0] ?? null
