import { expect, onTestFinished, test, vi } from 'vitest'
import { openTestStore } from '#test/support/kitchen.ts'
import { orderEvent } from '#test/support/order-event.ts'
import { worker } from './worker.ts'

test('a store has its menu and its long events read in the thread, and short ones at once', async () => {
  const run = vi.spyOn(worker, 'run')
  onTestFinished(() => run.mockRestore())
  const jobs = (): string[] => run.mock.calls.map(([name]) => name)
  const store = await openTestStore()
  await expect.poll(jobs).toEqual(expect.arrayContaining(['readLongAnswer', 'arrangeMenus']))
  const event = (code: string, comment: string): object =>
    orderEvent(
      'order-created-pickup',
      { eventId: code, orderId: code, code, date: '2026-11-20T15:00:00.000Z' },
      { comment },
    )
  run.mockClear()
  await store.post(event('A1', 'short'))
  await expect.poll(() => store.ticket('A1')).toBeDefined()
  expect(jobs()).not.toContain('inspectLongBody')
  await store.post(event('A2', 'long '.repeat(20_000)))
  await expect.poll(() => store.ticket('A2')).toBeDefined()
  expect(jobs()).toEqual(expect.arrayContaining(['inspectLongBody', 'parseLongMessage']))
})
