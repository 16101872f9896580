import type { Locator, Page } from '@playwright/test'
import type { ShiftView } from '#contract/shifts/shifts.ts'
import { goTo } from './go-to.ts'
import { expect, type Store } from './store.ts'

export const cash = 'tpm-efectivo'

export const openShift = ({ practice }: Store): string =>
  practice.till.shifts().findLast(({ endedAt }) => endedAt === null)?._id ?? ''

export const endedShift = ({ practice }: Store): string =>
  practice.till.shifts().findLast(({ endedAt }) => endedAt !== null)?._id ?? ''

const total = (amounts: number[]): number => amounts.reduce((sum, each) => sum + each, 0)

/**
 * The expected amount of a method, calculated without the tested code. Cash includes what the
 * registers had at the start.
 */
export function due({ practice }: Store, shiftId: string, methodId: string): number {
  const paid = practice.till
    .payments()
    .filter((each) => each.shiftId === shiftId && each.voidedAt === null)
    .filter(({ paymentMethodId }) => paymentMethodId === methodId)
  const shift = practice.till.shifts().find(({ _id }) => _id === shiftId)
  const floats = shift?.cashRegisterShifts.flatMap(({ startBalances }) => startBalances) ?? []
  const began = methodId === cash ? total(floats.map(({ balance }) => balance)) : 0
  return total(paid.map(({ amount }) => amount)) + began
}

/** Pesos as the English page writes them. */
export const pesos = (amount: number): string => `$${amount.toLocaleString('en-US')}`

export async function openCount({ page }: Pick<Store, 'page'>, shiftId: string): Promise<void> {
  await goTo(page, '/close-out')
  await page.locator(`[data-shift="${shiftId}"]`).click()
  await expect(page.getByRole('region', { name: 'Register 2' })).toBeVisible()
}

const register = (page: Page, name: string): Locator => page.getByRole('region', { name })

/** Types the total of every method except cash; `off` is added to some. */
export async function countSlips(
  store: Store,
  shiftId: string,
  off: Record<string, number> = {},
): Promise<void> {
  const slips: Record<string, string> = {
    'Tarjeta de débito': 'tpm-debito',
    'Tarjeta de crédito': 'tpm-credito',
    Transferencia: 'tpm-transferencia',
  }
  for (const [name, id] of Object.entries(slips))
    await store.page
      .getByRole('textbox', { name, exact: true })
      .fill(String(due(store, shiftId, id) + (off[id] ?? 0)))
}

/**
 * Counts an amount of cash by keyboard only: 3 notes of 1,000 and the rest as other cash; nothing
 * in the other register.
 */
export async function countCash({ page }: Store, amount: number): Promise<void> {
  const [first, second] = [register(page, 'Register 1'), register(page, 'Register 2')]
  await first.getByRole('textbox', { name: 'Quantity of $1,000' }).focus()
  await page.keyboard.type('2')
  await page.keyboard.press('ArrowUp')
  const loose = first.getByRole('textbox', { name: 'Other cash' })
  for (let nth = 0; nth < 9; nth++) {
    if (await loose.and(page.locator(':focus')).isVisible()) break
    await page.keyboard.press('Enter')
  }
  await expect(loose).toBeFocused()
  await page.keyboard.type(String(amount - 3_000))
  await second.getByRole('textbox', { name: 'Quantity of $1,000' }).fill('0')
}

export const typeFloat = ({ page }: Store, amount: string): Promise<void> =>
  page.getByRole('textbox', { name: 'Float left for tomorrow' }).fill(amount)

export const isStored = ({ page }: Pick<Store, 'page'>): Promise<void> =>
  expect(page.getByText(/Saved at \d\d:\d\d/)).toBeVisible()

export const finish = ({ page }: Store): Promise<void> =>
  page.getByRole('button', { name: 'Finish counting' }).click()

export async function sign({ page }: Store, name: string): Promise<void> {
  await expect(page.getByRole('status').filter({ hasText: 'updated at' })).toBeVisible()
  // Entering the step refreshes the payments, so the list may still appear or change.
  await expect(page.getByText('Checking what is still open…')).toHaveCount(0)
  await expect(page.getByText('weren’t refreshed since the count')).toHaveCount(0)
  await page.getByRole('textbox', { name: 'Your name' }).fill(name)
  const open = page.getByRole('checkbox', { checked: false })
  await expect(async () => {
    while ((await open.count()) > 0) await open.first().click({ timeout: 1_000 })
    await page.getByRole('button', { name: 'Sign this close-out' }).click()
    // A dish that has just sold out adds an item to the checklist.
    await expect(page.getByText('Mark every item as reviewed first.')).toHaveCount(0)
  }).toPass()
}

export async function shiftOf(store: Store, shiftId: string): Promise<ShiftView> {
  const answer = (await store.call('shifts.show', { shiftId })) as { value: ShiftView }
  return answer.value
}
