import { readFileSync } from 'node:fs'
import type { PaymentPage } from '#contract/payments/payments.ts'
import type { Job } from '#contract/jobs/jobs.ts'
import { openShift } from './close-out.ts'
import { goTo } from './go-to.ts'
import { openRoom } from './house.ts'
import { expect, shareStore, test, type Store } from './store.ts'

const everything = { methodId: null, shiftId: null, voided: null }

async function openPayments({ page }: Store): Promise<void> {
  await openRoom(page, 'Reports', 'Payments')
  await page.getByText('30 days', { exact: true }).click()
  await expect(page.getByRole('table', { name: 'By method' })).toBeVisible()
  await expect(page.getByText(/^Page 1 of 8$/)).toBeVisible()
  await expect(page.getByText(/^Loading page/)).toBeHidden()
}

async function reported({ call }: Store, span: { from: string; to: string }): Promise<PaymentPage> {
  const begun = (await call('payments.read', span)) as { value: Job }
  const ask = async (): Promise<PaymentPage> => {
    const input = { jobId: begun.value.id, filter: everything, page: 1 }
    return ((await call('payments.list', input)) as { value: PaymentPage }).value
  }
  await expect.poll(async () => (await ask()).job.state).toBe('done')
  return ask()
}

const digits = (text: string | null): number => Number((text ?? '').replaceAll(/\D/g, ''))

test.describe('in one store', () => {
  const shared = shareStore()

  test('a platform that fails in the middle: what was read stays, is said to be a part, and goes on', async () => {
    const store = shared()
    const { page, practice } = store
    await openRoom(page, 'Reports', 'Payments')
    // The room has loaded its first page, so the next request fails.
    await expect(page.getByText('Paid', { exact: true })).toBeVisible()
    practice.misbehave({ path: 'tab-payments', kind: 'status', status: 500, every: 3 })
    await page.getByText('30 days', { exact: true }).click()
    await expect(page.getByText(/This list is incomplete/)).toBeVisible()
    practice.behave()
    await page.getByRole('button', { name: 'Continue', exact: true }).click()
    await expect(page.getByText(/This list is incomplete/)).toBeHidden()
    await expect(page.getByText('Page 1 of 8')).toBeVisible()
  })

  test(
    'a manager reads a month of payments, sees what was voided apart, filters, turns pages and saves the table',
    { tag: '@quick' },
    async () => {
      const store = shared()
      const { page } = store
      await openPayments(store)
      const sums = page.getByRole('table', { name: 'By method' })
      const list = page.getByRole('table', { name: 'Payments, newest first' })
      await expect(list.getByRole('row')).toHaveCount(51)

      const today = new Date().toISOString().slice(0, 10)
      const monthAgo = new Date(Date.now() - 40 * 86_400_000).toISOString().slice(0, 10)
      const whole = await reported(store, { from: monthAgo, to: today })
      expect(whole.total).toBe(400)
      for (const { name, counting } of whole.methods)
        expect(
          digits(
            await sums
              .getByRole('row', { name: new RegExp(name ?? '') })
              .getByRole('cell')
              .nth(2)
              .textContent(),
          ),
          name ?? '',
        ).toBe(counting.amount)

      await page.getByText('Voided', { exact: true }).last().click()
      await expect(list.getByRole('row')).toHaveCount(whole.voided.count + 1)
      await expect(list.getByText(/^Voided /).first()).toBeVisible()
      await page.getByText('All', { exact: true }).click()
      await page.getByRole('combobox', { name: 'Method' }).selectOption('Efectivo')
      await expect(sums.getByRole('row')).toHaveCount(2)
      await page.getByRole('combobox', { name: 'Method' }).selectOption('All methods')
      await page.getByRole('button', { name: 'Next page' }).click()
      await expect(page.getByText('Page 2 of 8')).toBeVisible()

      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: /Export CSV/ }).click(),
      ])
      const lines = readFileSync(await download.path(), 'utf8')
        .trimEnd()
        .split('\n')
      expect(lines).toHaveLength(401)
    },
  )
})

test('a payment that nobody can read is to be checked, and “No method” is one row, in both rooms', async ({
  store,
}) => {
  const { page, practice } = store
  const shiftId = openShift(store)
  const [first, second, third] = practice.till
    .payments()
    .filter((each) => each.shiftId === shiftId && each.voidedAt === null)
  // The practice till never sends such values, but a platform may.
  Object.assign(first ?? {}, { voidedAt: true })
  Object.assign(second ?? {}, { paymentMethodId: null, amount: 7_007.5 })
  Object.assign(third ?? {}, { paymentMethodId: null, paymentMethodName: 'Bitcoin' })
  await openPayments(store)
  await expect(page.getByText(/^1 payment isn’t in the totals/)).toBeVisible()
  await expect(page.getByText(/^1 payment has more decimals than the currency/)).toBeVisible()
  const sums = page.getByRole('table', { name: 'By method' })
  await expect(
    sums
      .getByRole('row', { name: /^No method/ })
      .getByRole('cell')
      .nth(1),
  ).toHaveText('2')
  await expect(sums.getByText('Bitcoin')).toHaveCount(0)
  await page.getByText('To check', { exact: true }).last().click()
  const list = page.getByRole('table', { name: 'Payments, newest first' })
  await expect(list.getByRole('row')).toHaveCount(2)
  await expect(list.getByText('Check: couldn’t read whether it was voided')).toBeVisible()

  await goTo(page, '/close-out')
  const listed = page
    .getByRole('listitem')
    .filter({ has: page.locator(`[data-shift="${shiftId}"]`) })
  await expect(listed.getByText('1 to check, not in totals')).toBeVisible()
  await page.locator(`[data-shift="${shiftId}"]`).click()
  await expect(page.getByRole('textbox', { name: 'No method', exact: true })).toBeVisible()
  await store.call('shifts.reveal', { shiftId })
  await page.getByRole('link', { name: /Review$/ }).click()
  const methods = page.getByRole('table', { name: 'By method' })
  await expect(methods.getByRole('row', { name: /^No method 2/ })).toBeVisible()
  await expect(methods.getByText('1 to check, not in totals')).toBeVisible()
})
