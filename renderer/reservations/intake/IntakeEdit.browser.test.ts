import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Reservation } from '#contract/reservations/reservations.ts'
import type { FakeBridge } from '../../test-support/fake-bridge.ts'
import {
  at,
  closeReservations,
  delivery,
  makeReservations,
  makeReservation,
  openReservations,
  changeReservations,
  tomorrow,
} from '../../test-support/open-reservations.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(() => closeReservations())

const keys = (typed: string) => userEvent.keyboard(typed)
const panel = () => page.getByRole('region', { name: 'Change reservation' })
const inPanel = (name: string) => panel().getByRole('textbox', { name, exact: true })
const moved = () => panel().getByText('This reservation was just changed.', { exact: false })
const replaceNote = () => panel().getByText(/^The platform can’t change a reservation/)
const notYet = (some: Partial<Reservation> = {}) =>
  makeReservation({ delivery: delivery('queued'), code: null, platformId: null, ...some })

/** Notifies the page of a change by another screen or the platform. */
function tell(bridge: FakeBridge, reservation: Reservation): void {
  bridge.answers['reservations.search'] = [reservation]
  changeReservations(bridge, [reservation])
}

async function openEdit(some: Parameters<typeof openReservations>[1] = {}) {
  const query = `day=${tomorrow}&open=r1`
  const bridge = await openReservations([notYet()], { query, ...some })
  await page.getByRole('dialog').getByRole('button', { name: 'Change reservation' }).click()
  await expect.element(inPanel('Guests')).toHaveFocus()
  return bridge
}

test('before it is sent it can be edited: the form shows its values, and sends the new ones', async () => {
  const bridge = await openEdit({ answers: { 'reservations.update': notYet({ partySize: 3 }) } })
  await expect.element(inPanel('Guests')).toHaveValue('4')
  await expect
    .element(panel().getByRole('button', { name: '20:30' }))
    .toHaveAttribute('aria-pressed', 'true')
  await expect
    .element(panel().getByRole('button', { name: /^3/ }))
    .not.toHaveAttribute('aria-disabled')
  await keys('3')
  await panel().getByRole('button', { name: 'Save' }).click()
  await expect.element(panel()).not.toBeInTheDocument()
  expect(bridge.asked('reservations.update')).toMatchObject([
    { reservationId: 'r1', booking: { partySize: 3, startsAt: at('20:30'), firstName: 'Renata' } },
  ])
})

test('what another screen changes meanwhile is in sight, what was typed stays, and it is said', async () => {
  const bridge = await openEdit({ answers: { 'reservations.update': notYet() } })
  await inPanel('Special requests').fill('By the window')
  await expect.element(moved()).not.toBeInTheDocument()
  // This news doesn't concern a typed field.
  tell(bridge, notYet({ delivery: delivery('queued', { message: 'later' }) }))
  const other = notYet({ partySize: 6, requests: 'Quiet', allergies: 'nueces' })
  tell(bridge, other)
  await expect.element(inPanel('Guests')).toHaveValue('6')
  await expect.element(inPanel('Allergies')).toHaveValue('nueces')
  await expect.element(inPanel('Special requests')).toHaveValue('By the window')
  await expect.element(moved()).toBeVisible()
  // This screen didn't type what another screen saved.
  await inPanel('Special requests').fill('By the window, quiet')
  await expect
    .poll(() => bridge.asked('drafts.save').at(-1))
    .toMatchObject({ subject: 'r1', draft: { requests: 'By the window, quiet' } })
  await panel().getByRole('button', { name: 'Save' }).click()
  await expect.element(panel()).not.toBeInTheDocument()
  expect(bridge.asked('reservations.update')).toMatchObject([
    {
      before: { partySize: 6, requests: 'Quiet', allergies: 'nueces' },
      booking: { partySize: 6, requests: 'By the window, quiet', allergies: 'nueces' },
    },
  ])
})

test('messages in the footer do not hide the field in use', async () => {
  await page.viewport(1024, 768)
  const bridge = await openEdit()
  const field = inPanel('Special requests').element()
  const foot = panel().element().querySelector('footer')
  const room = () => (foot?.getBoundingClientRect().top ?? 0) - field.getBoundingClientRect().bottom
  await inPanel('Special requests').click()
  // Scroll the field to the lowest position where it is still visible.
  field.closest('form')?.scrollBy(0, 16 - room())
  await expect.poll(room).toBeCloseTo(16, 0)
  tell(bridge, notYet({ partySize: 6 }))
  await expect.element(moved()).toBeVisible()
  await expect.poll(room).toBeGreaterThanOrEqual(15)
})

test('where it moved before this screen was notified, nothing is written and a message says so', async () => {
  const bridge = await openEdit()
  bridge.refusals = { 'reservations.update': { code: 'too-late', detail: 'moved' } }
  bridge.answers['reservations.search'] = [notYet({ partySize: 6, day: '2099-01-01' })]
  await inPanel('Special requests').fill('By the window')
  await expect.element(moved()).not.toBeInTheDocument()
  await panel().getByRole('button', { name: 'Save' }).click()
  await expect.element(moved()).toBeVisible()
  await expect.element(inPanel('Special requests')).toHaveValue('By the window')
  await expect.element(inPanel('Guests')).toHaveValue('6')
  await expect.element(panel().getByText(/^This can’t be done anymore/)).not.toBeInTheDocument()
  bridge.refusals = {}
  bridge.answers['reservations.update'] = notYet()
  await panel().getByRole('button', { name: 'Save' }).click()
  await expect.element(panel()).not.toBeInTheDocument()
  expect(bridge.asked('reservations.update')).toMatchObject([
    { before: { partySize: 4 } },
    { before: { partySize: 6 }, booking: { partySize: 6, requests: 'By the window' } },
  ])
})

test('a reservation that no longer exists is too late to change', async () => {
  const bridge = await openEdit({ answers: { 'reservations.search': [] } })
  bridge.refusals = { 'reservations.update': { code: 'too-late', detail: 'moved' } }
  await inPanel('Special requests').fill('By the window')
  await panel().getByRole('button', { name: 'Save' }).click()
  await expect.element(panel().getByText(/^This can’t be done anymore/)).toBeVisible()
  await expect.element(moved()).not.toBeInTheDocument()
})

test('once the platform has it, what was typed stays, and another takes its place', async () => {
  const bridge = await openEdit()
  await inPanel('Guests').fill('8')
  await inPanel('Allergies').fill('nueces')
  await panel().getByRole('button', { name: /^5 / }).click()
  await expect.element(replaceNote()).not.toBeInTheDocument()
  tell(bridge, makeReservation())
  await expect.element(replaceNote()).toBeVisible()
  bridge.answers['reservations.replace'] = makeReservation({ id: 'r2' })
  await panel().getByRole('button', { name: 'Change reservation' }).click()
  await expect.element(panel()).not.toBeInTheDocument()
  expect(bridge.asked('reservations.update')).toEqual([])
  expect(bridge.asked('reservations.replace')).toMatchObject([
    {
      reservationId: 'r1',
      tapId: expect.stringMatching(/^[\da-f-]{36}$/) as string,
      before: { partySize: 4 },
      booking: { partySize: 8, allergies: 'nueces', tableIds: ['t3', 't5'] },
    },
  ])
})

test('a draft wins over the current reservation', async () => {
  await openEdit({
    answers: {
      'drafts.list': [{ kind: 'reservation', subject: 'r1', draft: { requests: 'By the window' } }],
      'reservations.list': makeReservations([notYet({ partySize: 6 })]),
    },
  })
  await expect.element(inPanel('Guests')).toHaveValue('6')
  await expect.element(inPanel('Special requests')).toHaveValue('By the window')
})

test('of a booked reservation, table and notes change only here; untouched fields keep their values', async () => {
  const startsAt = new Date(Date.parse(at('20:30')) + 17_000).toISOString()
  const booked = makeReservation({ firstName: 'Ana María', startsAt })
  const bridge = await openReservations([booked], {
    query: `day=${tomorrow}&open=r1`,
    answers: { 'reservations.replace': booked },
  })
  await page.getByRole('dialog').getByRole('button', { name: 'Change reservation' }).click()
  await expect.element(inPanel('Guests')).toHaveFocus()
  await inPanel('Allergies').fill('nueces')
  await expect.element(replaceNote()).not.toBeInTheDocument()
  await panel().getByRole('button', { name: 'Save' }).click()
  await expect.element(panel()).not.toBeInTheDocument()
  expect(bridge.asked('reservations.replace')).toMatchObject([
    { booking: { firstName: 'Ana María', lastName: 'Inventada', startsAt, allergies: 'nueces' } },
  ])
})

test('a change that is being saved here is not reported as news', async () => {
  const bridge = await openEdit()
  const saved = bridge.hold('reservations.update').arrived
  await inPanel('Special requests').fill('By the window')
  await panel().getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => saved.length).toBe(1)
  // The event comes before the answer.
  tell(bridge, notYet({ requests: 'By the window', email: 'renata@example.com' }))
  await expect.element(inPanel('E-mail')).toHaveValue('renata@example.com')
  await expect.element(moved()).not.toBeInTheDocument()
  await saved[0]?.answer(notYet())
  await expect.element(panel()).not.toBeInTheDocument()
})
