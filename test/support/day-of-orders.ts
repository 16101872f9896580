import { expect } from 'vitest'
import type { Order } from '#platform/order.ts'
import { FakeClock } from './fake-clock.ts'
import { openTestStore, type TestStore } from './kitchen.ts'
import { orderEvent, statusEvent } from './order-event.ts'

const start = Date.parse('2026-11-20T15:30:00.000Z')
export const iso = (seconds: number): string => new Date(start + seconds * 1000).toISOString()

/** Posts an order as it was this many seconds after the start. */
export async function post(
  store: TestStore,
  id: string,
  request: Partial<Order> = {},
  seconds = 0,
) {
  const ids = { eventId: `${id}-${seconds}`, orderId: id, code: id, date: iso(seconds) }
  const event = orderEvent('order-created-pickup', ids, {
    createdAt: iso(Number(id)),
    deliverAt: iso(600),
    ...request,
  })
  const reported = seconds === 0 ? event : statusEvent(event)
  await store.post({ ...reported, websiteId: null, storeId: store.practice.storeId })
}

/** An order on the wall that the platform knows as well. */
export async function place(
  store: TestStore,
  id: string,
  request: Partial<Order> = {},
): Promise<void> {
  await store.practice.placeOrder({ _id: id })
  await post(store, id, request)
  await expect.poll(() => store.ticket(id)).toBeDefined()
}

/** A store that sends every bump at once. */
export async function openStore(clock = new FakeClock()): Promise<TestStore> {
  const store = await openTestStore({ clock })
  await store.call('settings.change', { undoSeconds: 0 })
  return store
}

/** Marks a ticket ready, and waits until the platform has confirmed it. */
export async function markReady(store: TestStore, id: string, tapId = `tap-${id}`): Promise<void> {
  await store.call('tickets.markReady', { ticketId: id, tapId })
  await expect.poll(async () => (await store.ticket(id))?.bump?.delivery.state).toBe('confirmed')
}
