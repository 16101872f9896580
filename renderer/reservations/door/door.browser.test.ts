import { h } from 'vue'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Reservation, ReservationList } from '#contract/reservations/reservations.ts'
import { defaultSettings } from '#contract/settings/settings.ts'
import { expectAccessible } from '../../test-support/expect-accessible.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import { makeReservation, makeReservations } from '../../test-support/open-reservations.ts'
import { clockTime } from '../../clock/times.ts'
import QuickDialog from '../QuickDialog.vue'
import SeatDialog from '../SeatDialog.vue'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountComponent)

const start = Date.now()
const inMinutes = (minutes: number) => new Date(start + minutes * 60_000).toISOString()
const written = (instant: string) => clockTime(instant, 'America/Santiago')

/** At table 5 since half an hour, for another 45 minutes. */
const seatedAtFive = () =>
  makeReservation({
    ...{ id: 's5', kind: 'walk-in', delivery: null, visit: 'seated', tableIds: ['t5'] },
    ...{ partySize: 2, startsAt: inMinutes(-30), seatedAt: inMinutes(-30), endsAt: inMinutes(45) },
  })
/** Renata’s four guests have table 3 in an hour. */
const hasThreeLater = () => makeReservation({ id: 'c3', tableIds: ['t3'], startsAt: inMinutes(60) })

const turnTimes = [
  { upTo: 4, minutes: 90, visits: 8 },
  { upTo: null, minutes: 150, visits: 0 },
]

async function openDoor(
  kind: 'walk-in' | 'waiting',
  reservations: Reservation[] = [],
  answers: FakeBridge['answers'] = {},
  some: Partial<ReservationList> = {},
) {
  const bridge = new FakeBridge()
  const created = makeReservation({ kind, delivery: null })
  Object.assign(bridge.answers, {
    'settings.get': defaultSettings,
    'reservations.list': makeReservations(reservations, { turnTimes, ...some }),
    'reservations.create': created,
    'reservations.estimate': null,
    ...answers,
  })
  const saved = vi.fn()
  await mountComponent(() => h(QuickDialog, { kind, onSaved: saved }), bridge)
  await expect.element(page.getByRole('dialog')).toBeVisible()
  return { bridge, saved, created: () => bridge.asked('reservations.create') }
}
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const size = (n: string) => page.getByRole('radio', { name: n, exact: true })
const tables = () =>
  page
    .getByRole('group', { name: 'Table' })
    .getByRole('listitem')
    .elements()
    .map((one) => [...(one.querySelector('button')?.children ?? [])])
    .map((parts) => parts.map((part) => part.textContent.trim()).join(' '))

test('a walk-in: the size, then a table, and the guests sit; a second tap seats nobody twice', async () => {
  const { created, saved } = await openDoor('walk-in', [seatedAtFive(), hasThreeLater()])
  await expect
    .poll(tables)
    .toEqual([
      '1 2 seats Salón',
      '11 8 seats Terraza',
      `3 4 seats Reserved ${written(hasThreeLater().startsAt)} Salón`,
      `5 4 seats Free at ${written(seatedAtFive().endsAt)} Salón`,
    ])
  await expectAccessible(page.getByRole('dialog'))
  await page.getByText('6', { exact: true }).click()
  await expect.poll(() => tables()[0]).toBe('11 8 seats Terraza')
  await button(/^11/).dblClick()
  await expect.poll(() => saved.mock.calls.length).toBeGreaterThan(0)
  const taps = created() as { tapId: string }[]
  expect(new Set(taps.map(({ tapId }) => tapId)).size).toBe(1)
  expect(taps.slice(0, 1)).toMatchObject([
    {
      kind: 'walk-in',
      quotedMinutes: null,
      accepted: [
        ...['closed-day', 'closed-then', 'pacing', 'too-few-seats', 'no-contact', 'unusual-phone'],
      ],
      booking: {
        ...{ partySize: 6, durationMinutes: 150, firstName: '' },
        ...{ sectorId: 's2', tableIds: ['t11'] },
      },
    },
  ])
})

test('a table that is reserved soon says when, and is asked about', async () => {
  const { created } = await openDoor('walk-in', [hasThreeLater()])
  await button(/^3 /).click()
  const when = written(hasThreeLater().startsAt)
  const question = page.getByText(`Table 3 is reserved at ${when} for 4 guests. Seat anyway?`)
  await expect.element(question).toBeVisible()
  await expect.element(button('Seat anyway')).toHaveFocus()
  await button('Choose another table').click()
  await expect.element(question).not.toBeInTheDocument()
  expect(created()).toEqual([])
  await button(/^3 /).click()
  await userEvent.keyboard('{Enter}')
  await expect.poll(created).toMatchObject([
    {
      accepted: expect.arrayContaining(['needed-soon']) as unknown,
      booking: { tableIds: ['t3'], durationMinutes: 90 },
    },
  ])
})

test('a taken table can’t be tapped; guests who stay past their time still sit there', async () => {
  const overdue = { ...seatedAtFive(), endsAt: inMinutes(-10) }
  const { created } = await openDoor('walk-in', [overdue])
  await expect.element(button(/^5 .*Overdue/)).toHaveAttribute('aria-disabled', 'true')
  await button(/^5 /).click({ force: true })
  expect(created()).toEqual([])
})

test('tables are joined for a large party, and by the keyboard Enter takes the best table', async () => {
  const { created } = await openDoor('walk-in')
  await page.getByRole('textbox', { name: 'Guests' }).fill('12')
  await expect.element(page.getByText(/^No table has 12 seats/)).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await button('Join tables').click()
  await button(/^11/).click()
  await button(/^3 /).click()
  expect(created()).toEqual([])
  await button(/^Seat at 11, 3|^Seat at 3, 11/).click()
  await expect.poll(created).toHaveLength(1)
  expect(created()).toMatchObject([{ booking: { partySize: 12 } }])
  const { booking } = created()[0] as { booking: { tableIds: string[] } }
  expect(booking.tableIds.toSorted()).toEqual(['t11', 't3'])
  unmountComponent()
  const other = await openDoor('walk-in')
  await expect.element(page.getByRole('textbox', { name: 'Guests' })).toHaveFocus()
  await expect.poll(tables).toHaveLength(4)
  await userEvent.keyboard('{Control>}a{/Control}3{Enter}')
  await expect.poll(other.created).toMatchObject([{ booking: { tableIds: ['t3'], partySize: 3 } }])
})

test('guests can sit down without a table; where another was faster, a message says so', async () => {
  const { bridge, created, saved } = await openDoor('walk-in')
  bridge.refusals = { 'reservations.create': { code: 'too-late', detail: 'table-taken' } }
  await button(/^1 /).click()
  await expect.element(page.getByText(/^Another party was just seated there/)).toBeVisible()
  bridge.refusals = {}
  await button('Seat without a table').click()
  await expect.poll(() => saved.mock.calls.length).toBe(1)
  expect(created().at(-1)).toMatchObject({ booking: { sectorId: null, tableIds: [] } })
})

test('a waiting party is told its time with the reasons, in steps of five minutes', async () => {
  const five = seatedAtFive()
  const { bridge, created } = await openDoor('waiting', [five], {
    'reservations.estimate': {
      ...{ minutes: 45, table: '5', seatedAt: five.seatedAt, turnMinutes: 75 },
      ...{ freeAt: five.endsAt, before: 1 },
    },
  })
  await expect.element(page.getByText('45 min', { exact: true })).toBeVisible()
  const reasons = `Table 5 has been taken since ${written(five.startsAt)}, 2 guests stay about 75 min: free at ${written(five.endsAt)}. 1 party waits before.`
  await expect.element(page.getByText(reasons)).toBeVisible()
  await expectAccessible(page.getByRole('dialog'))
  await button('5 minutes more').click()
  await button('5 minutes more').click()
  await button('5 minutes less').click()
  await expect.element(page.getByText('50 min', { exact: true })).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Eva')
  await page.getByRole('textbox', { name: 'Phone' }).fill('2 2345 6789 anexo 12')
  bridge.refusals = { 'reservations.create': { code: 'storage', detail: 'disk full' } }
  await button('Add to list').click()
  await expect.poll(created).toHaveLength(1)
  await expect.element(page.getByRole('alert')).toBeVisible()
  await expect.element(page.getByRole('textbox', { name: 'Name' })).toHaveValue('Eva')
  bridge.refusals = {}
  await button('Add to list').click()
  await expect.poll(created).toHaveLength(2)
  expect(created()[1]).toMatchObject({
    kind: 'waiting',
    quotedMinutes: 50,
    booking: { firstName: 'Eva', phone: '2 2345 6789 anexo 12', tableIds: [] },
  })
  const taps = created() as { tapId: string }[]
  expect(taps[0]?.tapId).toBe(taps[1]?.tapId)
})

test('two phone numbers stay as typed, with a note that says so', async () => {
  const { created } = await openDoor('waiting', [], {
    'reservations.check': [{ kind: 'warning', code: 'unusual-phone', about: ['two-numbers'] }],
  })
  await page.getByRole('textbox', { name: 'Name' }).fill('Eva')
  const both = '9 8765 4321 / 2 2345 6789'
  await page.getByRole('textbox', { name: 'Phone' }).fill(both)
  await userEvent.keyboard('{Tab}')
  await expect.element(page.getByText(/^These are two phone numbers/)).toBeVisible()
  await button('Add to list').click()
  await expect.poll(created).toMatchObject([{ quotedMinutes: null, booking: { phone: both } }])
})

test('another size is worked out anew, and what was changed for the first is gone', async () => {
  const { bridge } = await openDoor('waiting', [], {
    'reservations.estimate': {
      ...{ minutes: 20, table: '3', seatedAt: null, turnMinutes: null },
      ...{ freeAt: inMinutes(20), before: 0 },
    },
  })
  await button('5 minutes more').click()
  await expect.element(page.getByText('25 min', { exact: true })).toBeVisible()
  await expect.element(page.getByText(/^Table 3 is free at/)).toBeVisible()
  bridge.answers['reservations.estimate'] = null
  await page.getByText('8', { exact: true }).click()
  await expect.element(size('8')).toBeChecked()
  await expect.element(page.getByText(/^No table has 8 seats. Tables can be joined/)).toBeVisible()
  await expect.element(page.getByText('No time', { exact: true })).toBeVisible()
  expect(bridge.asked('reservations.estimate')).toEqual([{ partySize: 2 }, { partySize: 8 }])
})

test('if a table is free now, the guests can sit there at once, or wait', async () => {
  const { created } = await openDoor('waiting', [seatedAtFive(), hasThreeLater()], {
    'reservations.estimate': {
      ...{ minutes: 0, table: '1', seatedAt: null, turnMinutes: null },
      ...{ freeAt: inMinutes(0), before: 0 },
    },
  })
  await expect.element(page.getByText(/^A table is free now/)).toBeVisible()
  await expect.poll(tables).toEqual(['1 2 seats Salón', '11 8 seats Terraza'])
  await page.getByRole('textbox', { name: 'Name' }).fill('Eva')
  await button(/^1 /).click()
  await expect
    .poll(created)
    .toMatchObject([
      { kind: 'walk-in', quotedMinutes: null, booking: { firstName: 'Eva', tableIds: ['t1'] } },
    ])
})

test('guests who wait sit down with one tap, also at joined tables or at none', async () => {
  const bridge = new FakeBridge()
  const waits = makeReservation({
    ...{ id: 'w1', kind: 'waiting', delivery: null, tableIds: [], startsAt: inMinutes(-10) },
  })
  Object.assign(bridge.answers, {
    'settings.get': defaultSettings,
    'reservations.list': makeReservations([waits, hasThreeLater()]),
    'reservations.setVisit': null,
  })
  await mountComponent(() => h(SeatDialog, { reservation: waits }), bridge)
  const asked = () => bridge.asked('reservations.setVisit')
  await button(/^5 /).click()
  await expect.poll(asked).toHaveLength(1)
  await button('Join tables').click()
  await button(/^3 /).click()
  await button(/^11/).click()
  await button(/^Seat at/).click()
  await button('Seat anyway').click()
  await expect.poll(asked).toHaveLength(2)
  await button('Seat without a table').click()
  await expect.poll(asked).toHaveLength(3)
  const one = { reservationId: 'w1', visit: 'seated' }
  expect(asked()).toMatchObject([
    { ...one, seats: { sectorId: 's1', tableIds: ['t5'] }, accepted: [] },
    { ...one, seats: { tableIds: ['t11', 't3'] }, accepted: ['needed-soon'] },
    { ...one, seats: { tableIds: [] }, accepted: [] },
  ])
})
