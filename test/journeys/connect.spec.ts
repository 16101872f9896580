import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { startPractice } from '#practice/platform.ts'
import { startWeb, webBundle } from '#test/support/web-process.ts'
import { launchDesktop } from '../desktop/launch.ts'
import { secretsIn } from './secrets.ts'

async function connect(page: Page, v3: string, token: string): Promise<void> {
  await page
    .getByRole('link', { name: 'Connect your store' })
    .or(page.getByRole('button', { name: 'Connect your store' }))
    .first()
    .click()
  await page.getByLabel('Address of the platform').fill(v3)
  await page.getByLabel('Access token').fill(token)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
}

test('a store is connected on the desktop, and still is after a restart; its token is nowhere to be read', async () => {
  const platform = await startPractice()
  const order = await platform.placeOrder(
    { deliveryType: 'go', isScheduled: false },
    { wait: false },
  )
  const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
  const token = platform.token
  let { app, page } = await launchDesktop({ userDataDir: folder })
  await connect(page, platform.v3, 'not the token')
  await expect(page.locator('form').getByRole('alert')).toBeVisible()
  await page.getByLabel('Access token').fill(token)
  await page.getByRole('button', { name: 'Check', exact: true }).click()
  await page.getByRole('radio', { name: /Colón/ }).check()
  await page.getByRole('button', { name: 'Connect Colón' }).click()
  await expect(page.getByRole('article', { name: order.code })).toBeVisible()
  await expect(page.getByText('Practice store')).toBeHidden()
  await app.close()

  ;({ app, page } = await launchDesktop({ userDataDir: folder }))
  await expect(page.getByRole('article', { name: order.code })).toBeVisible()
  await app.close()
  expect(secretsIn(folder, [token])).toEqual([])
  await platform.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

test('a web shell keeps a token that was typed in only until it ends, and says so', async ({
  page,
}) => {
  const platform = await startPractice()
  const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
  let web = startWeb({ dataDir: folder, connected: null, entry: webBundle })
  await page.goto((await web.ready).ui)
  await connect(page, platform.v3, platform.token)
  await page.getByRole('button', { name: 'Connect Colón' }).click()
  await expect(page.getByText('All clear')).toBeVisible()
  await web.end('SIGTERM')
  web = startWeb({ dataDir: folder, connected: null, entry: webBundle })
  await page.goto((await web.ready).ui)
  await expect(page.getByText('Sending to the platform is paused')).toBeVisible()
  await page.close()
  await web.end('SIGTERM')
  expect(secretsIn(folder, [platform.token])).toEqual([])
  await platform.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})
