import { expect, test } from 'vitest'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openGoBetween } from '#test/support/go-between.ts'
import { openTestStore } from '#test/support/kitchen.ts'

test('an order from yesterday whose event lacks fields is read by itself, and its ticket is complete', async () => {
  const clock = new FakeClock(new Date().toISOString())
  const between = await openGoBetween({}, {}, { now: () => clock.now() })
  const { practice } = between
  const createdAt = new Date(clock.now() - 20 * 3_600_000).toISOString()
  const order = await practice.placeOrder({ createdAt, buyerName: 'Rosa Díaz' }, { wait: false })
  const store = await openTestStore({ clock, between, list: true })
  const single = `GET /ecommerce/orders/${order._id}`
  await expect.poll(() => between.asked.filter((each) => each.includes('orders?')).length).toBe(1)
  const { buyerName: _name, items, ...partial } = order
  await store.post({
    type: 'ecommerce.order.created',
    websiteId: null,
    storeId: practice.storeId,
    date: new Date(clock.now()).toISOString(),
    eventId: 'evt-1',
    data: { order: { ...partial, items: items.slice(0, 1) } },
  })
  await expect
    .poll(async () => {
      await clock.advance(5_000)
      return store.ticket(order._id)
    })
    .toMatchObject({ buyerName: 'Rosa Díaz' })
  expect(between.asked.filter((each) => each === single)).toHaveLength(1)
})
