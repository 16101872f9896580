import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../test-support/expect-accessible.ts'
import { closeCoupons, makeCoupon, openCoupons } from '../test-support/open-coupons.ts'

beforeEach(() => page.viewport(1024, 768))
afterEach(closeCoupons)

const button = (name: string) => page.getByRole('button', { name, exact: true })
const row = (name: RegExp) => page.getByRole('link', { name })

test('coupons in every state are accessible in the list', async () => {
  await openCoupons([
    makeCoupon(),
    ...(['used-up', 'expired', 'off', 'deleted'] as const).map((state) =>
      makeCoupon({ id: state, state, values: { name: state, isHidden: true, code: null } }),
    ),
  ])
  await expectAccessible(row(/Lunes/))
})

test('a coupon and its form are accessible, and a change of it is sent after a review', async () => {
  const bridge = await openCoupons([makeCoupon()], '/coupons/cpn-1')
  await expectAccessible(page.getByRole('heading', { name: 'Lunes', level: 2 }))
  await page.getByRole('tab', { name: 'Edit', exact: true }).click()
  await page.getByRole('textbox', { name: 'Minimum order', exact: true }).fill('12500')
  await expectAccessible(page.getByRole('group', { name: 'Valid until', exact: true }))
  await button('Review changes').click()
  await button('Send 1 change').click()
  await expect
    .poll(() => bridge.asked('coupons.change'))
    .toMatchObject([{ couponId: 'cpn-1', changed: { minimumOrderPrice: 12_500 } }])
})
