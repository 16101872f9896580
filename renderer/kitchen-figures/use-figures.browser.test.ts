import { afterEach, expect, test } from 'vitest'
import type { KitchenFigures } from '#contract/kitchen-figures.ts'
import { FakeBridge } from '../test-support/fake-bridge.ts'
import { mountUse, unmountPart } from '../test-support/mount-part.ts'
import { useFigures } from './use-figures.ts'

afterEach(unmountPart)

test('figures stand only under the days that they are of, and nothing works on where no shift is chosen', async () => {
  const bridge = new FakeBridge()
  const asked = bridge.hold('kitchenFigures.read').arrived
  const room = await mountUse(bridge, useFigures)
  await asked[0]?.answer({ id: 'today' } as KitchenFigures)
  await expect.poll(() => room.figures.value?.id).toBe('today')
  void room.ask()
  expect(room.working.value).toBe(true)
  room.over.value = 'shift'
  await expect.poll(() => room.figures.value).toBeNull()
  await asked[1]?.answer({ id: 'today' } as KitchenFigures)
  await expect.poll(() => room.working.value).toBe(false)
  expect(room.figures.value).toBeNull()
  room.shiftId.value = 'shift-1'
  await expect.poll(() => asked[2]?.input.span).toEqual({ kind: 'shift', shiftId: 'shift-1' })
  expect(room.figures.value).toBeNull()
})
