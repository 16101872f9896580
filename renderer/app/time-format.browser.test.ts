import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { TimeFormat } from '#contract/settings/fields.ts'
import { defaultSettings } from '#contract/settings/settings.ts'
import { timeFormat } from '../clock/time-format.ts'
import { setLanguage } from '../locales/i18n.ts'
import { FakeBridge } from '../test-support/fake-bridge.ts'
import { buttonOf, closeBoard, openBoard, rowOf } from '../test-support/open-board.ts'
import {
  at,
  closeReservations,
  makeReservation,
  openReservations,
} from '../test-support/open-reservations.ts'
import { closeWall, openWall, ticketsUpTo } from '../test-support/open-wall.ts'
import { makeBoard, makeState } from '../test-support/sample-board.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(async () => {
  closeWall()
  closeBoard()
  closeReservations()
  timeFormat.value = '24-hour'
  await setLanguage('en')
})

/** Tells the page of the restaurant's choice, as the host does. */
const choose = (bridge: FakeBridge, chosen: TimeFormat): void =>
  bridge.notify({
    type: 'settings.changed',
    settings: { ...defaultSettings, timeFormat: chosen },
  })

/** Times that are only on a clock with 24 hours. */
const of24 = /\b(?:0\d|1[3-9]|2[0-3]):[0-5]\d\b/
const textOf = (selector: string) => () =>
  document.querySelector<HTMLElement>(selector)?.innerText.replaceAll(/\s/g, ' ') ?? ''

test('the clock of the wall changes with the choice, and back', async () => {
  const bridge = new FakeBridge(ticketsUpTo(3))
  await openWall(bridge)
  const clock = textOf('.clock')
  await expect.poll(clock).toMatch(/^[0-2]\d:[0-5]\d$/)
  choose(bridge, '12-hour')
  await expect.poll(clock).toMatch(/^1?\d:[0-5]\d [AP]M$/)
  await setLanguage('es')
  await expect.poll(clock).toMatch(/^1?\d:[0-5]\d [ap]\. m\.$/)
  choose(bridge, '24-hour')
  await expect.poll(clock).toMatch(/^[0-2]\d:[0-5]\d$/)
})

test('a screen that starts has the choice from its first view on', async () => {
  const bridge = new FakeBridge(ticketsUpTo(3))
  bridge.answers['settings.get'] = { ...defaultSettings, timeFormat: '12-hour' }
  await openWall(bridge)
  await expect.poll(textOf('.clock')).toMatch(/^1?\d:[0-5]\d [AP]M$/)
})

test('the 86 board writes the end of an item, and asks for one, as was chosen', async () => {
  const state = makeState('option:toppings/palta', { until: at('18:30') })
  const bridge = await openBoard(makeBoard({ states: [state] }))
  const row = () => rowOf('Palta').replaceAll(/\s/g, ' ')
  await expect.poll(row).toContain('18:30')
  choose(bridge, '12-hour')
  await expect.poll(row).toContain('6:30 PM')
  expect(row()).not.toMatch(of24)
  await buttonOf('More for Palta').click()
  const ends = page.getByRole('dialog').getByRole('button', { name: /until/i })
  await expect.element(ends.last()).toBeVisible()
  const words = ends.elements().map((end) => end.textContent.replaceAll(/\s/g, ' '))
  expect(words.filter((each) => /\d:\d\d [AP]M/.test(each)).length).toBeGreaterThan(3)
  expect(words.join(' ')).not.toMatch(of24)
})

test('reservations are shown as was chosen', async () => {
  const bridge = await openReservations([makeReservation()])
  const room = textOf('main')
  await expect.poll(room).toContain('20:30')
  choose(bridge, '12-hour')
  await expect.poll(room).toContain('8:30 PM')
  expect(room()).not.toMatch(of24)
  await page.getByText('Week', { exact: true }).click()
  await expect.element(page.getByRole('rowheader', { name: '8:30 PM' })).toBeVisible()
})

test('a reservation is taken as was chosen, by the keyboard alone; its draft stays HH:MM', async () => {
  const bridge = await openReservations()
  choose(bridge, '12-hour')
  await userEvent.keyboard('n')
  const intake = page.getByRole('region', { name: 'New reservation' })
  await expect.element(intake.getByRole('textbox', { name: 'Guests' })).toHaveFocus()
  await userEvent.keyboard('4{Enter}{Enter}830p{Enter}')
  await expect.element(intake.getByRole('combobox', { name: 'Name' })).toHaveFocus()
  const half = intake.getByRole('button', { name: '8:30 PM' })
  await expect.element(half).toHaveAttribute('aria-pressed', 'true')
  expect(textOf('.intake')()).not.toMatch(of24)
  await expect
    .poll(() => bridge.asked('drafts.save').at(-1))
    .toMatchObject({ draft: { time: '20:30' } })
})
