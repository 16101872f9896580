import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Draft } from '#contract/reservations/reservations.ts'
import {
  closeReservations,
  openReservations,
  today,
  tomorrow,
} from '../../test-support/open-reservations.ts'
import { dayText } from '../days.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(() => closeReservations())

const intake = () => page.getByRole('region', { name: 'New reservation' })
const text = (name: string) => intake().getByRole('textbox', { name, exact: true })
const combo = (name: string) => intake().getByRole('combobox', { name })
const keys = (typed: string) => userEvent.keyboard(typed)

const draft: Draft = {
  partySize: '6',
  day: today,
  time: '',
  isSecond: false,
  name: 'Ana Soto',
  phone: '',
  email: '',
  occasion: null,
  sectorId: null,
  tableIds: [],
  requests: '',
  allergies: '',
  clientId: null,
  durationMinutes: null,
}

const typed = (of: Draft) => ({ kind: 'reservation', subject: '', draft: of }) as const

test('what was typed before is there again from the host, and the last letter is kept there', async () => {
  const bridge = await openReservations([], {
    answers: { 'drafts.list': [typed(draft)] },
  })
  await expect.element(combo('Name')).toHaveValue('Ana Soto')
  await combo('Name').fill('Ana Soto Vera')
  await expect
    .poll(() => bridge.asked('drafts.save').at(-1))
    .toEqual({ ...typed({ ...draft, name: 'Ana Soto Vera' }), base: draft })
  expect(JSON.stringify([localStorage, sessionStorage])).not.toContain('Ana')
  await intake().getByRole('button', { name: 'Start over' }).click()
  await expect.element(combo('Name')).toHaveValue('')
  await expect
    .poll(() => bridge.asked('drafts.discard').at(-1))
    .toEqual({ kind: 'reservation', subject: '' })
})

test('a draft of an earlier version keeps its day: half past midnight is in the night before', async () => {
  const { isSecond: _, ...older } = { ...draft, day: tomorrow, time: '00:30' }
  await openReservations([], {
    answers: { 'drafts.list': [{ kind: 'reservation', subject: '', draft: older }] },
  })
  const night = `In the night to ${dayText(tomorrow, true)}`
  await expect.element(intake().getByText(night)).toBeVisible()
  const [year = ''] = today.split('-')
  const other = intake().getByRole('group', { name: 'Another day' })
  await expect.element(other.getByRole('spinbutton', { name: 'Year' })).toHaveTextContent(year)
  const shownDay = other.getByRole('spinbutton', { name: 'Day' })
  await expect.element(shownDay).toHaveTextContent(today.slice(-2))
})

test('a page that is left says what waits for an answer', async () => {
  const bridge = await openReservations()
  const stored = bridge.hold('drafts.save').arrived
  await keys('n')
  await expect.element(text('Guests')).toHaveFocus()
  await keys('12')
  await expect.element(text('Guests')).toHaveValue('12')
  expect(stored.map(({ input }) => (input.draft as Partial<Draft>).partySize)).toEqual(['1'])
  dispatchEvent(new PageTransitionEvent('pagehide'))
  expect(stored.map(({ input }) => (input.draft as Partial<Draft>).partySize)).toEqual(['1', '12'])
})

test('while the host cannot keep it, it waits, and goes once the link is there', async () => {
  const bridge = await openReservations()
  bridge.refusals = { 'drafts.save': { code: 'unreachable' } }
  await keys('n')
  await expect.element(text('Guests')).toHaveFocus()
  await keys('4')
  await expect.poll(() => bridge.asked('drafts.save')).toHaveLength(1)
  bridge.refusals = {}
  bridge.notify({ type: 'events.missed' })
  await expect.poll(() => bridge.asked('drafts.save')).toHaveLength(2)
  await expect.element(text('Guests')).toHaveValue('4')
  // The draft is saved, so nothing is sent the next time.
  bridge.notify({ type: 'events.missed' })
  await expect.poll(() => bridge.asked('drafts.list').length).toBeGreaterThan(2)
  expect(bridge.asked('drafts.save')).toHaveLength(2)
})

test('where all guests are forgotten, what is typed is as well', async () => {
  const bridge = await openReservations([], {
    answers: { 'drafts.list': [typed(draft)] },
  })
  await expect.element(combo('Name')).toHaveValue('Ana Soto')
  bridge.answers['drafts.list'] = []
  bridge.notify({ type: 'reservations.changed', revision: 2, days: [] })
  await expect.poll(() => bridge.asked('reservations.list').length).toBeGreaterThan(1)
  await expect.element(combo('Name')).toHaveValue('Ana Soto')
  bridge.notify({ type: 'drafts.changed' })
  await expect.element(combo('Name')).toHaveValue('')
})
