import type { Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { enterShiftRoom, health } from './house.ts'
import { inEachTheme, looks } from './page-checks.ts'
import { expect, test, type Store } from './store.ts'

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
  guests: async (page) => {
    await page.getByRole('link', { name: /^Guests/ }).click()
    await page.getByRole('searchbox').fill('')
    await expect(page.locator('[data-row]').first()).toBeVisible()
  },
  guest: async (page) => {
    await page.locator('[data-row]').nth(6).click()
    await expect(page.getByRole('table', { name: /Points that came/ })).toBeVisible()
  },
  reservations: async (page) => {
    await page.getByRole('link', { name: /^Bookings/ }).click()
    await expect(page.getByRole('group', { name: 'The day by table' })).toBeVisible()
  },
  coupons: async (page) => {
    await page.getByRole('link', { name: /^Coupons/ }).click()
    await expect(page.getByRole('link', { name: /BIENVENIDA10/ })).toBeVisible()
  },
  coupon: async (page) => {
    await page.getByRole('link', { name: /PINOLUNES/ }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'Lunes de empanadas' })).toBeVisible()
    await page.getByRole('tab', { name: 'Change it' }).click()
    await expect(page.getByRole('group', { name: 'Ends', exact: true })).toBeVisible()
  },
  closeOut: async (page) => {
    await page.getByRole('link', { name: /^Close-out/ }).click()
    await expect(page.locator('[data-shift]').first()).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'read at' })).toBeVisible()
  },
  count: async (page) => {
    await page.locator('[data-shift]').first().click()
    await expect(page.getByRole('region', { name: 'Register 2' })).toBeVisible()
  },
  payments: async (page) => {
    await enterShiftRoom(page, 'Payments')
    await page.getByText('7 days', { exact: true }).click()
    await expect(page.getByRole('table', { name: 'By method' })).toBeVisible()
    await expect(page.getByText(/^Reading/)).toBeHidden()
  },
  waste: async (page) => {
    const area = page.getByRole('navigation', { name: 'The shift' })
    await area.getByText('Waste').click()
    await expect(page.getByRole('figure').locator('svg')).toBeVisible()
    await expect(page.getByText(/^Reading/)).toBeHidden()
  },
  figures: async (page) => {
    const area = page.getByRole('navigation', { name: 'The shift' })
    await area.getByText('How the kitchen did').click()
    await expect(page.getByRole('figure').first().locator('svg')).toBeVisible()
  },
  setup: async (page) => {
    await page.getByRole('link', { name: /^Settings/ }).click()
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
  help: async (page) => {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Help', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Connect your store' })).toBeVisible()
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

for (const { width, height, themes } of looks)
  test(`every room at ${String(width)}x${String(height)} in ${themes.join(' and ')}: nothing hangs over, no axe violation, and its picture`, async ({
    store,
  }) => {
    const { page } = store
    await fill(store)
    await page.setViewportSize({ width, height })
    for (const [name, enter] of Object.entries(rooms)) {
      await enter(page)
      await inEachTheme(
        page,
        async (theme) => {
          const over = await page.evaluate<number>(
            'document.documentElement.scrollWidth - document.documentElement.clientWidth',
          )
          expect.soft(over, name).toBeLessThanOrEqual(0)
          expect.soft(await axeViolations(page), `${name} in ${theme}`).toEqual([])
          await page.screenshot({ path: test.info().outputPath(`${name}-${theme}.png`) })
        },
        themes,
      )
    }
  })
