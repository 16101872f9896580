import type { Locator, Page } from '@playwright/test'
import { callAs } from '#test/support/web-process.ts'
import { expectAccessible } from './axe.ts'
import { goTo } from './go-to.ts'
import { expect, shareStore, test, type Store } from './store.ts'
import { banner, counted, entry, openSecond, pause, pauseCard, pauses } from './store-room.ts'

/** The preparation time that a new order gets from the platform. */
async function ofNewOrder({ practice }: Store): Promise<unknown> {
  const order = await practice.placeOrder({ deliveryType: 'go', isScheduled: false })
  return order.expectedPreparationDuration
}

const popover = (page: Page): Locator => page.getByRole('dialog', { name: 'Preparation time' })
const timeCard = (page: Page): Locator =>
  page.getByRole('region', { name: 'Preparation time', exact: true })

test(
  'the preparation time is changed from the wall, and new orders have it',
  { tag: '@desktop' },
  async ({ store }) => {
    const { page } = store
    await entry(page).click()
    await popover(page).getByRole('button', { name: '30 min' }).click()
    for (let taps = 0; taps < 3; taps++)
      await popover(page).getByRole('button', { name: '5 minutes more' }).click()
    await expect(entry(page)).toHaveAccessibleName('Prep time, 45 min')
    expect(await ofNewOrder(store)).toBe(45)
    // Taps in a row are sent together.
    expect(counted(store, 'preparation-duration')).toBe(1)
    await expectAccessible(page, 'popover')
    // The first time that a person sets is the usual one.
    await expect(popover(page).getByText(/^Goes back to 30 min at/)).toBeVisible()
    await popover(page).getByRole('link', { name: 'Store' }).click()
    await page.getByRole('button', { name: 'Back to 30 min now' }).click()
    await expect(page.getByText('This is the usual time.')).toBeVisible()
    await expect(entry(page)).toHaveAccessibleName('Prep time, 30 min')
    expect(await ofNewOrder(store)).toBe(30)
  },
)

test('of two screens the last one sets the time, and both show what the platform made of it', async ({
  store,
  browser,
}) => {
  const { page, practice } = store
  const path = 'current-preparation-duration'
  const second = await openSecond(browser, store)
  const screens = [page, second]
  for (const [nth, name] of ['Counter', 'Office'].entries()) {
    await callAs(screens[nth] ?? page, 'screens.rename', { name })
    await goTo(screens[nth] ?? page, '/store')
  }
  // The first time is still on its way when the second is chosen.
  practice.misbehave({ path, kind: 'delay', milliseconds: 3_000, times: 1 })
  await timeCard(page).getByRole('button', { name: '45 min' }).click()
  await expect
    .poll(() => store.call('preparationTime.get', {}))
    .toMatchObject({ value: { delivery: { state: 'sending' } } })
  await expect(entry(second)).toHaveAccessibleName(/^Prep time, 45 min/)
  await timeCard(second).getByRole('button', { name: '15 min' }).click()
  for (const screen of screens) {
    await expect(timeCard(screen).getByText('Confirmed')).toBeVisible()
    await expect(entry(screen)).toHaveAccessibleName('Prep time, 15 min')
    const changes = screen.getByRole('region', { name: 'Past preparation times' })
    await expect(changes.getByRole('listitem')).toHaveText([
      /45 → 15 min ?Office$/,
      /45 min ?Counter$/,
    ])
  }
  expect(await ofNewOrder(store)).toBe(15)
  expect(counted(store, 'preparation-duration')).toBe(2)

  practice.limitPreparation(30)
  await timeCard(page).getByRole('button', { name: '60 min' }).click()
  for (const screen of screens) {
    await expect(timeCard(screen)).toContainText('Requested 60 min; the platform set 30 min.')
    await expect(entry(screen)).toHaveAccessibleName('Prep time, 30 min')
  }
  expect(await ofNewOrder(store)).toBe(30)
})

/** How often something takes effect at the platform from now on. */
function countFromNow(store: Store, operation: string): () => number {
  const before = counted(store, operation)
  return () => counted(store, operation) - before
}

test.describe('in one store', () => {
  const shared = shareStore()

  test(
    'a lost answer is sent again by itself, and a rejected time is decided',
    { tag: '@quick' },
    async () => {
      const store = shared()
      const { page, practice } = store
      const sent = countFromNow(store, 'preparation-duration')
      const path = 'current-preparation-duration'
      practice.misbehave({ path, kind: 'drop-after-effect', times: 1 })
      await goTo(page, '/store')
      const card = timeCard(page)
      await card.getByRole('button', { name: '15 min' }).click()
      await expect(card.getByText('Confirmed')).toBeVisible()
      expect(sent()).toBe(2)

      practice.misbehave({ path, kind: 'status', status: 400 })
      await card.getByRole('button', { name: '60 min' }).last().click()
      await expect(card.getByText('The platform rejected the preparation time')).toBeVisible()
      await expect(entry(page)).toHaveAccessibleName(/Rejected$/)
      practice.behave()
      await card.getByRole('button', { name: 'Send again' }).click()
      await expect(card.getByText('Confirmed')).toBeVisible()
      expect(await ofNewOrder(store)).toBe(60)
    },
  )

  test('orders are paused for a quarter of an hour, and opened again from the wall', async () => {
    const store = shared()
    const { page } = store
    const sent = countFromNow(store, 'temporary-close')
    await goTo(page, '/store')
    await pause(store, '15 min')
    await expect(banner(page)).toHaveText(/^Orders are paused until .*1[45] min left/)
    expect(sent()).toBe(1)
    await expectAccessible(page, 'paused')
    await goTo(page, '/')
    await banner(page).getByRole('button', { name: 'Open now' }).click()
    await expect(banner(page)).toBeHidden()
    expect(sent()).toBe(2)
    await goTo(page, '/store')
    await expect(pauses(page).first()).toContainText('Opened again')
    await expect(pauses(page).nth(1)).toContainText('Paused until')
  })

  test('a pause that can’t be sent is loud on every screen, and is confirmed once the platform is back', async () => {
    const store = shared()
    const { page, practice } = store
    const sent = countFromNow(store, 'temporary-close')
    await goTo(page, '/store')
    practice.misbehave({ path: 'temporary-close', kind: 'status', status: 429 })
    await pause(store, '60 min')
    await goTo(page, '/')
    await expect(banner(page)).toHaveText(/^The pause isn’t sent yet Orders may still arrive\./)
    await expectAccessible(page, 'not-sent')
    expect(sent()).toBe(0)
    practice.behave()
    await store.call('connection.resume', {})
    await expect(banner(page)).toHaveText(/^Orders are paused until/)
    expect(sent()).toBe(1)
    await banner(page).getByRole('button', { name: 'Open now' }).click()
    await expect(banner(page)).toBeHidden()
  })

  test(
    'a pause that the platform rejects is an alert, and is decided in the store’s room',
    { tag: '@quick' },
    async () => {
      const store = shared()
      const { page, practice } = store
      const sent = countFromNow(store, 'temporary-close')
      await goTo(page, '/store')
      practice.misbehave({ path: 'temporary-close', kind: 'status', status: 400 })
      await pause(store, '30 min')
      await goTo(page, '/coupons')
      await expect(page.getByRole('region', { name: 'Alerts' })).toContainText(
        'Order pause The platform rejected the pause. Orders may still arrive.',
      )
      practice.behave()
      await banner(page).getByRole('link', { name: 'Decide' }).click()
      await pauseCard(page).getByRole('button', { name: 'Discard' }).click()
      await expect(banner(page)).toBeHidden()
      await expect(pauses(page).first()).toContainText('was never confirmed')
      expect(sent()).toBe(0)
    },
  )
})
