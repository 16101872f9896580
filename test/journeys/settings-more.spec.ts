import { goTo } from './go-to.ts'
import { inEachTheme } from './page-checks.ts'
import { axeViolations } from './axe.ts'
import type { TicketsSnapshot } from '#contract/tickets/ticket.ts'
import { expect, test } from './store.ts'

test.describe('on a day in spring', () => {
  test.use({ startsAt: '2026-11-25T15:00:00.000Z' })

  test('a ticket turns amber, late and very late, as its type and the restaurant have it', async ({
    store,
  }) => {
    const { page } = store
    await goTo(page, '/setup/kitchen-times')
    const delivery = page.getByRole('slider', { name: 'Amber for delivery' })
    await expect(delivery).toHaveAccessibleName('Amber for delivery')
    await expect(page.getByText('same as the others').first()).toBeVisible()
    await delivery.fill('50')
    await page.getByRole('slider', { name: 'Very late after' }).fill('5')
    await expect
      .poll(() => store.call('settings.read', {}))
      .toMatchObject({ value: { amberShareDelivery: 0.5, veryLateMinutes: 5 } })
    const [{ code, _id }, pickup] = [
      await store.practice.placeOrder({ deliveryType: 'delivery', isScheduled: false }),
      await store.practice.placeOrder({ deliveryType: 'go', isScheduled: false }),
    ]
    await goTo(page, '/')
    await expect(store.card(pickup.code)).toBeVisible()
    await expect(store.card(code)).toBeVisible()
    const { value } = (await store.call('tickets.snapshot', {})) as { value: TicketsSnapshot }
    const ticket = value.tickets.find(({ id }) => id === _id)
    const [queued, promised] = [ticket?.queueAt ?? '', ticket?.promisedAt ?? ''].map(Date.parse)
    const at = (minutes: number, from = promised ?? 0) =>
      new Date(from + minutes * 60_000).toISOString()
    const look = async (instant: string): Promise<void> => {
      store.sleepUntil(instant)
      await page.reload()
    }
    await look(at(0.1, ((queued ?? 0) + (promised ?? 0)) / 2))
    await expect(store.card(code)).toContainText('Due soon')
    await expect(store.card(pickup.code)).not.toContainText('Due soon')
    await look(at(4))
    await expect(store.card(code)).toContainText(/Late\s*\+4:0/)
    await look(at(5))
    await expect(store.card(code)).toContainText(/Very late\s*5:0/)
    await inEachTheme(page, async () => {
      expect(await axeViolations(page)).toEqual([])
    })
  })
})
