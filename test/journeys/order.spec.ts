import { expectAccessible } from './axe.ts'
import { expect, shareStore, test } from './store.ts'
import { sample } from '../support/samples.ts'

const reported = (effects: { operation: string; count: number }[]): number =>
  effects
    .filter(({ operation }) => operation === 'preparation-ready')
    .reduce((sum, { count }) => sum + count, 0)

test(
  'an order is posted, seen, bumped, undone, bumped, and confirmed by the platform',
  { tag: ['@desktop', '@quick'] },
  async ({ store }) => {
    await store.call('settings.change', { undoSeconds: 60 })
    const order = await store.practice.placeOrder({ deliveryType: 'go', isScheduled: false })
    const card = store.card(order.code)
    await expect(card).toBeVisible()
    await expect(card).toContainText(order.items[0]?.product.name ?? '?')

    await card.getByRole('button', { name: `Ready ${order.code}` }).click()
    await card.getByRole('button', { name: `Undo ${order.code}` }).click()
    await expect(card.getByRole('button', { name: `Ready ${order.code}` })).toBeVisible()
    expect(reported(store.practice.effects())).toBe(0)

    await store.call('settings.change', { undoSeconds: 1 })
    await card.getByRole('button', { name: `Ready ${order.code}` }).click()
    await expect(card).toBeHidden()
    await expect.poll(() => reported(store.practice.effects())).toBe(1)
    await store.page.getByRole('button', { name: 'Recall', exact: true }).click()
    await expect(store.page.getByRole('dialog')).toContainText('Confirmed')
    await store.page.getByRole('button', { name: `Recall ${order.code}` }).click()
    await store.page.keyboard.press('Escape')
    await expect(card).toContainText('Recalled')
  },
)

test('the keyboard bumps, undoes and shows its map', async ({ store }) => {
  await store.call('settings.change', { undoSeconds: 30 })
  const order = await store.practice.placeOrder({ deliveryType: 'go', isScheduled: false })
  const card = store.card(order.code)
  await expect(card).toBeVisible()
  await store.page.keyboard.press('1')
  await expect(card.getByRole('button', { name: `Undo ${order.code}` })).toBeVisible()
  await store.page.keyboard.press('u')
  await expect(card.getByRole('button', { name: `Ready ${order.code}` })).toBeVisible()
  await store.page.keyboard.press('?')
  await expect(store.page.getByRole('dialog')).toBeVisible()
})

test(
  'with the keyboard, Tab offers the way past the navigation, which leads to Ready',
  { tag: '@desktop' },
  async ({ store: { page, practice, card } }) => {
    const { code } = await practice.placeOrder({ deliveryType: 'go', isScheduled: false })
    const ready = card(code).getByRole('button', { name: `Ready ${code}` })
    const skip = page.getByRole('button', { name: 'Go to the first order' })
    await expect(ready).toBeVisible()
    // These are on the page a moment after the cards.
    await expect(skip).toBeAttached()
    await expect(page.getByRole('navigation')).toBeVisible()
    await expect(skip).not.toBeInViewport()
    await page.keyboard.press('Tab')
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport({ ratio: 1 })
    await expectAccessible(page, 'skip-link')
    await expect(skip).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(ready).toBeFocused()
    await expect(skip).not.toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(card(code)).toBeHidden()
  },
)

test('an item is struck with a tap, and the strike outlives a restart', async ({ store }) => {
  const body = sample('order-created-delivery')
  expect(await store.post(body)).toBe(200)
  const item = store.card('15244').getByRole('button', { name: /Hamburguesa clásica/ })
  await item.click()
  await expect(item).toHaveAttribute('aria-pressed', 'true')
  await store.restart()
  await expect(
    store.card('15244').getByRole('button', { name: /Hamburguesa clásica/ }),
  ).toHaveAttribute('aria-pressed', 'true')
})

test.describe('in one store', () => {
  const shared = shareStore()

  test('a change is shown until a cook has seen it', async () => {
    const store = shared()
    const order = await store.practice.placeOrder({ deliveryType: 'serve', isScheduled: false })
    const card = store.card(order.code)
    await expect(card).toBeVisible()
    await store.practice.changeOrder(order._id, { kind: 'add', productName: 'Empanada de pino' })
    await expect(card.getByRole('list', { name: 'Changed' })).toContainText('Empanada de pino')
    await card.getByRole('button', { name: /Got it/ }).click()
    await expect(card.getByRole('list', { name: 'Changed' })).toBeHidden()
    await expect(card).toContainText('Empanada de pino')
  })

  test('a cancellation stays until it is acknowledged', async () => {
    const store = shared()
    const order = await store.practice.placeOrder({ deliveryType: 'go', isScheduled: false })
    const card = store.card(order.code)
    await expect(card).toBeVisible()
    await store.practice.cancelOrder(order._id)
    await expect(card).toContainText('Cancelled')
    await expect(card.getByRole('button', { name: `Ready ${order.code}` })).toBeHidden()
    await card.getByRole('button', { name: /Got it/ }).click()
    await expect(card).toBeHidden()
  })

  test('all-day counts follow what is open', async () => {
    const store = shared()
    await store.post(sample('order-created-large'))
    await expect(store.card('15247')).toBeVisible()
    await store.page.keyboard.press('a')
    const panel = store.page.getByRole('complementary', { name: 'All day' })
    await expect(panel).toContainText('Pizza cuatro quesos')
    await store.call('tickets.markReady', { ticketId: 'ord-15247', tapId: 'tap' })
    await expect(panel).not.toContainText('Pizza cuatro quesos')
  })
})
