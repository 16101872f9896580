import { afterEach, expect, test } from 'vitest'
import { FakeBridge } from '../test-support/fake-bridge.ts'
import { mountUse, unmountComponent } from '../test-support/mount-component.ts'
import { useToasts } from '../ui/note/toasts.ts'
import { useHostCommand } from './host-command.ts'

afterEach(unmountComponent)

const open = (inPlace = false) => {
  const bridge = new FakeBridge()
  return mountUse(bridge, () => ({
    bridge,
    toasts: useToasts(),
    rename: useHostCommand('screens.rename', { inPlace }),
  }))
}

test('an action is not sent twice while it runs, and another action is sent', async () => {
  const { bridge, rename } = await open()
  const asked = bridge.hold('screens.rename').arrived
  const first = rename.run({ name: 'Grill' })
  expect(await rename.run({ name: 'Grill' })).toBeNull()
  const other = rename.run({ name: 'Bar' })
  expect(await rename.run({ name: 'Bars' }, { name: 'Bar' })).toBeNull()
  expect(asked.map(({ input }) => input.name)).toEqual(['Grill', 'Bar'])
  await asked[0]?.answer(null)
  expect(rename.busy.value).toBe(true)
  await asked[1]?.answer(null)
  expect(await Promise.all([first, other])).toEqual([{ value: null }, { value: null }])
  expect(rename.busy.value).toBe(false)
  void rename.run({ name: 'Grill' })
  expect(asked).toHaveLength(3)
})

test.for([false, true])('a failure is said once, in place: %s', async (inPlace) => {
  const { bridge, toasts, rename } = await open(inPlace)
  bridge.refusals['screens.rename'] = { code: 'unreachable' }
  expect(await rename.run({ name: 'Grill' })).toBeNull()
  expect(toasts.toasts).toHaveLength(inPlace ? 0 : 1)
  expect(rename.error.value?.code).toBe('unreachable')
  delete bridge.refusals['screens.rename']
  bridge.answers['screens.rename'] = null
  await rename.run({ name: 'Grill' })
  expect(rename.error.value).toBeNull()
})
