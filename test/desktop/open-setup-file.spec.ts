import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { startPractice } from '#practice/platform.ts'
import { secretsIn } from '../journeys/secrets.ts'
import { desktopEnvironment, electronProgram, launchDesktop, projectRoot } from './launch.ts'

const fileOf = (v3Url: string, storeId: string, name: string) =>
  JSON.stringify({
    version: 1,
    stores: [
      {
        name,
        storeId,
        v3Url,
        settings: { undoSeconds: 3 },
        screens: [{ name: 'Grill', role: 'kitchen' }],
      },
    ],
  })

test('a double click on a setup file opens the app at it, and applies nothing before somebody agrees', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
  const userDataDir = join(folder, 'data')
  const platform = await startPractice()
  const path = join(folder, 'shop.kitchenpass')
  writeFileSync(path, fileOf(platform.v3, platform.storeId, 'Colón'))
  const { app, page } = await launchDesktop({ userDataDir, isNew: true, appArgs: [path] })
  await expect(page.getByRole('heading', { name: 'Setup file' })).toBeVisible()
  await expect(page.getByText('shop.kitchenpass')).toBeVisible()
  const mode = () => page.evaluate<unknown>(`kitchenBridge.call('connection.get', {})`)
  expect(await mode()).toMatchObject({ value: { mode: 'practice' } })

  // Another file, while the app is open: it comes to the same window.
  const other = join(folder, 'other.kitchenpass')
  writeFileSync(other, fileOf(platform.v3, platform.storeId, 'Renamed'))
  const second = spawn(electronProgram(), [`--user-data-dir=${userDataDir}`, projectRoot, other], {
    env: desktopEnvironment(),
    stdio: 'ignore',
  })
  await once(second, 'exit')
  await expect(page.getByText('other.kitchenpass')).toBeVisible()

  // macOS sends an event instead.
  await app.evaluate(({ app: electron }, opened) => {
    electron.emit('open-file', { preventDefault: () => undefined }, opened)
  }, path)
  await expect(page.getByText('shop.kitchenpass')).toBeVisible()

  await page.getByLabel('Access key', { exact: true }).fill(platform.token)
  await page.getByRole('button', { name: 'Set up Colón' }).click()
  // The system here may have no key store; then the app says so and changes nothing.
  const done = page.getByRole('heading', { name: 'What is this screen for?' })
  const refused = page.getByText(/^This computer can’t store the access key safely/)
  await expect(done.or(refused)).toBeVisible()
  if (await done.isVisible()) expect(await mode()).toMatchObject({ value: { mode: 'store' } })
  await app.close()
  expect(secretsIn(join(userDataDir, 'store'), [platform.token])).toEqual([])
  expect(secretsIn(join(userDataDir, 'logs'), [platform.token])).toEqual([])
  await platform.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

test('a file that is no setup file is said to be none', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
  const path = join(folder, 'large.kitchenpass')
  writeFileSync(path, 'x'.repeat(2 * 1024 * 1024))
  const { app, page } = await launchDesktop({ userDataDir: folder, appArgs: [path] })
  await expect(page.getByText(/^This file can’t be read, or it is larger/)).toBeVisible()
  await page.getByRole('link', { name: 'Not now' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.reload()
  await expect(page.getByRole('article').first()).toBeVisible()
  await app.close()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})
