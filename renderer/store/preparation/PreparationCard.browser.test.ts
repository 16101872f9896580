import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PreparationSuggestion } from '#contract/preparation-time/preparation-time.ts'
import { languages } from '#contract/shared/languages.ts'
import { findMisfits } from '../../test-support/misfits.ts'
import {
  changePreparation,
  closeStore,
  deliveryOf,
  inMinutes,
  makePreparation,
  openStore,
} from '../../test-support/open-store.ts'
import { screenSizes } from '../../test-support/screen-sizes.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(closeStore)

const card = () => page.getByRole('region', { name: 'Preparation time', exact: true })
const button = (name: string) => card().getByRole('button', { name, exact: true })
const value = () => card().getByRole('status').first()
const more = () => button('5 minutes more')

const suggestion: PreparationSuggestion = {
  minutes: 40,
  openTickets: 9,
  openDishes: 18,
  bestHalfHour: 11,
  typicalMinutes: 12,
}

test('taps in a row are shown at once, and each is sent with its own id, in their order', async () => {
  const bridge = await openStore()
  await expect.element(value()).toHaveTextContent('25 min')
  const hold = bridge.hold('preparationTime.set')
  for (const shown of ['30 min', '35 min', '40 min']) {
    await more().click()
    await expect.element(value()).toHaveTextContent(shown)
  }
  for (const minutes of [30, 35, 40]) {
    const { input, answer } = await hold.next()
    expect(input).toMatchObject({ minutes, forMinutes: 60 })
    bridge.answers['preparationTime.get'] = makePreparation({ minutes })
    await answer(makePreparation({ minutes }))
    // An answer to an older tap changes nothing on this screen.
    await expect.element(value()).toHaveTextContent('40 min')
  }
  const ids = hold.arrived.map(({ input }) => input.tapId)
  expect(new Set(ids).size).toBe(3)
  await expect.element(card().getByText('Saving')).not.toBeInTheDocument()
  await expect.element(value()).toHaveTextContent('40 min')
})

test('the host’s value counts once it has answered, also if another screen was later', async () => {
  const bridge = await openStore()
  const hold = bridge.hold('preparationTime.set')
  await more().click()
  await expect.element(card().getByText('Saving')).toBeInTheDocument()
  const { answer } = await hold.next()
  changePreparation(bridge, makePreparation({ minutes: 50 }))
  await expect.poll(() => bridge.asked('preparationTime.get').length).toBeGreaterThan(1)
  await expect.element(value()).toHaveTextContent('30 min')
  await answer(makePreparation({ minutes: 30 }))
  await expect.element(value()).toHaveTextContent('50 min')
  await expect.element(card().getByText('Saving')).not.toBeInTheDocument()
})

test('a tap that fails says so, and the value is the host’s again', async () => {
  const bridge = await openStore()
  bridge.refusals['preparationTime.set'] = { code: 'unreachable' }
  await more().click()
  await expect.element(page.getByText(/^No answer\. Check the connection/)).toBeVisible()
  await expect.element(value()).toHaveTextContent('25 min')
})

test('a change that nobody confirmed is decided in place', async () => {
  const bridge = await openStore({
    answers: {
      'preparationTime.get': makePreparation({ minutes: 45, delivery: deliveryOf('unknown') }),
    },
  })
  await expect
    .element(card().getByText('The preparation time was sent but not confirmed'))
    .toBeVisible()
  await expect.element(card().getByText('Unconfirmed')).toBeVisible()
  await button('Send again').click()
  expect(bridge.asked('deliveries.decide')).toEqual([
    { entries: [{ kind: 'preparation-time', subject: 'store' }], choice: 'retry' },
  ])
})

test('a different value of the platform is said with both numbers', async () => {
  await openStore({
    answers: { 'preparationTime.get': makePreparation({ minutes: 60, differsFrom: 90 }) },
  })
  await expect.element(card().getByText('Requested 90 min; the platform set 60 min.')).toBeVisible()
})

test('values stay between 0 and 240, and a typed one is checked', async () => {
  const bridge = await openStore({
    answers: { 'preparationTime.get': makePreparation({ minutes: 240 }) },
  })
  await expect.element(more()).toBeDisabled()
  changePreparation(bridge, makePreparation({ minutes: 3 }))
  await button('5 minutes less').click()
  expect(bridge.asked('preparationTime.set')).toMatchObject([{ minutes: 0 }])
  changePreparation(bridge, makePreparation({ minutes: 0 }))
  await expect.element(button('5 minutes less')).toBeDisabled()

  const field = card().getByRole('textbox', { name: 'Other time, in minutes' })
  await expect.element(button('Set')).toBeDisabled()
  for (const wrong of ['241', '2,5', '-5']) {
    await field.fill(wrong)
    await userEvent.keyboard('{Enter}')
    await expect.element(card().getByText('Enter a whole number from 0 to 240.')).toBeVisible()
  }
  await field.fill('7')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => bridge.asked('preparationTime.set').at(-1)).toMatchObject({ minutes: 7 })
  expect(bridge.asked('preparationTime.set')).toHaveLength(2)
})

test('without a known value nothing is added to it, and a time can be chosen', async () => {
  const unset = { minutes: null, usualMinutes: null, change: null, delivery: null }
  const bridge = await openStore({
    answers: { 'preparationTime.get': makePreparation(unset) },
  })
  await expect.element(value()).toHaveTextContent('Not set yet')
  await expect.element(more()).toBeDisabled()
  // There is nothing to go back to, so no length is offered that could not be kept.
  await expect.element(card().getByText(/^Nobody has set .* Choose the usual one/)).toBeVisible()
  await expect.element(card().getByRole('group', { name: 'For how long' })).not.toBeInTheDocument()
  await button('20 min').click()
  expect(bridge.asked('preparationTime.set')).toMatchObject([{ minutes: 20 }])
})

test('the first change is for as long as a person chooses, once the usual time is known', async () => {
  const unset = { minutes: null, usualMinutes: 20, change: null, delivery: null }
  const bridge = await openStore({ answers: { 'preparationTime.get': makePreparation(unset) } })
  await expect.element(card().getByText('The usual time is 20 min.')).toBeVisible()
  await card().getByRole('group', { name: 'For how long' }).getByText('30 min').click()
  await button('45 min').click()
  await expect
    .poll(() => bridge.asked('preparationTime.set'))
    .toMatchObject([{ minutes: 45, forMinutes: 30 }])
})

test('a change holds as long as the restaurant’s setting says, or as a person chooses', async () => {
  const bridge = await openStore({ settings: { preparationBackMinutes: 45 } })
  const choices = card().getByRole('group', { name: 'For how long' })
  await expect.element(choices.getByRole('radio', { name: '45 min' })).toBeChecked()
  expect(choices.getByRole('radio').elements()).toHaveLength(5)
  await button('10 min').click()
  await choices.getByText('2 h').click()
  await button('15 min').click()
  await choices.getByText('Until changed').click()
  await button('20 min').click()
  await expect.poll(() => bridge.asked('preparationTime.set')).toHaveLength(3)
  expect(bridge.asked('preparationTime.set')).toMatchObject([
    { minutes: 10, forMinutes: 45 },
    { minutes: 15, forMinutes: 120 },
    { minutes: 20, forMinutes: null },
  ])
})

test('another length also counts for the change in force', async () => {
  const changed = makePreparation({ minutes: 40, backAt: inMinutes(20) })
  const bridge = await openStore({ answers: { 'preparationTime.get': changed } })
  await expect.element(card().getByText(/^Goes back to 25 min at/)).toBeVisible()
  await card().getByText('Until changed').click()
  expect(bridge.asked('preparationTime.set')).toMatchObject([{ minutes: 40, forMinutes: null }])
  changePreparation(bridge, { ...changed, backAt: null })
  await expect
    .element(card().getByText('Stays until somebody changes it. The usual time is 25 min.'))
    .toBeVisible()
})

test('it goes back at once, and a manager makes it the usual time; a counter can’t', async () => {
  const changed = makePreparation({ minutes: 40, backAt: inMinutes(20) })
  const bridge = await openStore({ answers: { 'preparationTime.get': changed } })
  await button('Back to 25 min now').click()
  expect(bridge.asked('preparationTime.set')).toMatchObject([{ minutes: 25, forMinutes: null }])
  await button('Keep as usual time').click()
  expect(bridge.asked('preparationTime.setUsual')).toHaveLength(1)
  closeStore()
  await openStore({ role: 'counter', answers: { 'preparationTime.get': changed } })
  await expect.element(button('Back to 25 min now')).toBeVisible()
  await expect.element(button('Keep as usual time')).not.toBeInTheDocument()
  await expect.element(card().getByRole('switch')).not.toBeInTheDocument()
  await expect.element(card().getByText('Automatic is off.')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Opening hours' })).not.toBeInTheDocument()
})

test.for<[string, Partial<PreparationSuggestion>, string]>([
  [
    'all figures',
    {},
    '18 open dishes in 9 tickets, at best 11 tickets in half an hour today, typical time 12 min, so 40 min.',
  ],
  [
    'too few tickets for a best half hour',
    { bestHalfHour: null, openDishes: 1, openTickets: 1 },
    '1 open dish in 1 ticket, typical time today 12 min, so 40 min.',
  ],
  [
    'no typical time',
    { typicalMinutes: null },
    '18 open dishes in 9 tickets, at best 11 tickets in half an hour today, so 40 min.',
  ],
])('the suggestion says what it is made of: %s', async ([, some, sentence]) => {
  const bridge = await openStore({
    answers: { 'preparationTime.suggestion': { ...suggestion, ...some } },
  })
  await expect.element(card().getByText(sentence)).toBeVisible()
  await button('Use 40 min').click()
  expect(bridge.asked('preparationTime.set')).toMatchObject([{ minutes: 40 }])
})

test('without figures today it says so', async () => {
  await openStore()
  await expect.element(card().getByText(/^No suggestion yet/)).toBeVisible()
})

test('a manager switches the automatic mode, and wrong limits are said', async () => {
  const bridge = await openStore({
    settings: { automaticPreparation: true, automaticLeast: 50, automaticMost: 30 },
    answers: { 'preparationTime.get': makePreparation({ isAutomatic: true }) },
  })
  await expect
    .element(
      card().getByText('The shortest time is longer than the longest. 50 min is always set.'),
    )
    .toBeVisible()
  await card().getByRole('switch', { name: 'Automatic' }).click()
  expect(bridge.asked('settings.change')).toEqual([{ automaticPreparation: false }])
  await expect
    .element(card().getByRole('link', { name: 'Change limits' }))
    .toHaveAttribute('href', '#/setup/preparation-time')
})

test('the history says who, from what to what, and why', async () => {
  const change = { before: 20, reason: 'person', suggestion: null } as const
  await openStore({
    answers: {
      'preparationTime.history': [
        { ...change, id: '1', at: inMinutes(-1), minutes: 30, screen: 'Barra' },
        { ...change, id: '2', at: inMinutes(-2), minutes: 25, screen: '', reason: 'back' },
        {
          ...change,
          id: '3',
          at: inMinutes(-3),
          minutes: 40,
          screen: '',
          reason: 'automatic',
          suggestion,
        },
        ...Array.from({ length: 4 }, (_, nth) => ({
          ...change,
          id: `older ${String(nth)}`,
          at: inMinutes(-10 - nth),
          minutes: 20,
          before: null,
          screen: '',
        })),
      ],
    },
  })
  const history = page.getByRole('region', { name: 'Past preparation times' })
  const rows = history.getByRole('listitem')
  await expect.element(rows.first()).toMatchTextContent(/20 → 30 min.*Barra$/)
  await expect.element(rows.nth(1)).toMatchTextContent(/20 → 25 min.*Went back by itself$/)
  await expect.element(rows.nth(2)).toMatchTextContent(/20 → 40 min.*18 open dishes.*Automatic$/)
  expect(rows.elements()).toHaveLength(5)
  await history.getByRole('button', { name: 'Show all 7' }).click()
  expect(rows.elements()).toHaveLength(7)
  await expect.element(rows.last()).toMatchTextContent(/20 min.*Unnamed screen$/)
})

test.for(languages)('in %s everything fits on every screen', async (language) => {
  const changed = makePreparation({
    minutes: 120,
    usualMinutes: 100,
    backAt: inMinutes(20),
    differsFrom: 240,
    delivery: deliveryOf('unknown'),
  })
  await openStore({
    language,
    settings: { automaticPreparation: true, automaticLeast: 50, automaticMost: 30 },
    answers: { 'preparationTime.get': changed, 'preparationTime.suggestion': suggestion },
  })
  await expect.element(page.getByRole('switch')).toBeVisible()
  const main = document.querySelector('main')
  for (const [width, height] of screenSizes) {
    await page.viewport(width, height)
    expect(main && findMisfits(main), `${String(width)} wide`).toEqual([])
  }
})
