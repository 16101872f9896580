import type { Locator, Page } from '@playwright/test'
import { pairContext } from '#test/support/web-process.ts'
import { axeViolations, expectAccessible } from './axe.ts'
import { goTo } from './go-to.ts'
import { takePictureToLookAt } from './picture.ts'
import { expect, test, type ShellOption, type Store } from './store.ts'

const pin = '48213'

const settingsOf = (page: Page): Locator => page.getByRole('main')
const question = (page: Page): Locator => page.getByRole('dialog', { name: 'Manager’s PIN' })
const sign = (page: Page): Locator => page.getByText(/Unlocked until/)
const undo = (page: Page): Locator =>
  settingsOf(page).getByRole('slider', { name: 'Undo after a bump' })
/** The rows of the manager's list of screens. */
const screenRows = (page: Page): Locator =>
  settingsOf(page).locator('[data-setting="screenList"]').getByRole('listitem')
/** What can be changed about the screen of a row. */
const screenDetail = (page: Page): Locator => page.getByRole('dialog')
async function setRole(page: Page, row: Locator, role: string): Promise<void> {
  await row.getByRole('button').click()
  const choice = screenDetail(page).getByRole('radio', { name: new RegExp(`^${role}`) })
  await choice.click()
  await expect(choice).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(screenDetail(page)).toBeHidden()
}
const turnedAway = (page: Page): Locator =>
  page.getByText(/^Settings isn’t available on this screen/)

/** Something on the Connection page that only a manager may change; every screen has that page. */
const poll = (page: Page): Locator => page.getByRole('slider', { name: 'Check for orders every' })

async function openConnection(page: Page): Promise<void> {
  await goTo(page, '/connection')
  await expect(poll(page)).toBeVisible()
}

async function setPin({ page }: Store): Promise<void> {
  await goTo(page, '/setup/this-screen')
  await expect(settingsOf(page)).toContainText('No PIN set')
  await goTo(page, '/setup/screens')
  await settingsOf(page).getByRole('textbox', { name: 'New PIN' }).fill(pin)
  await settingsOf(page).getByRole('textbox', { name: 'Repeat PIN' }).fill(pin)
  await page.keyboard.press('Enter')
  await expect(settingsOf(page).getByRole('button', { name: 'Change PIN' })).toBeVisible()
}

/** A screen without a role: another browser, or the desktop's only window, locked. */
async function kitchenScreen({ page }: Store, shell: ShellOption['shell']): Promise<Page> {
  const browser = page.context().browser()
  if (shell === 'web' && browser !== null) {
    const context = await browser.newContext({ locale: 'en-GB' })
    const other = await context.newPage()
    await pairContext(context, page.url())
    await other.goto(new URL('/', page.url()).href)
    return other
  }
  await page.getByRole('navigation').getByRole('button', { name: /^Lock/ }).click()
  await expect(sign(page)).toBeHidden()
  return page
}

/** Enters the PIN with the keyboard. */
async function answer(page: Page, typed: string): Promise<void> {
  await expect(question(page)).toBeVisible()
  await page.keyboard.type(typed)
  await page.keyboard.press('Enter')
}

test.describe('with a PIN', () => {
  test.use({ startsAt: '2026-11-20T15:30:00.000Z' })

  test('a kitchen’s screen does what a manager unlocks, for five minutes, and locks by itself', async ({
    store,
    shell,
  }) => {
    await setPin(store)
    await expect(sign(store.page)).toBeVisible()
    const page = await kitchenScreen(store, shell)
    await openConnection(page)
    await poll(page).focus()
    await page.keyboard.press('ArrowRight')
    await answer(page, '00000')
    await expect(question(page).getByRole('alert')).toContainText('4 more tries')
    await answer(page, pin)
    await expect(question(page)).toBeHidden()
    await expect(poll(page)).toHaveValue('20')
    await expect
      .poll(() => store.call('settings.get', {}))
      .toMatchObject({
        value: { pollSeconds: 20 },
      })
    await expect(sign(page)).toContainText(/1[0-9]:3[5-6]/)
    await goTo(page, '/setup/this-screen')
    await expect(settingsOf(page)).toContainText('Role of this screen: Kitchen')
    await goTo(page, '/setup/screens')
    await expect(settingsOf(page)).toContainText('All screens')

    store.sleepUntil('2026-11-20T15:40:00.000Z')
    await expect(sign(page)).toBeHidden()
    await expect(turnedAway(page)).toBeVisible()
    await expect(page).toHaveURL(/#\/$/)
    await openConnection(page)
    await poll(page).focus()
    await page.keyboard.press('ArrowRight')
    await expect(question(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question(page)).toBeHidden()
    await expect(poll(page)).toHaveValue('20')

    await store.restart('hard')
    expect(await store.call('settings.change', { pollSeconds: 25 })).toMatchObject({
      error: { code: 'not-allowed' },
    })
    expect(await store.call('settings.get', {})).toMatchObject({ value: { pollSeconds: 20 } })
  })
})

test('a manager names another screen and gives it a role, which it has at once', async ({
  store,
}) => {
  const { page } = store
  await setPin(store)
  const row = screenRows(page).first()
  await setRole(page, row, 'Manager')
  await expect(sign(page)).toBeHidden()
  await goTo(page, '/setup/this-screen')
  await settingsOf(page).getByRole('textbox', { name: 'Name of this screen' }).fill('Office')
  await page.keyboard.press('Tab')
  await goTo(page, '/setup/screens')
  await expect(row).toContainText(/Office\s*This screen\s*Manager/)
  await goTo(page, '/setup/this-screen')
  await page.reload()
  await expect(settingsOf(page)).toContainText('Role of this screen: Manager')
  await goTo(page, '/setup/kitchen-times')
  await expect(undo(page)).toHaveValue('1')
  await undo(page).focus()
  await page.keyboard.press('ArrowRight')
  await expect
    .poll(() => store.call('settings.get', {}))
    .toMatchObject({
      value: { undoSeconds: 2 },
    })
})

test('a further screen is asked for its name once, over the corner of a wall that stays in use', async ({
  store,
}) => {
  const { page } = store
  await setPin(store)
  await goTo(page, '/setup/this-screen')
  await settingsOf(page).getByRole('textbox', { name: 'Name of this screen' }).fill('Kitchen')
  await page.keyboard.press('Tab')
  const browser = page.context().browser()
  if (browser === null) throw new Error('this journey needs a second browser')
  const context = await browser.newContext({ locale: 'en-GB' })
  const other = await context.newPage()
  await pairContext(context, page.url(), { asksName: true })
  await other.goto(new URL('/', page.url()).href)
  const card = other.getByRole('region', { name: 'What is this screen called?' })
  const form = other.getByRole('dialog', { name: 'What is this screen called?' })
  await card.getByRole('button', { name: 'Name it' }).click()
  await expect(form).toContainText('Role: Kitchen')
  const name = form.getByRole('textbox', { name: 'Name' })
  await name.fill('KITCHEN')
  await expect(form).toContainText('There is already a screen called')
  expect(await axeViolations(other)).toEqual([])
  await takePictureToLookAt(other, 'name-card')
  await other.keyboard.press('Escape')

  await card.getByRole('button', { name: 'Not now' }).click()
  await expect(card).toBeHidden()
  await goTo(page, '/setup/screens')
  const row = screenRows(page).filter({ hasNotText: 'This screen' })
  await expect(row).toContainText('New screen')
  await other.reload()
  await card.getByRole('button', { name: 'Name it' }).click()
  await form.getByRole('button', { name: 'Kitchen 2', exact: true }).click()
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(other.getByText(/^This screen is called/)).toBeVisible()
  await expect(card).toBeHidden()
  await expect(row).toContainText('Kitchen 2')
  await other.reload()
  await expect(other.getByText('All clear')).toBeVisible()
  await expect(card).toBeHidden()
})

test('a manager changes the role of another screen, which has its rooms at once', async ({
  store,
}) => {
  const { page } = store
  await setPin(store)
  const own = screenRows(page).first()
  await setRole(page, own, 'Manager')
  const other = await kitchenScreen(store, 'web')
  await expect(other.getByText('All clear')).toBeVisible()
  const otherRow = screenRows(page).filter({ hasNotText: 'This screen' })
  const corner = other.getByRole('button', { name: /^Navigation/ })
  const setup = other.getByRole('link', { name: 'Settings', exact: true })

  await corner.click()
  await expect(other.getByRole('link', { name: /^86/ })).toBeVisible()
  await expect(setup).toBeHidden()
  await goTo(other, '/setup')
  await expect(turnedAway(other)).toBeVisible()
  await expect(other).toHaveURL(/#\/$/)
  await setRole(page, otherRow, 'Counter')
  // Only a kitchen screen hides its navigation on the wall.
  await expect(corner).toBeHidden()
  await expect(other.getByRole('link', { name: /^86/ })).toBeVisible()
  await expect(setup).toBeHidden()
  await setRole(page, otherRow, 'Manager')
  await setup.click()
  await goTo(other, '/setup/kitchen-times')
  await expect(undo(other)).toBeVisible()
  await expect(turnedAway(other)).toBeHidden()

  await setRole(page, otherRow, 'Counter')
  await expect(turnedAway(other)).toBeVisible()
  await expect(undo(other)).toBeHidden()
  await expect(setup).toBeHidden()
  await expect(other).toHaveURL(/#\/$/)
})

test('the screens and the PIN have no axe violation', async ({ store }) => {
  const { page } = store
  await page.setViewportSize({ width: 1024, height: 768 })
  await setPin(store)
  await goTo(page, '/setup/this-screen')
  await settingsOf(page).getByRole('textbox', { name: 'Name of this screen' }).fill('Parrilla')
  await page.keyboard.press('Tab')
  await expect(sign(page)).toBeVisible()
  await expectAccessible(page, 'unlocked')
  await goTo(page, '/setup/screens')
  await expectAccessible(page, 'screens')
  await screenRows(page).filter({ hasText: 'Parrilla' }).getByRole('button').click()
  await expect(screenDetail(page).getByRole('group', { name: 'Role' })).toBeVisible()
  await expectAccessible(page, 'screen-detail')
  await page.keyboard.press('Escape')
  await page.getByRole('navigation').getByRole('button', { name: /^Lock/ }).click()
  await expect(turnedAway(page)).toBeVisible()
  await expectAccessible(page, 'turned-away')
  await openConnection(page)
  await poll(page).focus()
  await page.keyboard.press('ArrowRight')
  await answer(page, '0000')
  await expect(question(page).getByRole('alert')).toBeVisible()
  await expectAccessible(page, 'pin')
})
