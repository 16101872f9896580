import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  at,
  closeReservations,
  delivery,
  makeReservations,
  makeTable,
  makeReservation,
  openReservations,
  changeReservations,
  today,
  tomorrow,
} from '../test-support/open-reservations.ts'
import { addDays } from '../clock/instant-at.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(() => closeReservations())

const timeline = () => page.getByRole('group', { name: 'Schedule by table' })
const row = (name: string) => page.getByRole('region', { name, exact: true })
const chart = () => page.getByRole('table', { name: 'Covers per half hour' })
const button = (name: string | RegExp) => page.getByRole('button', { name })

test('a day by table: each party at its table, parties without one above, and past ones hidden', async () => {
  await openReservations([
    makeReservation(),
    makeReservation({
      id: 'r2',
      firstName: 'Eva',
      tableIds: [],
      delivery: delivery('unknown'),
      allergies: 'maní',
    }),
    makeReservation({ id: 'r3', firstName: 'Noa', tableIds: ['t5'], visit: 'no-show' }),
    makeReservation({ id: 'r4', firstName: 'Sol', tableIds: ['t3', 't5'], startsAt: at('13:00') }),
  ])
  await expect
    .element(row('3').getByRole('button', { name: /Renata Inventada 20:30 · Expected/ }))
    .toBeVisible()
  await expect
    .element(row('3').getByRole('button', { name: /Sol Inventada 13:00/ }))
    .toBeInTheDocument()
  await expect.element(row('5').getByRole('button', { name: /Sol/ })).toBeInTheDocument()
  expect(row('5').getByRole('button').elements()).toHaveLength(1)
  await expect
    .element(
      row('No table yet').getByRole('button', {
        name: /Eva Inventada 20:30 · Unanswered Allergies/,
      }),
    )
    .toBeVisible()
})

test('a table that the platform assigned shows no id: by a phrase until a person names it', async () => {
  const assigned = (id: string) => ({ ...makeTable('', 2), id, learned: true })
  const plan = {
    sectors: [
      {
        id: 'rsec-salon',
        name: '',
        tables: [assigned('rtbl-1'), assigned('rtbl-2')],
        fixtures: [],
      },
    ],
  }
  const one = makeReservation({ sectorId: 'rsec-salon', tableIds: ['rtbl-2'] })
  const unknown = makeReservation({ id: 'r2', firstName: 'Eva', tableIds: ['rtbl-9'] })
  const bridge = await openReservations([one, unknown], {
    answers: {
      'reservations.list': makeReservations([one, unknown], { plan }),
      'reservations.savePlan': null,
    },
  })
  const shows = () => document.body.textContent
  await expect
    .element(row('Table assigned by the platform (2)').getByRole('button', { name: /Renata/ }))
    .toBeVisible()
  expect(shows()).toContain('Sector assigned by the platform')
  await userEvent.keyboard('n')
  await expect.element(button(/^Table assigned by the platform \(1\)/)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await page.getByText('List', { exact: true }).click()
  await expect.element(button(/Eva Inventada Table assigned by the platform/)).toBeVisible()
  expect(shows()).not.toMatch(/rtbl|rsec/)
  await button('More').click()
  await button('Tables').click()
  const dialog = page.getByRole('dialog', { name: 'Tables' })
  await dialog.getByRole('button', { name: /^Table assigned by the platform \(2\)/ }).click()
  const field = dialog.getByRole('textbox', { name: 'Name' })
  await expect.element(field).toHaveAccessibleDescription(/to Renata Inventada, .* 20:30\.$/)
  await field.fill('Ventana')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(bridge.asked('reservations.savePlan')).toMatchObject([
    { sectors: [{ name: '', tables: [{ name: '' }, { name: 'Ventana', learned: true }] }] },
  ])
})

test('a new reservation is scrolled into view, highlighted for a moment, and focused', async () => {
  const others = Array.from({ length: 30 }, (_, nth) => String(nth + 1))
  const plan = {
    sectors: [
      {
        id: 's1',
        name: 'Salón',
        tables: others.map((name) => makeTable(name)),
        fixtures: [],
      },
    ],
  }
  const created = makeReservation({ id: 'new', startsAt: at('22:00'), tableIds: ['t30'] })
  const bridge = await openReservations([], {
    answers: {
      'reservations.list': makeReservations([], { plan }),
      'reservations.create': created,
    },
  })
  await expect.element(timeline()).toBeVisible()
  await userEvent.keyboard('n')
  await expect.element(page.getByRole('textbox', { name: 'Guests', exact: true })).toHaveFocus()
  await userEvent.keyboard('4{Enter}2200{Enter}Renata{Control>}{Enter}{/Control}')
  await expect
    .element(page.getByRole('region', { name: 'New reservation' }))
    .not.toBeInTheDocument()
  changeReservations(bridge, [created], { plan })
  const bar = row('30').getByRole('button', { name: /Renata/ })
  await expect.element(bar).toBeInViewport({ ratio: 0.9 })
  await expect.element(bar).toHaveFocus()
  await expect.element(bar).toHaveClass(/marked/)
  await expect.element(bar).not.toHaveClass(/marked/)
})

test('by the mouse: dragged to another table and time, asked once, and changed', async () => {
  const bridge = await openReservations([makeReservation()], {
    answers: { 'reservations.replace': makeReservation({ id: 'r2', startsAt: at('21:00') }) },
  })
  const bar = row('3').getByRole('button', { name: /Renata/ })
  await expect.element(bar).toBeVisible()
  await expect.element(bar).toBeInViewport()
  const half = () => bar.element().getBoundingClientRect().width / 4
  const { left, top } = bar.element().getBoundingClientRect()
  const down =
    row('5').element().getBoundingClientRect().top - row('3').element().getBoundingClientRect().top
  const pointer = (type: string, x: number, y: number) =>
    bar
      .element()
      .dispatchEvent(
        new PointerEvent(type, { bubbles: true, button: 0, pointerId: 1, clientX: x, clientY: y }),
      )
  pointer('pointerdown', left + 20, top + 20)
  pointer('pointermove', left + 20 + half() * 0.9, top + 20 + down)
  await expect.element(row('5').getByText(/^21:00 · Renata/)).toBeInTheDocument()
  pointer('pointerup', left + 20 + half() * 0.9, top + 20 + down)
  const dialog = page.getByRole('dialog', { name: 'Move Renata Inventada' })
  await expect.element(dialog.getByText('20:30 · Table 3 → 21:00 · Table 5')).toBeVisible()
  await expect.element(dialog.getByText(/^The platform can’t change a reservation/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Move' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(bridge.asked('reservations.replace')).toMatchObject([
    {
      reservationId: 'r1',
      before: { startsAt: at('20:30'), tableIds: ['t3'] },
      booking: { startsAt: at('21:00'), sectorId: 's1', tableIds: ['t5'], partySize: 4 },
    },
  ])
})

test('by the keyboard: M takes it up, arrows move it by a quarter of an hour or a table, Escape leaves it', async () => {
  const bridge = await openReservations([makeReservation()], {
    answers: {
      'reservations.check': [{ kind: 'error', code: 'table-taken', about: ['5'] }],
      'reservations.setSeats': null,
    },
  })
  const bar = row('3').getByRole('button', { name: /Renata/ })
  await expect.element(bar).toBeVisible()
  bar.element().focus()
  await userEvent.keyboard('m{ArrowRight}{ArrowRight}{ArrowLeft}{ArrowDown}')
  await expect
    .element(
      timeline().getByText('20:45, Table 5. Press Enter to move it here, or Escape to cancel.'),
    )
    .toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(timeline().getByText(/Press Enter to move it here/)).not.toBeInTheDocument()
  await expect.poll(() => location.hash).toContain(`day=${tomorrow}`)
  // A table is only ours: it changes at once, and can be undone.
  await userEvent.keyboard('m{ArrowDown}{Enter}')
  await expect.element(page.getByText('Renata Inventada (4) · Table 5')).toBeVisible()
  await button('Undo').click()
  await expect
    .poll(() => bridge.asked('reservations.setSeats'))
    .toMatchObject([
      { reservationId: 'r1', seats: { sectorId: 's1', tableIds: ['t5'] } },
      { reservationId: 'r1', seats: { sectorId: 's1', tableIds: ['t3'] } },
    ])
  bar.element().focus()
  await userEvent.keyboard('m{ArrowRight}{ArrowDown}{Enter}')
  const dialog = page.getByRole('dialog', { name: 'Move Renata Inventada' })
  await expect.element(dialog.getByText('20:30 · Table 3 → 20:45 · Table 5')).toBeVisible()
  await expect.element(dialog.getByText(/^Taken at this time: 5/)).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Move' })).toBeDisabled()
  await dialog.getByRole('button', { name: 'Don’t move' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(bridge.asked('reservations.replace')).toEqual([])
})

test('the covers and their sum follow what the host says, and what is over the limit says so', async () => {
  const bridge = await openReservations([makeReservation()])
  await expect.element(timeline().getByText('4 guests').first()).toBeVisible()
  await expect.element(chart().getByRole('row', { name: '20:30 4 guests' })).toBeInTheDocument()
  await expect.poll(() => document.querySelectorAll('.chart svg rect').length).toBe(1)
  changeReservations(
    bridge,
    [
      makeReservation(),
      makeReservation({ id: 'r2', tableIds: ['t5'], startsAt: at('20:45'), partySize: 3 }),
      makeReservation({ id: 'r3', tableIds: ['t11'], startsAt: at('13:00'), partySize: 5 }),
      makeReservation({ id: 'r4', tableIds: [], startsAt: at('13:00'), visit: 'cancelled' }),
    ],
    { coversPerHalfHour: 6 },
  )
  await expect
    .element(chart().getByRole('row', { name: '20:30 7 guests, over the limit of 6' }))
    .toBeInTheDocument()
  await expect
    .element(chart().getByRole('row', { name: '13:00 5 guests, limit 6' }))
    .toBeInTheDocument()
  await expect.element(timeline().getByText('12 guests').first()).toBeVisible()
  await expect.element(timeline().getByText('Limit: 6 per half hour')).toBeVisible()
  await expect.poll(() => document.querySelectorAll('.chart svg rect').length).toBe(2)
})

test('a limit that is set in Settings, and hours that the menu brings, are there at once', async () => {
  const bridge = await openReservations([makeReservation()])
  await expect.element(row('3').getByRole('button')).toBeVisible()
  const asked = bridge.asked('reservations.list').length
  bridge.answers['reservations.list'] = makeReservations([makeReservation()], {
    coversPerHalfHour: 3,
  })
  bridge.notify({
    type: 'settings.changed',
    settings: { coversPerHalfHour: 3, tableMinutes: 120 } as never,
  })
  await expect.element(timeline().getByText('Limit: 3 per half hour')).toBeVisible()
  expect(bridge.asked('reservations.list').length).toBeGreaterThan(asked)
})

test('a list by time with its states, and a week by half hour that leads to a day', async () => {
  const bridge = await openReservations(
    [
      makeReservation({ allergies: 'maní' }),
      makeReservation({ id: 'r2', firstName: 'Eva', startsAt: at('13:00'), visit: 'cancelled' }),
      makeReservation({
        id: 'after-midnight',
        firstName: 'Noe',
        startsAt: at('00:30', addDays(tomorrow, 1)),
      }),
    ],
    { query: `day=${tomorrow}&view=list` },
  )
  const lines = () =>
    page
      .getByRole('main')
      .getByRole('listitem')
      .elements()
      .map((one) => one.textContent.replaceAll(/\s+/g, ' ').trim())
  await expect.poll(lines).toEqual([
    expect.stringMatching(/^13:00 ?4 ?Eva Inventada ?Table 3.*Cancelled$/),
    expect.stringMatching(/^20:30 ?4 ?Renata Inventada ?Table 3 ?maní ?.*Booked ?.*Expected$/),
    // After midnight, in the same night.
    expect.stringMatching(/^00:30 ?4 ?Noe Inventada/),
  ])
  await page.getByText('Week', { exact: true }).click()
  await expect.element(page.getByRole('row', { name: /^20:30.*4/ })).toBeVisible()
  const times = () =>
    page
      .getByRole('rowheader')
      .elements()
      .map((each) => each.textContent.trim())
  await expect.poll(times).toEqual(['20:30', '00:30'])
  expect(bridge.asked('reservations.list')).toContainEqual(
    expect.objectContaining({ from: expect.any(String) as string }),
  )
  await button(/8 guests$/).click()
  await expect.poll(() => location.hash).toBe(`#/reservations?day=${tomorrow}&view=day`)
})

test('after midnight the room stays at the evening, and so does a new reservation', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(at('00:30', tomorrow)) })
  onTestFinished(() => void vi.useRealTimers())
  const evening = makeReservation({ startsAt: at('23:00', today) })
  const night = makeReservation({ id: 'night', firstName: 'Noe', startsAt: at('00:45') })
  const bridge = await openReservations([evening, night], { query: 'view=list' })
  await expect.element(page.getByText('Renata Inventada').first()).toBeVisible()
  await expect.element(page.getByText('Noe Inventada').first()).toBeVisible()
  expect(bridge.asked('reservations.list').at(-1)).toEqual({ from: today, to: today })
  const pages = [...document.querySelectorAll('.day-print-page')].map((each) => each.textContent)
  expect(pages.find((text) => text.includes('Renata'))).toContain('Noe Inventada')
  await userEvent.keyboard('n')
  await expect
    .poll(() => bridge.asked('reservations.list'))
    .toContainEqual({ from: addDays(today, -1), to: today })
  await expect.element(page.getByRole('radio', { name: 'Tonight' })).toBeChecked()
})

test('by the keyboard: a day on and back, today, and a search of every day', async () => {
  const bridge = await openReservations([makeReservation()])
  await expect.element(row('3').getByRole('button')).toBeVisible()
  await userEvent.keyboard('t')
  await expect.poll(() => location.hash).toContain(`day=${today}`)
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => location.hash).toContain(`day=${tomorrow}`)
  bridge.answers['reservations.search'] = [makeReservation({ firstName: 'Eva', code: 'RES-7' })]
  await userEvent.keyboard('/res-7')
  await expect.element(button(/Eva Inventada/)).toBeVisible()
  await expect.poll(() => bridge.asked('reservations.search').at(-1)).toEqual({ text: 'res-7' })
  bridge.answers['reservations.search'] = []
  await userEvent.keyboard('x')
  await expect.element(page.getByText('No results for “res-7x”')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(row('3').getByRole('button')).toBeVisible()
})

test('reservations that cannot be loaded can be tried again, and a lost connection says that they may be out of date', async () => {
  const bridge = await openReservations()
  await expect.element(timeline()).toBeVisible()
  bridge.refusals = { 'reservations.list': { code: 'storage' } }
  bridge.notify({ type: 'host.replaced' })
  await expect.element(page.getByText('Couldn’t load the reservations')).toBeVisible()
  bridge.refusals = {}
  await button('Try again').click()
  await expect.element(timeline()).toBeVisible()
  bridge.setLink('down')
  await expect
    .element(page.getByText(/Reservations may be out of date, and you can’t take new ones/))
    .toBeVisible()
})

test('a day without an answer is not shown as empty', async () => {
  const bridge = await openReservations([makeReservation()])
  await expect.element(timeline()).toBeVisible()
  const { days, ...others } = makeReservations([])
  bridge.answers['reservations.list'] = {
    ...others,
    days: days.filter(({ day }) => day <= tomorrow),
  }
  bridge.notify({ type: 'events.missed' })
  await expect.element(page.getByText('No reservations on this day')).toBeVisible()
  bridge.refusals = { 'reservations.list': { code: 'internal' } }
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect.element(page.getByText('Couldn’t load the reservations')).toBeVisible()
  await expect.element(page.getByText('No reservations on this day')).not.toBeInTheDocument()
})

test('prints and saves what is visible', async () => {
  const bridge = await openReservations(
    [makeReservation({ requests: 'Silla', allergies: 'maní' })],
    {
      answers: { 'reservations.table': 'day;time' },
    },
  )
  const print = vi.spyOn(globalThis, 'print').mockImplementation(() => undefined)
  await button('More').click()
  await button('Print').click()
  await expect.poll(() => print).toHaveBeenCalledOnce()
  print.mockRestore()
  expect(document.querySelector('.day-print td')?.textContent).toBe('20:30')
  expect(document.querySelector('.day-print')?.textContent).toContain('maní · Silla')
  await button('More').click()
  await button('Export CSV').click()
  await expect
    .poll(() => bridge.asked('reservations.table'))
    .toEqual([{ from: tomorrow, to: tomorrow }])
})
