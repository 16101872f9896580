import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { nextTick } from 'vue'
import {
  closeGuests,
  makeGuestList,
  makeRow,
  makeTonight,
  openGuests,
} from '../test-support/open-guests.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(() => {
  vi.useRealTimers()
  closeGuests()
})

const search = () => page.getByRole('searchbox')
const rows = () => page.getByRole('main').getByRole('row').getByRole('link')
const everybody = { text: '', page: 1, hasOthers: true }
const cellsOf = (nth: number) =>
  page
    .getByRole('row')
    .nth(nth)
    .getByRole('cell')
    .elements()
    .map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim())
const row = (name: string | RegExp) => page.getByRole('link', { name })
const button = (name: string | RegExp, exact = false) => page.getByRole('button', { name, exact })
const luis = makeRow({ clientId: 'cli-2', name: 'Luis Soto' })

test('the room opens on tonight: who comes when, and what is worth knowing', async () => {
  const bridge = await openGuests({ isOnTonight: true })
  await expect.element(row('Ana Ñandú')).toBeVisible()
  const [time, ...others] = cellsOf(1)
  expect(time).toMatch(/\d/)
  expect(others).toEqual([
    'Ana Ñandú',
    '4',
    '12',
    'VIP 1 no-show',
    'maní Mesa junto a la ventana',
    '3',
    'Expected',
  ])
  expect(bridge.asked('guests.list')).toEqual([])
  // A guest without a phone or an id has no page.
  const nobody = makeTonight({ clientId: null, name: 'Eva', tables: [], visits: 0 })
  bridge.answers['guests.tonight'] = { day: '2026-11-20', guests: [nobody] }
  bridge.notify({ type: 'guests.changed' })
  await expect.element(page.getByText('Eva')).toBeVisible()
  await expect.element(page.getByText('No table yet')).toBeVisible()
  expect(rows().elements()).toHaveLength(0)
  bridge.answers['guests.tonight'] = { day: '2026-11-20', guests: [] }
  bridge.notify({ type: 'guests.changed' })
  await expect.element(page.getByText('Nobody is booked for tonight')).toBeVisible()
  await button('Show all').click()
  await expect.element(row('Ana Ñandú')).toBeVisible()
  expect(bridge.asked('guests.list')).toEqual([everybody])
})

test('tonight that never came has a way out', async () => {
  const bridge = await openGuests({ isOnTonight: true })
  await expect.element(row('Ana Ñandú')).toBeVisible()
  bridge.refusals = { 'guests.tonight': { code: 'unreachable' } }
  bridge.notify({ type: 'host.replaced' })
  await expect.element(page.getByText('Couldn’t load tonight’s guests')).toBeVisible()
  bridge.refusals = {}
  await button('Try again').click()
  await expect.element(row('Ana Ñandú')).toBeVisible()
})

test('fifteen guests are in sight at 1280x800', async () => {
  const many = Array.from({ length: 50 }, (_, nth) => makeRow({ clientId: `cli-${String(nth)}` }))
  await openGuests({ list: makeGuestList(many) })
  await expect.element(row('Ana Ñandú').first()).toBeVisible()
  const inSight = rows()
    .elements()
    .filter(
      (link) => (link.closest('tr')?.getBoundingClientRect().bottom ?? Infinity) <= innerHeight,
    )
  expect(inSight.length).toBeGreaterThanOrEqual(15)
})

test('a row of the table has what is worth knowing; on a phone a card says it, also to screen readers', async () => {
  const nobody = makeRow({
    clientId: 'cli-3',
    name: null,
    phone: null,
    phoneShown: null,
    email: null,
    pointsBalance: null,
    visits: null,
    lastVisit: null,
  })
  const ana = makeRow({ tags: ['vip', 'window'], noShows: 2, birthdayMonth: 5 })
  await openGuests({ list: makeGuestList([ana, nobody], { total: 3000, leftOut: 2 }) })
  await expect.element(row('Ana Ñandú')).toBeVisible()
  expect(cellsOf(1)).toEqual([
    'Ana Ñandú',
    '+56 9 1111 2222',
    'VIP Window 2 no-shows',
    '4',
    '3 Oct 2026',
    '1,250',
    'May',
  ])
  expect(cellsOf(2)).toEqual(['No name', 'No phone or e-mail', '', '–', '–', '–', '–'])
  await expect.element(page.getByText('3,000 guests')).toBeInTheDocument()
  await expect.element(page.getByText(/^2 guests couldn’t be read/)).toBeVisible()
  await page.viewport(390, 844)
  await expect
    .element(row('Ana Ñandú'))
    .toHaveAccessibleDescription(
      '+56 9 1111 2222 ana@example.com 1,250 points last visit 3 Oct 2026',
    )
  await expect
    .element(row('No name'))
    .toHaveAccessibleDescription('No phone or e-mail – points no visits yet')
  await expect.element(page.getByText('2 no-shows')).toBeVisible()
})

test('a search asks once, after a pause, for what is written', async () => {
  const bridge = await openGuests()
  await expect.element(row(/Ana/)).toBeVisible()
  await userEvent.keyboard('/')
  await expect.element(search()).toHaveFocus()
  bridge.answers['guests.list'] = makeGuestList([])
  const field = search().element() as HTMLInputElement
  // Each letter comes within the search's delay after the previous one.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  for (const sentence of ['l', 'lu', 'lui', 'luis ', 'luis']) {
    field.value = sentence
    field.dispatchEvent(new Event('input', { bubbles: true }))
    await nextTick()
    vi.advanceTimersByTime(249)
  }
  vi.advanceTimersByTime(1)
  vi.useRealTimers()
  await expect.element(page.getByText('No results for “luis”')).toBeVisible()
  expect(bridge.asked('guests.list')).toEqual([everybody, { ...everybody, text: 'luis' }])
  bridge.answers['guests.list'] = makeGuestList()
  await search().click()
  await userEvent.keyboard('{Escape}')
  await expect.element(search()).toHaveValue('')
  await expect.element(row(/Ana/)).toBeVisible()
  expect(bridge.asked('guests.list').at(-1)).toEqual(everybody)
})

test('a heading sorts, and the other way round; a filter asks: from the first page, with nothing of the choice before', async () => {
  const bridge = await openGuests({
    list: makeGuestList([makeRow()], { hasMore: true, total: 120 }),
  })
  const asked = () => bridge.asked('guests.list').at(-1)
  const heading = page.getByRole('columnheader', { name: 'Points' })
  await button('Next page').click()
  await expect.element(page.getByText('Page 2 of 3')).toBeVisible()
  bridge.answers['guests.list'] = makeGuestList([luis])
  await expect.element(heading).toHaveAttribute('aria-sort', 'none')
  await button('Points', true).click()
  await expect.element(row(/Luis/)).toBeVisible()
  await expect.element(row(/Ana/)).not.toBeInTheDocument()
  expect(asked()).toEqual({ ...everybody, order: 'points' })
  await expect.element(heading).toHaveAttribute('aria-sort', 'descending')
  await button('Points', true).click()
  await expect.element(heading).toHaveAttribute('aria-sort', 'ascending')
  await expect.poll(asked).toEqual({ ...everybody, order: 'points', isReversed: true })
  await button('Visits', true).click()
  await expect.poll(asked).toEqual({ ...everybody, order: 'visits' })
  bridge.answers['guests.list'] = makeGuestList([], { statuses: ['active', 'raffle'] })
  const statuses = page.getByRole('combobox', { name: 'Status' })
  await statuses.selectOptions('Inactive')
  await expect.element(page.getByText('No guests match these filters')).toBeVisible()
  await page.getByRole('combobox', { name: 'Tag' }).selectOptions('Window')
  await page.getByRole('combobox', { name: 'Visits' }).selectOptions('5 visits or more')
  await page.getByRole('combobox', { name: 'Birthday' }).selectOptions('May')
  await page.getByRole('combobox', { name: 'Last visit' }).selectOptions('Not for 90 days')
  await expect.poll(asked).toEqual({
    ...everybody,
    order: 'visits',
    status: 'inactive',
    tag: 'window',
    minVisits: 5,
    birthdayMonth: 5,
    lastVisitTo: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
  })
  // Who has no birthday here is missing, so the page says why.
  await expect.element(page.getByText(/^Birthdays are known for/)).toBeVisible()
  // A status without a translation is shown as the platform sends it.
  expect((statuses.element() as HTMLSelectElement).innerText).toContain('raffle')
  bridge.answers['guests.list'] = makeGuestList()
  await button('Show all').click()
  await expect.element(row(/Ana/)).toBeVisible()
  expect(asked()).toEqual({ ...everybody, order: 'visits' })
})

test('on a phone the order is a choice, and the filters open with a button', async () => {
  await page.viewport(390, 844)
  const bridge = await openGuests()
  await expect.element(row(/Ana/)).toBeVisible()
  await page.getByRole('combobox', { name: 'Sort by' }).selectOptions('Last visit')
  await expect
    .poll(() => bridge.asked('guests.list').at(-1))
    .toEqual({ ...everybody, order: 'last-visit' })
  const tags = page.getByRole('combobox', { name: 'Tag' })
  await expect.element(tags).not.toBeInTheDocument()
  await button('Filter').click()
  await tags.selectOptions('VIP')
  await expect
    .poll(() => bridge.asked('guests.list').at(-1))
    .toEqual({ ...everybody, order: 'last-visit', tag: 'vip' })
  await button('Filter').click()
  await expect
    .poll(() => bridge.asked('guests.list').at(-1))
    .toEqual({ ...everybody, order: 'last-visit' })
})

test('while another page is fetched the last one stays; under another order nothing of the one before does', async () => {
  const bridge = await openGuests({
    list: makeGuestList([makeRow()], { hasMore: true, total: 120 }),
  })
  await expect.element(row(/Ana/)).toBeVisible()
  const asked = bridge.hold('guests.list')
  await button('Next page').click()
  await asked.next()
  await expect.element(row(/Ana/)).toBeVisible()
  await button('Points', true).click()
  await expect.element(row(/Ana/)).not.toBeInTheDocument()
  await (await asked.next()).answer(makeGuestList([luis]))
  await expect.element(row(/Luis/)).toBeVisible()
})

test('the page says if only a page is sorted or the platform ignores the filter', async () => {
  const large = makeGuestList([makeRow()], { sorted: 'page', isFiltered: false, total: 9000 })
  await openGuests({ list: large })
  await expect.element(page.getByText(/^Only this page is sorted/)).toBeVisible()
  await expect.element(page.getByText(/^The platform didn’t apply this filter/)).toBeVisible()
})

test('an answer to an older question is not shown over a newer one', async () => {
  const bridge = await openGuests()
  await expect.element(row(/Ana/)).toBeVisible()
  const asked = bridge.hold('guests.list')
  await search().fill('ana')
  const ana = await asked.next()
  await search().fill('luis')
  await (await asked.next()).answer(makeGuestList([luis]))
  await expect.element(row(/Luis/)).toBeVisible()
  await ana.answer(makeGuestList([makeRow()]))
  expect(rows().elements()).toHaveLength(1)
  await expect.element(row(/Luis/)).toBeVisible()
})

test('a list that never came has a way out; one that is old says so', async () => {
  const bridge = await openGuests({ list: makeGuestList([]) })
  await expect.element(page.getByText('No guests yet')).toBeVisible()
  bridge.answers['guests.list'] = makeGuestList()
  bridge.notify({ type: 'events.missed' })
  await expect.element(row(/Ana/)).toBeVisible()
  bridge.refusals = { 'guests.list': { code: 'unreachable' } }
  bridge.notify({ type: 'events.missed' })
  await expect.element(page.getByText(/^No answer/)).toBeVisible()
  await expect.element(row(/Ana/)).toBeVisible()
  // Guests of another store must disappear at once.
  bridge.notify({ type: 'host.replaced' })
  await expect.element(page.getByText('Couldn’t load the guests')).toBeVisible()
  await expect.element(row(/Ana/)).not.toBeInTheDocument()
  bridge.refusals = {}
  await button('Try again').click()
  await expect.element(row(/Ana/)).toBeVisible()
})

test('pages are turned, and a new search begins on the first', async () => {
  const bridge = await openGuests({
    list: makeGuestList([makeRow()], { hasMore: true, total: 120 }),
  })
  await expect.element(button('Previous page')).toBeDisabled()
  await button('Next page').click()
  await expect.element(page.getByText('Page 2 of 3')).toBeVisible()
  expect(bridge.asked('guests.list').at(-1)).toEqual({ ...everybody, page: 2 })
  bridge.answers['guests.list'] = makeGuestList([luis], { hasMore: false, total: 120 })
  await button('Next page').click()
  await expect.element(button('Next page')).toBeDisabled()
  await search().fill('x')
  await expect.poll(() => bridge.asked('guests.list').at(-1)).toEqual({ ...everybody, text: 'x' })
})

test('without a total, pages continue while there are more', async () => {
  await openGuests({ list: makeGuestList([makeRow()], { hasMore: true, total: null }) })
  await expect.element(page.getByText('Page 1', { exact: true })).toBeVisible()
  await button('Next page').click()
  await expect.element(page.getByText('Page 2', { exact: true })).toBeVisible()
})

test('by the keyboard alone: down to a guest, into them, and back to where one was', async () => {
  await page.viewport(1024, 768)
  await openGuests({ list: makeGuestList([luis, makeRow()]) })
  await expect.element(row(/Ana/)).toBeVisible()
  await userEvent.keyboard('/{ArrowDown}{ArrowDown}')
  await expect.element(row(/Ana/)).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Ana Ñandú', level: 2 })).toHaveFocus()
  await expect.element(search()).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(row(/Ana/)).toHaveFocus()
  expect(location.hash).toBe('#/guests')
})

test('on a wide screen the list stays beside the guest; the counter exports nothing', async () => {
  await openGuests({ address: '/guests/cli-1', role: 'counter' })
  await expect.element(page.getByRole('heading', { name: 'Ana Ñandú', level: 2 })).toBeVisible()
  await expect.element(row(/Ana/)).toHaveAttribute('aria-current', 'page')
  await expect.element(button('Points program')).toBeVisible()
  await expect.element(button('Export')).not.toBeInTheDocument()
})
