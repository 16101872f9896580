import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../test-support/expect-accessible.ts'
import {
  at,
  closeReservations,
  makeReservation,
  openReservations,
} from '../test-support/open-reservations.ts'

beforeEach(() => page.viewport(390, 844))
afterEach(closeReservations)

const button = (name: string | RegExp) => page.getByRole('button', { name })
const bottomOf = (element: Element | undefined): number =>
  element?.getBoundingClientRect().bottom ?? 0

test('on a phone the day is a list by time, with a new reservation at the bottom edge', async () => {
  await openReservations([
    makeReservation(),
    makeReservation({ id: 'r2', firstName: 'Noa', startsAt: at('20:30'), partySize: 2 }),
    makeReservation({ id: 'r3', firstName: 'Eva', startsAt: at('22:00') }),
  ])
  await expect.element(page.getByRole('heading', { name: '20:30 6 guests' })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: '22:00 4 guests' })).toBeVisible()
  await expect.element(button(/20:30 4 Renata Inventada/)).toBeVisible()
  expect(page.getByText('Day', { exact: true }).elements()).toHaveLength(0)
  const main = button('New reservation')
  const room = document.querySelector('main')
  expect(bottomOf(room ?? undefined) - bottomOf(main.element())).toBeLessThan(16)
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
  await expectAccessible(main)
})

test('the other actions are behind one button', async () => {
  await openReservations([makeReservation()])
  await button('More').click()
  const menu = page.getByRole('dialog', { name: 'More' })
  await menu.getByRole('button', { name: 'Walk-in' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Walk-in' })).toBeVisible()
  expect(menu.elements()).toHaveLength(0)
})
