import type { Locator, Page } from '@playwright/test'
import type { Store } from './store.ts'

/** The dot with the overall health; a tap opens the Connection page. */
export const health = ({ page }: Pick<Store, 'page'>): Locator =>
  page.getByRole('link', { name: /^Connection:/ })

/** Opens the alerts from the wall's alert. */
export async function openAlerts({ page }: Pick<Store, 'page'>): Promise<Locator> {
  const row = page.getByRole('region', { name: 'Alerts' })
  await row.getByRole('button', { name: /needs? attention/ }).click()
  return page.getByRole('dialog', { name: 'Alerts' })
}

/** Opens a room of the shift through the close-out. */
export async function enterShiftRoom(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name: /^Close-out/ }).click()
  await page.getByRole('navigation', { name: 'Shift' }).getByText(name).click()
}
