import type { Delivery } from '#platform/order.ts'
import type { UnreadPart } from '#contract/tickets/ticket.ts'

/**
 * What could not be read, as paths (`items.0.unitPrice`) by field: a field of the order, one of a
 * delivery (`deliveries <id> price`), `order` or `deliveries` for all of it, and `event` for what
 * is around them.
 */
export type Unread = Readonly<Record<string, readonly string[]>>

/** The content of one message, readable or not (order-facts.ts). */
interface MessageContent {
  order: object
  deliveries: Readonly<Record<string, object>>
  unread: Unread
}

/**
 * The most paths that are stored for one field, starting with what a cook needs. If there are more,
 * the field itself is listed too, so that an order with too many odd dishes is shown as incomplete.
 */
const maxStored = 500

function stored(field: string, paths: readonly string[]): string[] {
  const sorted = paths.toSorted()
  if (sorted.length <= maxStored) return sorted
  const first = sorted.filter(hidesWork).concat(sorted.filter((path) => !hidesWork(path)))
  return [...new Set([field, ...first])].slice(0, maxStored).toSorted()
}

const deliveryField = (id: string, field: string): string => `deliveries ${id} ${field}`

/**
 * The ids of the order's deliveries by their index in the message, where unreadable ones are left
 * out (`deliveries.1`).
 */
function idsByPlace(paths: readonly string[], listed: readonly Delivery[]): Map<string, string> {
  const leftOut = new Set(paths.filter((path) => /^deliveries\.\d+$/.test(path)))
  const ids = new Map<string, string>()
  let place = 0
  for (const { _id } of listed) {
    while (leftOut.has(`deliveries.${place}`)) place++
    ids.set(String(place++), _id)
  }
  return ids
}

/** The field of a path. `ids` are those of the order's deliveries by their index. */
function fieldOf(
  path: string,
  delivery: Delivery | null,
  ids: ReadonlyMap<string, string>,
): string {
  const [first = '', second = '', third] = path.split('.')
  if (first === 'delivery')
    return delivery === null ? 'deliveries' : deliveryField(delivery._id, second)
  const id = first === 'deliveries' ? ids.get(second) : undefined
  return id === undefined || third === undefined ? first : deliveryField(id, third)
}

/**
 * The paths of a message by their fields. `listed` are the deliveries of its order, `delivery` is
 * the one next to the order.
 */
export function unreadOf(
  paths: readonly string[],
  listed: readonly Delivery[],
  delivery: Delivery | null,
): Unread {
  if (paths.length === 0) return {}
  const ids = idsByPlace(paths, listed)
  const orderDeliveryFields = new Set(
    delivery === null ? [] : Object.keys(delivery).map((name) => deliveryField(delivery._id, name)),
  )
  const byField = new Map<string, string[]>()
  for (const path of paths) {
    const field = fieldOf(path, delivery, ids)
    // The delivery next to the order has the value that the listed one lacks.
    if (path.startsWith('deliveries.') && orderDeliveryFields.has(field)) continue
    const before = byField.get(field)
    if (before === undefined) byField.set(field, [path])
    else before.push(path)
  }
  return Object.fromEntries(byField.entries().map(([field, each]) => [field, stored(field, each)]))
}

/** Whether a layer has a field, readable or not. */
function saysOf({ order, deliveries, unread }: MessageContent, field: string): boolean {
  if (Object.hasOwn(unread, field) || Object.hasOwn(order, field)) return true
  if (field === 'event')
    return [order, deliveries, unread].some((fields) => Object.keys(fields).length > 0)
  if (field === 'order') return Object.keys(order).length > 0
  if (field === 'deliveries') return Object.keys(deliveries).length > 0
  return Object.entries(deliveries).some(([id, fields]) =>
    Object.keys(fields).some((name) => deliveryField(id, name) === field),
  )
}

/** The fields of an older message that are still unread after `newer`. */
export const trimUnread = (older: Unread, newer: MessageContent): Unread =>
  Object.fromEntries(Object.entries(older).filter(([field]) => !saysOf(newer, field)))

/** The platform's dish fields that a cook needs. */
const partOfField: Readonly<Record<string, UnreadPart>> = {
  product: 'name',
  amount: 'amount',
  comment: 'comment',
  description: 'choices',
  modifiers: 'choices',
}

/** Subfields of those that no cook needs. */
const idle =
  /\.(metadata|priceMetadata|price|product\.(_id|externalId))(\.|$)|\.modifiers\.\d+\.(description|modifierId|externalId)$/

/** The information about a dish that an unread path hides from a cook; null if none. */
function partOf(path: string): UnreadPart | null {
  const [, , field = ''] = path.split('.')
  return idle.test(path) ? null : (partOfField[field] ?? null)
}

/** Whether a path means a whole dish, or all of them. */
const isWholeDish = (path: string): boolean => /^(order|items(\.\d+)?)$/.test(path)

/** Paths of an order that are still unread, those that a cook needs first. */
export const unreadNow = (layers: readonly MessageContent[]): string[] =>
  layers
    .flatMap(({ unread }) => Object.values(unread).flat())
    .toSorted(
      (one, other) => Number(hidesWork(other)) - Number(hidesWork(one)) || (one < other ? -1 : 1),
    )

/** Whether a cook may make something other than what was ordered because this could not be read. */
export const hidesWork = (path: string): boolean =>
  isWholeDish(path) || (path.startsWith('items.') && partOf(path) !== null)

/** What could not be read of each dish, by its index among the dishes that could be read. */
export function unreadParts(paths: readonly string[]): (place: number) => UnreadPart[] {
  const leftOut = paths
    .flatMap((path) => /^items\.(\d+)$/.exec(path)?.[1] ?? [])
    .map(Number)
    .toSorted((one, other) => one - other)
  const parts = new Map<string, Set<UnreadPart>>()
  for (const path of paths) {
    const [first, place = ''] = path.split('.')
    const part = first === 'items' ? partOf(path) : null
    if (part !== null) parts.set(place, (parts.get(place) ?? new Set()).add(part))
  }
  return (place) => {
    let stood = place
    for (const gap of leftOut) if (gap <= stood) stood++
    return [...(parts.get(String(stood)) ?? [])].toSorted()
  }
}
