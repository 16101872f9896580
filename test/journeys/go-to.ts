import type { Page } from '@playwright/test'

/** Goes to an address of the app without reading the page again, as a link does. */
export async function goTo(page: Page, address: string): Promise<void> {
  await page.goto(new URL(`#${address}`, page.url()).href)
}
