import { writeFileSync } from 'node:fs'
import { databaseIn } from '#test/support/database-in.ts'
import { health, openAlerts } from './house.ts'
import { expect, shareStore, test, type Store } from './store.ts'

/** How often an order was marked ready at the platform. */
const readyCount = ({ practice }: Store, orderId: string): number =>
  practice
    .effects()
    .find(({ operation, subject }) => operation === 'preparation-ready' && subject === orderId)
    ?.count ?? 0

for (const how of ['softly', 'hard'] as const)
  test(
    `platform down, bump, the app ends ${how} and starts again, platform up: confirmed once`,
    { tag: how === 'softly' ? ['@desktop', '@quick'] : '@desktop' },
    async ({ store }) => {
      const order = await store.practice.placeOrder({ deliveryType: 'go', isScheduled: false })
      store.practice.misbehave({ path: 'preparation-ready', kind: 'status', status: 429 })
      await store
        .card(order.code)
        .getByRole('button', { name: `Ready ${order.code}` })
        .click()
      await expect(health(store)).toContainText('1 to send')
      await store.restart(how)
      // The kill may have happened during the request.
      await expect(health(store)).toContainText(/1 (to send|unanswered)/)
      await expect(store.card(order.code)).toBeHidden()
      store.practice.behave()
      await health(store).click()
      await expect(store.page.getByText('all confirmed')).toBeVisible()
      expect(readyCount(store, order._id)).toBe(1)
    },
  )

test.describe('in one store', () => {
  const shared = shareStore()

  test('without an order list the Connection page says that orders arrive by webhook only', async () => {
    const store = shared()
    await health(store).click()
    await expect(
      store.page.getByText('not offered by this platform; orders arrive as events only'),
    ).toBeVisible()
  })

  test('a platform that does the work and drops the answer: unknown, repeated, confirmed', async () => {
    const store = shared()
    const order = await store.practice.placeOrder({ deliveryType: 'go', isScheduled: false })
    store.practice.misbehave({ path: 'preparation-ready', kind: 'drop-after-effect', times: 1 })
    await store
      .card(order.code)
      .getByRole('button', { name: `Ready ${order.code}` })
      .click()
    await expect(health(store)).toContainText('1 unanswered')
    await health(store).click()
    await expect(store.page.getByText('all confirmed')).toBeVisible()
    expect(readyCount(store, order._id)).toBe(2)
  })

  test('the platform rejects a ticket: the alert has its text behind Details, and a person decides', async () => {
    const store = shared()
    const order = await store.practice.placeOrder({ deliveryType: 'go', isScheduled: false })
    store.practice.misbehave({ path: 'preparation-ready', kind: 'status', status: 400 })
    await store
      .card(order.code)
      .getByRole('button', { name: `Ready ${order.code}` })
      .click()
    const rail = store.page.getByRole('region', { name: 'Alerts' })
    await expect(rail).toContainText(order.code)
    await expect(rail).not.toContainText('The request has an error')
    store.practice.behave()
    const list = await openAlerts(store)
    await list.getByText('Details', { exact: true }).click()
    await expect(list.getByText('The request has an error')).toBeVisible()
    await list.getByRole('button', { name: /Send again/ }).click()
    await expect(list).toContainText('Nothing needs attention')
    await store.page.keyboard.press('Escape')
    await expect(rail).toBeHidden()
    await expect.poll(() => readyCount(store, order._id)).toBe(1)
  })

  test('a token that is refused pauses everything and says so, until someone tries again', async () => {
    const store = shared()
    const order = await store.practice.placeOrder({ deliveryType: 'go', isScheduled: false })
    store.practice.misbehave({ path: '', kind: 'status', status: 401 })
    await store
      .card(order.code)
      .getByRole('button', { name: `Ready ${order.code}` })
      .click()
    await expect(store.page.getByText('Updates aren’t being sent to the platform')).toBeVisible()
    expect(readyCount(store, order._id)).toBe(0)
    store.practice.behave()
    const list = await openAlerts(store)
    await list.getByRole('button', { name: /Try again/ }).click()
    await expect.poll(() => readyCount(store, order._id)).toBe(1)
    await expect(list).toContainText('Nothing needs attention')
    await expect(store.page.getByText('Updates aren’t being sent to the platform')).toBeHidden()
    await store.page.keyboard.press('Escape')
  })

  test('where events arrive is a setting, and a port that cannot be used is shown', async () => {
    const store = shared()
    await health(store).click()
    await store.page.getByText('Technical details').click()
    await store.page.getByLabel('Address of this computer').fill('203.0.113.1')
    await store.page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(store.page.getByText('can’t receive events').first()).toBeVisible()
    await store.page.getByLabel('Address of this computer').fill('127.0.0.1')
    await store.page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(store.page.getByText('can’t receive events')).toHaveCount(0)
    const order = await store.practice.placeOrder({ deliveryType: 'go', isScheduled: false })
    await store.page.getByRole('link', { name: /^Kitchen/ }).click()
    await expect(store.card(order.code)).toBeVisible()
  })

  test('an event that cannot be read is counted, and shown with its reason', async () => {
    const store = shared()
    expect(
      await store.post({ type: 'ecommerce.order.created', eventId: 'odd', date: 'soon', data: {} }),
    ).toBe(200)
    await store.page.getByRole('button', { name: /^Alerts/ }).click()
    const alerts = store.page.getByRole('dialog', { name: 'Alerts' })
    await expect(alerts).toContainText('1 message couldn’t be read')
    await alerts.getByRole('link', { name: /^Connection.*couldn’t be read/ }).click()
    await expect(store.page.getByText('data: names no order')).toBeVisible()
  })
})

test.describe('with an order list', () => {
  test.use({ list: true })
  test('orders are found by asking where no event arrives', async ({ store }) => {
    store.practice.setReceiver(null)
    const order = await store.practice.placeOrder(
      { deliveryType: 'go', isScheduled: false },
      { wait: false },
    )
    await store.call('connection.resume', {})
    await expect(store.card(order.code)).toBeVisible()
  })
})

test('a damaged database is put aside and explained, and the kitchen goes on', async ({
  store,
}) => {
  const order = await store.practice.placeOrder({ deliveryType: 'go', isScheduled: false })
  await expect(store.card(order.code)).toBeVisible()
  await store.restart('hard', (folder) => {
    // The write-ahead log too, because SQLite would repair the file from it.
    for (const end of ['', '-wal'])
      writeFileSync(databaseIn(folder) + end, 'the disk had a bad day')
  })
  await expect(store.page.getByText('Saved data was damaged')).toBeVisible()
  const next = await store.practice.placeOrder({ deliveryType: 'go', isScheduled: false })
  await expect(store.card(next.code)).toBeVisible()
})
