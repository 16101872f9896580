import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Input } from '#contract/index.ts'
import type { Hours, StoreHours } from '#contract/store-hours/store-hours.ts'
import {
  changeHours,
  closeHours,
  makeStoreHours,
  openHours,
  period,
  sentHours,
  usualHours,
  withHours,
} from '../test-support/open-hours.ts'
import { FakeBridge } from '../test-support/fake-bridge.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(closeHours)

const button = (name: string) => page.getByRole('button', { name, exact: true })
const day = (name: string) => page.getByRole('group', { name, exact: true })
const times = (name: string) => day(name).getByRole('button', { name: /Change times/ })
const review = () => page.getByRole('dialog', { name: 'Review changes' })
const sent = (bridge: FakeBridge) => bridge.asked('storeHours.send') as Input<'storeHours.send'>[]

const lateFriday: Hours = { ...usualHours, week: usualHours.week.with(4, [period(12, 26)]) }

/** Moves Friday's end from 01:00 to 02:00. */
async function moveFriday(): Promise<void> {
  const end = day('Friday').getByRole('slider', { name: 'Friday: closes' })
  await expect.element(end).toBeVisible()
  ;(end.element() as HTMLElement).focus()
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}')
  await expect.element(times('Friday').getByText('12:00–02:00 (next day)')).toBeVisible()
}

const withSent = (
  store: StoreHours,
  hours: Hours,
  ...delivery: Parameters<typeof sentHours> extends [Hours, ...infer Rest] ? Rest : never
): StoreHours => ({
  ...store,
  sent: sentHours(hours, ...delivery),
})

test('the review shows the whole week, marks what changes, and sends it with its version', async () => {
  const bridge = await openHours()
  const store = makeStoreHours()
  await moveFriday()
  await page
    .getByRole('group', { name: 'Coming closed days' })
    .getByRole('button', { name: 'Remove Monday 25 December 2090' })
    .click()
  await expect.element(page.getByText('2 unsent changes')).toBeVisible()
  await button('Review changes').click()
  const friday = review().getByRole('row', { name: /^Friday/ })
  await expect.element(friday.getByText('Changed')).toBeVisible()
  await expect.element(friday.getByText('12:00–01:00 (next day)')).toBeVisible()
  await expect.element(friday.getByText('12:00–02:00 (next day)')).toBeVisible()
  const tuesday = review().getByRole('row', { name: /^Tuesday/ })
  await expect.element(tuesday.getByText('Changed')).not.toBeInTheDocument()
  await expect.element(review().getByText('Monday 25 December 2090')).toBeVisible()
  await expect
    .element(review().getByText(/also what somebody changed there since Tue, 24 Nov 2026, 18:20/))
    .toBeVisible()
  const after = { ...lateFriday, closedDays: ['2020-12-25'] }
  const sending = withSent(store, after, { state: 'sending' })
  bridge.answers['storeHours.get'] = sending
  bridge.answers['storeHours.send'] = sending
  await review().getByRole('button', { name: 'Send hours' }).click()
  await expect.element(review()).not.toBeInTheDocument()
  expect(sent(bridge)).toEqual([
    { tapId: expect.any(String) as string, version: 'v1', hours: after },
  ])
  await expect.element(page.getByText('Sending the hours…')).toBeVisible()
  // Nothing can be changed while it is being sent.
  await expect.element(day('Friday').getByRole('slider').first()).not.toBeInTheDocument()
  expect(bridge.drafts.size).toBe(1)
  changeHours(bridge, withSent(withHours(store, after), after, { state: 'confirmed' }))
  await expect.element(page.getByText('The platform confirmed the opening hours')).toBeVisible()
  await expect
    .element(page.getByText('Last sent on Tue, 24 Nov 2026, 18:30 by Oficina'))
    .toBeVisible()
  await expect.poll(() => bridge.drafts.size).toBe(0)
  await expect.element(button('Review changes')).not.toBeInTheDocument()
})

test('offline nothing is sent; the changes stay and are sent again with one tap', async () => {
  const bridge = await openHours()
  const store = makeStoreHours()
  await moveFriday()
  await button('Review changes').click()
  const offline = withSent(store, lateFriday, { state: 'withdrawn', reason: 'offline' })
  bridge.answers['storeHours.get'] = offline
  bridge.answers['storeHours.send'] = offline
  await review().getByRole('button', { name: 'Send hours' }).click()
  const note = page.getByRole('status').filter({ hasText: /^Nothing was sent: no connection/ })
  await expect.element(note).toBeVisible()
  await expect.element(times('Friday').getByText('12:00–02:00 (next day)')).toBeVisible()
  await note.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => sent(bridge).length).toBe(2)
  const [first, second] = sent(bridge)
  expect(second).toEqual({ ...first, tapId: expect.any(String) as string })
  expect(second?.tapId).not.toBe(first?.tapId)
  expect(bridge.drafts.size).toBe(1)
})

test('hours that changed meanwhile stand next to the own change, and a person chooses', async () => {
  const bridge = await openHours()
  const store = makeStoreHours()
  await moveFriday()
  await day('Tuesday').getByRole('switch').click()
  const other = {
    week: usualHours.week
      .with(4, [period(12, 24)])
      .with(1, [period(10, 14)])
      .with(6, []),
  }
  changeHours(bridge, withHours(store, other))
  const note = page.getByRole('region', { name: 'The hours changed while you were editing' })
  const friday = note.getByRole('group', { name: 'Friday' })
  await expect.element(friday.getByText('12:00–02:00 (next day)')).toBeVisible()
  await expect.element(friday.getByText('12:00–00:00')).toBeVisible()
  await expect.element(note.getByText('12:00–20:00 → Closed')).toBeVisible()
  await expect.element(button('Review changes')).toBeDisabled()
  await friday.getByRole('button', { name: 'Use mine' }).click()
  await note
    .getByRole('group', { name: 'Tuesday' })
    .getByRole('button', { name: 'Use the platform’s' })
    .click()
  await expect.element(times('Tuesday').getByText('10:00–14:00')).toBeVisible()
  await expect.element(times('Friday').getByText('12:00–02:00 (next day)')).toBeVisible()
  await note.getByRole('button', { name: 'Got it' }).click()
  await expect.element(note).not.toBeInTheDocument()
  await button('Review changes').click()
  bridge.answers['storeHours.send'] = store
  await review().getByRole('button', { name: 'Send hours' }).click()
  const week = other.week.with(4, [period(12, 26)])
  expect(sent(bridge)).toEqual([
    { tapId: expect.any(String) as string, version: 'v2', hours: { ...usualHours, week } },
  ])
})

test('hours that change during the review must be looked at again', async () => {
  const bridge = await openHours()
  const store = makeStoreHours()
  await moveFriday()
  await button('Review changes').click()
  const send = review().getByRole('button', { name: 'Send hours' })
  await expect.element(send).toBeEnabled()
  // The host knows already, and the page does not yet.
  bridge.refusals['storeHours.send'] = { code: 'too-late', reason: 'hours-changed' }
  bridge.answers['storeHours.get'] = withHours(store, { closedDays: [] })
  await send.click()
  await expect
    .element(review().getByText(/^The hours on the platform have changed meanwhile. Check/))
    .toBeVisible()
  await expect.element(send).toBeDisabled()
  bridge.refusals = {}
  bridge.answers['storeHours.send'] = store
  await review().getByRole('button', { name: 'Checked' }).click()
  await send.click()
  expect(sent(bridge).map(({ version }) => version)).toEqual(['v1', 'v2'])
  expect(sent(bridge)[1]?.hours).toEqual({ ...lateFriday, closedDays: [] })
})

test('a conflict during the review sends the person back to choose; the change stays', async () => {
  const bridge = await openHours()
  await moveFriday()
  await button('Review changes').click()
  changeHours(bridge, withHours(makeStoreHours(), { week: usualHours.week.with(4, []) }))
  await expect.element(review().getByText(/Go back and choose/)).toBeVisible()
  await expect.element(review().getByRole('button', { name: 'Send hours' })).toBeDisabled()
  await review().getByRole('button', { name: 'Back' }).click()
  const friday = page
    .getByRole('region', { name: 'The hours changed while you were editing' })
    .getByRole('group', { name: 'Friday' })
  await friday.getByRole('button', { name: 'Use the platform’s' }).click()
  await expect.element(times('Friday').getByText('Closed')).toBeVisible()
  await expect.poll(() => bridge.drafts.size).toBe(0)
})

test('the platform answered other hours: both are shown, and the changes stay', async () => {
  const bridge = await openHours()
  const store = makeStoreHours()
  await moveFriday()
  const answered = withHours(store, { week: usualHours.week.with(2, []) })
  changeHours(bridge, withSent(answered, lateFriday, { state: 'confirmed' }))
  // What the platform has changed besides is taken over, so the edit is not what was sent.
  await expect
    .element(page.getByRole('region', { name: 'The hours changed while you were editing' }))
    .toBeVisible()
  changeHours(bridge, withSent(store, lateFriday, { state: 'confirmed' }))
  const note = page.getByRole('status').filter({ hasText: /answered other hours/ })
  await expect
    .element(note.getByText('sent: 12:00–02:00 (next day) · answered: 12:00–01:00 (next day)'))
    .toBeVisible()
  await expect.element(button('Review changes')).toBeEnabled()
})

test('rejected and unanswered hours are decided here', async () => {
  const store = makeStoreHours()
  const choices = ['retry', 'mark-done', 'dismiss'] as const
  const bridge = await openHours(
    withSent(store, lateFriday, { state: 'refused', choices, message: '400 no' }),
  )
  await expect.element(page.getByText('The platform rejected the opening hours')).toBeVisible()
  await button('Send again').click()
  changeHours(bridge, withSent(store, lateFriday, { state: 'unknown', choices }))
  await expect.element(page.getByText(/sent but not confirmed/)).toBeVisible()
  await button('Discard').click()
  const decided = (choice: string) => ({
    entries: [{ kind: 'store-hours', subject: 'store' }],
    choice,
  })
  expect(bridge.asked('deliveries.decide')).toEqual([decided('retry'), decided('dismiss')])
})

test('before anything else the weekday question is asked, without our own belief', async () => {
  const asks = makeStoreHours({ question: { periods: [] } })
  const bridge = await openHours(asks)
  const question = page.getByRole('region', { name: 'One question first' })
  await expect
    .element(question.getByText('On the platform’s own page, on which day is the store closed?'))
    .toBeVisible()
  await expect.element(page.getByRole('region', { name: 'The week' })).not.toBeInTheDocument()
  expect(question.getByRole('button').elements()).toHaveLength(7)
  bridge.answers['storeHours.answerQuestion'] = makeStoreHours()
  await question.getByRole('button', { name: 'Monday' }).click()
  await expect.element(page.getByText('Thank you. The days are read correctly.')).toBeVisible()
  await expect.element(times('Monday').getByText('Closed')).toBeVisible()
  expect(bridge.asked('storeHours.answerQuestion')).toEqual([{ weekday: 1 }])
  await button('Got it').click()

  await openHours(
    makeStoreHours({ question: { periods: [period(12, 16), period(19, 23)] } }),
    'en',
    bridge,
  )
  await expect
    .element(question.getByText(/is the store open 12:00–16:00 · 19:00–23:00\?$/))
    .toBeVisible()
  const week = [...usualHours.week.slice(6), ...usualHours.week.slice(0, 6)]
  bridge.answers['storeHours.answerQuestion'] = withHours(asks, { week })
  await question.getByRole('button', { name: 'Wednesday' }).click()
  await expect.element(page.getByText(/counts its days differently/)).toBeVisible()
})

test('the weekday question can be left: the hours are shown, not changed, and it is asked again', async () => {
  const bridge = await openHours(makeStoreHours({ question: { periods: [] } }))
  const question = page.getByRole('region', { name: 'One question first' })
  await button('Answer later').click()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(day('Friday').getByText('12:00–01:00 (next day)')).toBeVisible()
  await expect.element(page.getByRole('slider').first()).not.toBeInTheDocument()
  await expect.element(page.getByRole('switch').first()).not.toBeInTheDocument()
  await button('Answer the question').click()
  await expect.element(question).toBeVisible()
  await button('Answer later').click()
  location.hash = '#/coupons'
  await expect.element(page.getByRole('region', { name: 'The week' })).not.toBeInTheDocument()
  location.hash = '#/store/hours'
  await expect.element(question).toBeVisible()
  expect(bridge.asked('storeHours.answerQuestion')).toEqual([])
})

test('hours of the menu, and none at all, say what sending replaces', async () => {
  const store = makeStoreHours()
  const bridge = await openHours({
    ...store,
    known: store.known && { ...store.known, source: 'menu' },
  })
  await expect
    .element(page.getByText(/These are the hours of its menu. What you send replaces everything/))
    .toBeVisible()
  changeHours(bridge, { ...store, known: null })
  await expect
    .element(page.getByText(/^The platform has not shown the store’s hours yet/))
    .toBeVisible()
  await day('Tuesday').getByRole('switch').click()
  await expect.element(times('Tuesday').getByText('12:00–22:00')).toBeVisible()
  await button('Review changes').click()
  await expect.element(review().getByText(/also what can’t be seen here/)).toBeVisible()
})

test('hours that can’t be read in full are shown, and not changed', async () => {
  await openHours(makeStoreHours({ unread: ['closedDays.2'] }))
  await expect.element(page.getByText(/can’t be read here: closed days/)).toBeVisible()
  await expect.element(day('Friday').getByText('12:00–01:00 (next day)')).toBeVisible()
  await expect.element(page.getByRole('slider').first()).not.toBeInTheDocument()
  await expect.element(page.getByRole('switch').first()).not.toBeInTheDocument()
  await expect
    .element(page.getByRole('button', { name: /^Remove/ }).first())
    .not.toBeInTheDocument()
})

test('a store that would never be open asks once more', async () => {
  const only = {
    ...usualHours,
    special: [],
    week: usualHours.week.map((_, nth) => (nth === 4 ? [period(12, 20)] : [])),
  }
  const bridge = await openHours(withHours(makeStoreHours(), only))
  await day('Friday').getByRole('switch').click()
  await button('Review changes').click()
  await expect
    .element(review().getByText('With these hours the store would never be open.'))
    .toBeVisible()
  const send = review().getByRole('button', { name: 'Send hours' })
  await expect.element(send).toBeDisabled()
  await review().getByRole('switch', { name: 'Yes, close the store on every day' }).click()
  bridge.answers['storeHours.send'] = makeStoreHours()
  await send.click()
  expect(sent(bridge)).toHaveLength(1)
})

test('unsent changes are there after another room, can be discarded, and come back', async () => {
  const bridge = await openHours()
  await moveFriday()
  location.hash = '#/coupons'
  await expect.element(page.getByRole('region', { name: 'The week' })).not.toBeInTheDocument()
  location.hash = '#/store/hours'
  await expect.element(times('Friday').getByText('12:00–02:00 (next day)')).toBeVisible()
  await expect.element(page.getByText(/^Started on/)).toBeVisible()
  await button('Discard').click()
  await expect.element(times('Friday').getByText('12:00–01:00 (next day)')).toBeVisible()
  await expect.poll(() => bridge.drafts.size).toBe(0)
  await button('Undo').click()
  await expect.element(times('Friday').getByText('12:00–02:00 (next day)')).toBeVisible()
})

test('what was not loaded says why, and is loaded again', async () => {
  const bridge = new FakeBridge()
  bridge.refusals = { 'storeHours.get': { code: 'storage' } }
  await openHours(makeStoreHours(), 'en', bridge)
  await expect.element(page.getByText('Couldn’t load the opening hours')).toBeVisible()
  bridge.refusals = {}
  await button('Try again').click()
  await expect.element(times('Friday')).toBeVisible()
})
