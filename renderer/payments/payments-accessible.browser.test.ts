import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Payment, PaymentPage } from '#contract/payments/payments.ts'
import { expectAccessible } from '../test-support/expect-accessible.ts'
import { makeJob } from '../test-support/make-job.ts'
import { openApp } from '../test-support/open-app.ts'

beforeEach(() => page.viewport(1024, 768))

const job = makeJob({ startedBy: 'payments.read' })
const payment = (code: string, some: Partial<Payment> = {}): Payment => ({
  ...{ id: code, code, at: '2026-11-20T18:30:00.000Z', methodId: 'cash', method: 'Efectivo' },
  ...{ shiftId: 's1', shiftEndedAt: null, takenBy: 'usr-1', payer: null },
  ...{ amount: 12_500, tips: 500, exactly: { amount: null, tips: null } },
  ...{ voidedAt: null, toCheck: [], wantsInvoice: false },
  ...some,
})
const counting = { count: 2, amount: 20_500, tips: 500 }
const voided = { count: 1, amount: 9_000, tips: 0 }
const sums = { counting, voided, toCheck: 1, rounded: 0 }

/** A day with payments of every kind, one of them that nobody can add up. */
const day: PaymentPage = {
  ...{ job, ...sums, page: 1, pages: 2, total: 60, decimals: 0 },
  payments: [
    payment('P-1', { payer: 'Ana Soto', wantsInvoice: true }),
    payment('P-2', { methodId: 'card', method: 'Tarjeta', amount: 8_000, tips: null }),
    payment('P-3', { voidedAt: '2026-11-20T19:00:00.000Z', amount: 9_000 }),
    payment('P-4', { methodId: null, method: null, amount: null, toCheck: ['amount'] }),
  ],
  methods: [
    { methodId: 'cash', name: 'Efectivo', ...sums },
    { methodId: null, name: null, ...sums, toCheck: 0 },
  ],
  choices: {
    methods: [{ methodId: 'cash', name: 'Efectivo' }],
    shifts: [
      {
        ...{ shiftId: 's1', firstAt: '2026-11-20T13:00:00.000Z', endedAt: null, count: 4 },
        lastAt: '2026-11-20T19:00:00.000Z',
      },
    ],
  },
}

test('payments are accessible with their sums, and a filter asks for some of them', async () => {
  const bridge = await openApp('/payments', {
    'payments.read': job,
    'payments.list': day,
    'shifts.names': { registers: [], people: [{ id: 'usr-1', name: 'Marta' }] },
  })
  const list = page.getByRole('table', { name: 'Payments, newest first' })
  await expectAccessible(list)
  await expect.element(page.getByText('$20,500').first()).toBeVisible()
  await expect.element(page.getByText(/^1 payment isn’t in the totals/)).toBeVisible()
  await expect.element(list.getByRole('row', { name: /P-1.*Efectivo.*Marta/ })).toBeVisible()
  await expect
    .element(list.getByRole('row', { name: /P-4.*couldn’t read the amount/ }))
    .toBeVisible()
  await page.getByRole('combobox', { name: 'Method' }).selectOptions('Efectivo')
  await expect
    .poll(() => bridge.asked('payments.list').at(-1))
    .toMatchObject({ jobId: job.id, filter: { methodId: 'cash' }, page: 1 })
})
