import { afterEach, expect, test } from 'vitest'
import { maxAtOnce } from '#contract/deliveries/delivery.ts'
import type { Input } from '#contract/index.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import { useDecide } from './decide.ts'

afterEach(unmountComponent)

test('more than the contract takes at once is decided in several messages', async () => {
  const bridge = new FakeBridge()
  bridge.answers['deliveries.decide'] = 1
  let decide: ReturnType<typeof useDecide> | undefined
  await mountComponent(
    {
      setup() {
        decide = useDecide()
        return () => null
      },
    },
    bridge,
  )
  const subjects = Array.from({ length: maxAtOnce + 1 }, (_, n) => `item-${String(n)}`)
  await decide?.('stock', subjects, 'retry')
  const asked = bridge.asked('deliveries.decide') as Input<'deliveries.decide'>[]
  expect(asked.map(({ entries }) => entries.length)).toEqual([maxAtOnce, 1])
  expect(asked.flatMap(({ entries }) => entries.map(({ subject }) => subject))).toEqual(subjects)
})
