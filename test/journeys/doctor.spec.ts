import type { Locator } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, test, type Store } from './store.ts'

const refusal = { kind: 'status', status: 403 } as const

async function openConnection({ page }: Store): Promise<void> {
  await page
    .getByRole('link', { name: /^Connection:/ })
    .first()
    .click()
}

const line = ({ page }: Store, name: string): Locator =>
  page.getByRole('listitem').filter({ hasText: name })

test.use({ list: true })

test('the doctor tries what reads, writes nothing, and says what the platform refused', async ({
  store,
}) => {
  const { practice, page } = store
  await practice.placeOrder({ deliveryType: 'delivery', isScheduled: false })
  await openConnection(store)
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByText('Everything works as expected.')).toBeVisible()
  await expect(line(store, 'Make a reservation')).toContainText('Skipped (would change data)')
  expect(practice.effects()).toEqual([])

  practice.misbehave({ path: '/royalty/summary', ...refusal })
  practice.misbehave({ path: '/tabs/', kind: 'html' })
  await page.getByRole('button', { name: 'Check again' }).click()
  await expect(page.getByText(/checks failed/)).toBeVisible()
  await expect(line(store, 'Points program summary')).toContainText('The request has an error')
  await expect(line(store, 'Payment methods')).toContainText('a web page, status 200')
  await page.getByText(/Show all \d+ names/).click()
  await expect(page.getByText('menuAvailableOnlyParameter')).toBeVisible()

  const report = (await store.call('doctor.report', {})) as { value: string }
  expect(report.value).toContain('refused')
  for (const secret of [practice.token, practice.webhookToken, practice.channelToken])
    expect(report.value).not.toContain(secret)
})

test('its card has no axe violation in either theme', async ({ store }) => {
  const { page } = store
  await openConnection(store)
  await page.getByRole('button', { name: 'Check now' }).click()
  await expect(page.getByRole('button', { name: 'Save report' })).toBeVisible()
  await page.getByText(/Show all \d+ names/).click()
  await expectAccessible(page, 'doctor')
})
