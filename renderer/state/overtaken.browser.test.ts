import { afterEach, expect, test } from 'vitest'
import { defaultSettings } from '#contract/settings/settings.ts'
import { FakeBridge, quietStatus } from '../test-support/fake-bridge.ts'
import { mountUse, unmountComponent } from '../test-support/mount-component.ts'
import { useStatus } from './health/status.ts'
import { useSettings } from './settings.ts'

afterEach(unmountComponent)

test('a status that arrived meanwhile is not overwritten by an older answer', async () => {
  const bridge = new FakeBridge()
  const status = await mountUse(bridge, useStatus)
  const asked = bridge.hold('status.get').arrived
  const answered = status.refresh()
  status.change({ ...quietStatus(), setAside: 2 })
  await asked[0]?.answer({ ...quietStatus(), setAside: 1 })
  await answered
  expect(status.status?.setAside).toBe(2)
})

test('of two changes of a setting the later one is shown, in whichever order they are answered', async () => {
  const bridge = new FakeBridge()
  const settings = await mountUse(bridge, useSettings)
  const asked = bridge.hold('settings.change').arrived
  const changes = [settings.change({ undoSeconds: 3 }), settings.change({ undoSeconds: 4 })]
  for (const nth of [1, 0])
    await asked[nth]?.answer({ ...defaultSettings, undoSeconds: asked[nth].input.undoSeconds ?? 0 })
  await Promise.all(changes)
  expect(settings.settings?.undoSeconds).toBe(4)
})
