import { expect, type Page } from '@playwright/test'
import { sealSecrets } from '#host/profile-file/profile-file.ts'
import { callAs } from '#test/support/web-process.ts'
import { expectAccessible } from './axe.ts'
import { goTo } from './go-to.ts'
import { takePictureToLookAt } from './picture.ts'
import { fileOf, passphrase, test } from './setup-shop.ts'

const article = (page: Page) => page.getByRole('article').first()

test('serve --profile: with one file for ten stores, each opens on its own wall, with its settings', async ({
  shop,
}) => {
  const { platform, serve } = shop
  const sealed = await sealSecrets({ common: { accessKey: platform.token } }, passphrase)
  const file = fileOf(platform)
  const path = shop.write('shops.kitchenpass', { ...file, sealed })
  expect(file.stores).toHaveLength(10)
  // Two of them have an order, and a screen.
  const orders = new Map<number, string>()
  for (const nth of [0, 9]) {
    const storeId = file.stores[nth]?.storeId ?? ''
    const request = { deliveryType: 'go', isScheduled: false, storeId } as const
    orders.set(nth, (await platform.placeOrder(request, { wait: false })).code)
  }
  for (const [nth, store] of file.stores.entries()) {
    const service = await serve(
      {
        KITCHEN_PASS_PROFILE: path,
        KITCHEN_PASS_STORE: nth % 2 === 0 ? store.name : store.storeId,
        KITCHEN_PASS_PASSPHRASE: passphrase,
      },
      `computer-${String(nth)}`,
    )
    const own = { undoSeconds: 3, startedStage: true, ...('settings' in store && store.settings) }
    expect(await service.call('settings.get', {})).toMatchObject(own)
    await expect
      .poll(() => service.call('status.get', {}))
      .toMatchObject({ store: { id: store.storeId } })
    const code = orders.get(nth)
    if (code !== undefined) {
      const page = await service.open()
      await expect(page.getByRole('heading', { name: store.name, level: 1 })).toBeVisible()
      await expect(article(page)).toHaveAccessibleName(new RegExp(`\\b${code}\\b`))
      await expect(page.getByRole('article')).toHaveCount(1)
    }
    await service.end()
  }
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
  const file = fileOf(platform)
  await input.setInputFiles(shop.write('shops.kitchenpass', { ...file, sealed }))
  await expect(page.getByText('shops.kitchenpass')).toBeVisible()
  const secret = page.getByLabel('Passphrase of this file')
  await secret.fill('seven dry onions')
  await page.getByRole('button', { name: 'Continue', exact: true }).click()
  await expect(page.getByText('Wrong passphrase')).toBeVisible()
  await secret.fill(passphrase)
  await page.keyboard.press('Enter')
  await expect(secret).toBeHidden()

  for (const { name } of file.stores)
    await expect(page.getByRole('radio', { name, exact: true })).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(10)
  await page.getByRole('radio', { name: 'Branch 7' }).check({ force: true })
  const facts = page.getByRole('region', { name: 'What it sets' })
  await expect(facts).toContainText('Grill (Kitchen), Front desk (Counter), Back office (Office)')
  await page.setViewportSize({ width: 390, height: 844 })
  await takePictureToLookAt(page, 'setup-file-phone')
  await page.setViewportSize({ width: 1024, height: 768 })
  await expect(facts).toContainText('Locked: what the file sets can’t be changed')
  await expectAccessible(page, 'setup-file')
  await page.getByRole('button', { name: 'Set up Branch 7' }).click()

  await expect(page.getByRole('heading', { name: 'What is this screen for?' })).toBeVisible()
  await expect(page.getByText('Connected to Branch 7')).toBeVisible()
  await takePictureToLookAt(page, 'setup-file-place')
  await expect(page.getByRole('radio', { name: /^Grill/ })).toBeChecked()
  await page.getByRole('button', { name: 'Go to the orders' }).click()
  await expect(page.getByText('All clear').or(article(page))).toBeVisible()
  expect(await callAs(page, 'settings.get', {})).toMatchObject({ value: { undoSeconds: 17 } })
  expect(await callAs(page, 'connection.get', {})).toMatchObject({
    value: { storeId: 'store-branch-7' },
  })
  expect(await callAs(page, 'screens.get', {})).toMatchObject({
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
  await page.getByRole('radio', { name: 'Colón' }).check({ force: true })
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
  await list.getByRole('button').first().click()
  await expect(page.getByRole('dialog').getByRole('textbox')).toBeDisabled()
  await takePictureToLookAt(page, 'setup-file-screens')
  await page.keyboard.press('Escape')
  await goTo(page, '/connection')
  await expect(page.getByText('A setup file set up this store')).toBeVisible()
  await expect(page.getByText('Change connection')).toBeHidden()
  await takePictureToLookAt(page, 'setup-file-connection')

  // What the page shows is what the host does.
  const refused = { ok: false, error: { code: 'set-by-profile' } }
  expect(await callAs(page, 'settings.change', { undoSeconds: 9 })).toMatchObject(refused)
  expect(await callAs(page, 'connection.practise', {})).toMatchObject(refused)
  expect(await callAs(page, 'connection.saveToken', { token: platform.token })).toMatchObject({
    ok: true,
  })
})
