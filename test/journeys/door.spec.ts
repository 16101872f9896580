import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import { reservedPort } from '#test/support/reserved-port.ts'
import { startWeb } from '#test/support/web-process.ts'
import { expectAccessible } from './axe.ts'
import { leaveFirstSteps } from './connect-store.ts'

const card = (page: Page) => page.getByRole('article').first()
const locked = (page: Page) =>
  page.getByRole('heading', { name: 'This browser doesn’t have access yet' })

test('the address lets one browser in, once; another is let in by the key in the file; both stay known', async ({
  browser,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
  const uiPort = String(await reservedPort())
  const start = () => startWeb({ dataDir: folder, connected: null, uiPort })
  let web = start()
  const { ui, invitation } = await web.ready
  const [first, second] = [
    await browser.newPage({ locale: 'en-GB' }),
    await browser.newPage({ locale: 'en-GB' }),
  ]
  await first.goto(invitation)
  await leaveFirstSteps(first)
  await expect(card(first)).toBeVisible()
  expect(first.url()).not.toContain('key')

  await second.goto(invitation)
  await expect(locked(second)).toBeVisible()
  await expect(second.getByRole('alert')).toContainText('already used')
  expect(second.url()).not.toContain('key')
  await expect(second.getByRole('textbox', { name: 'Key' })).toBeFocused()
  await second.keyboard.type('no-key')
  await second.keyboard.press('Enter')
  await expect(second.getByRole('alert')).toContainText('doesn’t work')
  // The door leads back to the room that was asked for.
  await second.goto(`${ui}#/stock`)
  await expect(locked(second)).toBeVisible()
  await second
    .getByRole('textbox', { name: 'Key' })
    .fill(readFileSync(join(folder, 'web-key'), 'utf8'))
  await second.getByRole('button', { name: 'Open' }).click()
  await expect(second).toHaveURL(/#\/stock$/u)

  await web.end('SIGKILL')
  web = start()
  await web.ready
  for (const page of [first, second]) {
    await page.goto(ui)
    // The second hasn't seen them, because it went to another room.
    if (page === second) await leaveFirstSteps(page)
    await expect(card(page)).toBeVisible()
  }
  await first.close()
  await second.close()
  await web.end('SIGTERM')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

test('the door has no axe violation in either theme, and says so on a telephone as well', async ({
  browser,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
  const web = startWeb({ dataDir: folder, connected: null })
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
  })
  const page = await context.newPage()
  await page.goto((await web.ready).ui)
  await expect(locked(page)).toBeVisible()
  await expectAccessible(page, 'door')
  await context.close()
  await web.end('SIGTERM')
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})
