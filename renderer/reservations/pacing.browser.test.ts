import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  at,
  closeReservations,
  makeReservation,
  makeReservations,
  openReservations,
} from '../test-support/open-reservations.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(() => closeReservations())

const full = [
  makeReservation({ partySize: 8 }),
  makeReservation({ id: 'r2', tableIds: ['t5'], startsAt: at('21:00'), partySize: 3 }),
  makeReservation({ id: 'r3', tableIds: ['t11'], startsAt: at('21:45'), partySize: 12 }),
]
const limited = (coversPerHalfHour: number | null) => ({
  answers: { 'reservations.list': makeReservations(full, { coversPerHalfHour }) },
})
const chart = () => page.getByRole('table', { name: 'Covers per half hour' })
const halves = () => page.getByRole('list', { name: 'Covers per half hour' })
const tinted = () => [...document.querySelectorAll('.layer .heat')].map((one) => one.className)
const time = (name: RegExp) =>
  page.getByRole('list', { name: 'Time', exact: true }).getByRole('button', { name })

test('full half hours are tinted behind the tables, and the chart and the list beside say how full', async () => {
  await openReservations(full, limited(10))
  await expect.poll(tinted).toEqual(['heat warn', 'heat bad'])
  await expect
    .element(chart().getByRole('row', { name: '20:30 8 guests, limit 10' }))
    .toBeInTheDocument()
  await expect
    .element(chart().getByRole('row', { name: '21:30 12 guests, over the limit of 10' }))
    .toBeInTheDocument()
  const lines = () =>
    halves()
      .getByRole('listitem')
      .elements()
      .map((one) => one.textContent.replaceAll(/\s+/g, ' ').trim())
  await expect
    .poll(lines)
    .toEqual([
      '20:30 8/108 guests, limit 10',
      '21:00 3/103 guests, limit 10',
      '21:30 12/1012 guests, over the limit of 10',
      '22:00 0/100 guests, limit 10',
    ])
})

test('the times of a new reservation say how full they are, and which would be too full with this party', async () => {
  await openReservations(full, limited(10))
  await userEvent.keyboard('n')
  await expect
    .element(time(/^20:30/))
    .toHaveAccessibleName('20:30 8 of 10 guests in this half hour')
  await userEvent.keyboard('4{Enter}')
  await expect
    .element(time(/^20:30/))
    .toHaveAccessibleName('20:30 8 of 10 guests in this half hour, over the limit with this party')
  await expect
    .element(time(/^21:00/))
    .toHaveAccessibleName('21:00 3 of 10 guests in this half hour')
})

test('without a limit nothing is tinted or said', async () => {
  await openReservations(full, limited(null))
  await expect
    .element(chart().getByRole('row', { name: '20:30 8 guests', exact: true }))
    .toBeInTheDocument()
  expect(tinted()).toEqual([])
  await expect.element(halves()).not.toBeInTheDocument()
  await userEvent.keyboard('n')
  await expect.element(time(/^20:30/)).toHaveAccessibleName('20:30')
})
