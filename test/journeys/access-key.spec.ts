import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { startPractice, type Practice } from '#practice/platform.ts'
import { reservedPort } from '#test/support/reserved-port.ts'
import { callAs, callWeb, pairContext, startWeb } from '#test/support/web-process.ts'
import { expectAccessible } from './axe.ts'
import { goTo } from './go-to.ts'
import { secretsIn } from './secrets.ts'

const pin = '4821'

interface Service {
  platform: Practice
  page: Page
  folder: string
  /** Where it stores the key at the next start. */
  env: Record<string, string>
  /** Ends at once, as in a power cut, and starts again at the same address. */
  cutPower(): Promise<void>
  output(): string
}

/** A service without a desktop, connected to a store with a manager's PIN; a cook's screen. */
const serviceTest = test.extend<{ service: Service }>({
  async service({ browser }, use) {
    const platform = await startPractice()
    const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
    const [dataDir, uiPort] = [join(folder, 'data'), String(await reservedPort())]
    const env: Record<string, string> = {
      XDG_CONFIG_HOME: join(folder, 'config'),
      KITCHEN_PASS_KEY_FILE: '',
    }
    const start = () => startWeb({ dataDir, connected: null, env, uiPort })
    let web = start()
    let output = ''
    const { ui } = await web.ready
    const page = await browser.newPage({ viewport: { width: 1024, height: 768 }, locale: 'en-GB' })
    await pairContext(page.context(), ui)
    const { v3: v3Url, token, storeId } = platform
    await callWeb(ui, 'connection.connect', { v3Url, token, storeId })
    await callWeb(ui, 'settings.change', { webhookPort: 0, undoSeconds: 1 })
    await page.goto(ui)
    expect(await callAs(page, 'screens.setPin', { pin })).toMatchObject({ ok: true })
    await use({
      platform,
      page,
      folder,
      env,
      async cutPower() {
        await web.end('SIGKILL')
        output += web.output()
        web = start()
        await web.ready
      },
      output: () => output + web.output(),
    })
    await page.context().close()
    await web.end('SIGTERM')
    output += web.output()
    expect(output).not.toContain(token)
    expect(secretsIn(dataDir, [token])).toEqual([])
    await platform.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  },
})

const order = (platform: Practice) =>
  platform.placeOrder({ deliveryType: 'go', isScheduled: false }, { wait: false })
const card = (page: Page, { code }: { code: string }) => page.getByRole('article', { name: code })

serviceTest(
  'after a power cut the service has its key, and orders arrive though nobody typed it',
  async ({ service }) => {
    const { page, platform } = service
    await expect(card(page, await order(platform))).toBeVisible()
    await service.cutPower()
    await expect(card(page, await order(platform))).toBeVisible()
    await expect(page.getByText('Access key missing')).toHaveCount(0)
  },
)

serviceTest(
  'without a place for the key the wall asks; a manager types it there, and orders arrive again',
  async ({ service }) => {
    const { page, platform, env } = service
    const first = await order(platform)
    await expect(card(page, first)).toBeVisible()
    env['KITCHEN_PASS_KEY_FILE'] = 'none'
    await service.cutPower()
    const missed = await order(platform)

    const alerts = page.getByRole('region', { name: 'Alerts' })
    await expect(alerts).toContainText('Access key missing')
    await expect(card(page, first)).toBeVisible()
    await expectAccessible(page, 'access-key-wall')
    await alerts.getByRole('button', { name: /Access key missing/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Access key for Colón' })
    await expect(dialog).toContainText('Only a manager can enter the access key.')
    await expectAccessible(page, 'access-key-cook')
    await dialog.getByRole('button', { name: 'Enter PIN' }).click()
    await page.getByRole('textbox', { name: 'Manager’s PIN' }).fill(pin)
    await page.keyboard.press('Enter')

    const field = dialog.getByLabel('Access key', { exact: true })
    await expect(field).toBeFocused()
    await expect(field).toHaveAccessibleDescription(/Enter it again after each restart/)
    await expectAccessible(page, 'access-key-manager')
    await field.fill('not-the-key')
    await page.keyboard.press('Enter')
    await expect(field).toHaveAccessibleDescription(/doesn’t accept the access key/)
    await expectAccessible(page, 'access-key-wrong')
    await dialog.getByRole('button', { name: 'How to store the access key' }).click()
    const help = page.getByRole('dialog', { name: 'Store the access key' })
    await expect(help).toBeVisible()
    await expectAccessible(page, 'access-key-help')
    await page.keyboard.press('Escape')
    await expect(help).toBeHidden()
    await field.fill(platform.token)
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden()
    await expect(card(page, missed)).toBeVisible()
    await expect(alerts).not.toContainText('Access key missing')
    await goTo(page, '/connection')
    await expect(page.getByText(/no place to store an access key/)).toBeVisible()
    await expectAccessible(page, 'access-key-connection')
    expect(await page.content()).not.toContain(platform.token)
  },
)
