import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { health } from './house.ts'
import { expect, test, type Store } from './store.ts'

const sizes = [
  [1920, 1080],
  [1280, 800],
  [1024, 768],
  [768, 1024],
  [390, 844],
] as const

/** Each room, and how a person gets there. */
const rooms: Record<string, (page: Page) => Promise<void>> = {
  kitchen: async (page) => {
    await page.getByRole('link', { name: /^Kitchen/ }).click()
    await expect(page.getByRole('article').first()).toBeVisible()
  },
  board: async (page) => {
    await page.getByRole('link', { name: /^86/ }).click()
    await expect(page.getByRole('switch').first()).toBeVisible()
  },
  setup: async (page) => {
    await page.getByRole('link', { name: /^Setup/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  },
  connection: async (page) => {
    await health({ page }).click()
    await expect(page.getByRole('main').getByText('to decide')).toBeVisible()
  },
  alerts: async (page) => {
    await page.getByRole('button', { name: /^Alerts/ }).click()
    await expect(page.getByRole('dialog', { name: 'Alerts' }).getByRole('listitem')).toHaveCount(2)
  },
}

/** Seven orders, one bump that the platform refused, and an event that nobody could read. */
async function fill({ practice, page, post, call }: Store): Promise<void> {
  practice.startRush({ ordersPerMinute: 60, openWith: 7, atMostOpen: 7 })
  await expect(page.getByRole('article').nth(4)).toBeVisible()
  practice.stopRush()
  practice.misbehave({ path: 'preparation-ready', kind: 'status', status: 400 })
  const ticketId = await page.getByRole('article').first().getAttribute('data-ticket')
  await call('tickets.markReady', { ticketId: ticketId ?? '', tapId: 'tap' })
  await post({ type: 'ecommerce.order.created', eventId: 'odd', date: 'soon', data: {} })
  await practice.eventsSettled()
}

for (const theme of ['light', 'dark'] as const)
  test(`every room in ${theme} at every size: nothing hangs over, no axe violation, and its picture`, async ({
    store,
  }) => {
    test.slow()
    const { page } = store
    await page.emulateMedia({ colorScheme: theme })
    await fill(store)
    for (const [width, height] of sizes) {
      await page.setViewportSize({ width, height })
      for (const [name, enter] of Object.entries(rooms)) {
        const where = `${name} at ${String(width)}x${String(height)}`
        await enter(page)
        const over = await page.evaluate<number>(
          'document.documentElement.scrollWidth - document.documentElement.clientWidth',
        )
        expect(over, where).toBeLessThanOrEqual(0)
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(
          violations.map(({ id, nodes }) => [id, nodes[0]?.html]),
          where,
        ).toEqual([])
        await page.screenshot({
          path: test.info().outputPath(`${name}-${theme}-${String(width)}.png`),
        })
      }
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
    }
  })
