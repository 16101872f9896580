import type { Page } from '@playwright/test'

/** Goes to an address of the app without reading the page again, as a link does: once a room is there, as links are. */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.locator('main').first().waitFor()
  await page.goto(new URL(`#${address}`, page.url()).href)
}
