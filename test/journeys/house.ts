import type { Locator, Page } from '@playwright/test'
import type { Store } from './store.ts'

/** The dot that tells how everything is; a tap leads to the Connection page. */
export const health = ({ page }: Pick<Store, 'page'>): Locator =>
  page.getByRole('link', { name: /^Connection:/ })

/** From the line of the wall to the list of everything that needs somebody. */
export async function openAlerts({ page }: Pick<Store, 'page'>): Promise<Locator> {
  await page.getByRole('region', { name: 'Alerts' }).getByRole('button').click()
  return page.getByRole('dialog', { name: 'Alerts' })
}

/** A room of the shift, by way of the close-out. */
export async function enterShiftRoom(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: /^Close-out/ }).click()
  await page.getByRole('navigation', { name: 'Shift' }).getByText(name).click()
}
