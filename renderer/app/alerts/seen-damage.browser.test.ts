import { afterEach, expect, test } from 'vitest'
import type { Damage } from '#contract/status/status.ts'
import { FakeBridge, quietStatus } from '../../test-support/fake-bridge.ts'
import { mountUse, unmountComponent } from '../../test-support/mount-component.ts'
import { useAlerts } from './alerts.ts'

afterEach(unmountComponent)

const damage = (restoredFrom: string): Damage => ({
  kind: 'chosen',
  keptAs: `${restoredFrom}.sqlite`,
  restoredFrom,
})

test('what happened to the data is an alert until it is read, and the next restore is one again', async () => {
  const bridge = new FakeBridge()
  const alerts = await mountUse(bridge, useAlerts)
  const report = (restoredFrom: string): void =>
    bridge.notify({
      type: 'status.changed',
      status: { ...quietStatus(), damage: damage(restoredFrom) },
    })
  const shown = () => alerts.all.find(({ id }) => id === 'damaged')

  report('2026-11-25T12:30:00.000Z')
  await expect.poll(shown).toBeDefined()
  await shown()?.actions[0]?.run?.()
  await expect.poll(shown).toBeUndefined()
  report('2026-11-25T12:30:00.000Z')
  expect(shown()).toBeUndefined()
  report('2026-11-24T12:30:00.000Z')
  await expect.poll(shown).toBeDefined()
})
