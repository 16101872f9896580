import type { Page } from '@playwright/test'

/** Opens the step with the access key from the practice store, or from a room's first steps. */
export async function openKeyStep(page: Page): Promise<void> {
  await page.locator('main').first().waitFor()
  await page.goto(new URL('#/connection/key', page.url()).href)
  await page.getByLabel('Platform address').waitFor()
}

/** Types the address and the access key, and goes on. */
export async function typeKey(page: Page, v3Url: string, token: string): Promise<void> {
  await page.getByLabel('Platform address').fill(v3Url)
  await page.getByLabel('Access key', { exact: true }).fill(token)
  await goOn(page)
}

export const goOn = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Continue', exact: true }).click()

/** Connects a store of several and keeps the suggestions for this screen. */
export async function connectStore(page: Page, v3Url: string, token: string): Promise<void> {
  await openKeyStep(page)
  await typeKey(page, v3Url, token)
  await page.getByRole('radio', { name: /Colón/ }).check()
  await page.getByRole('button', { name: 'Connect Colón' }).click()
  await page.getByRole('button', { name: 'Go to the orders' }).click()
}

/** Leaves the first steps of a new screen for the wall. */
export const leaveFirstSteps = (page: Page): Promise<void> =>
  page.getByRole('link', { name: 'Not now' }).click()
