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

/** Opens an area, which shows its first room, and then another room of it. */
export async function openRoom(page: Page, area: string, room?: string): Promise<void> {
  const links = page.getByRole('navigation').getByRole('link')
  await links.filter({ hasText: area }).first().click()
  if (room !== undefined) await links.filter({ hasText: room }).first().click()
}
