import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { nextTick } from 'vue'
import {
  closeCoupons,
  makeCoupon,
  makeList,
  openCoupons,
  changeCoupon,
} from '../test-support/open-coupons.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(() => {
  vi.useRealTimers()
  closeCoupons()
})

const search = () => page.getByRole('searchbox')
const rows = () => page.getByRole('main').getByRole('listitem').getByRole('link')
const row = (name: string | RegExp) => page.getByRole('link', { name })

test('a row shows the benefit, the state, the end and the number of uses, also to screen readers', async () => {
  await openCoupons([
    makeCoupon(),
    makeCoupon({
      id: 'cpn-2',
      state: 'used-up',
      type: 'fixed',
      values: {
        name: 'Disculpas',
        code: null,
        isHidden: true,
        discountAmount: 5000,
        maxRedemptions: 1000,
      },
      totalRedemptions: 1000,
    }),
  ])
  await expect.element(row('Lunes LUNES20')).toBeVisible()
  await expect
    .element(row('Lunes LUNES20'))
    .toHaveAccessibleDescription(
      'Active 20% off · Requires Empanada de pino or prd-gone · On orders from $15,000 Until 31 Jan 2030 Redeemed 42 times',
    )
  await expect
    .element(row(/Disculpas/))
    .toHaveAccessibleDescription(
      /^Hidden Used up \$5,000 off.+Until 31 Jan 2030 1,000 of 1,000 redeemed$/,
    )
  await expect.element(page.getByText('2 coupons')).toBeInTheDocument()
})

test('a search asks once, after a pause, for what is written', async () => {
  const bridge = await openCoupons()
  await expect.element(row(/Lunes/)).toBeVisible()
  await userEvent.keyboard('/')
  await expect.element(search()).toHaveFocus()
  bridge.answers['coupons.list'] = makeList([])
  const field = search().element() as HTMLInputElement
  // Each letter comes within the pause after the one before.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const sentence of ['e', 'em', 'emp', 'empa']) {
    field.value = sentence
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await nextTick()
    vi.advanceTimersByTime(249)
  }
  vi.advanceTimersByTime(1)
  vi.useRealTimers()
  await expect.element(page.getByText('No results for “empa”')).toBeVisible()
  expect(bridge.asked('coupons.list')).toEqual([
    { text: '', onlyThisStore: false, page: 1 },
    { text: 'empa', onlyThisStore: false, page: 1 },
  ])
  await page.getByRole('switch', { name: 'Only this store' }).click()
  await page.getByRole('button', { name: 'Show all stores' }).click()
  bridge.answers['coupons.list'] = makeList([makeCoupon()])
  await search().click()
  await userEvent.keyboard('{Escape}')
  await expect.element(search()).toHaveValue('')
  await expect.element(row(/Lunes/)).toBeVisible()
  expect(bridge.asked('coupons.list').at(-1)).toEqual({ text: '', onlyThisStore: false, page: 1 })
})

test('if the platform cannot be reached, the last read is shown with its age', async () => {
  const bridge = await openCoupons()
  await expect.element(row(/Lunes/)).toBeVisible()
  bridge.answers['coupons.list'] = makeList([makeCoupon()], {
    error: { code: 'unreachable' },
    leftOut: 2,
  })
  bridge.notify({ type: 'events.missed' })
  await expect.element(page.getByText(/Last updated \d+ s ago\. No answer/)).toBeVisible()
  await expect.element(page.getByText(/^2 coupons couldn’t be read/)).toBeVisible()
  bridge.answers['coupons.list'] = makeList([makeCoupon()])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText(/Last updated/)).not.toBeInTheDocument()
})

test('a list that never loaded offers a retry', async () => {
  const bridge = await openCoupons([])
  await expect.element(page.getByText('No coupons yet')).toBeVisible()
  bridge.refusals = { 'coupons.list': { code: 'unauthorised' } }
  bridge.notify({ type: 'events.missed' })
  await expect.element(page.getByText('Couldn’t load coupons')).toBeVisible()
  bridge.refusals = {}
  bridge.answers['coupons.list'] = makeList([makeCoupon()])
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(row(/Lunes/)).toBeVisible()
})

test('pages are turned, and a new search begins on the first', async () => {
  const bridge = await openCoupons()
  bridge.answers['coupons.list'] = makeList([makeCoupon()], { hasMore: true, total: 120 })
  bridge.notify({ type: 'events.missed' })
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.element(page.getByText('Page 2 of 3')).toBeVisible()
  expect(bridge.asked('coupons.list').at(-1)).toMatchObject({ page: 2 })
  await search().fill('x')
  await expect.poll(() => bridge.asked('coupons.list').at(-1)).toMatchObject({ text: 'x', page: 1 })
})

test('by the keyboard alone: down to a coupon, into it, and back to where one was', async () => {
  await page.viewport(1024, 768)
  const martes = makeCoupon({ id: 'cpn-2', values: { name: 'Martes' } })
  const bridge = await openCoupons([makeCoupon(), martes])
  await expect.element(row(/Martes/)).toBeVisible()
  bridge.answers['coupons.get'] = martes
  await userEvent.keyboard('/{ArrowDown}{ArrowDown}')
  await expect.element(row(/Martes/)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Martes', level: 2 })).toHaveFocus()
  await expect.element(search()).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(row(/Martes/)).toHaveFocus()
  expect(location.hash).toBe('#/coupons')
})

test('on a wide screen the list stays beside it, and follows what the host says', async () => {
  const bridge = await openCoupons([makeCoupon()], '/coupons/cpn-1')
  await expect.element(page.getByRole('heading', { name: 'Lunes', level: 2 })).toBeVisible()
  await expect.element(row(/Lunes/)).toHaveAttribute('aria-current', 'page')
  expect(rows().elements()).toHaveLength(1)
  changeCoupon(bridge, makeCoupon({ state: 'off', values: { name: 'Lunes nuevo', active: false } }))
  await expect.element(page.getByRole('heading', { name: 'Lunes nuevo' })).toBeVisible()
  await expect.element(row(/Lunes nuevo/)).toHaveAccessibleDescription(/^Off/)
  await expect.element(page.getByText('The coupon is off. Nobody can use it.')).toBeVisible()
})

test('an address that leads to no coupon says so, and leads back', async () => {
  const bridge = await openCoupons([], '/coupons/cpn-nowhere')
  await expect.element(page.getByText('Coupon not found')).toBeVisible()
  expect(bridge.asked('coupons.get')).toContainEqual({ couponId: 'cpn-nowhere' })
  await page.getByRole('link', { name: 'All coupons' }).click()
  await expect.poll(() => location.hash).toBe('#/coupons')
})

test('the verdict on a typed order lists what is met, not met and unknown, worst first', async () => {
  const bridge = await openCoupons([makeCoupon()], '/coupons/cpn-1')
  bridge.answers['coupons.verdicts'] = [
    { field: 'active', verdict: 'passed', required: true, had: true },
    { field: 'requiresProductsIds', verdict: 'unknown', required: ['prd-1'], had: [] },
    { field: 'minimumOrderPrice', verdict: 'failed', required: 15_000, had: 9000 },
  ]
  await page.getByRole('tab', { name: 'Will it work?' }).click()
  const verdict = page.getByRole('region', { name: 'Result' })
  await expect.element(verdict.getByText('Doesn’t work for this order.')).toBeVisible()
  const reported = () =>
    verdict
      .getByRole('listitem')
      .elements()
      .map((one) => one.textContent.replace(/\s+/g, ' ').trim())
  expect(reported()).toEqual([
    'Not met: The order must be at least $15,000.The order total is $9,000.',
    'Not known: The order must include Empanada de pino or prd-gone.Add items to check this.',
    'Met: The coupon is on.',
  ])
  bridge.answers['coupons.verdicts'] = [
    { field: 'active', verdict: 'passed', required: true, had: true },
  ]
  await page.getByRole('textbox', { name: /^Items/ }).fill('queso')
  await userEvent.keyboard('{Enter}')
  await page.getByRole('button', { name: 'Add one Empanada de queso' }).click()
  await page.getByRole('textbox', { name: 'Order total' }).fill('18.000')
  await expect.element(verdict.getByText('Works for this order.')).toBeVisible()
  const item = { productId: 'prd-2', amount: 2, price: null, isDiscounted: null }
  await expect
    .poll(() => bridge.asked('coupons.verdicts').at(-1))
    .toMatchObject({ couponId: 'cpn-1', basket: { items: [item], total: 18_000, channel: null } })
})
