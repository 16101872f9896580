import type { Page } from '@playwright/test'

/** Goes to an address of the app without a reload, as a link does, once a room is loaded. */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.locator('main').first().waitFor()
  await page.goto(new URL(`#${address}`, page.url()).href)
}
