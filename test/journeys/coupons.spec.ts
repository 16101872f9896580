import type { Locator, Page } from '@playwright/test'
import { axeViolations, expectAccessible } from './axe.ts'
import { goTo } from './go-to.ts'
import { expect, test, type Store } from './store.ts'

const mondays = 'cpn-lunes-de-empanadas'

const updates = ({ practice }: Store, couponId: string): number =>
  practice
    .effects()
    .find(({ operation, subject }) => operation === 'coupon-update' && subject === couponId)
    ?.count ?? 0

/** Finds a coupon by a few letters and opens it with the keyboard alone. */
async function find(page: Page, letters: string, name: string): Promise<void> {
  await goTo(page, '/coupons')
  await expect(page.getByRole('link', { name: /BIENVENIDA10/ })).toBeVisible()
  await page.keyboard.press('/')
  await page.keyboard.type(letters)
  await expect(page.locator('[data-row]')).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name, level: 2 })).toBeFocused()
}

/** Types the coupon's last day. */
async function endOn(page: Page, digits: string): Promise<Locator> {
  await page.getByRole('tab', { name: 'Edit', exact: true }).click()
  const end = page.getByRole('group', { name: 'Valid until', exact: true })
  await end.getByRole('spinbutton', { name: 'Day' }).focus()
  await page.keyboard.type(digits)
  return end
}

const difference = (page: Page) => page.getByRole('dialog', { name: 'Review changes' })

async function send(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review changes' }).click()
  await difference(page).getByRole('button', { name: 'Send 1 change' }).click()
  await expect(difference(page)).toBeHidden()
}

test('a coupon is found, understood and given another end, which is sent once; what was typed outlives a restart', async ({
  store,
}) => {
  await find(store.page, 'pinol', 'Lunes de empanadas')
  await expect(store.page.getByRole('article')).toContainText(
    'Empanada de pino or Empanada de queso for $1,990 · Up to 6 items per order · Once a day per guest',
  )
  await expect(store.page.getByText('Each guest can redeem it once a day.')).toBeVisible()
  await endOn(store.page, '24122030')
  await expect(store.page.getByText('1 unsent change')).toBeVisible()
  const storedEnd = async () => {
    const drafts = await store.call('drafts.list', {})
    return /2030-12-2/.test(JSON.stringify(drafts))
  }
  await expect.poll(storedEnd).toBe(true)

  await store.restart()
  await goTo(store.page, `/coupons/${mondays}`)
  await expect(store.page.getByText(/^Unsent changes from/)).toBeVisible()
  await store.page.getByRole('button', { name: 'Continue editing' }).click()
  await store.page.getByRole('button', { name: 'Review changes' }).click()
  await expect(difference(store.page).getByText('Tue, 24 Dec 2030, 23:59')).toBeVisible()
  expect(updates(store, mondays)).toBe(0)
  await difference(store.page).getByRole('button', { name: 'Send 1 change' }).click()

  await expect(store.page.getByText(/” updated$/)).toBeVisible()
  await expect(store.page.getByText('Valid until Tue, 24 Dec 2030, 23:59.')).toBeVisible()
  await expect(
    store.page.getByRole('listitem').filter({ has: store.page.locator(`[data-row=${mondays}]`) }),
  ).toContainText('Until 24 Dec 2030')
  expect(updates(store, mondays)).toBe(1)
})

test('changed elsewhere meanwhile: nothing is sent, both values stand side by side, and a person decides', async ({
  store,
}) => {
  const { page, practice } = store
  await find(page, 'pinol', 'Lunes de empanadas')
  await endOn(page, '24122030')
  practice.changeCouponElsewhere(mondays, { endDate: '2029-07-02T03:59:59.999Z' })
  await send(page)
  const note = page.getByRole('status').filter({ hasText: 'Someone else changed' })
  await expect(note.getByText('Sun, 1 Jul 2029, 23:59')).toBeVisible()
  await expect(note.getByText('Tue, 24 Dec 2030, 23:59')).toBeVisible()
  // The other system's updates, without ours.
  const before = updates(store, mondays)
  await expectAccessible(page, 'conflict')
  await note.getByRole('button', { name: 'Send mine anyway' }).click()
  await expect(page.getByText('Valid until Tue, 24 Dec 2030, 23:59.')).toBeVisible()
  await expect(note).toBeHidden()
  expect(updates(store, mondays)).toBe(before + 1)
})

test(
  'offline a change says that it is not sent yet, and goes out by itself',
  { tag: '@quick' },
  async ({ store }) => {
    const { page, practice } = store
    await find(page, 'pinol', 'Lunes de empanadas')
    await endOn(page, '24122030')
    practice.misbehave({ path: '/ecommerce/coupons', kind: 'drop-before-effect' })
    await send(page)
    await expect(page.getByText(/Waiting to be sent|Sending/)).toBeVisible()
    expect(updates(store, mondays)).toBe(0)
    practice.behave()
    await expect(page.getByText('Valid until Tue, 24 Dec 2030, 23:59.')).toBeVisible()
    expect(updates(store, mondays)).toBe(1)
  },
)

test('will it work for this order: typed dishes, and an open order', async ({ store }) => {
  const { page, practice } = store
  practice.startRush({ ordersPerMinute: 60, openWith: 3, maxOpen: 3 })
  await expect(page.getByRole('article').first()).toBeVisible()
  practice.stopRush()
  await find(page, 'cash15', 'Pago en efectivo')
  await page.getByRole('tab', { name: 'Will it work?' }).click()
  const verdict = page.getByRole('region', { name: 'Result' })
  await expect(verdict.getByText(/^May work\. \d conditions? can’t be checked here/)).toBeVisible()
  await page.getByRole('textbox', { name: /^Items/ }).fill('cazuela')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Order total' }).fill('8.000')
  await page.getByText('cash', { exact: true }).click()
  await expect(verdict.getByText('Doesn’t work for this order.')).toBeVisible()
  await expect(verdict.getByText('The order total is $8,000.').first()).toBeVisible()
  await page.getByRole('textbox', { name: 'Order total' }).fill('12.000')
  await expect(verdict.getByText('Works for this order.')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  const orders = page.getByRole('group', { name: 'Open ticket' })
  await orders.locator('label').nth(1).click()
  await expect(page.getByRole('textbox', { name: 'Order total' })).not.toHaveValue('12.000')
})
