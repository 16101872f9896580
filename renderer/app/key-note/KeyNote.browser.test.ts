import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { openConnection } from '../../test-support/open-connection.ts'

beforeEach(() => page.viewport(1024, 768))

const notAllowed = [
  { area: 'coupons', what: 'changing' },
  { area: 'payments', what: 'all' },
] as const
const note = () => page.getByText(/^This access key isn’t allowed to use/)

test('is above the rooms that the key may not use, and above no other', async () => {
  const bridge = await openConnection({}, { notAllowed }, '/coupons')
  await expect
    .element(page.getByText(/allowed to use: Coupons \(change\)\. What is saved can still be read/))
    .toBeVisible()
  await page.getByRole('link', { name: '86', exact: true }).click()
  await expect.element(note()).not.toBeInTheDocument()
  location.hash = '#/payments'
  await expect.element(page.getByText(/allowed to use: Payments, shifts and waste\./)).toBeVisible()
  bridge.status = { ...bridge.status, notAllowed: [] }
  bridge.notify({ type: 'status.changed', status: bridge.status })
  await expect.element(note()).not.toBeInTheDocument()
})

test('leads to the connection page, which names everything and whom to ask', async () => {
  await openConnection({}, { notAllowed }, '/coupons')
  await page.getByRole('link', { name: 'Open Connection' }).click()
  await expect
    .element(
      page.getByText(
        /to use: Coupons \(change\), Payments, shifts and waste\. Ask whoever manages/,
      ),
    )
    .toBeVisible()
})

test('where nothing is known nothing is said', async () => {
  await openConnection({}, {}, '/connection')
  await expect.element(page.getByRole('heading', { name: 'How orders arrive' })).toBeVisible()
  await expect.element(note()).not.toBeInTheDocument()
})
