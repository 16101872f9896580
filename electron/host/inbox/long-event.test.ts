import { expect, test } from 'vitest'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'
import { orderEvent } from '#test/support/order-event.ts'

const megabyte = 1024 * 1024
const at = '2026-11-20T15:00:00.000Z'

const dish = (nth: number) => ({
  _id: `i${String(nth)}`,
  product: { _id: `p${String(nth)}`, name: `Dish ${String(nth)}` },
  amount: 1,
})

/** An order of more than three megabytes of dishes. */
function hugeOrder(orderId: string): string {
  const items = Array.from({ length: 45_000 }, (_each, nth) => dish(nth))
  const ids = { eventId: `evt-${orderId}`, orderId, code: orderId, date: at }
  return JSON.stringify(orderEvent('order-created-pickup', ids, { items }))
}

const smallOrder = (orderId: string): unknown =>
  orderEvent('order-created-pickup', {
    eventId: `evt-${orderId}`,
    orderId,
    code: orderId,
    date: at,
  })

async function ticketOf(store: TestStore, id: string): Promise<Ticket> {
  await expect.poll(() => store.ticket(id)).toBeDefined()
  const ticket = await store.ticket(id)
  if (ticket === undefined) throw new Error('no ticket')
  return ticket
}

test('an order of three megabytes stands on the wall, and says that it is not whole', async () => {
  const store = await openTestStore({ menu: false })
  const body = hugeOrder('A1')
  expect(body.length).toBeGreaterThan(3 * megabyte)
  expect((await store.post(body)).status).toBe(200)
  expect((await store.post(smallOrder('A2'))).status).toBe(200)
  const huge = await ticketOf(store, 'A1')
  expect(huge.incomplete).toBe(true)
  expect(huge.items.length).toBeGreaterThan(300)
  expect(huge.items.length).toBeLessThan(2_000)
  expect(huge.items[0]).toMatchObject({ name: 'Dish 0' })
  expect(await store.call('tickets.get', { ticketId: 'A1' })).toMatchObject({
    value: { unread: ['items'] },
  })
  expect(await ticketOf(store, 'A2')).toMatchObject({ incomplete: false })
  // What came stays as it came.
  await store.restart()
  expect((await ticketOf(store, 'A1')).items).toEqual(huge.items)
})
