import type { OrderEvent } from '#platform/events.ts'
import type { Delivery, Order, OrderItem } from '#platform/order.ts'
import { driverKey } from './driver.ts'
import { orderNotes } from './notes.ts'
import { trimUnread, unreadOf, type Unread } from './unread.ts'

/** The fields of one event that no newer event has replaced. */
interface Layer {
  /** The sort key of events: the ISO date on which the platform made it, then its key. */
  stamp: string
  order: Partial<Order>
  deliveries: Record<string, Partial<Delivery>>
  /** Fields that could not be read and that no newer event has replaced, readable or not. */
  unread: Unread
}

/**
 * All that is known of an order, as layers from the oldest event to the newest. Every field is in
 * exactly one layer: that of the newest event that carried it. So events may arrive in any
 * order and any number of times, and a field that a event leaves out keeps its value.
 */
export interface OrderFacts {
  layers: Layer[]
  /** The oldest items and what came with them, with which later ones are compared. */
  firstItems: {
    stamp: string
    items: OrderItem[]
    unread: readonly string[]
    /** Missing in orders of earlier versions, and once the guest is forgotten. */
    order?: FirstOrder | undefined
  } | null
  firstStatus: { stamp: string; status: string } | null
  /**
   * By delivery, the stamp of the oldest event with a driver; and the same by delivery and driver
   * (`driverPlace`). If a newer event has no driver, the driver is lost.
   */
  firstDrivers: Record<string, string>
}

/** What a kitchen acts on besides the dishes, as it was first reported. */
export interface FirstOrder extends Pick<
  Partial<Order>,
  | 'buyerName'
  | 'deliveryType'
  | 'createdAt'
  | 'deliverAt'
  | 'isScheduled'
  | 'expectedPreparationDuration'
> {
  /** By the standard words for allergies. */
  notes: string[]
  hasDelivery: boolean
}

function firstOrderOf({ order, delivery }: StampedEvent): FirstOrder {
  const { deliveries: listed, ...fields } = order ?? ({} as Partial<Order>)
  const deliveries = [...(listed ?? []), ...(delivery === null ? [] : [delivery])]
  const { buyerName, deliveryType, createdAt, deliverAt } = fields
  const { isScheduled, expectedPreparationDuration } = fields
  return {
    ...{ buyerName, deliveryType, createdAt, deliverAt, isScheduled, expectedPreparationDuration },
    notes: orderNotes(fields, deliveries).map(({ text }) => text),
    hasDelivery: deliveries.length > 0,
  }
}

/** What an event, or a reading of the order list, says of an order. */
export interface StampedEvent extends Pick<OrderEvent, 'order' | 'delivery'> {
  /** By which events are sorted: the ISO date on which the platform made it, then its key. */
  stamp: string
  /** Paths of fields that could not be read (#platform/events.ts). */
  unread?: readonly string[]
}

const noFacts: OrderFacts = {
  layers: [],
  firstItems: null,
  firstStatus: null,
  firstDrivers: {},
}

function layerOf({ stamp, order, delivery, unread = [] }: StampedEvent): Layer {
  const { deliveries: listed, ...fields } = order ?? ({} as Partial<Order>)
  const deliveries: Layer['deliveries'] = {}
  for (const each of listed ?? []) deliveries[each._id] = each
  if (delivery !== null) deliveries[delivery._id] = { ...deliveries[delivery._id], ...delivery }
  const layer = { stamp, order: fields, deliveries }
  return { ...layer, unread: unreadOf(unread, listed ?? [], delivery) }
}

function without<T extends object>(fields: T, replaced: object): T {
  const left = Object.entries(fields).filter(([name]) => !Object.hasOwn(replaced, name))
  return Object.fromEntries(left) as T
}

/** The fields of `older` that `newer` does not replace. */
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
  [order, deliveries, unread].every((fields) => Object.keys(fields).length === 0)

/** The place of a delivery's driver in `firstDrivers`. */
const driverPlace = (deliveryId: string, driver: string): string => `${deliveryId} ${driver}`

/** Adds the drivers of a layer: the stamps of the oldest events with each. */
function mergeDrivers(
  before: OrderFacts['firstDrivers'],
  { stamp, deliveries }: Pick<Layer, 'stamp' | 'deliveries'>,
): OrderFacts['firstDrivers'] {
  const fresh = Object.entries(deliveries)
    .flatMap(([id, delivery]) => {
      const driver = driverKey(delivery)
      return driver === null ? [] : [id, driverPlace(id, driver)]
    })
    .filter((place) => stamp < (before[place] ?? '\uffff'))
    .map((place) => [place, stamp] as const)
  return fresh.length === 0 ? before : { ...before, ...Object.fromEntries(fresh) }
}

/** Adds an event to the facts. Commutative and idempotent. */
export function addEvent(facts: OrderFacts | null, event: StampedEvent): OrderFacts {
  const { layers, firstItems, firstStatus, firstDrivers } = facts ?? noFacts
  const newLayer = layerOf(event)
  let fresh = newLayer
  const stored: Layer[] = []
  for (const layer of layers) if (layer.stamp > fresh.stamp) fresh = trim(fresh, layer)
  for (const layer of layers) {
    if (layer.stamp > fresh.stamp) stored.push(layer)
    else if (layer.stamp < fresh.stamp) stored.push(trim(layer, fresh))
  }
  const items = event.order?.items
  const status = event.order?.orderStatus
  return {
    layers: [...stored, fresh]
      .filter((layer) => !isEmpty(layer))
      .toSorted((one, other) => (one.stamp < other.stamp ? -1 : 1)),
    firstItems:
      items && (firstItems === null || event.stamp < firstItems.stamp)
        ? {
            ...{ stamp: event.stamp, items, unread: newLayer.unread['items'] ?? [] },
            order: firstOrderOf(event),
          }
        : firstItems,
    firstStatus:
      status && (firstStatus === null || event.stamp < firstStatus.stamp)
        ? { stamp: event.stamp, status }
        : firstStatus,
    firstDrivers: mergeDrivers(firstDrivers, newLayer),
  }
}

type DateOf = (date: string) => string

function redateStamp(stamp: string, dateOf: DateOf): string {
  const [date = '', ...key] = stamp.split('|')
  return [dateOf(date), ...key].join('|')
}

const redate = <Stamped extends { stamp: string }>(stamped: Stamped, dateOf: DateOf): Stamped => ({
  ...stamped,
  stamp: redateStamp(stamped.stamp, dateOf),
})

/**
 * Changes the dates of all stamps with `dateOf`. An earlier version trusted a message from the
 * future and then ignored every later one. Every field stays in its layer, so the facts remain the
 * same.
 */
export function redateFacts(facts: OrderFacts, dateOf: DateOf): OrderFacts {
  const { layers, firstItems, firstStatus, firstDrivers } = facts
  return {
    layers: layers
      .map((layer) => redate(layer, dateOf))
      .toSorted((one, other) => (one.stamp < other.stamp ? -1 : 1)),
    firstItems: firstItems && redate(firstItems, dateOf),
    firstStatus: firstStatus && redate(firstStatus, dateOf),
    firstDrivers: Object.fromEntries(
      Object.entries(firstDrivers).map(([id, stamp]) => [id, redateStamp(stamp, dateOf)]),
    ),
  }
}

/** The order as it is now, without its deliveries. */
export const currentOrder = (facts: OrderFacts): Partial<Order> =>
  Object.assign({}, ...facts.layers.map((layer) => layer.order)) as Partial<Order>

/** Every delivery of the order, as it is now. */
export function currentDeliveries(facts: OrderFacts): Partial<Delivery>[] {
  const byId = new Map<string, Partial<Delivery>>()
  for (const { deliveries } of facts.layers)
    for (const [id, fields] of Object.entries(deliveries))
      byId.set(id, { ...byId.get(id), ...fields })
  return [...byId.values()]
}

/**
 * When the platform first named the delivery's driver, ISO, if it had named another one before;
 * null if there was no other.
 */
export function changedDriverAt(
  { firstDrivers }: OrderFacts,
  delivery: Partial<Delivery>,
): string | null {
  const { _id: id = '' } = delivery
  const driver = driverKey(delivery)
  const since = driver === null ? undefined : firstDrivers[driverPlace(id, driver)]
  const first = firstDrivers[id]
  return since === undefined || first === undefined || since <= first
    ? null
    : (since.split('|')[0] ?? null)
}

const layerWith = (facts: OrderFacts, field: keyof Order): Layer | undefined =>
  facts.layers.findLast((each) => Object.hasOwn(each.order, field))

/** The current value of one field, without computing the others. */
export const currentField = <Name extends keyof Order>(
  facts: OrderFacts,
  field: Name,
): Order[Name] | undefined => layerWith(facts, field)?.order[field]

/** When the current value of a field was sent, ISO; null if no event had the field. */
export const fieldSentAt = (facts: OrderFacts, field: keyof Order): string | null =>
  layerWith(facts, field)?.stamp.split('|')[0] ?? null
