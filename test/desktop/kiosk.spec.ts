import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base, type ElectronApplication, type Page } from '@playwright/test'
import { startPractice } from '#practice/platform.ts'
import { hasElectron, launchDesktop } from './launch.ts'

const test = base.extend<{ userDataDir: string }>({
  userDataDir: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
    writeFileSync(join(folder, 'preferences.json'), '{"isWelcomed":true}')
    await use(folder)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  },
})

const inPage = <T>(page: Page, script: string) => page.evaluate<T>(script)
const wall = (page: Page) => page.getByRole('article').first()
const kioskSwitch = (page: Page) => page.getByRole('switch', { name: 'Kiosk mode' })

/** How the window is; null without one. */
const windowOf = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    if (window === undefined) return null
    return { kiosk: window.isKiosk(), onTop: window.isAlwaysOnTop() }
  })
const inKiosk = { kiosk: true, onTop: true }
const outOfKiosk = { kiosk: false, onTop: false }

const menuRoles = (app: ElectronApplication) =>
  app.evaluate(({ Menu }) =>
    (Menu.getApplicationMenu()?.items ?? []).flatMap(({ submenu }) =>
      ((Array.isArray(submenu) ? submenu : (submenu?.items ?? [])) as { role?: string }[]).map(
        ({ role }) => role?.toLowerCase(),
      ),
    ),
  )

/** What a person tries: the window's button, a key for it, the menu, the page itself. */
async function tryToLeave(app: ElectronApplication, page: Page): Promise<void> {
  await app.evaluate(({ app: theApp, BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    setImmediate(() => {
      window?.close()
      theApp.quit()
      window?.minimize()
      window?.setFullScreen(false)
    })
  })
  await expect
    .poll(() =>
      app.evaluate(({ BrowserWindow }) => {
        const [window] = BrowserWindow.getAllWindows()
        return [window?.isMinimized(), window?.isFullScreen(), window?.isKiosk()]
      }),
    )
    .toEqual([false, true, true])
  expect(await menuRoles(app)).not.toContain('quit')
  expect(await menuRoles(app)).not.toContain('togglefullscreen')
  expect(await inPage(page, `kitchenBridge.call('status.get', {})`)).toMatchObject({ ok: true })
}

const writeKiosk = (page: Page, kiosk: boolean) =>
  inPage(
    page,
    `kitchenBridge.readPreferences().then((own) =>
      kitchenBridge.writePreferences({ ...own, kiosk: ${String(kiosk)} }))`,
  )

/** Ends an app that lets nobody quit it, as the system does. */
async function end(app: ElectronApplication): Promise<number> {
  const ended = once(app.process(), 'exit')
  app.process().kill('SIGTERM')
  return ((await ended) as [number])[0]
}

test('a manager begins kiosk mode, nobody leaves it without the PIN, and with it anybody of the staff is let out', async ({
  userDataDir,
}) => {
  const { app, page } = await launchDesktop({ userDataDir })
  await expect(wall(page)).toBeVisible()
  await inPage(page, `void (location.hash = '#/setup/this-screen')`)
  await kioskSwitch(page).click()
  await expect(kioskSwitch(page)).toBeChecked()
  await expect.poll(() => windowOf(app)).toEqual(inKiosk)
  await expect(page.getByText('No PIN is set, so anybody can leave kiosk mode.')).toBeVisible()

  await page.getByRole('link', { name: 'Set PIN' }).click()
  await page.getByLabel('New PIN').fill('48213')
  await page.getByLabel('Repeat PIN').fill('48213')
  await page.getByRole('button', { name: 'Set PIN' }).click()
  await expect(page.getByRole('button', { name: 'Change PIN' })).toBeVisible()
  await inPage(page, `kitchenBridge.call('screens.lock', {})`)
  await inPage(page, `void (location.hash = '#/')`)
  await expect(wall(page)).toBeVisible()
  await tryToLeave(app, page)
  expect(await writeKiosk(page, false)).toMatchObject({ error: { code: 'not-allowed' } })
  expect(await windowOf(app)).toEqual(inKiosk)

  await page.getByRole('button', { name: /^Navigation/ }).click()
  await page.getByRole('button', { name: 'Leave kiosk mode' }).click()
  const asked = page.getByRole('dialog', { name: 'Manager’s PIN' })
  await asked.getByLabel('Manager’s PIN').fill('11111')
  await asked.getByRole('button', { name: 'Unlock' }).click()
  await expect(asked.getByRole('alert')).toBeVisible()
  expect(await windowOf(app)).toEqual(inKiosk)
  await asked.getByLabel('Manager’s PIN').fill('48213')
  await asked.getByRole('button', { name: 'Unlock' }).click()
  await expect.poll(() => windowOf(app)).toEqual(outOfKiosk)
  expect(await menuRoles(app)).toContain('quit')
  await app.close()
})

test('it survives a restart and a kill, and keeps the place that the window had before', async ({
  userDataDir,
}) => {
  test.skip(process.platform === 'win32', 'has no SIGTERM')
  const platform = await startPractice()
  const first = await launchDesktop({ userDataDir })
  const connection = { v3Url: platform.v3, token: platform.token, storeId: platform.storeId }
  const answer = await inPage<{ ok: boolean }>(
    first.page,
    `kitchenBridge.call('connection.connect', ${JSON.stringify(connection)})`,
  )
  test.skip(!answer.ok, 'this machine has no keychain')
  await first.app.close()
  const place = readFileSync(join(userDataDir, 'window.json'), 'utf8')

  const second = await launchDesktop({ userDataDir })
  expect(await writeKiosk(second.page, true)).toEqual({ ok: true, value: null })
  await inPage(second.page, `kitchenBridge.call('screens.setPin', { pin: '48213' })`)
  await expect.poll(() => windowOf(second.app)).toEqual(inKiosk)
  expect(await end(second.app)).toBe(0)
  expect(readFileSync(join(userDataDir, 'window.json'), 'utf8')).toBe(place)

  const third = await launchDesktop({ userDataDir })
  await expect.poll(() => windowOf(third.app)).toEqual(inKiosk)
  const ended = once(third.app.process(), 'exit')
  third.app.process().kill('SIGKILL')
  await ended

  const fourth = await launchDesktop({ userDataDir })
  await expect.poll(() => windowOf(fourth.app)).toEqual(inKiosk)
  await tryToLeave(fourth.app, fourth.page)
  expect(await writeKiosk(fourth.page, false)).toMatchObject({ error: { code: 'not-allowed' } })
  expect(await end(fourth.app)).toBe(0)

  // The way for IT when the PIN is forgotten.
  const fifth = await launchDesktop({ userDataDir, electronArgs: ['--reset-pin'] })
  await expect.poll(() => windowOf(fifth.app)).toEqual(inKiosk)
  expect(await writeKiosk(fifth.page, false)).toEqual({ ok: true, value: null })
  await expect.poll(() => windowOf(fifth.app)).toEqual(outOfKiosk)
  await fifth.app.close()
  await platform.close()
})

for (const who of ['an update', 'the system’s shutdown'])
  test(`${who} ends the app also in kiosk mode`, async ({ userDataDir }) => {
    test.skip(hasElectron, 'asks the stand-in to send the event')
    const { app, page } = await launchDesktop({ userDataDir })
    await writeKiosk(page, true)
    await expect.poll(() => windowOf(app)).toEqual(inKiosk)
    await tryToLeave(app, page)
    const ended = once(app.process(), 'exit')
    await app.evaluate(({ app: running, autoUpdater, powerMonitor }, isUpdate) => {
      setImmediate(() => {
        if (isUpdate) autoUpdater.emit('before-quit-for-update')
        else powerMonitor.emit('shutdown', { preventDefault: () => undefined })
        running.quit()
      })
    }, who === 'an update')
    expect(((await ended) as [number])[0]).toBe(0)
  })

test('a page that only a person can end may be left, and kiosk mode begins after it', async ({
  userDataDir,
}) => {
  test.skip(hasElectron, 'real Electron starts the next run where no test holds it')
  writeFileSync(join(userDataDir, 'preferences.json'), '{"isWelcomed":true,"kiosk":true}')
  const times = [40, 30, 20, 10, 5].map((seconds) => Date.now() - seconds * 1_000)
  const electronArgs = [`--crashed-at=${times.join(',')}`]
  const { app, page } = await launchDesktop({ userDataDir, electronArgs })
  await expect(page.getByRole('heading', { level: 1 })).toContainText('stopped five times')
  expect(await windowOf(app)).toEqual(outOfKiosk)
  expect(await menuRoles(app)).toContain('quit')
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(wall(page)).toBeVisible()
  await expect.poll(() => windowOf(app)).toEqual(inKiosk)
  await end(app)

  const again = await launchDesktop({ userDataDir, electronArgs })
  await expect(again.page.getByRole('heading', { level: 1 })).toContainText('stopped five times')
  const ended = once(again.app.process(), 'exit')
  await again.app.evaluate(({ BrowserWindow }) => {
    setImmediate(() => BrowserWindow.getAllWindows()[0]?.close())
  })
  expect(((await ended) as [number])[0]).toBe(0)
  expect(existsSync(join(userDataDir, 'window.json'))).toBe(true)
})
