import { expect, test } from 'vitest'
import type { Order } from '#platform/order.ts'
import { markReady, openStore, place } from '#test/support/day-of-orders.ts'
import { valueOfOk } from '#test/support/reservations.ts'

const dish = (name: string): Order['items'] => [
  { _id: name, product: { _id: name, name }, amount: 1 },
]

test('the favourite dish of a guest is in most of the past orders with their telephone', async () => {
  const store = await openStore()
  const ana = { buyerName: 'Ana Ñandú', phone: '+56911112222' }
  const orders: [string, Partial<Order>][] = [
    ['151', { ...ana, items: dish('Flan') }],
    ['152', { ...ana, phone: '911112222', items: dish('Cazuela') }],
    // Somebody else orders for the same guest.
    ['153', { ...ana, buyerName: 'Luis', items: dish('Cazuela') }],
    ['154', { ...ana, phone: '+56933334444', items: dish('Flan') }],
    ['155', { ...ana, phone: '+56933334444', items: dish('Flan') }],
  ]
  for (const [id, order] of orders) {
    await place(store, id, order)
    await markReady(store, id)
  }
  const favourite = async (phone: string | null) =>
    valueOfOk(await store.call('tickets.favouriteDish', { name: 'Ana Ñandú', phone, email: null }))
  expect(await favourite('+56 9 1111 2222')).toEqual({ name: 'Cazuela', orders: 2, ofOrders: 3 })
  expect(await favourite('+56955556666')).toBeNull()
  expect(await favourite(null)).toBeNull()
})
