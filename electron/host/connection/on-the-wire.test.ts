import { expect, test } from 'vitest'
import { valueOfOk } from '#test/support/reservations.ts'
import { openGoBetween } from '#test/support/go-between.ts'
import { openTestStore } from '#test/support/kitchen.ts'

test('a retry during a request asks the platform once more', async () => {
  const between = await openGoBetween()
  const held = between.hold({ fits: (path) => path === '/api/me', max: 1 })
  const store = await openTestStore({ between })
  const first = await held.next()
  valueOfOk(await store.call('connection.resume', {}))
  valueOfOk(await store.call('connection.resume', {}))
  await first.answer({ status: 503, body: '{"message":"busy"}' })
  await expect
    .poll(async () => valueOfOk(await store.call('status.get', {})).storeSeen.state)
    .toBe('seen')
  // The failure has the platform probed as well.
  expect(between.asked.filter((each) => each.includes('/api/me'))).toHaveLength(3)
})
