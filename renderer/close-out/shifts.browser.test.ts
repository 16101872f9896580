import { expect, test } from 'vitest'
import { FakeBridge } from '../test-support/fake-bridge.ts'
import { mountUse } from '../test-support/mount-component.ts'
import { makeCount, makeDraft } from '../test-support/sample-count.ts'
import { withField } from './count/fields.ts'
import { useCounts } from './shifts.ts'

test('text typed in a count is sent as the page is left, although an earlier request is still running', async () => {
  const bridge = new FakeBridge()
  const stored = bridge.hold('shifts.saveCount').arrived
  const keeper = (await mountUse(bridge, useCounts)).of('s1')
  keeper.take(makeCount())
  const typed = (notes: string) => withField(keeper.draft.value ?? makeDraft(), 'notes', notes)
  keeper.change(typed('f'))
  keeper.change(typed('float short'))
  expect(stored).toHaveLength(1)
  dispatchEvent(new PageTransitionEvent('pagehide'))
  expect(stored.map(({ input }) => input.after.notes)).toEqual(['f', 'float short'])
})
