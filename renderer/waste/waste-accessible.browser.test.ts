import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { WasteIncident, WastePage } from '#contract/waste/waste.ts'
import { expectAccessible } from '../test-support/expect-accessible.ts'
import { makeJob } from '../test-support/make-job.ts'
import { openApp } from '../test-support/open-app.ts'

beforeEach(() => page.viewport(1024, 768))

const palta = { key: 'palta kg', name: 'Palta', unit: 'kg' }
const bread = { key: 'pan', name: 'Pan', unit: null }
const incident = (code: string, some: Partial<WasteIncident> = {}): WasteIncident => ({
  ...{ id: code, code, at: '2026-11-20T18:30:00.000Z', voidedAt: null },
  ingredients: [{ ...palta, quantity: 1.5 }],
  ...some,
})

/** Three days with two ingredients, a record that was voided, and a quantity that can't be read. */
const days: WastePage = {
  ...{ job: makeJob(), page: 1, pages: 1, total: 3, counting: 2, voided: 1, unsummed: 1 },
  incidents: [
    incident('W-1'),
    incident('W-2', { voidedAt: '2026-11-20T19:00:00.000Z' }),
    incident('W-3', { ingredients: [{ ...bread, quantity: null }] }),
  ],
  ingredients: [
    { ...palta, quantity: 1.5, incidents: 2 },
    { ...bread, quantity: 4, incidents: 1 },
  ],
  days: [
    { day: '2026-11-18', incidents: 0, quantity: 0 },
    { day: '2026-11-19', incidents: 1, quantity: 0 },
    { day: '2026-11-20', incidents: 2, quantity: 1.5 },
  ],
}

test('the waste is accessible with its chart, and a tap shows one ingredient', async () => {
  const bridge = await openApp('/waste', { 'waste.read': makeJob(), 'waste.list': days })
  const figure = page.getByRole('figure')
  await expect.poll(() => document.querySelectorAll('figure svg').length).toBe(1)
  await expectAccessible(page.getByRole('table', { name: 'Waste records, newest first' }))
  await expect.element(page.getByText(/^1 quantity couldn’t be read/)).toBeVisible()
  await expect.element(page.getByText('2 records', { exact: true }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Only Palta' }).click()
  await expect
    .poll(() => bridge.asked('waste.list').at(-1))
    .toMatchObject({ filter: { ingredient: palta.key, voided: null } })
  await expect.element(figure.getByText('Palta by day, in kg')).toBeVisible()
})
