import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { DeliveryChoice } from '#contract/deliveries/delivery.ts'
import {
  buttonOf,
  closeBoard,
  openBoard,
  rowOf,
  switchOf,
  changeStockStates,
} from '../test-support/open-board.ts'
import { clockTime } from '../clock/times.ts'
import { makeBoard, makeState, makeDelivery } from '../test-support/sample-board.ts'
import { makeInstruction } from '../test-support/sample-instruction.ts'

beforeEach(() => page.viewport(1024, 768))
afterEach(closeBoard)

const tapId: unknown = expect.stringMatching(/^[\da-f-]{36}$/)

test('one tap sells out until the next opening; the row shows the host’s state', async () => {
  const bridge = await openBoard(makeBoard())
  const palta = switchOf('Palta')
  await expect.element(palta).toHaveAttribute('aria-checked', 'true')
  await palta.dblClick()
  const out = { kind: 'out', until: { kind: 'opening' } }
  const key = 'option:toppings/palta'
  expect(bridge.asked('stock.set')).toEqual([{ tapId, keys: [key], act: out }])
  // An unconfirmed state isn't guessed.
  await expect.element(palta).toHaveAttribute('aria-checked', 'true')
  changeStockStates(bridge, [
    makeState(key, { delivery: makeDelivery('sending'), setBy: 'Parrilla' }),
  ])
  await expect.element(palta).toHaveAttribute('aria-checked', 'false')
  await expect
    .poll(() => rowOf('Palta'))
    .toMatch(/Sold out until further notice\s+sending · changed on Parrilla 0 s ago/)
  await palta.click()
  expect(bridge.asked('stock.set').at(-1)).toEqual({
    tapId,
    keys: [key],
    act: { kind: 'back' },
  })
  changeStockStates(bridge, [], [key])
  await expect.element(palta).toHaveAttribute('aria-checked', 'true')
  await expect.poll(() => rowOf('Palta')).not.toContain('sending')
})

test('if the opening hours are unknown, a tap sells out until further notice', async () => {
  const bridge = await openBoard(makeBoard({ nextOpening: null }))
  await switchOf('Palta').click()
  expect(bridge.asked('stock.set')).toMatchObject([
    { act: { kind: 'out', until: { kind: 'notice' } } },
  ])
  await page.getByRole('button', { name: 'More for Palta' }).click()
  await expect.element(page.getByRole('button', { name: /Until we open next/ })).toBeDisabled()
  await expect.element(page.getByText('The opening hours aren’t known')).toBeVisible()
})

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()

test('an opening that is minutes away is asked about before anything is sold out', async () => {
  const bridge = await openBoard(makeBoard({ nextOpening: inMinutes(7) }))
  await switchOf('Palta').click()
  const dialog = page.getByRole('dialog', { name: 'Palta' })
  await expect.element(dialog).toBeVisible()
  expect(bridge.asked('stock.set'), 'the tap itself does nothing').toEqual([])
  await dialog.getByRole('button', { name: /^Until we open next/ }).click()
  const asked = page.getByRole('dialog', { name: 'Sold out for only 7 minutes?' })
  await expect.element(asked.getByText(/^It will be back on sale at \d\d:\d\d\.$/)).toBeVisible()
  expect(bridge.asked('stock.set')).toEqual([])
  await asked.getByRole('button', { name: 'Choose another time' }).click()
  await expect.element(asked).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: /^Until we open next/ }).click()
  await asked.getByRole('button', { name: /^Sold out until/ }).click()
  expect(bridge.asked('stock.set')).toMatchObject([
    { keys: ['option:toppings/palta'], act: { kind: 'out', until: { kind: 'opening' } } },
  ])
  await expect.element(dialog).not.toBeInTheDocument()
})

test('each preset says until when', async () => {
  const timeZone = 'America/Santiago'
  const clock = (at: number) =>
    new Intl.DateTimeFormat('en', {
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
      timeZone,
    }).format(at)
  const opening = Date.now() + 24 * 3_600_000
  await openBoard(makeBoard({ timeZone, nextOpening: new Date(opening).toISOString() }))
  await page.getByRole('button', { name: 'More for Palta' }).click()
  const dialog = page.getByRole('dialog', { name: 'Palta' })
  await expect
    .element(
      dialog.getByRole('button', {
        name: `Until we open next until tomorrow ${clock(opening)}`,
      }),
    )
    .toBeVisible()
  for (const hours of [1, 2, 4])
    await expect
      .element(dialog.getByRole('button', { name: new RegExp(`^${String(hours)} hours? until `) }))
      .toBeVisible()
  await expect.element(dialog.getByRole('button', { name: /^Until \d\d:\d\d to/ })).toBeVisible()
})

test('after a tap: for how long, or undo', async () => {
  const bridge = await openBoard(makeBoard())
  await switchOf('Empanada de pino').click()
  const bar = page.getByRole('region', { name: 'For how long?' })
  await bar.getByRole('button', { name: /^2 hours, until / }).click()
  expect(bridge.asked('stock.set').at(-1)).toMatchObject({
    keys: ['product:empanada'],
    act: { kind: 'out', until: { kind: 'hours', hours: 2 } },
  })
  await expect.element(bar).not.toBeInTheDocument()
  await switchOf('Empanada de pino').click()
  await bar.getByRole('button', { name: 'Undo' }).click()
  expect(bridge.asked('stock.set').at(-1)).toMatchObject({ act: { kind: 'back' } })
})

/** Never within the half hour that a person is asked about, at whatever hour the test runs. */
const later = clockTime(Date.now() + 12 * 3_600_000, 'America/Santiago')

test.for<[string, (dialog: ReturnType<typeof page.getByRole>) => Promise<void>, object]>([
  [
    'until a time',
    async (dialog) => {
      const time = dialog.getByRole('group', { name: 'Until a time' })
      await time.getByRole('spinbutton', { name: 'Hour' }).click()
      await userEvent.keyboard(later.replace(':', ''))
      await dialog.getByRole('button', { name: new RegExp(`^Until .*${later}`) }).click()
    },
    { kind: 'out', until: { kind: 'time', time: later } },
  ],
  [
    'so many left',
    async (dialog) => {
      await dialog.getByLabelText('Limited quantity').fill('12')
      await dialog.getByRole('button', { name: 'One fewer' }).click()
      await dialog.getByRole('button', { name: '11 left' }).click()
    },
    { kind: 'count', left: 11 },
  ],
  [
    'further notice',
    async (dialog) => dialog.getByRole('button', { name: 'Until further notice' }).click(),
    { kind: 'out', until: { kind: 'notice' } },
  ],
])('a long press asks: %s', async ([, choose, act]) => {
  const bridge = await openBoard(makeBoard())
  const place = switchOf('Palta')
  await place.click({ delay: 700 })
  const dialog = page.getByRole('dialog', { name: 'Palta' })
  await expect.element(dialog).toBeVisible()
  expect(bridge.asked('stock.set'), 'the press itself does nothing').toEqual([])
  await choose(dialog)
  expect(bridge.asked('stock.set')).toMatchObject([{ keys: ['option:toppings/palta'], act }])
  await expect.element(dialog).not.toBeInTheDocument()
})

test('a count out of range cannot be sent', async () => {
  await openBoard(makeBoard())
  await page.getByRole('button', { name: 'More for Palta' }).click()
  for (const wrong of ['0', '10000', '1.5', '']) {
    await page.getByLabelText('Limited quantity').fill(wrong)
    await expect.element(buttonOf('Enter a number from 1 to 9999')).toBeDisabled()
  }
})

test('several items: selected, changed in one message, counted until the last answer, rejected ones by name', async () => {
  const bridge = await openBoard(makeBoard())
  await buttonOf('Select').click()
  await buttonOf('Select all').click()
  await page.getByRole('checkbox', { name: 'Select Palta' }).click()
  await expect.element(page.getByText('3 selected')).toBeVisible()
  await buttonOf('Sold out…').click()
  await page
    .getByRole('dialog', { name: '3 selected' })
    .getByRole('button', { name: /^1 hour/ })
    .click()
  const keys = ['product:empanada', 'product:jalapeno', 'product:pastel']
  expect(bridge.asked('stock.set')).toMatchObject([
    { keys, act: { kind: 'out', until: { kind: 'hours', hours: 1 } } },
  ])
  const progress = page.getByRole('status').filter({ hasText: 'confirmed' })
  await expect.element(progress).toHaveTextContent('0 of 3 confirmed')
  changeStockStates(bridge, [
    makeState('product:empanada'),
    makeState('product:jalapeno', { delivery: makeDelivery('accepted') }),
    makeState('product:pastel', { delivery: makeDelivery('refused', 'No such product') }),
  ])
  await expect.element(progress).toHaveTextContent('1 of 3 confirmed · 1 rejected')
  await expect.element(page.getByText('Pastel de choclo: rejected')).toBeVisible()
  await expect.element(page.getByText('No such product', { exact: true })).not.toBeVisible()
  changeStockStates(bridge, [makeState('product:jalapeno')])
  await expect.element(progress).toHaveTextContent('2 of 3 confirmed · 1 rejected')
})

test.for<['refused' | 'undecided', string, DeliveryChoice]>([
  ['refused', 'Send again', 'retry'],
  ['undecided', 'Dismiss', 'mark-done'],
])('what is %s is decided by a person', async ([state, text, choice]) => {
  const key = 'product:empanada'
  const delivery = makeDelivery(state, 'Nope')
  const bridge = await openBoard(makeBoard({ states: [makeState(key, { delivery })] }))
  await buttonOf(`${text} Empanada de pino`).click()
  expect(bridge.asked('deliveries.decide')).toEqual([
    { entries: [{ kind: 'stock', subject: key }], choice },
  ])
})

test('a count that waited too long asks for a recount', async () => {
  const key = 'product:empanada'
  const states = [makeState(key, { state: 'counted', left: 4, delivery: makeDelivery('expired') })]
  const bridge = await openBoard(makeBoard({ states }))
  await buttonOf('Count again Empanada de pino').click()
  await expect.element(page.getByLabelText('Limited quantity')).toBeVisible()
  const field = document.querySelector('[role=dialog] input')
  expect(field?.getAttribute('inputmode'), 'the count stands first').toBe('numeric')
  await page.getByLabelText('Limited quantity').fill('3')
  await buttonOf('3 left').click()
  expect(bridge.asked('stock.set')).toMatchObject([
    { keys: [key], act: { kind: 'count', left: 3 } },
  ])
})

const opening = { at: new Date(Date.now() + 60_000).toISOString(), keys: ['product:pastel'] }

test('the question of the opening stands in every room, and leads to choosing on the board', async () => {
  const board = makeBoard({ opening, states: [makeState('product:pastel')] })
  const bridge = await openBoard(board, '#/')
  // The wall has one short alert; its actions are in the list.
  await page.getByRole('button', { name: /1 item is still sold out until further notice/ }).click()
  await page.getByRole('link', { name: /^Choose…/ }).click()
  await expect
    .element(page.getByRole('checkbox', { name: 'Select Pastel de choclo' }))
    .toBeChecked()
  expect(bridge.asked('stock.set')).toEqual([])
  await page.getByRole('button', { name: /^Put all back on sale/ }).click()
  expect(bridge.asked('stock.set')).toMatchObject([{ keys: opening.keys, act: { kind: 'back' } }])
  await expect.poll(() => bridge.asked('stock.answerOpening')).toHaveLength(1)
})

test('the question can be answered by leaving the items off', async () => {
  const bridge = await openBoard(makeBoard({ opening, states: [makeState('product:pastel')] }))
  await page.getByRole('button', { name: /^Keep sold out/ }).click()
  expect(bridge.asked('stock.set')).toEqual([])
  expect(bridge.asked('stock.answerOpening')).toHaveLength(1)
})

test('what the chain sold out is changed only after a question, which says why', async () => {
  const key = 'option:toppings/palta'
  const bridge = await openBoard(
    makeBoard({ states: [makeState(key, { setBy: 'Alerce: Ana Rojas', byChain: true })] }),
  )
  bridge.answers['instructions.list'] = [
    makeInstruction({ reason: 'Glass in lot 12', names: ['Palta'] }),
    makeInstruction({ id: 'i2', reason: 'Another', names: ['Salmon'] }),
    makeInstruction({ id: 'i3', change: { kind: 'on-sale', of: 'i4' }, names: ['Palta'] }),
    makeInstruction({ id: 'i4', reason: 'Another that is over', names: ['Palta'] }),
  ]
  await switchOf('Palta').click()
  const dialog = page.getByRole('dialog', { name: 'Sold out by the chain' })
  await expect.element(dialog.getByText('Palta')).toBeVisible()
  await expect.element(dialog).toMatchTextContent(/“Glass in lot 12” Alerce: Ana Rojas/)
  await expect.element(dialog).not.toMatchTextContent(/Another/)
  await dialog.getByRole('button', { name: 'Leave sold out' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(bridge.asked('stock.set')).toEqual([])

  await switchOf('Palta').click()
  await dialog.getByRole('button', { name: 'Change it anyway' }).click()
  await expect
    .poll(() => bridge.asked('stock.set'))
    .toEqual([{ tapId, keys: [key], act: { kind: 'back' } }])
})

test('selling it out until further notice as well asks nothing', async () => {
  const key = 'option:toppings/palta'
  const bridge = await openBoard(makeBoard({ states: [makeState(key, { byChain: true })] }))
  await page.getByRole('button', { name: 'More for Palta' }).click()
  await page.getByRole('button', { name: 'Until further notice' }).click()
  await expect.poll(() => bridge.asked('stock.set')).toMatchObject([{ keys: [key] }])
  await page.getByRole('button', { name: 'More for Palta' }).click()
  await page.getByRole('button', { name: 'Back on sale' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Sold out by the chain' })).toBeVisible()
  expect(bridge.asked('stock.set')).toHaveLength(1)
})
