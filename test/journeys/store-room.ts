import type { Browser, Locator, Page } from '@playwright/test'
import { pairContext } from '#test/support/web-process.ts'
import { expect, type Store } from './store.ts'

/** How often something took effect at the platform. */
export const counted = ({ practice }: Store, operation: string): number =>
  practice
    .effects()
    .filter((effect) => effect.operation === operation)
    .reduce((sum, { count }) => sum + count, 0)

/** The preparation time beside the navigation. */
export const entry = (page: Page): Locator => page.getByRole('button', { name: /^Prep time/ })
export const banner = (page: Page): Locator => page.getByRole('complementary')
export const pauseCard = (page: Page): Locator => page.getByRole('region', { name: 'Pause orders' })
/** The past pauses, the latest first. */
export const pauses = (page: Page): Locator =>
  page.getByRole('region', { name: 'Past pauses and hours' }).getByRole('listitem')

/** Pauses orders in the store's room, for a length by its name. */
export async function pause({ page }: Store, length: string): Promise<void> {
  await pauseCard(page).getByRole('button', { name: length, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Pause orders' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
}

/** Another browser on the same address. */
export async function openSecond(browser: Browser, { page }: Store): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
  })
  const second = await context.newPage()
  await pairContext(context, page.url())
  await second.goto(page.url())
  return second
}
