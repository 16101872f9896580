import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { keyAreas } from '#contract/connection/key-access.ts'
import { openConnection } from '../../test-support/open-connection.ts'

beforeEach(() => page.viewport(1024, 768))

const notAllowed = [
  { area: 'coupons', what: 'change' },
  { area: 'payments', what: 'all' },
] as const
const note = () => page.getByText(/^This access key isn’t allowed to use/)

test('is above the rooms that the key may not use, and above no other', async () => {
  const bridge = await openConnection({}, { notAllowed }, '/coupons')
  await expect
    .element(page.getByText(/allowed to use: Coupons \(change\)\. What is saved can still be read/))
    .toBeVisible()
  location.hash = '#/stock'
  await expect.element(note()).not.toBeInTheDocument()
  location.hash = '#/payments'
  await expect.element(page.getByText(/allowed to use: Payments, shifts and waste\./)).toBeVisible()
  bridge.status = { ...bridge.status, notAllowed: [] }
  bridge.notify({ type: 'status.changed', status: bridge.status })
  await expect.element(note()).not.toBeInTheDocument()
})

test('each room says what it needs itself, and nothing of the others', async () => {
  const all = keyAreas.map((area) => ({ area, what: 'all' }) as const)
  await openConnection({}, { notAllowed: all }, '/')
  // Neighbours differ, so that the note of the room before doesn't count.
  for (const [path, area] of [
    ['/', 'Orders'],
    ['/stock', 'Menu and sold-out items'],
    ['/reservations', 'Reservations'],
    ['/close-out', 'Payments, shifts and waste'],
    ['/store', 'Preparation time and opening hours'],
    ['/payments', 'Payments, shifts and waste'],
    ['/store/hours', 'Preparation time and opening hours'],
    ['/waste', 'Payments, shifts and waste'],
    ['/coupons', 'Coupons'],
    ['/guests', 'Guests and points'],
  ] as const) {
    location.hash = `#${path}`
    await expect
      .poll(() => document.querySelector('.key-note')?.textContent, { message: path })
      .toContain(`allowed to use: ${area}.`)
  }
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
