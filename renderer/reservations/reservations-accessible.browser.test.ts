import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible } from '../test-support/expect-accessible.ts'
import {
  at,
  closeReservations,
  delivery,
  makeReservation,
  openReservations,
} from '../test-support/open-reservations.ts'

beforeEach(() => page.viewport(1024, 768))
afterEach(() => closeReservations())

const button = (name: string | RegExp) => page.getByRole('button', { name })
const keys = (typed: string) => userEvent.keyboard(typed)

/** An evening with parties in every state. */
const evening = () => [
  makeReservation(),
  makeReservation({ id: 'r2', firstName: 'Eva', tableIds: [], delivery: delivery('unknown') }),
  makeReservation({ id: 'r3', firstName: 'Sol', tableIds: ['t5'], visit: 'seated' }),
  makeReservation({ id: 'r4', firstName: 'Luz', tableIds: ['t1'], delivery: delivery('refused') }),
  makeReservation({
    ...{ id: 'r5', firstName: 'Noa', tableIds: ['t11'], startsAt: at('13:00') },
    ...{ allergies: 'maní', requests: 'By the window', occasion: 'birthday' },
  }),
]

test('a day by table and as a list is accessible', async () => {
  await openReservations(evening())
  await expectAccessible(button(/Renata Inventada/).first())
  await page.getByText('List', { exact: true }).click()
  await expectAccessible(button(/Noa Inventada/).first())
})

test('a reservation in its drawer is accessible', async () => {
  await openReservations(evening())
  await button(/Eva Inventada/)
    .first()
    .click()
  await expectAccessible(page.getByRole('dialog'))
})

test('the form is accessible, and books by the keyboard', async () => {
  const created = makeReservation({ tableIds: ['t5'] })
  const bridge = await openReservations([], { answers: { 'reservations.create': created } })
  await keys('n')
  const form = page.getByRole('region', { name: 'New reservation' })
  const guests = form.getByRole('textbox', { name: 'Guests', exact: true })
  await expectAccessible(guests)
  await guests.click()
  await keys('4{Enter}{Enter}2030{Enter}Renata Inventada{Control>}{Enter}{/Control}')
  await expect
    .poll(() => bridge.asked('reservations.create'))
    .toMatchObject([{ booking: { partySize: 4, startsAt: at('20:30'), firstName: 'Renata' } }])
  // Nothing of it is left for the next one.
  await expect
    .poll(() => bridge.asked('drafts.discard').at(-1))
    .toMatchObject({ kind: 'reservation', subject: '' })
})
