import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  at,
  closeReservations,
  makeReservations,
  makeClient,
  makeReservation,
  openReservations,
  changeReservations,
  isPastMidnight,
  tomorrow,
} from '../../test-support/open-reservations.ts'
import { dayText } from '../days.ts'
import { makeGuestList } from '../../test-support/open-guests.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(() => closeReservations())

const intake = () => page.getByRole('region', { name: 'New reservation' })
const text = (name: string) => intake().getByRole('textbox', { name, exact: true })
const combo = (name: string) => intake().getByRole('combobox', { name })
const confirmButton = () => intake().getByRole('button', { name: /^Book/ })
const table = (name: RegExp) => intake().getByRole('button', { name })
const keys = (typed: string) => userEvent.keyboard(typed)

/** Fills the fields up to the table, for tomorrow, which is the visible day. */
async function typeAll(name = 'Renata Inventada', phone = '+56 9 2222 3333'): Promise<void> {
  await keys('n')
  await expect.element(text('Guests')).toHaveFocus()
  await keys('4{Enter}{Enter}2030{Enter}')
  await expect.element(combo('Name')).toHaveFocus()
  await keys(`${name}{Enter}`)
  await expect.element(combo('Phone')).toHaveFocus()
  await keys(`${phone}{Enter}`)
  await expect.element(text('E-mail')).toHaveFocus()
  await keys('{Enter}{Enter}')
  await expect.element(text('Table')).toHaveFocus()
}

test('by the keyboard alone, in the order in which one asks; Enter with a table’s name takes the table', async () => {
  const created = makeReservation({ tableIds: ['t5'] })
  const bridge = await openReservations([], { answers: { 'reservations.create': created } })
  await typeAll()
  await keys('9{Enter}')
  await expect.element(intake().getByText('There is no table 9.')).toBeVisible()
  await keys('{Backspace}5{Enter}')
  await expect.element(table(/^5/)).toHaveAttribute('aria-pressed', 'true')
  await keys('{Enter}')
  await expect.element(text('Special requests')).toHaveFocus()
  await keys('By the window{Enter}')
  await expect.element(text('Allergies')).toHaveFocus()
  await keys('nueces{Enter}')
  await expect.element(confirmButton()).toHaveFocus()
  changeReservations(bridge, [created])
  await keys('{Enter}')
  await expect.element(intake()).not.toBeInTheDocument()
  expect(bridge.asked('reservations.create')).toEqual([
    {
      tapId: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      kind: 'booked',
      accepted: [],
      booking: {
        partySize: 4,
        startsAt: at('20:30'),
        durationMinutes: 120,
        firstName: 'Renata',
        lastName: 'Inventada',
        phone: '+56 9 2222 3333',
        email: '',
        occasion: null,
        sectorId: 's1',
        tableIds: ['t5'],
        requests: 'By the window',
        allergies: 'nueces',
        clientId: null,
      },
    },
  ])
  await expect.element(page.getByRole('status').getByText('Renata Inventada')).toBeVisible()
})

test('a time that is typed at the choice of the day goes to the time', async () => {
  // In the night, nobody says tomorrow for the day that has begun.
  const name = isPastMidnight ? dayText(tomorrow) : 'Tomorrow'
  const chosen = intake().getByRole('radio', { name })
  await openReservations()
  await keys('n')
  await expect.element(text('Guests')).toHaveFocus()
  await keys('4{Enter}')
  await expect.element(chosen).toHaveFocus()
  await keys('2030')
  const clock = intake().getByRole('group', { name: 'Time' })
  await expect.element(clock.getByRole('spinbutton', { name: 'Hour' })).toHaveTextContent('20')
  await expect.element(clock.getByRole('spinbutton', { name: 'Minute' })).toHaveTextContent('30')
  await expect.element(chosen).toBeChecked()
  await keys('{Enter}')
  await expect.element(combo('Name')).toHaveFocus()
})

test('a guest who is known fills the rest; the arrow points at who booked here before the others', async () => {
  const bridge = await openReservations([], {
    answers: {
      'reservations.search': [
        makeReservation({ firstName: 'Camila', lastName: 'Rojas', phone: '+56961234514' }),
      ],
      'guests.list': makeGuestList([
        makeClient({ clientId: 'c9', name: 'Ricardo Camus' }),
        makeClient(),
      ]),
    },
  })
  await keys('n')
  await expect.element(text('Guests')).toHaveFocus()
  await keys('4{Enter}{Enter}2030{Enter}cam')
  await expect
    .poll(() => intake().getByRole('option').elements()[0]?.textContent)
    .toContain('Camila Rojas')
  await keys('{ArrowDown}{Enter}')
  await expect.element(combo('Name')).toHaveValue('Camila Rojas')
  await expect.element(combo('Phone')).toHaveValue('+56961234514')
  await expect.element(text('E-mail')).toHaveValue('camila@example.com')
  expect(bridge.asked('guests.get')).toEqual([{ clientId: 'c1' }])
  // Another name means another guest.
  await combo('Name').fill('Camila R')
  await expect
    .poll(() => bridge.asked('drafts.save').at(-1))
    .toMatchObject({ draft: { name: 'Camila R', clientId: null } })
})

test('a digit at the occasion goes to the table', async () => {
  await openReservations()
  await keys('n')
  await expect.element(text('Table')).toBeVisible()
  await intake().getByRole('radio', { name: 'Birthday' }).click({ force: true })
  await keys('5{Enter}')
  await expect.element(table(/^5/)).toHaveAttribute('aria-pressed', 'true')
  await expect.element(intake().getByRole('radio', { name: 'Birthday' })).toBeChecked()
})

test('missing fields are marked, and nothing is sent', async () => {
  const bridge = await openReservations()
  await keys('n')
  await expect.element(text('Guests')).toHaveFocus()
  await keys('{Control>}{Enter}{/Control}')
  await expect.element(intake().getByText('Enter the number of guests.')).toBeVisible()
  await expect.element(text('Guests')).toHaveFocus()
  await keys('2{Control>}{Enter}{/Control}')
  await expect.element(intake().getByText('Choose a time.')).toBeVisible()
  await expect.element(intake().getByRole('spinbutton', { name: 'Hour' })).toHaveFocus()
  expect(bridge.asked('reservations.create')).toEqual([])
})

test('objections are shown at their fields; an error keeps the focus, a warning can be accepted', async () => {
  const bridge = await openReservations()
  bridge.answers['reservations.check'] = [
    { kind: 'error', code: 'no-name', about: [] },
    { kind: 'error', code: 'table-taken', about: ['5'] },
    { kind: 'warning', code: 'closed-then', about: [at('12:00'), at('16:00')] },
    { kind: 'warning', code: 'pacing', about: ['24', '20'] },
  ]
  bridge.refusals = {
    'reservations.create': { code: 'too-late', detail: 'no-name table-taken' },
  }
  await typeAll()
  const nameless = intake().getByText('Enter a name.')
  await expect.element(nameless).toBeVisible()
  await expect.element(combo('Name')).toHaveAccessibleDescription('Enter a name.')
  await expect.element(intake().getByText(/^Taken at this time: 5/)).toBeVisible()
  await expect
    .element(
      intake().getByText('The restaurant is closed at this time. Opening hours: 12:00–16:00.'),
    )
    .toBeVisible()
  await expect
    .element(intake().getByText('Too many arrivals in this half hour: 24 guests (limit 20).'))
    .toBeVisible()
  await confirmButton().click()
  await expect.element(combo('Name')).toHaveFocus()
  await expect.element(combo('Name')).toHaveValue('Renata Inventada')
  bridge.refusals = {}
  bridge.answers['reservations.check'] = [
    { kind: 'warning', code: 'closed-then', about: [at('12:00'), at('16:00')] },
  ]
  bridge.answers['reservations.create'] = makeReservation()
  await combo('Name').fill('Renata')
  await expect.element(nameless).not.toBeInTheDocument()
  await expect.element(confirmButton()).toHaveTextContent('Book anyway')
  await confirmButton().click()
  await expect.element(intake()).not.toBeInTheDocument()
  const taps = bridge.asked('reservations.create') as { tapId: string; accepted: string[] }[]
  expect(taps.map(({ accepted }) => accepted)).toEqual([['closed-then', 'pacing'], ['closed-then']])
  expect(new Set(taps.map(({ tapId }) => tapId)).size).toBe(1)
})

test('a telephone that looks unusual is a warning, said once its field is left, and can be booked', async () => {
  const bridge = await openReservations([], {
    answers: {
      'reservations.check': [{ kind: 'warning', code: 'unusual-phone', about: [] }],
      'reservations.create': makeReservation(),
    },
  })
  const warning = intake().getByText('This phone number looks unusual. Check it with the guest.')
  await keys('n')
  await expect.element(text('Guests')).toHaveFocus()
  await keys('4{Enter}{Enter}2030{Enter}Renata{Enter}+521')
  await expect
    .poll(() => bridge.asked('reservations.check').at(-1))
    .toMatchObject({
      booking: { phone: '+521' },
    })
  await expect.element(warning).not.toBeInTheDocument()
  await keys('{Enter}')
  await expect.element(warning).toBeVisible()
  await confirmButton().click()
  await expect.element(intake()).not.toBeInTheDocument()
  expect(bridge.asked('reservations.create')).toMatchObject([
    { accepted: ['unusual-phone'], booking: { phone: '+521' } },
  ])
})

test('the platform’s own telephone and e-mail are sent byte for byte', async () => {
  const client = makeClient({ phone: ' +521 (55)-… ', email: 'sin correo ' })
  const bridge = await openReservations([], {
    answers: {
      'guests.list': makeGuestList([client]),
      'reservations.create': makeReservation(),
    },
  })
  await keys('n')
  await expect.element(text('Guests')).toHaveFocus()
  await keys('4{Enter}{Enter}2030{Enter}cam')
  await expect.element(intake().getByRole('option')).toBeInTheDocument()
  await keys('{ArrowDown}{Enter}')
  await expect.element(combo('Name')).toHaveValue('Camila Rojas')
  await keys('{Control>}{Enter}{/Control}')
  await expect.element(intake()).not.toBeInTheDocument()
  expect(bridge.asked('reservations.create')).toMatchObject([
    { accepted: [], booking: { phone: ' +521 (55)-… ', email: 'sin correo ', clientId: 'c1' } },
  ])
})

test('a table that another takes meanwhile is shown with whose it is, and cannot be tapped', async () => {
  const bridge = await openReservations()
  await typeAll()
  await expect.element(table(/^5 4 seats/)).toBeVisible()
  changeReservations(bridge, [makeReservation({ startsAt: at('20:00'), tableIds: ['t5'] })])
  await expect.element(table(/^5 Renata Inventada, 20:00/)).toHaveAttribute('aria-disabled', 'true')
  await table(/^5/).click({ force: true })
  await expect.element(table(/^5/)).toHaveAttribute('aria-pressed', 'false')
  // A reservation that ends when this one starts does not block it.
  changeReservations(bridge, [makeReservation({ startsAt: at('18:30'), tableIds: ['t5'] })])
  await expect.element(table(/^5 4 seats/)).not.toHaveAttribute('aria-disabled')
})

test('the hours of the day are offered, those beyond them as closed, and no time that has passed', async () => {
  await openReservations([], { answers: { 'reservations.list': makeReservations([]) } })
  await keys('n')
  await expect.element(table(/^20:30$/)).toBeVisible()
  await expect.element(intake().getByRole('button', { name: 'More times' })).toBeVisible()
  await intake().getByRole('button', { name: 'More times' }).click()
  await expect.element(table(/^11:30\s*closed$/)).toBeVisible()
  await expect.element(intake().getByRole('button', { name: 'More times' })).not.toBeInTheDocument()
})
