import { expect, test } from 'vitest'
import { readMe } from '#platform/me.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'
import { practiceConnection } from '../start/practice-store.ts'

const open = async (store: TestStore): Promise<number> => {
  const snapshot = await store.call('tickets.list', {})
  return snapshot.ok ? snapshot.value.tickets.length : 0
}

test('pages of the order list are asked for as quickly as it is set', async () => {
  const clock = new FakeClock(new Date().toISOString())
  const store = await openTestStore({ clock, list: true })
  const status = () => store.call('status.get', {})
  await expect.poll(status).toMatchObject({ value: { poller: { state: 'fresh' } } })
  await store.call('settings.change', { requestsPerSecond: 1 })
  for (let placed = 0; placed < 150; placed += 1)
    await store.practice.placeOrder({ deliveryType: 'go', isScheduled: false })

  await clock.advance(15_000)
  await expect.poll(() => open(store)).toBeGreaterThanOrEqual(100)
  // As many questions as a second page would have needed, many times over.
  for (let asked = 0; asked < 20; asked += 1) await readMe(practiceConnection(store.practice))
  expect(await open(store)).toBe(100)
  await clock.advance(1000)
  await expect.poll(() => open(store)).toBe(150)
})
