import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { reservedPort } from '#test/support/reserved-port.ts'
import { launchDesktop } from './launch.ts'

test('a manager allows screens on the network, lets a tablet in, and removes it again', async ({
  browser,
}) => {
  const userDataDir = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
  const port = String(await reservedPort())
  const { app, page } = await launchDesktop({
    userDataDir,
    env: { KITCHEN_PASS_NETWORK_PORT: port },
  })
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.getByRole('link', { name: 'Settings' }).click()
  await page.getByRole('link', { name: 'Network screens' }).click()
  await page.getByRole('switch', { name: 'Allow screens on this network' }).click()
  await expect(page.getByText(`kitchen-pass.local:${port}`)).toBeVisible()

  const context = await browser.newContext({ ignoreHTTPSErrors: true, locale: 'en-GB' })
  const tablet = await context.newPage()
  // The address without https leads to how to trust this computer.
  await tablet.goto(`http://127.0.0.1:${port}/`)
  await expect(tablet.getByRole('status')).toHaveText('This device trusts the kitchen computer.')
  await tablet.getByRole('link', { name: 'Open Kitchen Pass' }).click()
  const code = tablet.getByRole('status').filter({ hasText: /^\w{4}-\w{4}$/ })
  await expect(code).toBeVisible()
  await page.getByRole('button', { name: /^Let / }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Code on the new screen').fill((await code.textContent()) ?? '')
  await dialog.getByLabel('Name').fill('Grill')
  await dialog.getByRole('button', { name: 'Let in' }).click()
  await expect(page.getByText('Grill is a screen of this kitchen now')).toBeVisible()
  await expect(tablet.getByRole('article').first()).toBeVisible()

  await page.getByRole('link', { name: 'Screens and roles' }).click()
  await page.getByRole('button', { name: /^Grill .*Connected now/ }).click()
  await expect(page.getByText(/Linux · 127\.0\.0\.1/)).toBeVisible()
  await page.getByRole('button', { name: 'Remove screen' }).click()
  await page.getByRole('button', { name: 'Remove it' }).click()
  await expect(code).toBeVisible()
  await context.close()
  await app.close()
  rmSync(userDataDir, { recursive: true, force: true, maxRetries: 5 })
})
