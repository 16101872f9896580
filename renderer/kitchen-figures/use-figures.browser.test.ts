import { afterEach, expect, test } from 'vitest'
import type { KitchenFigures } from '#contract/kitchen-figures/kitchen-figures.ts'
import { FakeBridge } from '../test-support/fake-bridge.ts'
import { mountUse, unmountComponent } from '../test-support/mount-component.ts'
import { useFigures } from './use-figures.ts'

afterEach(unmountComponent)

test('figures are shown only under their own days, and nothing is requested without a shift', async () => {
  const bridge = new FakeBridge()
  const asked = bridge.hold('kitchenFigures.get').arrived
  const ledger = await mountUse(bridge, useFigures)
  await asked[0]?.answer({ id: 'today' } as KitchenFigures)
  await expect.poll(() => ledger.shown?.id).toBe('today')
  void ledger.start()
  await expect.poll(() => asked.length).toBe(2)
  ledger.over = 'shift'
  expect(ledger.shown).toBeNull()
  await asked[1]?.answer({ id: 'today' } as KitchenFigures)
  expect(ledger.isWhole).toBe(false)
  expect(ledger.shown).toBeNull()
  ledger.shiftId = 'shift-1'
  await expect.poll(() => asked[2]?.input.span).toEqual({ kind: 'shift', shiftId: 'shift-1' })
  expect(ledger.shown).toBeNull()
})
