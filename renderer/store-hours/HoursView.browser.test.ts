import { afterEach, beforeEach, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { HoursDraft } from '#contract/drafts/drafts.ts'
import {
  closeHours,
  makeStoreHours,
  openHours,
  period,
  usualHours,
} from '../test-support/open-hours.ts'
import type { FakeBridge } from '../test-support/fake-bridge.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(closeHours)

const day = (name: string) => page.getByRole('group', { name, exact: true })
const bars = (name: string) => day(name).getByRole('button', { name: /: change$/ })
const end = (name: string, nth = 0) =>
  day(name)
    .getByRole('slider', { name: /: closes/ })
    .nth(nth)
const begin = (name: string, nth = 0) =>
  day(name)
    .getByRole('slider', { name: /: opens/ })
    .nth(nth)
const times = (name: string) => day(name).getByRole('button', { name: /Change times/ })
const status = (text: string) => page.getByRole('status').getByText(text, { exact: true })

/** What is stored as a draft. */
const typed = (bridge: FakeBridge): HoursDraft['typed'] =>
  ([...bridge.drafts.values()][0]?.draft as HoursDraft | undefined)?.typed ?? {}

/** Drags with the real mouse, by minutes. */
async function drag(target: ReturnType<typeof end>, minutes: number): Promise<void> {
  const element = target.element() as HTMLElement
  const track = element.closest<HTMLElement>('[data-track]')
  if (track === null) throw new Error('not on a track')
  const from = element.getBoundingClientRect()
  const place = track.getBoundingClientRect()
  const x = from.left + from.width / 2
  const perMinute = track.clientWidth / (24 * 60)
  await userEvent.dragAndDrop(element, track, {
    sourcePosition: { x: from.width / 2, y: from.height / 2 },
    targetPosition: { x: x - place.left + minutes * perMinute, y: place.height / 2 },
    force: true,
  })
}

test('the week in words and as bars, a period past midnight, closed days and other hours', async () => {
  await openHours()
  await expect
    .element(page.getByText('As the platform answered on Tue, 24 Nov 2026, 18:20'))
    .toBeVisible()
  await expect
    .element(times('Tuesday').getByText('12:00–16:00 · 19:00–23:00', { exact: true }))
    .toBeVisible()
  await expect
    .element(times('Friday').getByText('12:00–01:00 (next day)', { exact: true }))
    .toBeVisible()
  await expect.element(times('Monday').getByText('Closed', { exact: true })).toBeVisible()
  await expect.element(end('Friday')).toHaveAttribute('aria-valuetext', '01:00')
  const closed = page.getByRole('group', { name: 'Coming closed days' })
  await expect.element(closed.getByText('Monday 25 December 2090')).toBeVisible()
  await expect.element(closed.getByText('Friday 25 December 2020')).not.toBeVisible()
  await closed.getByText('1 past day').click()
  await expect.element(closed.getByText('Friday 25 December 2020')).toBeVisible()
  const special = page.getByRole('group', { name: 'Coming days' })
  await expect.element(special.getByText('Sunday 31 December 2090')).toBeVisible()
  await expect.element(special.getByText('12:00–17:00')).toBeVisible()
})

test('the mouse drags an end in quarters of an hour, and a click after it opens nothing', async () => {
  const bridge = await openHours()
  await expect.element(end('Wednesday')).toBeVisible()
  await drag(end('Wednesday'), 70)
  await expect
    .poll(() => typed(bridge))
    .toEqual({ 'week.3': [{ fromMinute: 720, toMinute: 1395 }] })
  await expect.element(times('Wednesday').getByText('12:00–23:15', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expect.element(page.getByText('1 unsent change')).toBeVisible()
  await drag(begin('Wednesday'), -60)
  await expect.element(times('Wednesday').getByText('11:00–23:15', { exact: true })).toBeVisible()
})

test('the mouse drags a whole bar, which stops at the next', async () => {
  const bridge = await openHours()
  await expect.element(bars('Tuesday').first()).toBeVisible()
  await drag(bars('Tuesday').first(), 600)
  await expect
    .poll(() => typed(bridge))
    .toEqual({ 'week.2': [{ fromMinute: 900, toMinute: 1140 }, period(19, 23)] })
})

test('the mouse draws hours on an empty place; Escape stops a drag', async () => {
  const bridge = await openHours()
  await expect.element(day('Monday').getByText('Closed').nth(1)).toBeVisible()
  const track = day('Monday').element().querySelector<HTMLElement>('[data-track]')
  if (track === null) throw new Error('no track')
  const { width, height } = track.getBoundingClientRect()
  const at = (hour: number) => ({ x: ((hour - 6) / 24) * width, y: height / 2 })
  await userEvent.dragAndDrop(track, track, { sourcePosition: at(10), targetPosition: at(14) })
  await expect.poll(() => typed(bridge)).toEqual({ 'week.1': [period(10, 14)] })

  const point = (type: string, element: Element, hour: number) => {
    const place = track.getBoundingClientRect()
    element.dispatchEvent(
      new PointerEvent(type, {
        bubbles: true,
        button: 0,
        pointerId: 7,
        clientX: place.left + at(hour).x,
        clientY: place.top + height / 2,
      }),
    )
  }
  point('pointerdown', bars('Monday').element(), 11)
  point('pointermove', bars('Monday').element(), 16)
  await expect.element(day('Monday').getByText('15:00–19:00').first()).toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  point('pointerup', bars('Monday').element(), 16)
  await expect.element(times('Monday').getByText('10:00–14:00', { exact: true })).toBeVisible()
  expect(typed(bridge)).toEqual({ 'week.1': [period(10, 14)] })
})

test('a finger drags at once and sideways; one that scrolls changes nothing', async () => {
  const bridge = await openHours()
  await expect.element(end('Wednesday')).toBeVisible()
  const finger = (type: string, x: number, y = 300) =>
    end('Wednesday')
      .element()
      .dispatchEvent(
        new PointerEvent(type, {
          bubbles: true,
          button: 0,
          pointerId: 3,
          pointerType: 'touch',
          clientX: x,
          clientY: y,
        }),
      )
  finger('pointerdown', 600)
  finger('pointermove', 640)
  finger('pointercancel', 640)
  finger('pointerup', 640)
  finger('pointerdown', 600)
  finger('pointermove', 603, 310)
  finger('pointermove', 640, 310)
  finger('pointerup', 640, 310)
  expect(typed(bridge)).toEqual({})
  finger('pointerdown', 600)
  finger('pointermove', 640)
  finger('pointerup', 640)
  await expect.poll(() => Object.keys(typed(bridge))).toEqual(['week.3'])
  expect(getComputedStyle(end('Wednesday').element()).touchAction).toBe('pan-y')
})

test('the keyboard moves ends and bars, removes them, and the focus stays', async () => {
  const bridge = await openHours()
  await expect.element(end('Wednesday')).toBeVisible()
  ;(end('Wednesday').element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(end('Wednesday')).toHaveAttribute('aria-valuetext', '22:15')
  await userEvent.keyboard('{Shift>}{ArrowUp}{/Shift}')
  await expect.element(end('Wednesday')).toHaveAttribute('aria-valuetext', '23:15')
  await expect.element(end('Wednesday')).toHaveFocus()
  await expect.element(status('Wednesday: 12:00–23:15')).toBeInTheDocument()
  ;(bars('Tuesday').first().element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowLeft}')
  await expect
    .element(times('Tuesday').getByText('11:45–15:45 · 19:00–23:00', { exact: true }))
    .toBeVisible()
  await userEvent.keyboard('{Delete}')
  await expect.element(times('Tuesday').getByText('19:00–23:00', { exact: true })).toBeVisible()
  await expect.element(times('Tuesday')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('dialog', { name: 'Tuesday' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(typed(bridge)).toEqual({
    'week.2': [period(19, 23)],
    'week.3': [{ fromMinute: 720, toMinute: 1395 }],
  })
})

test('typed times: past midnight, too many, overlapping and incomplete ones', async () => {
  const bridge = await openHours()
  await times('Saturday').click()
  const dialog = page.getByRole('dialog', { name: 'Saturday' })
  const type = async (group: number, field: string, digits: string) => {
    const inGroup = dialog.getByRole('group', { name: `Hours ${String(group)}`, exact: true })
    const hour = inGroup
      .getByRole('group', { name: field })
      .getByRole('spinbutton', { name: 'Hour' })
    ;(hour.element() as HTMLElement).focus()
    await userEvent.keyboard(digits)
  }
  await expect.element(dialog.getByText('Closes at midnight')).toBeVisible()
  await type(1, 'Closes', '0230')
  await expect.element(dialog.getByText('Closes the next day')).toBeVisible()
  await dialog.getByRole('button', { name: 'Add hours' }).click()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect.element(dialog.getByText('Enter both times.')).toBeVisible()
  await type(2, 'Opens', '0130')
  await type(2, 'Closes', '1300')
  await expect.element(dialog.getByText(/^These hours overlap/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect.element(dialog).toBeVisible()
  await type(2, 'Closes', '1100')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  expect(typed(bridge)).toEqual({
    'week.6': [
      { fromMinute: 90, toMinute: 660 },
      { fromMinute: 720, toMinute: 1590 },
    ],
  })
  await expect.element(day('Saturday').getByText(/run into those/)).not.toBeInTheDocument()
})

test('a tap on a bar or on an empty place opens the typed times', async () => {
  await openHours()
  await bars('Thursday').click({ position: { x: 100, y: 20 } })
  await expect.element(page.getByRole('dialog', { name: 'Thursday' })).toBeVisible()
  await userEvent.keyboard('{Escape}')
  const track = day('Monday').element().querySelector<HTMLElement>('[data-track]')
  if (track === null) throw new Error('no track')
  await userEvent.click(track, { position: { x: track.clientWidth * 0.3, y: 20 } })
  const dialog = page.getByRole('dialog', { name: 'Monday' })
  await expect.element(dialog.getByRole('group', { name: 'Opens' })).toHaveTextContent('13:00')
  await expect.element(dialog.getByRole('group', { name: 'Closes' })).toHaveTextContent('17:00')
})

test('a day is closed and gets its hours back; a closed one takes those of the day before', async () => {
  const bridge = await openHours()
  const open = (name: string) => day(name).getByRole('switch', { name: 'Open' })
  await open('Tuesday').click()
  await expect.element(times('Tuesday').getByText('Closed', { exact: true })).toBeVisible()
  expect(typed(bridge)).toEqual({ 'week.2': [] })
  await open('Tuesday').click()
  await expect
    .element(times('Tuesday').getByText('12:00–16:00 · 19:00–23:00', { exact: true }))
    .toBeVisible()
  // Nothing differs, so there is no draft.
  await expect.poll(() => bridge.drafts.size).toBe(0)
  await open('Monday').click()
  await expect.element(times('Monday').getByText('12:00–20:00', { exact: true })).toBeVisible()
})

test('the hours of a day are copied to all, to weekdays, to the next and to chosen days', async () => {
  const bridge = await openHours()
  const dialog = page.getByRole('dialog', { name: 'Copy Tuesday to…' })
  const choose = async (...names: string[]) => {
    await day('Tuesday').getByRole('button', { name: 'Copy Tuesday to…' }).click()
    for (const name of names) await dialog.getByRole('button', { name, exact: true }).click()
  }
  await choose()
  await expect.element(dialog.getByRole('button', { name: 'Choose days' })).toBeDisabled()
  await userEvent.keyboard('{Escape}')
  await choose('Monday to Friday')
  await dialog.getByRole('button', { name: 'Copy to 4 days' }).click()
  await expect
    .poll(() => Object.keys(typed(bridge)).sort())
    .toEqual(['week.1', 'week.3', 'week.4', 'week.5'])
  await choose('Next day')
  await expect.element(dialog.getByRole('button', { name: 'Copy to 1 day' })).toBeEnabled()
  await userEvent.keyboard('{Escape}')
  await choose('All days', 'Sunday')
  await dialog.getByRole('button', { name: 'Copy to 5 days' }).click()
  await expect
    .element(times('Saturday').getByText('12:00–16:00 · 19:00–23:00', { exact: true }))
    .toBeVisible()
  await expect.element(times('Sunday').getByText('12:00–20:00', { exact: true })).toBeVisible()
})

test('a day that runs into the next says so', async () => {
  const week = usualHours.week.with(5, [period(12, 30)]).with(6, [period(5, 20)])
  const hours = { ...usualHours, week }
  await openHours(
    makeStoreHours({ known: { hours, source: 'store', readAt: '2026-11-24T21:20:00Z' } }),
  )
  await expect.element(day('Saturday').getByText(/run into those of Sunday/)).toBeVisible()
})

test('a month closes days by tap and keyboard, not those that are over', async () => {
  const bridge = await openHours()
  const month = page.getByRole('region', { name: 'Closed days' })
  await month.getByRole('button', { name: 'Next month' }).click()
  const free = month.getByRole('gridcell').getByRole('button', { pressed: false })
  const tenth = free.nth(9)
  const name = tenth.element().getAttribute('aria-label') ?? ''
  await tenth.click()
  const pressed = month.getByRole('button', { name, exact: true })
  await expect.element(pressed).toHaveAttribute('aria-pressed', 'true')
  expect(Object.values(typed(bridge))).toEqual([true])
  await userEvent.keyboard('{ArrowRight} ')
  await expect.poll(() => Object.values(typed(bridge))).toEqual([true, true])
  await pressed.click()
  await expect.poll(() => Object.values(typed(bridge))).toEqual([true])
  await month.getByRole('button', { name: 'Previous month' }).click()
  await expect.element(month.getByRole('button', { name: 'Previous month' })).toBeDisabled()
  const list = page.getByRole('group', { name: 'Coming closed days' })
  await list.getByRole('button', { name: 'Remove Monday 25 December 2090' }).click()
  await expect.poll(() => typed(bridge)).toMatchObject({ 'closed.2090-12-25': false })
})

test('a day with other hours is added, changed and removed', async () => {
  const bridge = await openHours()
  const special = page.getByRole('region', { name: 'Days with other hours' })
  await special.getByRole('button', { name: 'Add a day with other hours' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect.element(dialog.getByText('Enter the date.')).toBeVisible()
  ;(dialog.getByRole('spinbutton', { name: 'Day' }).element() as HTMLElement).focus()
  await userEvent.keyboard('31122090')
  await expect.element(dialog.getByText(/This day already has other hours/)).toBeVisible()
  ;(dialog.getByRole('spinbutton', { name: 'Day' }).element() as HTMLElement).focus()
  await userEvent.keyboard('30122090')
  await dialog.getByRole('button', { name: 'Remove hours 1' }).click()
  await expect.element(dialog.getByText(/add it as a closed day/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Add hours' }).click()
  await userEvent.keyboard('1000')
  ;(
    dialog
      .getByRole('group', { name: 'Closes' })
      .getByRole('spinbutton', { name: 'Hour' })
      .element() as HTMLElement
  ).focus()
  await userEvent.keyboard('1500')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await expect.poll(() => typed(bridge)).toEqual({ 'special.2090-12-30': [period(10, 15)] })
  await special.getByRole('button', { name: 'Change Sunday 31 December 2090' }).click()
  await expect.element(dialog.getByRole('group', { name: 'Opens' })).toHaveTextContent('12:00')
  await userEvent.keyboard('{Escape}')
  await special.getByRole('button', { name: 'Remove Sunday 31 December 2090' }).click()
  await expect.poll(() => typed(bridge)).toMatchObject({ 'special.2090-12-31': [] })
})

test('on a phone the days are rows without bars, and every target is 48 px', async () => {
  await page.viewport(390, 844)
  await openHours()
  await expect.element(times('Friday')).toBeVisible()
  await expect.element(page.getByText('Tap a day to change its times.')).toBeVisible()
  expect(document.querySelector('[data-track]')).toBeNull()
  const small = [
    ...document.querySelectorAll<HTMLElement>('main button:not([role=switch])'),
  ].filter(
    (each) =>
      each.checkVisibility({ visibilityProperty: true }) &&
      each.getBoundingClientRect().height < 48,
  )
  expect(small.map((each) => each.outerHTML)).toEqual([])
  expect(document.documentElement.scrollWidth).toBe(390)
})

test.each([
  ['es', 'Viernes', '12:00–01:00 (día siguiente)'],
  ['pt', 'Sexta-feira', '12:00–01:00 (dia seguinte)'],
] as const)('in %s', async (language, name, text) => {
  await openHours(makeStoreHours(), language)
  await expect.element(day(name).getByText(text).first()).toBeVisible()
})

test('with 12 hours', async () => {
  const bridge = await openHours()
  await expect.element(times('Friday')).toBeVisible()
  const { timeFormat } = await import('../clock/time-format.ts')
  timeFormat.value = '12-hour'
  await expect.element(times('Friday').getByText(/^12:00\sPM–1:00\sAM \(next day\)/)).toBeVisible()
  timeFormat.value = '24-hour'
  expect(bridge.asked('storeHours.get')).toHaveLength(1)
})
