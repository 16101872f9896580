import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { deliveryChoices } from '#contract/deliveries/delivery.ts'
import type { ChangeStep, Reservation } from '#contract/reservations/reservations.ts'
import {
  at,
  closeReservations,
  delivery,
  makeReservation,
  openReservations,
  changeReservations,
  tomorrow,
} from '../../test-support/open-reservations.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(() => closeReservations())

const open = (some: Partial<Reservation> = {}) =>
  openReservations([makeReservation(some)], { query: `day=${tomorrow}&open=r1` })
const drawer = () => page.getByRole('dialog', { name: 'Renata Inventada' })
const button = (name: string | RegExp) => drawer().getByRole('button', { name })
const actions = () =>
  drawer()
    .getByRole('alert')
    .getByRole('button')
    .elements()
    .map((one) => one.textContent.trim())

test('a reservation without an answer may exist: the reference to search for, and three choices', async () => {
  const bridge = await open({
    delivery: delivery('unknown', { message: 'socket hang up' }),
    code: null,
  })
  await expect.element(drawer().getByText(/so the reservation may exist/)).toBeVisible()
  await expect.element(drawer().getByText('K7QXM', { exact: true })).toBeVisible()
  await expect.poll(actions).toEqual(['Send again', 'Mark as booked', 'Discard'])
  expect(drawer().getByRole('button', { name: 'Change reservation' }).elements()).toEqual([])
  const entries = [{ kind: 'reservation', subject: 'r1' }]
  for (const [name, choice] of [
    ['Mark as booked', 'mark-done'],
    ['Send again', 'retry'],
    ['Discard', 'dismiss'],
  ] as const) {
    await button(name).click()
    expect(bridge.asked('deliveries.decide').at(-1)).toEqual({ entries, choice })
  }
  // Nothing changes before the host confirms.
  await expect.element(drawer().getByText('Unanswered', { exact: true })).toBeVisible()
  changeReservations(bridge, [makeReservation({ code: null })])
  await expect.element(drawer().getByText('Booked', { exact: true })).toBeVisible()
})

test('rejected with the platform’s message: corrected, sent again or given up', async () => {
  const bridge = await open({
    delivery: delivery('refused', { message: 'No tables' }),
    code: null,
  })
  await expect.element(drawer().getByText('The platform rejected the reservation')).toBeVisible()
  await drawer().getByText('Details').click()
  await expect.element(drawer().getByText('No tables')).toBeVisible()
  await expect
    .poll(actions)
    .toEqual(['Change reservation', 'Send again', 'Mark as booked', 'Discard'])
  await button('Send again').click()
  expect(bridge.asked('deliveries.decide')).toEqual([
    { entries: [{ kind: 'reservation', subject: 'r1' }], choice: 'retry' },
  ])
})

test('a reservation whose time has passed is moved or discarded, and never sent unchanged', async () => {
  await open({ delivery: delivery('expired', { choices: ['dismiss'] }), code: null })
  await expect.poll(actions).toEqual(['Choose another time', 'Discard'])
  await button('Choose another time').click()
  await expect.element(page.getByRole('region', { name: 'Change reservation' })).toBeVisible()
  await expect.element(drawer()).not.toBeInTheDocument()
})

test('offline it is not yet booked, and says so', async () => {
  await open({ delivery: delivery('queued'), code: null })
  await expect.element(drawer().getByText('Not sent yet', { exact: true })).toBeVisible()
  await expect.element(drawer().getByText(/^Not sent yet. It is sent as soon as/)).toBeVisible()
  expect(drawer().getByText('Booked', { exact: true }).elements()).toEqual([])
})

test('cancelled with a reason by the keyboard, and taken back as long as it is not sent', async () => {
  const bridge = await open()
  await button('Cancel reservation').click()
  await button('Keep reservation').click()
  await button('Cancel reservation').click()
  await drawer().getByRole('textbox', { name: 'Reason' }).fill('ill')
  await userEvent.keyboard('{Enter}')
  expect(bridge.asked('reservations.cancel')).toEqual([
    {
      reservationId: 'r1',
      tapId: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      reason: 'ill',
    },
  ])
  const cancelled = (...how: Parameters<typeof delivery>) =>
    makeReservation({
      visit: 'cancelled',
      cancellation: { reason: 'ill', delivery: delivery(...how) },
    })
  changeReservations(bridge, [cancelled('queued', { undoUntil: at('20:30') })])
  await expect.element(drawer().getByText('Cancelled. You can still undo this.')).toBeVisible()
  await button('Undo').click()
  expect(bridge.asked('reservations.undoCancel')).toEqual([{ reservationId: 'r1' }])
  changeReservations(bridge, [cancelled('queued')])
  await expect.element(button('Undo')).toBeVisible()
  for (const state of ['sending', 'confirmed'] as const) {
    changeReservations(bridge, [cancelled(state)])
    await expect.element(button('Undo')).not.toBeInTheDocument()
    expect(drawer().getByRole('button', { name: 'Cancel reservation' }).elements()).toEqual([])
  }
  changeReservations(bridge, [makeReservation()])
  await expect.element(button('Cancel reservation')).toBeVisible()
})

test('a cancellation without an answer is never sent again by itself; without an id there it cannot be sent at all', async () => {
  const lost = (platformId: string | null) =>
    makeReservation({
      platformId,
      visit: 'cancelled',
      cancellation: {
        reason: '',
        delivery: delivery('unknown', {
          message: 'cut off',
          choices: platformId === null ? ['mark-done', 'dismiss'] : deliveryChoices,
        }),
      },
    })
  const bridge = await open(lost('platform-1'))
  await expect.poll(actions).toEqual(['Send again', 'Mark as cancelled', 'Reinstate reservation'])
  await button('Reinstate reservation').click()
  expect(bridge.asked('deliveries.decide')).toEqual([
    { entries: [{ kind: 'reservation-cancel', subject: 'r1' }], choice: 'dismiss' },
  ])
  changeReservations(bridge, [lost(null)])
  await expect.element(button('Send again')).not.toBeInTheDocument()
  await expect.element(button('Mark as cancelled')).toBeVisible()
})

test('the visit: a tap sets it, a second tap reverts it; a walk-in cannot be a no-show', async () => {
  const bridge = await open()
  await button('Arrived').click()
  changeReservations(bridge, [makeReservation({ visit: 'arrived' })])
  await expect.element(button('Arrived')).toHaveAttribute('aria-pressed', 'true')
  await button('Arrived').click()
  expect(bridge.asked('reservations.setVisit')).toEqual([
    { reservationId: 'r1', visit: 'arrived' },
    { reservationId: 'r1', visit: 'expected' },
  ])
  changeReservations(bridge, [
    makeReservation({ kind: 'walk-in', delivery: null, visit: 'seated' }),
  ])
  await expect.element(button('No-show')).not.toBeInTheDocument()
  await expect.element(button('Seat')).toHaveAttribute('aria-pressed', 'true')
})

const other = {
  id: 'r0',
  day: tomorrow,
  businessDay: tomorrow,
  startsAt: at('19:00'),
  partySize: 2,
  tableIds: ['t5'],
  code: 'RES-0',
  reference: 'ABCDE',
  platformId: 'platform-0' as string | null,
}
const changing = (step: ChangeStep, some: Partial<Reservation> = {}, more = {}) =>
  makeReservation({ change: { step, side: 'new', other: { ...other, ...more } }, ...some })

test('a change is shown as one thing, with the old reservation, and can be given up before it is sent', async () => {
  const held = { isHeld: true, delivery: null, code: null, platformId: null }
  const bridge = await open(changing('cancelling-first', held))
  await expect.element(drawer().getByText('Changing', { exact: true })).toBeVisible()
  await expect.element(drawer().getByText(/^Cancelling the old reservation/)).toBeVisible()
  await expect
    .element(drawer().getByText(/^Old reservation: .* 19:00 · 2 guests · Table 5 · Code RES-0$/))
    .toBeVisible()
  for (const name of ['Change reservation', 'Cancel reservation'])
    expect(drawer().getByRole('button', { name }).elements()).toEqual([])
  await button('Keep the old one').click()
  expect(bridge.asked('reservations.undoReplace')).toEqual([{ reservationId: 'r1' }])
  changeReservations(bridge, [changing('booking', { delivery: delivery('sending'), code: null })])
  await expect.element(button('Keep the old one')).not.toBeInTheDocument()
  changeReservations(bridge, [
    changing('not-booked', { delivery: delivery('refused', { message: 'No' }), code: null }),
  ])
  await expect.element(button('Keep the old one')).toBeVisible()
  changeReservations(bridge, [changing('done')])
  await expect.element(drawer().getByText(/^Changed\. The old reservation/)).toBeVisible()
  await expect.element(button('Change reservation')).toBeVisible()
})

test('where the old one is to be cancelled by hand, the new one asks for it until a person says so', async () => {
  const bridge = await open(changing('cancel-by-hand', {}, { platformId: null }))
  const task = drawer().getByRole('alert')
  await expect.element(task.getByText(/Cancel it on the platform/)).toBeVisible()
  await expect.poll(actions).toEqual(['Mark old one as cancelled'])
  changeReservations(bridge, [changing('cancel-by-hand')])
  await expect.poll(actions).toEqual(['Mark old one as cancelled', 'Cancel the old one again'])
  changeReservations(bridge, [changing('cancel-stuck', { isHeld: true, delivery: null })])
  await expect
    .poll(actions)
    .toEqual(['Mark old one as cancelled', 'Cancel the old one again', 'Keep the old one'])
  await button('Mark old one as cancelled').click()
  await button('Keep the old one').click()
  const entries = [{ kind: 'reservation-cancel', subject: 'r0' }]
  expect(bridge.asked('deliveries.decide')).toEqual([
    { entries, choice: 'mark-done' },
    { entries, choice: 'dismiss' },
  ])
})

test('a change that took the old one away and was not booked says that the guest has no table', async () => {
  await open(
    changing('lost', { delivery: delivery('refused', { message: 'No tables' }), code: null }),
  )
  await expect.element(drawer().getByText(/The guest has no table/)).toBeVisible()
  await expect.element(drawer().getByText('Reservation lost', { exact: true })).toBeVisible()
  await expect.element(drawer().getByRole('button', { name: 'Send again' })).toBeVisible()
})
