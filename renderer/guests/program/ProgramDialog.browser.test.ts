import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { LoyaltySummary } from '#contract/guests/guests.ts'
import { closeGuests, openGuests } from '../../test-support/open-guests.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(closeGuests)

const summary: LoyaltySummary = {
  totalClients: 3000,
  totalOrders: 12_000,
  totalOrdersOnline: 9000,
  totalOrdersInStore: 3000,
  totalPointsIssued: 2_400_000,
  pointsInCirculation: null,
  calculatedToDate: '2026-11-20T15:00:00.000Z',
  expiring: [
    { within: 'lessThan10', points: 1200 },
    { within: 'noExpiration', points: 50 },
  ],
}

const dialog = () => page.getByRole('dialog', { name: 'Points program' })

async function open() {
  const bridge = await openGuests({ role: 'counter' })
  bridge.answers['guests.summary'] = summary
  await page.getByRole('button', { name: 'Points program' }).click()
  await expect.element(dialog()).toBeVisible()
  return bridge
}

test('the figures, with a dash where there is no value, and charts that a screen reader can read', async () => {
  const bridge = await open()
  await expect.element(dialog().getByText('2,400,000')).toBeVisible()
  const reported = [...dialog().element().querySelectorAll('dl > div')].map((one) =>
    one.textContent.replace(/\s+/g, ' ').trim(),
  )
  expect(reported).toEqual([
    'Guests3,000',
    'Points issued2,400,000',
    'Points in circulation–',
    'Orders with points12,000',
  ])
  const chart = dialog().getByRole('figure', { name: 'Points by expiry' })
  const bars = () =>
    chart
      .getByRole('listitem')
      .elements()
      .map((one) => one.textContent.trim())
  expect(bars()).toEqual(['in less than 10 days: 1,200 points', 'never: 50 points'])
  // The chart has a bar for each as well.
  await expect.poll(() => chart.element().querySelectorAll('svg path, svg rect').length).toBe(2)
  await expect.element(dialog().getByText(/^Calculated by the platform on .*12:00/)).toBeVisible()
  expect(bridge.asked('guests.summary')).toEqual([{ from: null, to: null }])
})

test('a range is asked for once it is whole, and never backwards', async () => {
  const bridge = await open()
  await expect.element(dialog().getByText('2,400,000')).toBeVisible()
  const day = async (name: string, digits: string) => {
    await dialog().getByRole('group', { name, exact: true }).getByRole('spinbutton').first().click()
    await userEvent.keyboard(digits)
  }
  await day('From', '01102026')
  await expect
    .poll(() => bridge.asked('guests.summary').at(-1))
    .toEqual({ from: '2026-10-01', to: null })
  await day('To', '30092026')
  await expect.element(dialog().getByText('The end date is before the start date.')).toBeVisible()
  expect(bridge.asked('guests.summary')).toHaveLength(2)
})

test('figures that failed can be requested again', async () => {
  const bridge = await openGuests()
  bridge.refusals = { 'guests.summary': { code: 'unreachable' } }
  await page.getByRole('button', { name: 'Points program' }).click()
  await expect
    .element(dialog().getByText('No answer. Check the connection and try again.'))
    .toBeVisible()
  bridge.refusals = {}
  bridge.answers['guests.summary'] = summary
  await dialog().getByRole('button', { name: 'Try again' }).click()
  await expect.element(dialog().getByText('2,400,000')).toBeVisible()
})
