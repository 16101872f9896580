import { expect, test } from 'vitest'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openTestStore } from '#test/support/kitchen.ts'
import { addPrinter, statesOf, until } from '#test/support/printing-kitchen.ts'

const hour = 3_600_000

test.each([
  ['ahead', 5 * hour],
  ['back', -5 * hour],
])('a clock that is set %s keeps no ticket from the printer', async (_, ms) => {
  const start = Date.now()
  const clock = new FakeClock(new Date(start).toISOString())
  const store = await openTestStore({ clock, platformNow: () => start + clock.monotonic() })
  store.practice.setReceiver(store.host.webhookUrl)
  const pass = await addPrinter(store, clock, 'Pass', {
    ...{ what: 'full', stations: [], when: 'due' },
  })
  clock.jump(ms)
  const place = () => store.practice.placeOrder({ deliveryType: 'go', isScheduled: false })
  const first = await place()
  await expect.poll(() => store.ticket(first._id)).toBeDefined()
  // The platform's answers say what time it is.
  await clock.advance(60_000)
  const second = await place()
  await until(clock, () => pass.machine.papers.length, 1_000).toBe(2)
  await clock.advance(60_000)
  expect(await statesOf(store, pass)).toEqual(['confirmed', 'confirmed'])
  expect(pass.texts().join('\n')).toContain(second.code)
})
