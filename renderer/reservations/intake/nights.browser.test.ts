import { h } from 'vue'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { defaultSettings } from '#contract/settings/settings.ts'
import type { Reservation } from '#contract/reservations/reservations.ts'
import { FakeBridge } from '../../test-support/fake-bridge.ts'
import { mountComponent, unmountComponent } from '../../test-support/mount-component.ts'
import { makeReservation, makeReservations } from '../../test-support/open-reservations.ts'
import IntakePanel from './IntakePanel.vue'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountComponent)

/** Opens the intake on an evening that begins at four, in Santiago if no other zone is named. */
async function openIntake(
  day: string,
  { zone = 'America/Santiago', edited }: { zone?: string; edited?: Reservation } = {},
) {
  const bridge = new FakeBridge()
  if (bridge.status.store !== null) bridge.status.store.timeZone = zone
  Object.assign(bridge.answers, {
    'settings.get': { ...defaultSettings, businessDayBorder: '04:00' },
    'reservations.list': makeReservations([], {
      days: [],
      turnTimes: [
        { upTo: 4, minutes: 90, visits: 0 },
        { upTo: null, minutes: 150, visits: 0 },
      ],
    }),
    'reservations.search': edited === undefined ? [] : [edited],
    'reservations.check': [],
    'reservations.create': makeReservation(),
    'guests.list': undefined,
  })
  await mountComponent(() => h(IntakePanel, { day, edited: edited ?? null }), bridge)
  await expect.element(page.getByRole('textbox', { name: 'Guests' })).toHaveFocus()
  const booked = () =>
    (bridge.asked('reservations.create') as { booking: object }[]).map(({ booking }) => booking)
  return { bridge, booked }
}
const keys = (typed: string) => userEvent.keyboard(typed)
const typeTime = async (time: string) => {
  await page.getByRole('spinbutton', { name: 'Hour' }).click()
  await keys(time)
}
const submit = () => page.getByRole('button', { name: /^Book/ }).click()

test('half past midnight is in the night that begins on the chosen day, and the form says which', async () => {
  const { booked } = await openIntake('2027-12-03')
  await keys('5')
  await typeTime('0030')
  await expect.element(page.getByText('In the night to Saturday 4 December')).toBeVisible()
  await page.getByRole('combobox', { name: 'Name' }).fill('Eva Soto')
  await submit()
  await expect
    .poll(booked)
    .toMatchObject([{ startsAt: '2027-12-04T03:30:00.000Z', durationMinutes: 150 }])
})

test('an earlier hour is on the day itself again', async () => {
  const { booked } = await openIntake('2027-12-03')
  await keys('2')
  await typeTime('0030')
  await expect.element(page.getByText(/^In the night to/)).toBeVisible()
  await typeTime('2030')
  await expect.element(page.getByText(/^In the night to/)).not.toBeInTheDocument()
  await page.getByRole('combobox', { name: 'Name' }).fill('Eva Soto')
  await submit()
  await expect
    .poll(booked)
    .toMatchObject([{ startsAt: '2027-12-03T23:30:00.000Z', durationMinutes: 90 }])
})

test('a reservation of the night is shown on the evening that it belongs to', async () => {
  const edited = makeReservation({
    ...{ startsAt: '2027-12-04T03:30:00.000Z', delivery: null, code: null },
  })
  await openIntake('2027-12-03', { edited })
  const day = page.getByRole('group', { name: 'Another day' })
  await expect.element(day.getByRole('spinbutton', { name: 'Day' })).toHaveTextContent('03')
  await expect.element(page.getByText('In the night to Saturday 4 December')).toBeVisible()
})

test('a time that the clocks skip is said at once, and not booked', async () => {
  const { booked } = await openIntake('2027-09-04')
  await keys('2')
  await page.getByRole('combobox', { name: 'Name' }).fill('Eva Soto')
  await typeTime('0030')
  const skipped = page.getByText(
    'The clocks go forward this night: 00:30 doesn’t exist. Choose 01:00 or later.',
  )
  await expect.element(skipped).toBeVisible()
  await submit()
  await expect.element(page.getByRole('spinbutton', { name: 'Hour' })).toHaveFocus()
  expect(booked()).toEqual([])
  await typeTime('0100')
  await expect.element(skipped).not.toBeInTheDocument()
  await submit()
  await expect.poll(booked).toMatchObject([{ startsAt: '2027-09-05T04:00:00.000Z' }])
})

test.each([
  ['The first', '2027-10-31T00:30:00.000Z'],
  ['The second', '2027-10-31T01:30:00.000Z'],
])('a time that comes twice says which one is booked: %s', async (choice, startsAt) => {
  const { booked } = await openIntake('2027-10-30', { zone: 'Europe/Madrid' })
  await keys('2')
  await typeTime('0230')
  await page.getByRole('combobox', { name: 'Name' }).fill('Eva Soto')
  await expect
    .element(page.getByText(/so 02:30 comes twice\. The first one is booked\.$/))
    .toBeVisible()
  await page.getByText(choice, { exact: true }).click()
  await expect
    .element(page.getByText(new RegExp(`comes twice\\. ${choice} one is booked\\.$`)))
    .toBeVisible()
  await submit()
  await expect.poll(booked).toMatchObject([{ startsAt }])
})
