import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base, type Page } from '@playwright/test'
import { sealSecrets } from '#host/profile-file/profile-file.ts'
import { startPractice, type Practice } from '#practice/platform.ts'
import { callAs, pairContext, startWeb, webBundle } from '#test/support/web-process.ts'
import { expectAccessible } from './axe.ts'
import { goTo } from './go-to.ts'
import { secretsIn, writtenForms } from './secrets.ts'

const passphrase = 'seven wet onions'

/** A setup file for the two stores of the practice platform. */
const fileOf = (platform: Practice, more: object = {}) => ({
  version: 1,
  common: {
    v3Url: platform.v3,
    settings: { undoSeconds: 3, startedStage: true, webhookPort: 0 },
    screens: [
      { name: 'Grill', role: 'kitchen', preferences: { wallSize: 'XL', cardNumbers: true } },
      { name: 'Front desk', role: 'counter' },
      { name: 'Back office', role: 'manager' },
    ],
    printers: [{ name: 'Pass', address: '10.255.255.9', language: 'es' }],
    keyMenuPath: { en: 'Settings › Developers › Keys', es: 'Ajustes › Claves' },
    locked: true,
    ...more,
  },
  stores: [
    { name: 'Colón', storeId: platform.storeId },
    { name: 'Punta Arenas', storeId: 'store-punta-arenas', settings: { undoSeconds: 5 } },
  ],
})

interface Shop {
  platform: Practice
  folder: string
  /** Starts the web shell, and opens a screen of it. */
  open(env?: Record<string, string>): Promise<Page>
  /** Writes a file outside the data folder; returns its path. */
  write(name: string, content: unknown): string
}

const test = base.extend<{ shop: Shop }>({
  async shop({ browser }, use) {
    const platform = await startPractice()
    const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
    const outside = mkdtempSync(join(tmpdir(), 'kitchen-pass-files-'))
    let web: ReturnType<typeof startWeb> | null = null
    const pages: Page[] = []
    await use({
      platform,
      folder,
      async open(env = {}) {
        web = startWeb({
          dataDir: folder,
          connected: null,
          entry: webBundle,
          env: { KITCHEN_PASS_KEY_FILE: 'none', KITCHEN_PASS_WEBHOOK_PORT: '0', ...env },
        })
        const { ui } = await web.ready
        const page = await browser.newPage({
          viewport: { width: 1024, height: 768 },
          locale: 'en-GB',
        })
        await pairContext(page.context(), ui)
        await page.goto(ui)
        pages.push(page)
        return page
      },
      write(name, content) {
        const path = join(outside, name)
        writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
        return path
      },
    })
    const html = await Promise.all(pages.map((page) => page.content()))
    for (const page of pages) await page.context().close()
    // TypeScript doesn't see that `open` sets it.
    const running = web as ReturnType<typeof startWeb> | null
    if (running !== null) expect(await running.end('SIGTERM')).toBe(0)
    const written = html.join('') + (running?.output() ?? '')
    for (const form of [platform.token, passphrase].flatMap(writtenForms))
      expect(written).not.toContain(form)
    expect(secretsIn(folder, [platform.token, passphrase])).toEqual([])
    await platform.close()
    for (const each of [folder, outside])
      rmSync(each, { recursive: true, force: true, maxRetries: 5 })
  },
})

const article = (page: Page) => page.getByRole('article').first()

test('serve --profile: the service opens on the wall of its store, with its settings', async ({
  shop,
}) => {
  const { platform } = shop
  const sealed = await sealSecrets({ common: { accessKey: platform.token } }, passphrase)
  const page = await shop.open({
    KITCHEN_PASS_PROFILE: shop.write('shops.kitchenpass', { ...fileOf(platform), sealed }),
    KITCHEN_PASS_STORE: 'Colón',
    KITCHEN_PASS_PASSPHRASE: passphrase,
  })
  await expect(page.getByText('All clear').or(article(page))).toBeVisible()
  const order = await platform.placeOrder({ deliveryType: 'go' }, { wait: false })
  await expect(page.getByRole('article', { name: new RegExp(`\\b${order.code}\\b`) })).toBeVisible()
  expect(await callAs(page, 'settings.read', {})).toMatchObject({ value: { undoSeconds: 3 } })
})

test('a file on the screen: mistakes, the passphrase, the store, what it sets, the place, and the wall', async ({
  shop,
}) => {
  const { platform } = shop
  const page = await shop.open()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: /^Use a setup file/ }).click()
  const input = page.locator('input[type=file]')

  await input.setInputFiles(shop.write('wrong.kitchenpass', fileOf(platform, { lockd: true })))
  const alert = page.locator('form').getByRole('alert')
  await expect(alert).toContainText('The file has mistakes')
  await alert.getByText('Details').click()
  await expect(alert).toContainText('common: unknown: "lockd". Allowed: v3Url')

  const sealed = await sealSecrets({ common: { accessKey: platform.token } }, passphrase)
  await input.setInputFiles(shop.write('shops.kitchenpass', { ...fileOf(platform), sealed }))
  await expect(page.getByText('shops.kitchenpass')).toBeVisible()
  const secret = page.getByLabel('Passphrase of this file')
  await secret.fill('seven dry onions')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByText('Wrong passphrase')).toBeVisible()
  await secret.fill(passphrase)
  await page.keyboard.press('Enter')
  await expect(secret).toBeHidden()

  await page.getByRole('radio', { name: 'Punta Arenas' }).check({ force: true })
  const facts = page.getByRole('region', { name: 'What it sets' })
  await expect(facts).toContainText('Grill (Kitchen), Front desk (Counter), Back office (Office)')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.screenshot({ path: test.info().outputPath('setup-file-phone.png') })
  await page.setViewportSize({ width: 1024, height: 768 })
  await expect(facts).toContainText('Locked: what the file sets can’t be changed')
  await expectAccessible(page, 'setup-file')
  await page.getByRole('button', { name: 'Set up Punta Arenas' }).click()

  await expect(page.getByRole('heading', { name: 'What is this screen for?' })).toBeVisible()
  await expect(page.getByText('Connected to Punta Arenas')).toBeVisible()
  await page.screenshot({ path: test.info().outputPath('setup-file-place.png') })
  await expect(page.getByRole('radio', { name: /^Grill/ })).toBeChecked()
  await page.getByRole('button', { name: 'Go to the orders' }).click()
  await expect(page.getByText('All clear').or(article(page))).toBeVisible()
  expect(await callAs(page, 'settings.read', {})).toMatchObject({ value: { undoSeconds: 5 } })
  expect(await callAs(page, 'screens.read', {})).toMatchObject({
    value: { own: { name: 'Grill', role: 'kitchen' } },
  })
})

test('a file without keys: the page says where the platform has the key; then what is locked is shown and stays', async ({
  shop,
}) => {
  const { platform } = shop
  const page = await shop.open()
  await expect(page.getByRole('heading', { name: 'Choose a language' })).toBeVisible()
  await goTo(page, '/connection/file')
  await page.locator('input[type=file]').setInputFiles(shop.write('shops.json', fileOf(platform)))
  await expect(page.getByText('Where to find it: Settings › Developers › Keys')).toBeVisible()
  const key = page.getByLabel('Access key', { exact: true })
  await key.fill('a-wrong-key')
  await page.getByRole('button', { name: 'Set up Colón' }).click()
  await expect(page.getByText('The platform doesn’t accept the access key')).toBeVisible()
  await key.fill(platform.token)
  await page.getByRole('button', { name: 'Set up Colón' }).click()
  await page.getByRole('radio', { name: /^Back office/ }).check({ force: true })
  await page.getByRole('button', { name: 'Go to the orders' }).click()
  await expect(page.getByText('All clear').or(article(page))).toBeVisible()

  await goTo(page, '/setup/kitchen-times')
  const undo = page.locator('[data-setting=undoSeconds]')
  await expect(undo).toContainText('Set by a setup file')
  await expect(undo.getByRole('slider')).toBeDisabled()
  await expect(page.locator('[data-setting=amberShare]').getByRole('slider')).toBeEnabled()
  await expectAccessible(page, 'setup-file-locked')
  await goTo(page, '/setup/printers')
  await expect(page.getByText('10.255.255.9')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Test' })).toBeVisible()
  await expect(page.getByRole('button', { name: /Pass/ })).toHaveCount(0)
  expect(await callAs(page, 'screens.setPin', { pin: '4821' })).toMatchObject({ ok: true })
  await goTo(page, '/setup/screens')
  const list = page.locator('[data-setting=screenList]')
  await expect(list.getByRole('textbox')).toBeDisabled()
  await page.screenshot({ path: test.info().outputPath('setup-file-screens.png') })
  await goTo(page, '/connection')
  await expect(page.getByText('A setup file set up this store')).toBeVisible()
  await expect(page.getByText('Change connection')).toBeHidden()
  await page.screenshot({ path: test.info().outputPath('setup-file-connection.png') })

  // What the page shows is what the host does.
  const refused = { ok: false, error: { code: 'set-by-profile' } }
  expect(await callAs(page, 'settings.change', { undoSeconds: 9 })).toMatchObject(refused)
  expect(await callAs(page, 'connection.practise', {})).toMatchObject(refused)
  expect(await callAs(page, 'connection.giveToken', { token: platform.token })).toMatchObject({
    ok: true,
  })
})
