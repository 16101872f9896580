import { afterEach, expect, test } from 'vitest'
import { FakeBridge } from '../test-support/fake-bridge.ts'
import { mountUse, unmountPart } from '../test-support/mount-part.ts'
import { makeCoupon } from '../test-support/open-coupons.ts'
import { useCoupons } from './coupons.ts'

afterEach(unmountPart)

test('of two answers about a coupon the one that was asked for last stands', async () => {
  const bridge = new FakeBridge()
  const asked = bridge.hold('coupons.read').arrived
  const coupons = await mountUse(bridge, useCoupons)
  const answers = [coupons.read('cpn-1'), coupons.read('cpn-1')]
  await asked[1]?.answer(makeCoupon({ state: 'expired' }))
  await asked[0]?.answer(makeCoupon({ state: 'active' }))
  await Promise.all(answers)
  expect(coupons.known.get('cpn-1')?.state).toBe('expired')
})
