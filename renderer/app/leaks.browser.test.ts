import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { addressOf } from '../ui/page/room.ts'
import { openStore, closeStore } from '../test-support/open-store.ts'
import { rooms } from './rooms.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(closeStore)

// What the page adds to the window, the document and the timers is counted by test/journeys/leaks.spec.ts.
test('rooms that are opened again and again leave no listener at the host', async () => {
  const bridge = await openStore({ address: '/' })
  const counts: number[] = []
  for (let round = 0; round < 5; round++) {
    for (const room of rooms.toReversed()) {
      const before = document.querySelector('main')
      location.hash = `#${addressOf(room)}`
      await expect.poll(() => document.querySelector('main')).not.toBe(before)
      await expect.poll(() => document.querySelector('main')).not.toBeNull()
    }
    await expect.element(page.getByRole('group', { name: 'Order types' })).toBeVisible()
    counts.push(bridge.listeners)
  }
  expect(new Set(counts.slice(1))).toEqual(new Set(counts.slice(-1)))
})
