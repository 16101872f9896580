import type { Page } from '@playwright/test'
import { listRooms } from '#test/support/rooms.ts'
import { expectAccessible } from './axe.ts'
import { fillStore } from './fill-store.ts'
import { goTo } from './go-to.ts'
import { openRoom, health } from './house.ts'
import { checkedSizes } from './page-checks.ts'
import { expect, shareStore, test } from './store.ts'

/**
 * Rooms by their folders, with what is opened in them, and how a person gets there. Rooms that aren't
 * here are opened by their address.
 */
const steps: Record<string, (page: Page) => Promise<void>> = {
  wall: async (page) => {
    await page.getByRole('link', { name: /^Kitchen/ }).click()
    await expect(page.getByRole('article').first()).toBeVisible()
    // The others move when a bumped card leaves.
    await expect(page.getByRole('button', { name: /^Undo/ })).toHaveCount(0)
  },
  board: async (page) => {
    await openRoom(page, 'Kitchen', '86')
    await expect(page.getByRole('switch').first()).toBeVisible()
  },
  guests: async (page) => {
    await openRoom(page, 'Front', 'Guests')
    await page.getByRole('searchbox').fill('')
    await page.getByRole('button', { name: 'All guests' }).click()
    await expect(page.locator('[data-row]').first()).toBeVisible()
  },
  guest: async (page) => {
    await page.locator('[data-row]').nth(6).click()
    await expect(page.getByRole('table', { name: /Points history/ })).toBeVisible()
  },
  reservations: async (page) => {
    await openRoom(page, 'Front')
    // By table; a phone has a list.
    const plan = page.getByRole('group', { name: 'Schedule by table' })
    await expect(plan.or(page.getByText('List', { exact: true })).first()).toBeVisible()
  },
  coupons: async (page) => {
    await openRoom(page, 'Front', 'Coupons')
    await expect(page.getByRole('link', { name: /BIENVENIDA10/ })).toBeVisible()
  },
  coupon: async (page) => {
    await page.getByRole('link', { name: /PINOLUNES/ }).click()
    await expect(page.getByRole('heading', { level: 2, name: 'Lunes de empanadas' })).toBeVisible()
    await page.getByRole('tab', { name: 'Edit', exact: true }).click()
    await expect(page.getByRole('group', { name: 'Valid until', exact: true })).toBeVisible()
  },
  store: async (page) => {
    await page.getByRole('link', { name: /^Store/ }).click()
    await expect(page.getByRole('button', { name: 'Until a time…' })).toBeVisible()
    await expect(
      page.getByRole('button', { name: 'Use' }).or(page.getByText(/^No sugg/)),
    ).toBeVisible()
  },
  preparationTime: async (page) => {
    await page.getByRole('button', { name: /^Prep time/ }).click()
    await expect(page.getByRole('dialog', { name: 'Preparation time' })).toBeVisible()
  },
  'close-out': async (page) => {
    await page.keyboard.press('Escape')
    await openRoom(page, 'Reports')
    await expect(page.locator('[data-shift]').first()).toBeVisible()
    await expect(page.getByRole('status').filter({ hasText: 'updated at' })).toBeVisible()
  },
  count: async (page) => {
    await page.locator('[data-shift]').first().click()
    await expect(page.getByRole('region', { name: 'Register 2' })).toBeVisible()
  },
  payments: async (page) => {
    await openRoom(page, 'Reports', 'Payments')
    await page.getByText('7 days', { exact: true }).click()
    await expect(page.getByRole('table', { name: 'By method' })).toBeVisible()
    await expect(page.getByText(/^Loading/)).toBeHidden()
  },
  waste: async (page) => {
    await openRoom(page, 'Reports', 'Waste')
    await expect(page.getByRole('figure').locator('svg')).toBeVisible()
    await expect(page.getByText(/^Loading/)).toBeHidden()
  },
  'kitchen-figures': async (page) => {
    await openRoom(page, 'Reports', 'Performance')
    await expect(page.getByRole('figure').first().locator('svg')).toBeVisible()
  },
  'store-hours': async (page) => {
    await openRoom(page, 'Store', 'Opening hours')
    await expect(page.getByRole('region', { name: 'The week' })).toBeVisible()
  },
  settings: async (page) => {
    await page.getByRole('link', { name: /^Settings/ }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  },
  connection: async (page) => {
    await health({ page }).click()
    await expect(page.getByRole('main').getByText('needs action')).toBeVisible()
  },
  alerts: async (page) => {
    await page.getByRole('button', { name: /^Alerts/ }).click()
    // Orders may become late meanwhile, which is another one.
    const alerts = page.getByRole('dialog', { name: 'Alerts' }).getByRole('listitem')
    await expect(alerts.nth(1)).toBeVisible()
  },
  help: async (page) => {
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Help', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Connect your store' })).toBeVisible()
  },
}

const others = listRooms().filter(({ folder }) => !(folder in steps))

const shared = shareStore()
test.beforeAll(() => fillStore(shared()))

for (const { width, height, themes } of checkedSizes)
  test(
    `every room at ${String(width)}x${String(height)} in ${themes.join(' and ')}: nothing hangs over, no axe violation`,
    { tag: '@picture' },
    async () => {
      const { page } = shared()
      await page.setViewportSize({ width, height })
      for (const { folder, address } of others) {
        await goTo(page, address)
        await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
        await expectAccessible(page, folder)
      }
      for (const [name, enter] of Object.entries(steps)) {
        await enter(page)
        await expectAccessible(page, name)
      }
      // The help is open.
      await page.keyboard.press('Escape')
    },
  )
