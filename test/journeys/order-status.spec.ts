import type { Page } from '@playwright/test'
import { orderEvent } from '#test/support/order-event.ts'
import { pairContext } from '#test/support/web-process.ts'
import { expectAccessibleInSizes } from './axe.ts'
import { goTo } from './go-to.ts'
import { expect, test, type Store } from './store.ts'

const pin = '48213'

async function setPin({ page }: Store): Promise<void> {
  await goTo(page, '/setup/screens')
  const settings = page.getByRole('main')
  await settings.getByRole('textbox', { name: 'New PIN' }).fill(pin)
  await settings.getByRole('textbox', { name: 'Repeat PIN' }).fill(pin)
  await page.keyboard.press('Enter')
  await expect(settings.getByRole('button', { name: 'Change PIN' })).toBeVisible()
}

async function otherScreen({ page }: Store): Promise<Page> {
  const browser = page.context().browser()
  if (browser === null) throw new Error('this journey needs a second browser')
  const context = await browser.newContext({ locale: 'en-GB' })
  const other = await context.newPage()
  await pairContext(context, page.url())
  await other.goto(new URL('/', page.url()).href)
  return other
}

async function order(store: Store, code: string): Promise<void> {
  await store.practice.placeOrder({ _id: code })
  const date = new Date().toISOString()
  const ids = { eventId: `event-${code}`, orderId: code, code, date }
  const event = orderEvent('order-created-pickup', ids, { buyerName: 'Amparo Ruiz' })
  const { storeId } = store.practice
  expect(await store.post({ ...event, websiteId: null, storeId })).toBeLessThan(300)
}

test(
  'a manager makes a screen one for guests, which shows numbers and nothing else until somebody leaves it',
  { tag: '@quick' },
  async ({ store }) => {
    const { page } = store
    await setPin(store)
    const otherRow = page
      .locator('[data-setting="screenList"]')
      .getByRole('listitem')
      .filter({ hasNotText: 'This screen' })
    const other = await otherScreen(store)
    await expect(other.getByText('All clear')).toBeVisible()

    await otherRow.getByRole('button').click()
    await page.getByRole('radio', { name: /^Order status/ }).click()
    await expect(other.getByText('No orders right now')).toBeVisible()
    await expectAccessibleInSizes(other, 'order-status-empty')
    for (const code of ['1001', '1002', '1003']) await order(store, code)
    const preparing = other.getByRole('region', { name: 'Preparing' })
    const ready = other.getByRole('region', { name: 'Ready' })
    await expect(preparing.getByRole('listitem')).toHaveText(['1001', '1002', '1003'])
    await store.call('tickets.markReady', { ticketId: '1002', tapId: 'tap' })
    await expect(ready.getByRole('listitem')).toContainText(['1002'])
    await expect(preparing.getByRole('listitem')).toHaveText(['1001', '1003'])
    await expectAccessibleInSizes(other, 'order-status')

    await other.reload()
    await expect(ready.getByRole('listitem')).toHaveText(['1002'])
    await expect(other.getByRole('navigation')).toHaveCount(0)
    await expect(other.getByRole('dialog')).toHaveCount(0)
    await store.call('settings.change', { statusNames: true })
    await expect(ready).toContainText('Amparo')
    expect(await other.locator('body').textContent()).not.toContain('Ruiz')

    await other.getByRole('button', { name: 'Leave' }).click()
    await expect(other.getByRole('dialog', { name: 'Manager’s PIN' })).toBeVisible()
    await other.keyboard.type(pin)
    await other.keyboard.press('Enter')
    await expect(other.getByRole('list', { name: 'Kitchen queue' })).toContainText('1001')
    await expect(page.getByRole('radio', { name: /^Kitchen/ })).toBeChecked()
  },
)
