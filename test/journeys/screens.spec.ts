import AxeBuilder from '@axe-core/playwright'
import type { Locator, Page } from '@playwright/test'
import { expect, test, type ShellOption, type Store } from './store.ts'

const pin = '48213'

const settingsOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Settings' })
const question = (page: Page): Locator => page.getByRole('dialog', { name: 'Manager’s PIN' })
const sign = (page: Page): Locator => page.getByText(/Unlocked until/)
const undo = (page: Page): Locator =>
  settingsOf(page).getByRole('slider', { name: 'Undo after a bump' })

async function openSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click()
  await expect(undo(page)).toBeVisible()
}

async function setPin({ page }: Store): Promise<void> {
  await openSettings(page)
  await expect(settingsOf(page)).toContainText('There is no PIN')
  await settingsOf(page).getByRole('textbox', { name: 'New PIN' }).fill(pin)
  await page.keyboard.press('Enter')
  await expect(settingsOf(page).getByRole('button', { name: 'Change the PIN' })).toBeVisible()
}

/** A screen that nobody gave a role: another browser; the desktop's one window, locked. */
async function kitchenScreen({ page }: Store, shell: ShellOption['shell']): Promise<Page> {
  const browser = page.context().browser()
  if (shell === 'web' && browser !== null) {
    const context = await browser.newContext({ locale: 'en-GB' })
    const other = await context.newPage()
    await other.goto(page.url())
    return other
  }
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Lock', exact: true }).click()
  await expect(sign(page)).toBeHidden()
  return page
}

/** Answers the question for the PIN, as at a keyboard. */
async function answer(page: Page, typed: string): Promise<void> {
  await expect(question(page)).toBeVisible()
  await page.keyboard.type(typed)
  await page.keyboard.press('Enter')
}

test.describe('with a PIN', () => {
  test.use({ startsAt: '2026-11-20T15:30:00.000Z' })

  test(
    'a kitchen’s screen does what a manager unlocks, for five minutes, and locks by itself',
    { tag: '@desktop' },
    async ({ store, shell }) => {
      await setPin(store)
      await expect(sign(store.page)).toBeVisible()
      const page = await kitchenScreen(store, shell)
      await openSettings(page)
      await expect(settingsOf(page)).toContainText('Role of this screen: Kitchen')
      await expect(settingsOf(page)).not.toContainText('All screens')

      await undo(page).focus()
      await page.keyboard.press('ArrowRight')
      await answer(page, '00000')
      await expect(question(page).getByRole('alert')).toContainText('4 more tries')
      await answer(page, pin)
      await expect(question(page)).toBeHidden()
      await expect(undo(page)).toHaveValue('2')
      await expect
        .poll(() => store.call('settings.read', {}))
        .toMatchObject({
          value: { undoSeconds: 2 },
        })
      await expect(settingsOf(page)).toContainText('All screens')
      await expect(sign(page)).toContainText(/1[0-9]:3[5-6]/)

      store.sleepUntil('2026-11-20T15:40:00.000Z')
      await expect(sign(page)).toBeHidden()
      await undo(page).focus()
      await page.keyboard.press('ArrowRight')
      await expect(question(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(question(page)).toBeHidden()
      await expect(undo(page)).toHaveValue('2')

      await store.restart('hard')
      expect(await store.call('settings.change', { undoSeconds: 9 })).toMatchObject({
        error: { code: 'not-allowed' },
      })
      expect(await store.call('settings.read', {})).toMatchObject({ value: { undoSeconds: 2 } })
    },
  )
})

test('a manager names another screen and gives it a role, which it has at once', async ({
  store,
}) => {
  const { page } = store
  await setPin(store)
  const row = settingsOf(page).getByRole('listitem').first()
  await row.getByText('Manager').click()
  await expect(row.getByRole('radio', { name: 'Manager' })).toBeChecked()
  await expect(sign(page)).toBeHidden()
  await settingsOf(page).getByRole('textbox', { name: 'Name of this screen' }).fill('Office')
  await page.keyboard.press('Tab')
  await expect(row.getByRole('group', { name: 'Role of Office' })).toBeVisible()
  await page.reload()
  await openSettings(page)
  await expect(settingsOf(page)).toContainText('Role of this screen: Manager')
  await expect(undo(page)).toHaveValue('1')
  await undo(page).focus()
  await page.keyboard.press('ArrowRight')
  await expect
    .poll(() => store.call('settings.read', {}))
    .toMatchObject({
      value: { undoSeconds: 2 },
    })
})

for (const theme of ['light', 'dark'] as const)
  test(`the screens and the PIN have no axe violation in ${theme}`, async ({ store, shell }) => {
    const { page } = store
    const violations = async (): Promise<unknown[]> => {
      const found = await new AxeBuilder({ page }).setLegacyMode(shell === 'desktop').analyze()
      return found.violations.map(({ id, nodes }) => [id, nodes[0]?.html])
    }
    await page.setViewportSize({ width: 1024, height: 768 })
    await openSettings(page)
    await settingsOf(page)
      .getByText(theme === 'light' ? 'Light' : 'Dark', { exact: true })
      .click()
    await page.keyboard.press('Escape')
    await setPin(store)
    await settingsOf(page).getByRole('textbox', { name: 'Name of this screen' }).fill('Parrilla')
    await page.keyboard.press('Tab')
    await settingsOf(page).getByText('All screens').scrollIntoViewIfNeeded()
    await expect(settingsOf(page).getByRole('group', { name: 'Role of Parrilla' })).toBeVisible()
    expect(await violations()).toEqual([])
    await page.screenshot({ path: test.info().outputPath(`screens-${theme}.png`) })
    await page.keyboard.press('Escape')
    await expect(sign(page)).toBeVisible()
    expect(await violations()).toEqual([])
    await page.screenshot({ path: test.info().outputPath(`unlocked-${theme}.png`) })
    await page.getByRole('button', { name: 'Lock', exact: true }).click()
    await openSettings(page)
    await undo(page).focus()
    await page.keyboard.press('ArrowRight')
    await answer(page, '0000')
    await expect(question(page).getByRole('alert')).toBeVisible()
    expect(await violations()).toEqual([])
    await page.screenshot({ path: test.info().outputPath(`pin-${theme}.png`) })
  })
