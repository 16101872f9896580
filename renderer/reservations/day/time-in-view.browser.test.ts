import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import {
  at,
  changeReservations,
  closeReservations,
  makeReservation,
  makeReservations,
  makeTable,
  openReservations,
} from '../../test-support/open-reservations.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(() => closeReservations())

const names = Array.from({ length: 20 }, (_, nth) => String(nth + 1))
const tables = names.map((name) => makeTable(name))
const plan = { sectors: [{ id: 's1', name: 'Salón', tables, fixtures: [] }] }
const open = (startsAt: string) => {
  const some = [makeReservation({ startsAt })]
  return openReservations(some, {
    answers: { 'reservations.list': makeReservations(some, { plan }) },
  })
}
const frame = () => document.querySelector<HTMLElement>('.timeline')
/** How far the bar begins after the left edge of the hours. */
const distance = () => {
  const bar =
    document.querySelector('.timeline [data-reservation="r1"]')?.getBoundingClientRect().left ?? 0
  return Math.round(bar - (document.querySelector('.corner')?.getBoundingClientRect().right ?? 0))
}
/** The browser says that it scrolled in the next frame. */
const nextFrame = () =>
  new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
const isClose = (there: number) => expect.poll(() => Math.abs(distance() - there) < 8).toBe(true)
const isHourBefore = () => expect.poll(() => distance() > 60 && distance() < 160).toBe(true)

test('a form beside the plan, and a turned tablet, leave it at the same time of day', async () => {
  await page.viewport(1900, 900)
  await open(at('17:00'))
  await expect.poll(() => distance() > 400).toBe(true)
  // The whole day fits. With the form beside it, it shows from an hour before the first guests.
  await userEvent.keyboard('n')
  await expect.element(page.getByRole('region', { name: 'New reservation' })).toBeVisible()
  await page.viewport(1280, 900)
  await isHourBefore()
  await userEvent.keyboard('{Escape}')
  await page.viewport(768, 1024)
  await isHourBefore()
  // A person looks at another hour; that one stays.
  frame()?.scrollTo({ left: 300 })
  await expect.poll(() => frame()?.scrollLeft).toBe(300)
  await nextFrame()
  const before = distance()
  await page.viewport(820, 600)
  await isClose(before)
  await page.viewport(768, 1024)
  await isClose(before)
})

test('an earlier guest adds hours on the left, and the plan stays; so it does when something else changes', async () => {
  await page.viewport(800, 900)
  const bridge = await open(at('15:00'))
  await isHourBefore()
  frame()?.scrollBy({ left: -100 })
  await expect.poll(() => distance() > 170).toBe(true)
  await nextFrame()
  const before = distance()
  const early = makeReservation({ id: 'r2', startsAt: at('08:00'), tableIds: ['t2'] })
  changeReservations(bridge, [makeReservation({ startsAt: at('15:00') }), early], { plan })
  await expect.element(page.getByRole('button', { name: /08:00/ }).first()).toBeInTheDocument()
  await isClose(before)
  changeReservations(bridge, [makeReservation({ startsAt: at('15:00'), visit: 'late' }), early], {
    plan,
  })
  await expect.element(page.getByRole('button', { name: /15:00 · Late/ })).toBeInTheDocument()
  await isClose(before)
})

test('the hours stay in sight while the tables scroll', async () => {
  await open(at('20:00'))
  const hour = () => document.querySelector('.timeline figure svg text')
  await expect.poll(hour).not.toBeNull()
  await expect.element(page.getByRole('region', { name: '20', exact: true })).not.toBeInViewport()
  frame()?.scrollTo({ top: 5_000 })
  await expect.element(page.getByRole('region', { name: '20', exact: true })).toBeInViewport()
  const top = frame()?.getBoundingClientRect().top ?? 0
  await expect.poll(() => (hour()?.getBoundingClientRect().top ?? 0) - top < 100).toBe(true)
  expect(hour()?.getBoundingClientRect().top).toBeGreaterThan(top)
  await expect.element(page.getByText('4 guests').first()).toBeInViewport()
})

test('a new reservation without a table stays in sight when its state changes', async () => {
  const created = makeReservation({ id: 'new', startsAt: at('13:00'), tableIds: [] })
  const bridge = await open(at('22:00'))
  bridge.answers['reservations.create'] = created
  await page.viewport(1180, 800)
  frame()?.scrollTo({ top: 5_000 })
  await userEvent.keyboard('n')
  await expect.element(page.getByRole('textbox', { name: 'Guests', exact: true })).toHaveFocus()
  await userEvent.keyboard('4{Enter}1300{Enter}Renata{Control>}{Enter}{/Control}')
  await expect
    .element(page.getByRole('region', { name: 'New reservation' }))
    .not.toBeInTheDocument()
  const others = [makeReservation({ startsAt: at('22:00') })]
  changeReservations(bridge, [...others, created], { plan })
  const bar = page.getByRole('region', { name: 'No table yet' }).getByRole('button')
  await expect.element(bar).toBeInViewport({ ratio: 0.9 })
  await expect.element(bar).toHaveClass(/marked/)
  await expect.element(bar).not.toHaveClass(/marked/)
  changeReservations(bridge, [...others, { ...created, code: 'RES-2', visit: 'late' }], { plan })
  const late = page.getByRole('button', { name: /13:00 · Late/ })
  await expect.element(late).toBeInViewport({ ratio: 0.9 })
  await nextFrame()
  await expect.element(late).toBeInViewport({ ratio: 0.9 })
})
