import { addEvent, type OrderFacts, type StampedEvent } from '#domain/tickets/order-facts.ts'
import { createDialect } from '#platform/dialect.ts'
import { parseEvent } from '#platform/events.ts'
import type { StoredValue } from './stored.ts'
import type { Posted, Traffic } from './traffic.ts'

/** The key of an event in the inbox. */
export const keyOf = (eventId: string): string => `id:${eventId}`

function messageOf(eventId: string, { body }: Posted): StampedEvent {
  const parsed = parseEvent(JSON.parse(body), createDialect())
  if (!parsed.ok || parsed.value.kind !== 'order') throw new Error('a sample that cannot be read')
  const { date, order, delivery } = parsed.value
  return { stamp: `${date}|${keyOf(eventId)}`, order, delivery }
}

/**
 * Each order after reading every stored event exactly once, and when it first arrived. `past`: what
 * was known of orders before.
 */
export function expectedTickets(
  traffic: Traffic,
  inbox: StoredValue['inbox'],
  past: ReadonlyMap<string, OrderFacts> = new Map(),
): Map<string, { known: OrderFacts; receivedAt: string }> {
  const expected = new Map<string, { known: OrderFacts; receivedAt: string }>()
  for (const { key, receivedAt } of inbox) {
    const eventId = key.slice('id:'.length)
    const event = traffic.posted.get(eventId)
    if (event === undefined) throw new Error(`${key} was never posted`)
    const before = expected.get(event.orderId)
    expected.set(event.orderId, {
      known: addEvent(before?.known ?? past.get(event.orderId) ?? null, messageOf(eventId, event)),
      receivedAt: before?.receivedAt ?? receivedAt,
    })
  }
  return expected
}
