import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Coupon } from '#contract/coupons/coupons.ts'
import type { CouponDraft } from '#contract/drafts/drafts.ts'
import type { DeliveryChoice } from '#contract/deliveries/delivery.ts'
import { quietStatus } from '../../test-support/fake-bridge.ts'
import {
  closeCoupons,
  makeCoupon,
  openCoupons,
  changeCoupon,
} from '../../test-support/open-coupons.ts'
import { storedHere } from '../../test-support/open-guests.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(() => closeCoupons())

const open = async (coupon: Coupon = makeCoupon(), language: 'en' | 'es' = 'en') => {
  const bridge = await openCoupons([coupon], `/coupons/${coupon.id}`, language)
  await page.getByRole('tab', { name: /^(Edit|Editar)/ }).click()
  return bridge
}
const text = (name: string) => page.getByRole('textbox', { name, exact: true })
const button = (name: string | RegExp) => page.getByRole('button', { name })
const look = () => button('Review changes')
const difference = () => page.getByRole('dialog', { name: 'Review changes' })
const end = () => page.getByRole('group', { name: 'Valid until' })

test('only changed fields are sent, once, after a review, with the values that the person saw', async () => {
  const bridge = await open()
  await text('Minimum order').fill('12.500')
  await expect.element(page.getByText('That is $12,500.')).toBeVisible()
  await end().getByRole('spinbutton', { name: 'Day' }).click()
  await userEvent.keyboard('24122029')
  await expect.element(page.getByText('2 unsent changes')).toBeVisible()
  await look().click()
  const cells = difference()
    .getByRole('cell')
    .elements()
    .map((cell) => cell.textContent.trim())
  expect(cells).toEqual([
    'Valid until',
    'Thu, 31 Jan 2030, 23:59',
    'Mon, 24 Dec 2029, 23:59',
    'Minimum order',
    '$15,000',
    '$12,500',
  ])
  expect(bridge.asked('coupons.change')).toEqual([])
  await button('Send 2 changes').dblClick()
  await expect.element(difference()).not.toBeInTheDocument()
  expect(bridge.asked('coupons.change')).toEqual([
    {
      changeId: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      couponId: 'cpn-1',
      before: { endDate: '2030-02-01T02:59:59.999Z', minimumOrderPrice: 15_000 },
      changed: { endDate: '2029-12-25T02:59:59.999Z', minimumOrderPrice: 12_500 },
    },
  ])
  await expect.poll(() => bridge.drafts.size).toBe(0)
})

const emails = () => page.getByRole('textbox', { name: 'Only these guests (e-mail)' })

test('a draft survives a reload and a restart, valid or not, and is not stored in the browser', async () => {
  const { drafts } = await open()
  await text('Minimum order').fill('a lot')
  await emails().fill('ana@example.com')
  await expect.poll(() => JSON.stringify([...drafts.values()])).toContain('ana@example.com')
  expect(storedHere()).not.toContain('a lot')
  closeCoupons()
  await openCoupons([makeCoupon()], '/coupons/cpn-1', 'en', quietStatus(), drafts)
  await expect.element(page.getByText(/^Unsent changes from/)).toBeVisible()
  await button('Continue editing').click()
  await expect.element(text('Minimum order')).toHaveValue('a lot')
  await expect.element(page.getByText(/Enter a number, such/)).toBeVisible()
  await expect.element(emails()).toHaveValue('ana@example.com')
})

test('when guests are forgotten their addresses go from this page, and what else was typed stays', async () => {
  const bridge = await open()
  await text('Minimum order').fill('12500')
  await emails().fill('ana@example.com')
  await expect.poll(() => JSON.stringify([...bridge.drafts.values()])).toContain('ana@')
  const [[key, one] = []] = [...bridge.drafts]
  const { allowedEmails: _, ...others } = (one?.draft as CouponDraft).typed
  bridge.drafts.set(key ?? '', {
    kind: 'coupon',
    subject: 'cpn-1',
    draft: { ...(one?.draft as CouponDraft), typed: others },
  })
  bridge.notify({ type: 'drafts.changed' })
  await expect.element(emails()).toHaveValue('')
  await expect.element(text('Minimum order')).toHaveValue('12500')
  // Text that is typed afterwards is stored as usual.
  await emails().fill('luis@example.com')
  await expect.poll(() => JSON.stringify([...bridge.drafts.values()])).toContain('luis@')
})

test('newer edits of another page of this screen are merged below the local ones', async () => {
  const bridge = await open()
  const stored = bridge.hold('drafts.save').arrived
  await text('Minimum order').fill('12500')
  const { draft } = stored[0]?.input ?? {}
  const { typed, ...others } = draft as CouponDraft
  await text('Minimum order').fill('12900')
  await stored[0]?.answer({
    draft: { ...others, typed: { ...typed, name: 'Martes' } },
    conflicts: [],
  })
  await expect.element(text('Name')).toHaveValue('Martes')
  await expect.element(text('Minimum order')).toHaveValue('12900')
  expect(stored[1]?.input).toMatchObject({
    base: { typed: { name: 'Martes', minimumOrderPrice: '12500' } },
    draft: { typed: { name: 'Martes', minimumOrderPrice: '12900' } },
  })
})

test('discarded it is gone, and can be had back for a moment', async () => {
  await open()
  await text('Name').fill('Martes')
  await button('Discard changes').click()
  await expect.element(text('Name')).toHaveValue('Lunes')
  await button('Undo').click()
  await expect.element(text('Name')).toHaveValue('Martes')
  await button('Undo change to “Name”').click()
  await expect.element(page.getByText(/^No changes yet/)).toBeVisible()
})

test('errors are shown at their fields, nothing is sent, and the first one gets the focus', async () => {
  const bridge = await open()
  await text('Discount (%)').fill('120')
  await text('Name').fill(' ')
  await end().getByRole('button', { name: 'Valid until: No date' }).click()
  await expect.element(page.getByText('2 fields to fix first')).toBeVisible()
  await look().click()
  await expect.element(text('Discount (%)')).toHaveFocus()
  await expect
    .element(text('Discount (%)'))
    .toHaveAccessibleDescription(/^Enter a number from 0 to 100\./)
  await expect.element(text('Name')).toHaveAccessibleDescription('Enter a name.')
  expect(difference().elements()).toEqual([])
  expect(bridge.asked('coupons.change')).toEqual([])
})

test('dishes are picked by name; an id that nobody knows is shown as it is and kept', async () => {
  const bridge = await open()
  await expect.element(button('Remove prd-gone not found')).toBeVisible()
  const search = page.getByRole('textbox', { name: 'Requires one of these items: Search and add' })
  await search.fill('queso')
  await userEvent.keyboard('{ArrowDown}')
  await expect.element(button('Add Empanada de queso')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(search).toHaveFocus()
  await button('Remove Empanada de pino').click()
  await look().click()
  await button('Send 1 change').click()
  await expect
    .poll(() => bridge.asked('coupons.change'))
    .toMatchObject([{ changed: { requiresProductsIds: ['prd-gone', 'prd-2'] } }])
})

test('a field that this type does not use is hidden, and visible once it has a value', async () => {
  const bridge = await open()
  const price = text('Price per item')
  await expect.element(price).not.toBeInTheDocument()
  await page
    .getByText(/^\d fields this coupon type doesn’t use/)
    .first()
    .click()
  await price.fill('990')
  await expect.element(page.getByText('1 unsent change')).toBeVisible()
  closeCoupons()
  await openCoupons([makeCoupon()], '/coupons/cpn-1', 'en', quietStatus(), bridge.drafts)
  await page.getByRole('tab', { name: /^Edit/ }).click()
  await expect.element(price).toBeVisible()
})

test('changes made meanwhile are shown next to the original values', async () => {
  const bridge = await open()
  await text('Minimum order').fill('12000')
  changeCoupon(bridge, makeCoupon({ values: { minimumOrderPrice: 18_000 } }))
  await expect.element(page.getByText('Current: $18,000')).toBeVisible()
  await look().click()
  await expect.element(difference().getByText(/Before: \$15,000/)).toBeVisible()
  await button('Send 1 change').click()
  await expect
    .poll(() => bridge.asked('coupons.change'))
    .toMatchObject([
      { before: { minimumOrderPrice: 18_000 }, changed: { minimumOrderPrice: 12_000 } },
    ])
})

test('changes of another person in other fields are shown, old and new, before anything is sent', async () => {
  const bridge = await open()
  await text('Minimum order').fill('12000')
  changeCoupon(bridge, makeCoupon({ values: { name: 'Martes' } }))
  await expect.element(page.getByRole('heading', { name: 'Martes' })).toBeVisible()
  await look().click()
  const others = difference().getByRole('table', { name: /^Somebody else changed these fields/ })
  const cells = others
    .getByRole('cell')
    .elements()
    .map((cell) => cell.textContent.trim())
  expect(cells).toEqual(['Name', 'Lunes', 'Martes'])
  expect(bridge.asked('coupons.change')).toEqual([])
  await button('Send 1 change').click()
  await expect
    .poll(() => bridge.asked('coupons.change'))
    .toMatchObject([{ changed: { minimumOrderPrice: 12_000 } }])
})

test('a change that the host rejects loses nothing', async () => {
  const bridge = await open()
  bridge.refusals = { 'coupons.change': { code: 'storage' } }
  await text('Name').fill('Martes')
  await look().click()
  await button('Send 1 change').click()
  await expect.element(page.getByText(/^Couldn’t save/)).toBeVisible()
  await button('Keep editing').click()
  await expect.element(text('Name')).toHaveValue('Martes')
})

const since = new Date().toISOString()
const undecided = { since, choices: ['retry', 'dismiss'] } as const
const change = {
  changed: { minimumOrderPrice: 12_000 },
  before: { minimumOrderPrice: 15_000 },
  meanwhile: {},
}
const decided = (choice: DeliveryChoice) => ({
  entries: [{ kind: 'coupon-change', subject: 'cpn-1' }],
  choice,
})

test('the state of a change is shown at each step, until the platform confirms it', async () => {
  const bridge = await openCoupons([makeCoupon()], '/coupons/cpn-1')
  await expect.element(page.getByRole('heading', { name: 'Lunes' })).toBeVisible()
  for (const [delivery, reported] of [
    [{ state: 'queued', since, choices: ['dismiss'] }, /Waiting to be sent/],
    [{ state: 'sending', since }, /Sending/],
    [{ state: 'unknown', since }, /No answer yet/],
    [{ ...undecided, state: 'unknown' }, /The change may have been sent/],
  ] as const) {
    changeCoupon(bridge, makeCoupon({ change: { ...change, delivery } }))
    await expect.element(page.getByText(reported)).toBeVisible()
  }
  await button('Send again').click()
  expect(bridge.asked('deliveries.decide')).toEqual([decided('retry')])
  changeCoupon(bridge, makeCoupon({ values: { minimumOrderPrice: 12_000 } }))
  await expect.element(page.getByText('“Lunes” updated')).toBeVisible()
})

test('a platform that confirms before the change event is shown correctly too', async () => {
  const bridge = await open()
  await text('Minimum order').fill('12000')
  await look().click()
  await button('Send 1 change').click()
  await expect.element(difference()).not.toBeInTheDocument()
  expect(page.getByText(/” updated/).elements()).toEqual([])
  changeCoupon(bridge, makeCoupon({ values: { minimumOrderPrice: 12_000 } }))
  await expect.element(page.getByText('“Lunes” updated')).toBeVisible()
})

test('changed elsewhere meanwhile: all three side by side, and a person decides', async () => {
  const coupon = makeCoupon({
    change: {
      ...change,
      delivery: { ...undecided, state: 'refused', reason: 'conflict' },
      meanwhile: { minimumOrderPrice: 18_000, name: 'Jueves' },
    },
  })
  const bridge = await openCoupons([coupon], '/coupons/cpn-1')
  const note = page.getByRole('status').filter({ hasText: 'Someone else changed' })
  await expect.element(note.getByText(/Someone else changed this coupon/)).toBeVisible()
  const cells = note
    .getByRole('cell')
    .elements()
    .map((cell) => cell.textContent.trim())
  expect(cells).toEqual([
    'Minimum order',
    '$15,000',
    '$18,000',
    '$12,000',
    'Name',
    '',
    'Jueves',
    '',
  ])
  await button('Discard my change').click()
  expect(bridge.asked('deliveries.decide')).toEqual([decided('dismiss')])
})

test.each([
  [
    'emails-forgotten',
    /The change wasn’t sent, because e-mail addresses aren’t kept/,
    ['retry', 'dismiss'],
  ],
  ['not-listed', /The change wasn’t sent, because this coupon is no longer/, ['dismiss']],
  ['part-unread', /The change wasn’t sent, because part of this coupon/, ['retry', 'dismiss']],
] as const)('an unsent change says why: %s', async (reason, reported, choices) => {
  const delivery = { state: 'refused', since, reason, choices } as const
  await openCoupons([makeCoupon({ change: { ...change, delivery } })], '/coupons/cpn-1')
  await expect.element(page.getByText(reported)).toBeVisible()
  await expect.element(button('Edit and resend')).toBeVisible()
  const again = button('Send again').elements()
  expect(again).toHaveLength(reason === 'not-listed' ? 0 : 1)
})

test('a rejected change can be edited without typing it again', async () => {
  const coupon = makeCoupon({
    change: { ...change, delivery: { ...undecided, state: 'refused', message: 'minimum too low' } },
  })
  const bridge = await openCoupons([coupon], '/coupons/cpn-1')
  await expect.element(page.getByText(/The platform rejected this change/)).toBeVisible()
  await button('Edit and resend').click()
  await expect.element(text('Minimum order')).toHaveValue('12000')
  expect(bridge.asked('deliveries.decide')).toEqual([decided('dismiss')])
})

test('all 39 fields are there, each with a name of its own, in the language of the screen', async () => {
  await open(makeCoupon(), 'es')
  const fields = () => [...document.querySelectorAll('[data-field]')]
  await expect.poll(() => fields().length).toBe(39)
  await expect.element(page.getByRole('textbox', { name: 'Pedido mínimo' })).toBeVisible()
})
