import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { KitchenFigures, Speed } from '#contract/kitchen-figures/kitchen-figures.ts'
import { expectAccessible } from '../test-support/expect-accessible.ts'
import { makeJob } from '../test-support/make-job.ts'
import { openApp } from '../test-support/open-app.ts'

beforeEach(() => page.viewport(1024, 768))

const speed = (orders: number, late: number): Speed => ({
  ...{ orders, late, medianSeconds: 720, ninetiethSeconds: 1_140 },
})

/** Two days with late orders, an order that was bumped too early, and an item that is sold out. */
const figures: KitchenFigures = {
  ...{ id: 'f1', from: '2026-11-19T03:00:00.000Z', to: '2026-11-21T03:00:00.000Z' },
  all: { ...speed(120, 12), promisedSeconds: 1_500 },
  days: [
    { day: '2026-11-19', ...speed(50, 2) },
    { day: '2026-11-20', ...speed(70, 10) },
  ],
  hours: [
    { hour: 12, ...speed(40, 2) },
    { hour: 13, ...speed(60, 10) },
    { hour: 20, ...speed(20, 0), medianSeconds: null },
  ],
  products: [{ id: 'p1', name: 'Hamburguesa', pieces: 90, ...speed(70, 9) }],
  soldOut: [
    { key: 'product:p2', name: 'Cazuela', times: 2, seconds: 5_400, orders: 3, lasting: true },
  ],
  ...{ recalls: 3, driversLost: 1, early: 1, withoutBump: 2, unread: 0 },
}

test('the kitchen’s figures are accessible with their charts, and follow the chosen days', async () => {
  const bridge = await openApp('/kitchen-figures', {
    'kitchenFigures.get': figures,
    'payments.read': makeJob(),
  })
  const svgs = () => document.querySelectorAll('figure svg').length
  await expect.poll(svgs).toBe(4)
  await expectAccessible(page.getByRole('table', { name: 'By dish' }))
  await expect.element(page.getByText('12 of 120')).toBeVisible()
  await expect.element(page.getByText(/^1 order was bumped before it appeared/)).toBeVisible()
  await expect.element(page.getByText(/, still sold out$/)).toBeVisible()
  await page.getByText('7 days', { exact: true }).click()
  await expect.poll(() => bridge.asked('kitchenFigures.get').length).toBeGreaterThan(1)
})
