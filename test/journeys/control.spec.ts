import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { takePictures } from './picture.ts'
import { expect, test, type Store } from './store.ts'

/** The page from which a trainer controls the practice platform, in a separate browser. */
async function openControl(store: Store, browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1024, height: 768 },
    locale: 'en-GB',
  })
  const page = await context.newPage()
  await page.goto(store.practice.control)
  return page
}

/** Places an order, and expects it among the tickets of the wall, which may have several pages. */
async function expectOnTheWall({ practice, call }: Store): Promise<void> {
  const { code } = await practice.placeOrder({ deliveryType: 'delivery', isScheduled: false })
  await expect
    .poll(() => call('tickets.list', {}))
    .toMatchObject({
      value: { tickets: expect.arrayContaining([expect.objectContaining({ code })]) },
    })
}

test('a trainer drills a cook: an order, a lost driver, a connection that is cut and restored, odd records', async ({
  store,
  browser,
}) => {
  const page = await openControl(store, browser)
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

  await store.practice.placeOrder({ deliveryType: 'delivery', isScheduled: false })
  const [order] = store.practice.orders()
  const card = store.card(order?.code ?? '')
  await expect(card).toBeVisible()
  await press('Send a driver')
  await expect(page.getByText(`Order ${order?.code ?? ''} has a driver.`)).toBeVisible()
  await press('Lose a driver')
  await expect(card.getByText('Finding a new driver')).toBeVisible()

  await press('Cut the connection for 30 s')
  await card.getByRole('button', { name: /Ready/ }).click()
  await expect(store.page.getByText('1 unanswered')).toBeVisible()
  expect(store.practice.effects()).toEqual([])
  await press('Restore the connection')
  await expect
    .poll(() => store.practice.effects().map(({ operation, count }) => [operation, count]))
    .toEqual([['preparation-ready', 1]])

  await press('Sell out the avocado')
  await expect.poll(() => store.practice.stock().some(({ stock }) => stock === 0)).toBe(true)
  await expect(page.getByText('sold out', { exact: true })).toBeVisible()

  await press('Odd records')
  await expect(page.getByText('New orders and lists contain odd values.')).toBeVisible()
  for (let nth = 0; nth < 8; nth++) await expectOnTheWall(store)
  expect(await store.call('status.get', {})).toMatchObject({ value: { inbox: { unread: 0 } } })
  await press('Normal records')
  await expect(page.getByText('Orders and lists are normal.')).toBeVisible()
  await expectOnTheWall(store)
})

test(
  'the page of the trainer has no axe violation',
  { tag: '@picture' },
  async ({ store, browser }) => {
    store.practice.startRush({ ordersPerMinute: 8, openWith: 9, maxOpen: 12 })
    const page = await openControl(store, browser)
    await expect(page.getByRole('row').nth(6)).toBeVisible()
    await expectAccessible(page, 'control')
    await takePictures(page, 'control')
  },
)
