import { goTo } from './go-to.ts'
import { health } from './house.ts'
import { expect, test } from './store.ts'

const hour = 3_600_000

for (const [ahead, text] of [
  [23 * hour, '23 hours ahead'],
  [-23 * hour, '23 hours behind'],
] as const)
  test.describe(`on a machine whose clock is ${text}`, () => {
    test.use({ startsAt: '2026-11-20T15:00:00.000Z', appAheadMs: ahead, list: true })

    test('orders of the list show with their true age, and every screen says that the clock is wrong', async ({
      store,
    }) => {
      store.practice.setReceiver(null)
      const { code } = await store.practice.placeOrder({ deliveryType: 'go', isScheduled: false })
      await expect(store.card(code)).toBeVisible()
      await expect(store.page.getByText(`This computer’s clock is ${text}`)).toBeVisible()
      await expect(health(store)).toContainText('Wrong clock')
      // It was placed a moment ago, so it is due in some minutes, and not since yesterday.
      await expect(store.card(code)).not.toContainText(/late|h\b/i)
      await goTo(store.page, '/connection')
      await expect(store.page.getByRole('main')).toContainText(`This computer’s clock is ${text}`)
      await expect(store.page.getByRole('main')).toContainText(
        'Set the date, time and time zone on this computer',
      )
    })
  })
