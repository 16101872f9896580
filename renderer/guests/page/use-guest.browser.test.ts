import { afterEach, expect, test } from 'vitest'
import type { Guest } from '#contract/guests/guests.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { mountUse, unmountPart } from '../../test-support/mount-part.ts'
import { useGuest } from './use-guest.ts'

afterEach(unmountPart)

test('of two answers about a guest the one that was asked for last stands', async () => {
  const bridge = new FakeBridge()
  const asked = bridge.hold('guests.read').arrived
  const { guest, read } = await mountUse(bridge, () => useGuest('c1'))
  const answers = [read(), read()]
  await asked[1]?.answer({ allergies: 'maní' } as Guest)
  await asked[0]?.answer({ allergies: '' } as Guest)
  await Promise.all(answers)
  expect(guest.value?.allergies).toBe('maní')
})
