import { openRoom } from './house.ts'
import { expect, test, type Store } from './store.ts'

test.use({ salesChannel: true })

const dialog = ({ page }: Store) =>
  page.getByRole('dialog', { name: 'Complete delivery-app order' })

const sent = ({ practice }: Store, id: string): number =>
  practice
    .effects()
    .find(({ operation, subject }) => operation === 'complete-order' && subject === id)?.count ?? 0

async function openByHand({ page }: Store): Promise<void> {
  await openRoom(page, 'Reports', 'Payments')
  await page.getByRole('button', { name: 'Complete delivery-app order' }).click()
}

test('an order of the sales channel is completed by hand, and its account in the till is shown', async ({
  store,
}) => {
  await openByHand(store)
  await dialog(store).getByRole('textbox').fill('web-1001')
  await dialog(store).getByRole('button', { name: 'Complete order' }).click()
  await expect(dialog(store).getByText('Confirmed', { exact: true })).toBeVisible()
  await expect(dialog(store).getByText(/^Bill in the point of sale: tab-/)).toBeVisible()
  await expect(dialog(store).getByRole('button', { name: 'Complete order' })).toBeHidden()
  expect(sent(store, 'web-1001')).toBe(1)
})

test('without an answer its state is unknown, it is not sent again by itself, and a person decides', async ({
  store,
}) => {
  const { practice } = store
  practice.misbehave({ path: 'complete-order', kind: 'drop-after-effect', times: 1 })
  await openByHand(store)
  await dialog(store).getByRole('textbox').fill('web-1002')
  await dialog(store).getByRole('button', { name: 'Complete order' }).click()
  await expect(dialog(store).getByText(/^This was sent, but there was no answer/)).toBeVisible()
  await store.restart('hard')
  await store.page.getByRole('button', { name: /^Alerts/ }).click()
  await store.page
    .getByRole('button', { name: /^Decide/ })
    .first()
    .click()
  const decision = store.page.getByRole('dialog', { name: 'web-1002' })
  await decision.getByRole('button', { name: 'Mark as complete' }).click()
  await expect(decision).toBeHidden()
  await store.page.keyboard.press('Escape')
  await openByHand(store)
  await expect(dialog(store).getByText('Marked as done')).toBeVisible()
  expect(sent(store, 'web-1002')).toBe(1)
})

test(
  'from the ticket: its own id stands there, and its details say that it is complete',
  { tag: '@quick' },
  async ({ store }) => {
    const { page, practice } = store
    const { code, _id: id } = await practice.placeOrder({
      deliveryType: 'delivery',
      isScheduled: false,
    })
    await page
      .getByRole('button', { name: `Details ${code}` })
      .first()
      .click()
    await page.getByRole('button', { name: 'Mark complete in the app' }).click()
    await expect(dialog(store).getByRole('textbox')).toHaveValue(id)
    await dialog(store).getByRole('button', { name: 'Complete order' }).click()
    await expect(dialog(store).getByText(/^Bill in the point of sale: tab-/)).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('region', { name: 'Delivery app' })).toContainText(
      'Bill in the point of sale: tab-',
    )
    expect(sent(store, id)).toBe(1)
  },
)
